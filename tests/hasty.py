"""The settings of a site that waits for a request, and for a client to read, for a moment only."""

from wavinghands.settings import *  # noqa: F403

REQUEST_PATIENCE = env.int("REQUEST_PATIENCE", default=2)  # noqa: F405
READING_PATIENCE = env.int("READING_PATIENCE", default=2)  # noqa: F405
