"""A limit on replays at a time: each takes megabytes, and more of them at once finish no sooner."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore

from django.db import connection

_places = BoundedSemaphore(2)


@contextmanager
def one_of_few() -> Iterator[None]:
    """Wait for one of the places. Give the database connection back meanwhile, because a process has few of them."""
    if not _places.acquire(blocking=False):
        if not connection.in_atomic_block:
            connection.close()
        _places.acquire()
    try:
        yield
    finally:
        _places.release()
