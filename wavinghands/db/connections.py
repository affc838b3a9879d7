"""Database connections for long-lived threads, and work queues for such threads.

Django closes connections only when a request starts or ends, so it does not close these.
"""

import asyncio
import logging
import threading
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, InterfaceError, OperationalError, connections
from django.db.backends.base.base import BaseDatabaseWrapper

logger = logging.getLogger(__name__)

AWAY = (OperationalError, InterfaceError)
"""Errors that Django raises while the database is unavailable. The caller may try again."""
SECONDS_BETWEEN_CHECKS = 1.0
SECONDS_A_FILE_IS_KEPT = 60.0
"""How many seconds to keep a SQLite connection. A new one has cold caches, but the file may have been replaced."""
MOST_AT_ONCE = 500
"""The maximum number of items in a batch."""

Item = TypeVar("Item")
Key = TypeVar("Key")
Value = TypeVar("Value")
Result = TypeVar("Result")
T = TypeVar("T")


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

    Its age is computed from `close_at`, which Django sets when it opens a connection.
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


class DatabaseThread:
    """A thread that keeps its database connection.

    Opening a connection for each call would take longer than a query.
    """

    def __init__(self, name: str) -> None:
        self._executor = ThreadPoolExecutor(1, thread_name_prefix=name)

    async def call(self, function: Callable[..., T], *args: Any, **kwargs: Any) -> T:
        """Call a function in this thread, and return its result or raise its exception."""

        def work() -> T:
            refresh_connections()
            return function(*args, **kwargs)

        return await asyncio.get_running_loop().run_in_executor(self._executor, work)

    async def close(self) -> None:
        """Finish all pending calls, and close the thread and its database connection."""
        await self.call(connections.close_all)
        self._executor.shutdown(wait=False)


class Batcher(Generic[Item, Result]):
    """A queue that collects items while its thread is busy, and then processes them in one call.

    `work` takes a list of items and returns their results in the same order. If it raises an exception for several
    items, it is called again for each item alone, so that only the faulty item fails. There is no retry if the database
    is unavailable. `delay` is the number of seconds to wait for more items after the first one.
    """

    def __init__(
        self, thread: DatabaseThread, work: Callable[[list[Item]], Sequence[Result]], *, delay: float = 0
    ) -> None:
        self._thread, self._work, self._delay = thread, work, delay
        self._waiting: list[tuple[Item, asyncio.Future[Result]]] = []
        self._task: asyncio.Task[None] | None = None

    def __len__(self) -> int:
        return len(self._waiting)

    async def do(self, item: Item) -> Result:
        """Process one item and return its result, or raise the exception that `work` raises for it."""
        loop = asyncio.get_running_loop()
        result: asyncio.Future[Result] = loop.create_future()
        self._waiting.append((item, result))
        if self._task is None:
            self._task = loop.create_task(self._do_all())
        return await result

    async def finished(self) -> None:
        """Wait until all items have been processed."""
        while self._task is not None:
            await asyncio.wait([self._task])

    async def _do_all(self) -> None:
        try:
            await asyncio.sleep(self._delay)
            while self._waiting:
                batch = self._waiting[:MOST_AT_ONCE]
                del self._waiting[:MOST_AT_ONCE]
                await self._do(batch)
        finally:
            self._task = None

    async def _do(self, batch: Sequence[tuple[Item, "asyncio.Future[Result]"]]) -> None:
        try:
            results = await self._thread.call(self._work, [item for item, _ in batch])
        except Exception as error:
            if len(batch) > 1 and not isinstance(error, AWAY):
                logger.exception("A batch of %d failed: each is done again alone", len(batch))
                for one in batch:
                    await self._do([one])
                return
            for _, result in batch:
                if not result.done():
                    result.set_exception(error)
        else:
            for (_, result), value in zip(batch, results, strict=True):
                if not result.done():  # the future is cancelled if its client has disconnected
                    result.set_result(value)


class Reader(DatabaseThread):
    """A database thread that reads values by key.

    Reads that are requested at about the same time share one query.
    """

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self._batchers: dict[Any, Batcher[Any, Any]] = {}

    async def read(self, find: Callable[[set[Key]], Mapping[Key, Value]], key: Key) -> Any:
        """Return the value for `key`, or `None` if there is none.

        `find` maps a set of keys to their values.
        """

        def find_all(keys: Collection[Key]) -> list[Value | None]:
            found = find(set(keys))
            return [found.get(key) for key in keys]

        if find not in self._batchers:
            self._batchers[find] = Batcher(self, find_all)
        return await self._batchers[find].do(key)
