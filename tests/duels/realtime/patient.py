"""Settings with a long shutdown timeout, for busy machines."""

from wavinghands.settings import *  # noqa: F403

LEAVING_PATIENCE = 300
