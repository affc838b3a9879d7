"""The clocks of duels: where somebody's time is up they are played on, whoever is connected, also after a restart.

Every process of the site runs a clock in a thread, and `manage.py clock` is one more. They need not know of each other:
a duel is locked, and its time looked at again, before it is played on. A clock sleeps until the next deadline, or for a
second, after which it looks whether another process has begun a duel, and shows that it is alive.
"""

import logging
import threading
import time
from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.db import connections
from django.db.models import Min
from django.utils import timezone

from duels.models import Duel
from duels.play import heartbeat
from duels.play.transaction import time_out
from duels.signals import duels_changed
from wavinghands.connections import refresh_connections

logger = logging.getLogger(__name__)

LONGEST_SLEEP = heartbeat.BEAT.total_seconds()
SHORTEST_SLEEP = 0.02
PAUSE_AFTER_FAILURE = 60.0
MOST_AT_ONCE = 50


class Clock:
    """Plays on what is due. `looked` is called after each look, to show that it is alive."""

    def __init__(self, looked: Callable[[], object] = lambda: None) -> None:
        self._looked = looked
        self._news = threading.Event()
        self._stopped = False
        self._next: datetime | None = None
        self._failed: dict[str, float] = {}

    def run(self) -> None:
        """Until `stop` is called."""
        duels_changed.connect(self._hear)
        while not self._stopped:
            self._news.wait(self._look())
            self._news.clear()
        duels_changed.disconnect(self._hear)
        connections.close_all()

    def stop(self) -> None:
        """Have `run` return; from any thread."""
        self._stopped = True
        self._news.set()

    def _look(self) -> float:
        """Seconds to sleep, after all that is due has been played on."""
        try:
            refresh_connections()
            heartbeat.beat()
            seconds = self._seconds_left(sweep(self._failed))
        except Exception:
            logger.exception("The clock could not look")
            seconds = 1.0
        self._looked()
        return seconds

    def _seconds_left(self, deadline: datetime | None) -> float:
        self._next = deadline
        if deadline is None:
            return LONGEST_SLEEP
        return min(LONGEST_SLEEP, max(SHORTEST_SLEEP, (deadline - timezone.now()).total_seconds()))

    def _hear(self, tables: list[Any], **_: Any) -> None:
        deadlines = [table.duel.deadline for table in tables if table.duel.deadline]
        if deadlines and (self._next is None or min(deadlines) < self._next):
            self._news.set()


def sweep(failed: dict[str, float] | None = None) -> datetime | None:
    """Play on every duel whose time is up; gives the next deadline. `failed`: when to try again what has failed."""
    failed = {} if failed is None else failed
    for slug in [slug for slug, until in failed.items() if until < time.monotonic()]:
        del failed[slug]
    running = Duel.objects.filter(ended=None).exclude(slug__in=list(failed))
    now = timezone.now()
    for slug in list(
        running.filter(deadline__lte=now).order_by("deadline").values_list("slug", flat=True)[:MOST_AT_ONCE]
    ):
        try:
            time_out(slug=slug, now=now)
        except Exception:
            logger.exception("The time of duel %s is up, but it could not be played on", slug)
            failed[slug] = time.monotonic() + PAUSE_AFTER_FAILURE
    return running.exclude(slug__in=list(failed)).aggregate(Min("deadline"))["deadline__min"]


def start() -> Clock:
    """A clock that runs beside the server until the process ends."""
    clock = Clock()
    threading.Thread(target=clock.run, name="clock", daemon=True).start()
    return clock
