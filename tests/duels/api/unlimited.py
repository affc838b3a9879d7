"""The settings of a site on which one may ask as often as one likes."""

import re

from wavinghands.settings import *  # noqa: F403
from wavinghands.settings import ACCOUNT_RATE_LIMITS as LIMITS

ACCOUNT_RATE_LIMITS = {action: re.sub(r"^\d+", "1000000", limit) for action, limit in LIMITS.items()}
