"""SQLite's checkpoints, done by a thread of their own, so that nobody who writes waits for one.

What is written goes to the end of a log; a checkpoint copies it to its place. By itself SQLite does that after a commit
that has made the log long, and that commit takes as long as five rounds. Beside a writer's process it therefore does so
only where the log has become very long (`wavinghands/settings.py`), as it does where much is written without a pause.
"""

import logging
import time
from threading import Event, Thread

from django.db import DEFAULT_DB_ALIAS, connections

from wavinghands.db.connections import refresh_connections

logger = logging.getLogger(__name__)

PAUSE = 0.25
"""Seconds between two: of a page that is written often, only the latest state is copied."""
PAUSE_AFTER_FAILURE = 10.0

_written = Event()


def have_written() -> None:
    """Tell that something has been written."""
    _written.set()


def follow() -> None:
    """Do the checkpoints of what is written from now on; SQLite's alone."""
    if connections[DEFAULT_DB_ALIAS].vendor == "sqlite":
        Thread(target=_follow, name="checkpoints", daemon=True).start()


def _follow() -> None:
    while True:
        _written.wait()
        _written.clear()
        time.sleep(PAUSE if _copied() else PAUSE_AFTER_FAILURE)


def _copied() -> bool:
    try:
        refresh_connections()
        with connections[DEFAULT_DB_ALIAS].cursor() as cursor:
            cursor.execute("PRAGMA wal_checkpoint(PASSIVE)")
    except Exception:
        logger.exception("A checkpoint failed: the next one does its work too")
        return False
    return True
