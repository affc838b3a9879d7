"""Rate limits for the frames of each socket, and limits on open connections per user and per IP address."""

import time
from collections import Counter
from collections.abc import Hashable, Iterator, Mapping
from contextlib import contextmanager
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any

from django.conf import settings
from django.utils.translation import gettext_lazy as _

from duels.wording.refusals import Refused

BURST_SECONDS = 2
"""A client may send at once as many frames as are allowed in this number of seconds."""
MOST_REFUSED = 100
"""Refused frames after which the socket is closed. A pause of `BURST_SECONDS` seconds resets the count."""


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


class ConnectionCounter:
    """A counter of the open connections of each user and IP address in this process."""

    def __init__(self) -> None:
        self._open = Counter[Hashable]()

    @contextmanager
    def joined(self, most: Mapping[Hashable, int]) -> Iterator[bool]:
        """Count a connection for the duration of a `with` block, and yield whether it exceeds a limit.

        `most` maps the keys under which it counts to the maximum number of connections for each. Use this only in the
        event loop.
        """
        self._open.update(most.keys())
        try:
            yield any(self._open[whose] > limit for whose, limit in most.items())
        finally:
            self._open.subtract(most.keys())
            for whose in most:
                if not self._open[whose]:
                    del self._open[whose]

    def is_full(self, most: Mapping[Hashable, int]) -> bool:
        """Return whether one more connection would exceed a limit. May be called from any thread."""
        return any(self._open[whose] >= limit for whose, limit in most.items())


connections = ConnectionCounter()
"""The open connections of this process."""


def most_streams(user_id: int) -> dict[Hashable, int]:
    """Return the maximum number of open streams of a user's programs, by key for `ConnectionCounter`."""
    return {("streams", user_id): settings.STREAMS_A_USER}


def most_sockets(scope: Mapping[str, Any]) -> dict[Hashable, int]:
    """Return the maximum number of open sockets of this socket's user and of its IP address, by key."""
    most: dict[Hashable, int] = {}
    if address := _address(scope):
        most["address", address] = settings.SOCKETS_AN_ADDRESS
    if scope["user"].is_authenticated:
        most["user", scope["user"].pk] = settings.SOCKETS_A_USER
    return most


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
