"""The connections to the database of threads that run beside Django's requests, which close theirs by themselves."""

import threading
import time

from django.db import DEFAULT_DB_ALIAS, InterfaceError, OperationalError, connections
from django.db.backends.base.base import BaseDatabaseWrapper

AWAY = (OperationalError, InterfaceError)
"""What is raised while the database is away: whoever asked for something is not at fault, and may ask again."""
SECONDS_BETWEEN_CHECKS = 1.0
SECONDS_A_FILE_IS_KEPT = 60.0
"""A file does not tire as a server's connection does, and a new connection to it starts with nothing read and nothing
prepared; but another file may have been put in its place."""


class _Checked(threading.local):
    at = float("-inf")


_checked = _Checked()


def refresh_connections(*, at_once: bool = False) -> None:
    """Close those of this thread's connections that are broken or too old; looks once a second and after an error."""
    now = time.monotonic()
    is_due = at_once or now - _checked.at >= SECONDS_BETWEEN_CHECKS
    for connection in connections.all(initialized_only=True):
        if is_due or connection.errors_occurred:
            if _is_broken(connection):
                drain_pool()
            if not _is_a_file_in_use(connection):
                connection.close_if_unusable_or_obsolete()
    if is_due:
        _checked.at = now


def _is_a_file_in_use(connection: BaseDatabaseWrapper) -> bool:
    """Whether it is to SQLite's file, met no error and is young: Django has set `close_at` to when it was made."""
    if connection.vendor != "sqlite" or connection.errors_occurred or connection.close_at is None:
        return False
    return time.monotonic() < connection.close_at + SECONDS_A_FILE_IS_KEPT


def _is_broken(connection: BaseDatabaseWrapper) -> bool:
    """Whether the server has closed it, or it could not be had."""
    if not connection.errors_occurred:
        return False
    if connection.connection is None:
        connection.errors_occurred = False
        return True
    return bool(getattr(connection.connection, "broken", False))


def drain_pool() -> None:
    """Throw away the connections that wait for use: where one is broken, so are most.

    The pool itself would try them one by one, and pause in between for longer and longer.
    """
    pool = getattr(connections[DEFAULT_DB_ALIAS], "pool", None)
    if pool is not None:
        pool.drain()
