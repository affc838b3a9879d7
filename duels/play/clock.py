"""The clocks of duels: where somebody's time is up they are played on, whoever is connected, also after a restart.

Every process of the site runs a clock in a thread, and `manage.py clock` is one more. A clock sleeps until the next
deadline, or for a second, after which it looks whether another process has begun a duel, and shows that it is alive.
"""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

from django.db.models import Min
from django.utils import timezone

from duels.models import Duel
from duels.play import heartbeat
from duels.play.lookout import Failures, Lookout
from duels.play.transaction import time_out

SHORTEST_SLEEP = 0.02
MOST_AT_ONCE = 50


class Clock(Lookout):
    """Plays on what is due. `looked` is called after each look, to show that it is alive."""

    name = "clock"
    longest_sleep = heartbeat.BEAT.total_seconds()

    def __init__(self, looked: Callable[[], object] = lambda: None) -> None:
        super().__init__()
        self._looked = looked
        self._next: datetime | None = None
        self._failures = Failures()

    def look(self) -> float:
        """Play on all that is due; seconds until the next deadline."""
        try:
            heartbeat.beat()
            self._next = sweep(self._failures)
            return self._seconds_left()
        finally:
            self._looked()

    def waits_for(self, tables: Sequence[Any]) -> bool:
        """Whether one of these deadlines is before the next that it knows."""
        deadlines = [table.duel.deadline for table in tables if table.duel.deadline]
        return bool(deadlines) and (self._next is None or min(deadlines) < self._next)

    def _seconds_left(self) -> float:
        if self._next is None:
            return self.longest_sleep
        return min(self.longest_sleep, max(SHORTEST_SLEEP, (self._next - timezone.now()).total_seconds()))


def sweep(failures: Failures | None = None) -> datetime | None:
    """Play on every duel whose time is up, but for what has failed; gives the next deadline."""
    failures = failures or Failures()
    running, now = Duel.objects.filter(ended=None), timezone.now()
    due = running.exclude(slug__in=failures.slugs()).filter(deadline__lte=now).order_by("deadline")
    for slug in list(due.values_list("slug", flat=True)[:MOST_AT_ONCE]):
        with failures.noted(slug):
            time_out(slug=slug, now=now)
    return running.exclude(slug__in=failures.slugs()).aggregate(Min("deadline"))["deadline__min"]


def start() -> Clock:
    """A clock that runs beside the server until the process ends."""
    return Clock().start()
