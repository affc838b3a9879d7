"""Settings for a server that has plenty of time to finish its work before it exits, even on a busy machine."""

from wavinghands.settings import *  # noqa: F403

LEAVING_PATIENCE = 300
