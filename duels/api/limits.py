"""Rate limits: those of all requests, and those that operations share with pages.

The numbers are in `settings.ACCOUNT_RATE_LIMITS`.
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
"""The app whose settings hold the rate limits, for allauth."""


def consume(request: HttpRequest, action: str, key: str | None = None) -> None:
    """Count this request towards a rate limit; raises `Throttled` if it is exceeded.

    `key`: the key to count by, instead of the address or the user.
    """
    if not _is_within(request, action, key):
        raise Throttled(wait=seconds_to_wait(request, action, key))


class Limit(BaseThrottle):
    """The rate limit that an operation shares with the page that does the same."""

    def __init__(self, action: str) -> None:
        self.action = action

    def allow_request(self, request: Any) -> bool:
        is_within = _is_within(request, self.action)
        if not is_within:
            request.seconds_to_wait = seconds_to_wait(request, self.action)
        return is_within

    def wait(self) -> None:
        """Return None: all clients share this object, so their times are in `request.seconds_to_wait`."""


def _is_within(request: HttpRequest, action: str, key: str | None = None) -> bool:
    return ratelimit.consume(request, app=APP, action=action, key=key, limit_get=True) is not None


def seconds_to_wait(request: HttpRequest, action: str, key: str | None = None) -> int:
    """Return the seconds until the next request is allowed, at least one, if there are none in between."""
    rates = ratelimit.get_rates(app=APP, action=action)
    return max(1, *(ceil(_left(request, action, rate, key)) for rate in rates))


def _left(request: HttpRequest, action: str, rate: ratelimit.Rate, key: str | None) -> float:
    """Return the seconds until this limit has room again; allauth's history of requests has the newest first."""
    asked = cache.get(ratelimit.get_cache_key(request, app=APP, action=action, rate=rate, key=key), [])
    return float(asked[rate.amount - 1] + rate.duration - time.time()) if len(asked) >= rate.amount else 0.0
