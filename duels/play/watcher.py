"""The worker's loops, which poll the database and survive its outages."""

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event

from django.db import connections

from wavinghands.db.connections import AWAY, refresh_connections

logger = logging.getLogger(__name__)

PAUSE_AFTER_FAILURE = 1.0
"""Seconds until the next check after a failed check."""
PAUSE_OF_A_DUEL = 60.0
"""Seconds for which a duel is skipped after an attempt to continue it has failed."""


def watch(name: str, look: Callable[[], float], stop: Event) -> None:
    """Call `look` repeatedly until `stop` is set.

    `look` returns the number of seconds until its next call. `name` identifies the loop in the log.
    """
    is_away = False
    while not stop.is_set():
        try:
            refresh_connections()
            pause = look()
            is_away = False
        except AWAY as error:
            if not is_away:
                logger.warning("The database does not answer; %s will try again until it does: %s", name, error)
            is_away, pause = True, PAUSE_AFTER_FAILURE
        except Exception:
            logger.exception("A look of %s has failed", name)
            pause = PAUSE_AFTER_FAILURE
        stop.wait(pause)
    connections.close_all()


class Failures:
    """A record of the duels that could not be continued.

    They are skipped for a while, so that they do not delay others.
    """

    def __init__(self) -> None:
        self._until: dict[str, float] = {}

    def slugs(self) -> list[str]:
        """Return the slugs of the duels to skip at the moment."""
        now = time.monotonic()
        self._until = {slug: until for slug, until in self._until.items() if until > now}
        return list(self._until)

    @contextmanager
    def noted(self, slug: str) -> Iterator[None]:
        """Log any exception raised in the `with` block, and skip the duel for a while.

        Exceptions that mean the database is unavailable are re-raised instead.
        """
        try:
            yield
        except AWAY:
            raise
        except Exception:
            logger.exception("Duel %s could not be played on", slug)
            self._until[slug] = time.monotonic() + PAUSE_OF_A_DUEL
