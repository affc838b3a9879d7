"""How many frames a client may send."""

import time

from django.utils.translation import gettext_lazy as _

from duels.wording.refusals import Refused

BURST_SECONDS = 2
"""A client may send the frames of so many seconds at once."""
MOST_REFUSED = 100
"""Frames too many after which the socket is closed."""


class Allowance:
    """How many frames a client may still send now; it fills up again with time."""

    def __init__(self, a_second: int) -> None:
        self._a_second, self._most = a_second, a_second * BURST_SECONDS
        self._left, self._at, self._refused = float(self._most), time.monotonic(), 0

    def take(self) -> None:
        """Take one; raises `Refused` if there is none."""
        now = time.monotonic()
        self._left = min(self._most, self._left + (now - self._at) * self._a_second)
        self._at = now
        if self._left < 1:
            self._refused += 1
            raise Refused("rate", _("At most %(most)s frames a second: wait a little."), most=self._a_second)
        self._left -= 1
        self._refused = 0

    def is_exhausted(self) -> bool:
        """Whether the client pays no heed."""
        return self._refused >= MOST_REFUSED
