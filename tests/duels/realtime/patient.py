"""The settings of a site that, before it ends, has plenty of time to finish its work on a busy machine."""

from wavinghands.settings import *  # noqa: F403

LEAVING_PATIENCE = 300
