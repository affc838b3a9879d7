"""Rate limits for the frames of each socket, and limits on open connections per user and per IP address."""

import time
from collections.abc import Collection, Hashable, Mapping
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any

from django.conf import settings
from django.utils.translation import gettext_lazy as _

from duels.wording.refusals import Refused

BURST_SECONDS = 2
"""A client may send as many frames in one burst as are allowed in this many seconds."""
MOST_REFUSED = 100
"""The number of refused frames that closes a socket. A pause of `BURST_SECONDS` seconds resets the count."""


class Allowance:
    """A token bucket that limits the frames a client may send."""

    def __init__(self, a_second: int) -> None:
        self._a_second, self._most = a_second, a_second * BURST_SECONDS
        self._left, self._at, self._refused = float(self._most), time.monotonic(), 0

    def take(self) -> None:
        """Take the token for one frame. Raise `Refused` if no token is left."""
        now = time.monotonic()
        self._left = min(self._most, self._left + (now - self._at) * self._a_second)
        self._at = now
        if self._left == self._most:
            self._refused = 0
        if self._left < 1:
            self._refused += 1
            raise Refused(
                "rate", _("You can send at most %(most)s frames per second. Wait a moment."), most=self._a_second
            )
        self._left -= 1

    def is_exhausted(self) -> bool:
        """Return whether the client has sent too many refused frames without a pause."""
        return self._refused >= MOST_REFUSED


Limits = Mapping[Hashable, int]
"""The maximum number of open connections for each key that a connection counts towards, such as its user."""


def limits_of_stream(user_id: int) -> Limits:
    """Return the limits on open streams for a user's programs."""
    return {("streams", user_id): settings.STREAMS_A_USER}


def limits_of_socket(scope: Mapping[str, Any]) -> Limits:
    """Return the limits on open sockets for this socket's user and IP address."""
    limits: dict[Hashable, int] = {}
    if address := _address(scope):
        limits["address", address] = settings.SOCKETS_AN_ADDRESS
    if scope["user"].is_authenticated:
        limits["user", scope["user"].pk] = settings.SOCKETS_A_USER
    return limits


def is_one_too_many(limits: Limits, others: Collection[Limits]) -> bool:
    """Return whether a connection exceeds one of its limits. `others` are the limits of the other open connections."""
    return any(sum(key in other for other in others) >= most for key, most in limits.items())


def _address(scope: Mapping[str, Any]) -> str:
    """Return the client's IP address as reported by the outermost trusted proxy. For IPv6, return its /64 network."""
    told = b",".join(value for name, value in scope.get("headers", ()) if name == b"x-forwarded-for").split(b",")
    proxies = settings.ALLAUTH_TRUSTED_PROXY_COUNT
    peer = (scope.get("client") or ("",))[0]
    text = told[-proxies].decode("latin-1").strip() if 0 < proxies <= len(told) else peer
    try:
        address = ip_address(text)
    except ValueError:
        return str(peer)
    return str(ip_network((address, 64), strict=False)) if isinstance(address, IPv6Address) else str(address)
