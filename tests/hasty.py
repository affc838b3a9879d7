"""The settings of a site that waits for a request, and for a client to read, for a moment only."""

from wavinghands.settings import *  # noqa: F403

REQUEST_PATIENCE = 2
READING_PATIENCE = 2
