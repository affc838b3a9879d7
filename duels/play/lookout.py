"""What looks after duels beside those who play: again and again, in a thread of its own, until it is stopped.

Every process of the site may run one of each kind. They need not know of each other: what one finds to do it locks, and
looks at again, before it does it. It sleeps for as long as its last look said, or until it hears of a change that it
waits for.
"""

import logging
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, ClassVar, Self

from django.db import connections

from duels.signals import duels_changed
from wavinghands.db.connections import AWAY, refresh_connections

logger = logging.getLogger(__name__)

PAUSE_AFTER_FAILURE = 60.0
"""Seconds for which a duel is left alone that could not be played on."""


class Failures:
    """Duels that could not be played on: they are left alone for a while, so that they hold up no others."""

    def __init__(self) -> None:
        self._until: dict[str, float] = {}

    def slugs(self) -> list[str]:
        """The duels that are to be left alone now."""
        now = time.monotonic()
        self._until = {slug: until for slug, until in self._until.items() if until > now}
        return list(self._until)

    @contextmanager
    def noted(self, slug: str) -> Iterator[None]:
        """Note it, and raise nothing, if something fails that is done for this duel, and the database is there."""
        try:
            yield
        except AWAY:
            raise
        except Exception:
            logger.exception("Duel %s could not be played on", slug)
            self._until[slug] = time.monotonic() + PAUSE_AFTER_FAILURE


class Lookout(ABC):
    """Looks until it is stopped. `name` stands in logs; `longest_sleep`: seconds, also after a look that failed."""

    name: ClassVar[str]
    longest_sleep: ClassVar[float]

    def __init__(self) -> None:
        self._news = threading.Event()
        self._stopped = False

    @abstractmethod
    def look(self) -> float:
        """Do what is to be done now; seconds until the next look."""

    def waits_for(self, tables: Sequence[Any]) -> bool:
        """Whether it looks at once when these duels have changed."""
        return False

    def start(self) -> Self:
        """Run beside the server until the process ends."""
        threading.Thread(target=self.run, name=self.name, daemon=True).start()
        return self

    def run(self) -> None:
        """Until `stop` is called."""
        _running.add(self)
        duels_changed.connect(self._hear)
        while not self._stopped:
            self._news.wait(self._look())
            self._news.clear()
        duels_changed.disconnect(self._hear)
        _running.discard(self)
        connections.close_all()

    def stop(self) -> None:
        """Have `run` return; from any thread."""
        self._stopped = True
        self._news.set()

    def wake(self) -> None:
        """Have it look at once; from any thread."""
        self._news.set()

    def _look(self) -> float:
        try:
            refresh_connections()
            return self.look()
        except Exception:
            logger.exception("The look of %s has failed", self.name)
            return self.longest_sleep

    def _hear(self, tables: Sequence[Any], **_: Any) -> None:
        if self.waits_for(tables):
            self.wake()


_running: set[Lookout] = set()


def wake(name: str) -> None:
    """Have those of this name look at once that run in this process: another one has told of a change."""
    for lookout in list(_running):
        if lookout.name == name:
            lookout.wake()
