"""Duels that are played again to be looked at: that takes megabytes, and more at once are not done any sooner."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore

from django.db import connection

from wavinghands.garbage import give_back_soon

_places = BoundedSemaphore(2)


@contextmanager
def one_of_few() -> Iterator[None]:
    """One of the places for it. Who has to wait gives his connection back: a process has few, for all that it does."""
    if not _places.acquire(blocking=False):
        if not connection.in_atomic_block:
            connection.close()
        _places.acquire()
    try:
        give_back_soon()
        yield
    finally:
        _places.release()
