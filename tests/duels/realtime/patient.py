"""Settings with a long shutdown timeout, for slow machines."""

from wavinghands.settings import *  # noqa: F403

LEAVING_PATIENCE = 300
