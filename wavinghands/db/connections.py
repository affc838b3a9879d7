"""Database connections in threads that live longer than a request.

Django does not close these connections.
"""

import threading
import time

from django.db import DEFAULT_DB_ALIAS, InterfaceError, OperationalError, connections
from django.db.backends.base.base import BaseDatabaseWrapper

AWAY = (OperationalError, InterfaceError)
"""Errors that Django raises while the database is unavailable. The caller may try again."""
SECONDS_BETWEEN_CHECKS = 1.0
SECONDS_A_FILE_IS_KEPT = 60.0
"""How many seconds to keep a SQLite connection. A new one has cold caches, but the file may have been replaced."""


class _Checked(threading.local):
    at = float("-inf")


_checked = _Checked()


def refresh_connections(*, at_once: bool = False) -> None:
    """Close the connections of this thread that are broken or too old.

    Connections are checked at most once per second, except after an error or if `at_once` is true.
    """
    now = time.monotonic()
    is_due = at_once or now - _checked.at >= SECONDS_BETWEEN_CHECKS
    for connection in connections.all(initialized_only=True):
        if is_due or connection.errors_occurred:
            if _is_broken(connection):
                drain_pool()
            if not _is_fresh_file(connection):
                connection.close_if_unusable_or_obsolete()
    if is_due:
        _checked.at = now


def _is_fresh_file(connection: BaseDatabaseWrapper) -> bool:
    """Return whether this SQLite connection was opened recently and has had no errors.

    Its age follows from `close_at`, which Django sets when it opens a connection.
    """
    if connection.vendor != "sqlite" or connection.errors_occurred or connection.close_at is None:
        return False
    return time.monotonic() < connection.close_at + SECONDS_A_FILE_IS_KEPT


def _is_broken(connection: BaseDatabaseWrapper) -> bool:
    if not connection.errors_occurred:
        return False
    if connection.connection is None:
        connection.errors_occurred = False
        return True
    return bool(getattr(connection.connection, "broken", False))


def drain_pool() -> None:
    """Discard the idle connections in the pool.

    If one connection is broken, most of them usually are. The pool itself would try them one by one, with growing
    pauses.
    """
    pool = getattr(connections[DEFAULT_DB_ALIAS], "pool", None)
    if pool is not None:
        pool.drain()
