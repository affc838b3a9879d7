"""Rate limits for all requests, and limits that operations share with pages.

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
"""The name of the app whose settings contain the rate limits for allauth."""


def consume(request: HttpRequest, action: str, key: str | None = None) -> None:
    """Count this request towards a rate limit. Raise `Throttled` if the limit is exceeded.

    Requests are counted by `key` or, without a key, by the user or the IP address.
    """
    if not _is_within(request, action, key):
        raise Throttled(wait=seconds_to_wait(request, action, key))


class Limit(BaseThrottle):
    """A rate limit that an operation shares with the corresponding page."""

    def __init__(self, action: str) -> None:
        self.action = action

    def allow_request(self, request: Any) -> bool:
        is_within = _is_within(request, self.action)
        if not is_within:
            request.seconds_to_wait = seconds_to_wait(request, self.action)
        return is_within

    def wait(self) -> None:
        """Return `None`, because `allow_request()` stores the waiting time in `request.seconds_to_wait` instead.

        It cannot be stored in this object, which the requests of all clients share.
        """


def _is_within(request: HttpRequest, action: str, key: str | None = None) -> bool:
    return ratelimit.consume(request, app=APP, action=action, key=key, limit_get=True) is not None


def seconds_to_wait(request: HttpRequest, action: str, key: str | None = None) -> int:
    """Return the number of seconds that a client must wait before its next request.

    The number is at least 1.
    """
    rates = ratelimit.get_rates(app=APP, action=action)
    return max(1, *(ceil(_seconds_until_allowed(request, action, rate, key)) for rate in rates))


def _seconds_until_allowed(request: HttpRequest, action: str, rate: ratelimit.Rate, key: str | None) -> float:
    # allauth stores the newest request first
    asked = cache.get(ratelimit.get_cache_key(request, app=APP, action=action, rate=rate, key=key), [])
    return float(asked[rate.amount - 1] + rate.duration - time.time()) if len(asked) >= rate.amount else 0.0
