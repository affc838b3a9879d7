"""SQLite's checkpoints, done by a thread of their own, so that nobody who writes waits for one.

What is written goes to the end of a log; a checkpoint copies it to its place. By itself SQLite does that after a commit
that has made the log long, and that commit takes as long as five rounds.
"""

import logging
import time
from threading import Event, Thread
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.signals import connection_created

from wavinghands.connections import refresh_connections

logger = logging.getLogger(__name__)

MOST_PAGES = 10_000
"""Of the log, 40 MB: once it is so long who writes does it after all, as only then the log can begin anew."""
PAUSE = 0.25
"""Seconds between two: of a page that is written often, only the latest state is copied."""

_written = Event()


def have_written() -> None:
    """Tell that something has been written."""
    _written.set()


def follow() -> None:
    """Do the checkpoints of what is written by connections that are opened from now on; SQLite's alone."""
    if connections[DEFAULT_DB_ALIAS].vendor == "sqlite":
        connection_created.connect(_leave_checkpoints)
        Thread(target=_follow, name="checkpoints", daemon=True).start()


def _leave_checkpoints(connection: Any, **_: Any) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA wal_autocheckpoint = {MOST_PAGES}")


def _follow() -> None:
    while True:
        _written.wait()
        _written.clear()
        try:
            refresh_connections()
            with connections[DEFAULT_DB_ALIAS].cursor() as cursor:
                cursor.execute("PRAGMA wal_checkpoint(PASSIVE)")
        except Exception:
            logger.exception("A checkpoint failed: the next one does its work too")
        time.sleep(PAUSE)
