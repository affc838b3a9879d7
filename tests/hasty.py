"""The settings of a site that waits for a request for a moment only."""

from wavinghands.settings import *  # noqa: F403

REQUEST_PATIENCE = 2
