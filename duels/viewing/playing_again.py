"""A limit on the number of concurrent replays.

A replay takes megabytes of memory. More concurrent replays would not finish earlier.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore

from django.db import connection

_places = BoundedSemaphore(2)


@contextmanager
def one_of_few() -> Iterator[None]:
    """Limit how many `with` blocks run at the same time.

    If there are too many, wait for one to end. During the wait, the database connection is returned to the pool,
    because a process has only a few connections.
    """
    if not _places.acquire(blocking=False):
        if not connection.in_atomic_block:
            connection.close()
        _places.acquire()
    try:
        yield
    finally:
        _places.release()
