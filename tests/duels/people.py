"""Test clients of logged-in users, and simultaneous calls."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Thread
from typing import Any

from django.core.exceptions import ValidationError
from django.db import connection
from django.test import Client

from accounts.models import User


def as_user(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def at_once(calls: Sequence[Callable[[], Any]]) -> list[Any]:
    """Make all calls at the same time, each in a separate thread.

    Return the result of each call, or the `ValidationError` that it raised.
    """
    barrier = Barrier(len(calls))

    def run(call: Callable[[], Any]) -> Any:
        try:
            barrier.wait()
            return call()
        except ValidationError as error:
            return error
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))


def wait_until_blocked(thread: Thread) -> None:
    """Wait until a thread is blocked by a lock that this transaction holds, or until the thread has ended.

    On SQLite, which locks the whole database, there is nothing to wait for.
    """
    if not connection.features.has_select_for_update:
        return
    waiting = "SELECT count(*) FROM pg_locks WHERE NOT granted AND pid <> pg_backend_pid()"
    with connection.cursor() as cursor:
        count = 0
        while thread.is_alive() and not count:
            cursor.execute(waiting)
            [count] = cursor.fetchone()
