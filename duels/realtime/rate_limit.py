"""Rate limits for the frames of each socket, and limits on open connections per user and per IP address."""

import time
from collections.abc import Mapping
from io import BytesIO
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured, PermissionDenied
from django.core.handlers.asgi import ASGIRequest
from django.utils.translation import gettext_lazy as _

from duels.realtime.groups import Groups, named
from duels.wording.refusals import Refused

BURST_SECONDS = 2
"""A client may send as many frames in one burst as are allowed in this many seconds."""
MOST_REFUSED = 100
"""Frames above the limit after which the socket is closed."""


class Allowance:
    """A token bucket that limits the frames a client may send. Refused frames take a token too."""

    def __init__(self, a_second: int) -> None:
        self._a_second, self._most = a_second, a_second * BURST_SECONDS
        self._left, self._at = float(self._most), time.monotonic()

    def take(self) -> None:
        """Take the token for one frame. Raise `Refused` if no token is left."""
        now = time.monotonic()
        self._left = min(self._most, self._left + (now - self._at) * self._a_second) - 1
        self._at = now
        if self._left < 0:
            raise Refused(
                "rate", _("You can send at most %(most)s frames per second. Wait a moment."), most=self._a_second
            )

    def is_exhausted(self) -> bool:
        """Return whether the client ignores the limit."""
        return self._left <= -MOST_REFUSED


def limits_of(scope: Mapping[str, Any]) -> dict[str, int]:
    """Return the groups in which a new connection is counted, with the maximum number of members of each."""
    user = scope["user"]
    limits = {named("user", user.pk): settings.SOCKETS_A_USER} if user.is_authenticated else {}
    if "token" in scope:
        limits[named("streams", user.pk)] = settings.STREAMS_A_USER
    elif address := _address(scope):
        limits[named("address", address)] = settings.SOCKETS_AN_ADDRESS
    return limits


def is_exceeded(limits: Mapping[str, int], groups: Groups, *, joining: int = 0) -> bool:
    """Return whether one of these groups has too many members, or would have them with `joining` more."""
    return any(len(groups.members(group)) + joining > most for group, most in limits.items())


def _address(scope: Mapping[str, Any]) -> str:
    """Return the client's IP address, or an empty string if it is unknown. For IPv6, return its /64 network."""
    request = ASGIRequest({**scope, "method": "GET", "query_string": b""}, BytesIO())
    try:
        address = ip_address(get_adapter().get_client_ip(request))  # the same rule as for logging in
    except (PermissionDenied, ImproperlyConfigured):  # the second if the header has fewer addresses than proxies
        return ""
    return str(ip_network((address, 64), strict=False)) if isinstance(address, IPv6Address) else str(address)
