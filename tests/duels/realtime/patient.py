"""The settings of a site that ends when all is done, however busy this machine is."""

from wavinghands.settings import *  # noqa: F403

LEAVING_PATIENCE = 300
