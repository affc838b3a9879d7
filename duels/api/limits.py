"""How often one may ask: what all requests count towards, and what pages that do the same count towards.

The numbers stand in `settings.ACCOUNT_RATE_LIMITS`, with those of the pages.
"""

from allauth.core.internal import ratelimit
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
        raise Throttled(wait=_seconds(action))


class Limit(BaseThrottle):
    """The limit of a page that does the same as an operation: both count towards it."""

    def __init__(self, action: str) -> None:
        self.action = action

    def allow_request(self, request: HttpRequest) -> bool:
        return _is_within(request, self.action)

    def wait(self) -> int:
        return _seconds(self.action)


def _is_within(request: HttpRequest, action: str, key: str | None = None) -> bool:
    return ratelimit.consume(request, app=APP, action=action, key=key, limit_get=True) is not None


def _seconds(action: str) -> int:
    """After so many seconds one may ask again, however fast one has asked before."""
    return int(max(rate.duration for rate in ratelimit.get_rates(app=APP, action=action)))
