"""How often one may ask: what all requests count towards, and what pages that do the same count towards.

The numbers stand in `settings.ACCOUNT_RATE_LIMITS`, with those of the pages.
"""

import time
from math import ceil
from typing import Any

from allauth.core.internal import ratelimit
from django.core.cache import cache
from django.http import HttpRequest
from ninja.errors import Throttled
from ninja.throttling import BaseThrottle

APP = "allauth.account"
"""Whose settings have the numbers, for allauth."""


def consume(request: HttpRequest, action: str, key: str | None = None) -> None:
    """Count this request towards the limit of this name; raises `Throttled` where it is exceeded.

    `key`: whose limit it is, where it is neither an address's nor a user's.
    """
    if not _is_within(request, action, key):
        raise Throttled(wait=seconds_to_wait(request, action, key))


class Limit(BaseThrottle):
    """The limit of a page that does the same as an operation: both count towards it."""

    def __init__(self, action: str) -> None:
        self.action = action

    def allow_request(self, request: Any) -> bool:
        is_within = _is_within(request, self.action)
        if not is_within:
            request.seconds_to_wait = seconds_to_wait(request, self.action)
        return is_within

    def wait(self) -> None:
        """This limit is that of many, who wait for different times: `request.seconds_to_wait`."""


def _is_within(request: HttpRequest, action: str, key: str | None = None) -> bool:
    return ratelimit.consume(request, app=APP, action=action, key=key, limit_get=True) is not None


def seconds_to_wait(request: HttpRequest, action: str, key: str | None = None) -> int:
    """After so many seconds one may ask again, if one asks nothing until then; one at least."""
    rates = ratelimit.get_rates(app=APP, action=action)
    return max(1, *(ceil(_left(request, action, rate, key)) for rate in rates))


def _left(request: HttpRequest, action: str, rate: ratelimit.Rate, key: str | None) -> float:
    """Seconds until the oldest of those requests that fill this limit counts no more; the newest stands first."""
    asked = cache.get(ratelimit.get_cache_key(request, app=APP, action=action, rate=rate, key=key), [])
    return float(asked[rate.amount - 1] + rate.duration - time.time()) if len(asked) >= rate.amount else 0.0
