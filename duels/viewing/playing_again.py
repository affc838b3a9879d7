"""A limit on concurrent replays: each takes megabytes, and running more at once finishes none sooner."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore

from django.db import connection

_places = BoundedSemaphore(2)


@contextmanager
def one_of_few() -> Iterator[None]:
    """Hold one of the places. Return the database connection to the pool while waiting, because a process has few."""
    if not _places.acquire(blocking=False):
        if not connection.in_atomic_block:
            connection.close()
        _places.acquire()
    try:
        yield
    finally:
        _places.release()
