"""The resources that the connections of one web process share: database threads, frames and presence.

There is one `Process` per event loop, created when the server starts or by the first connection.
"""

import asyncio
import logging
import secrets
from collections.abc import Callable, Coroutine, Iterable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, Self, TypeVar
from weakref import WeakKeyDictionary

from duels.play.actions import WizardAction
from duels.play.drafts import KeepDraft, keep_drafts
from duels.play.transaction import Outcome, perform
from duels.realtime.batches import Batcher, DatabaseThread
from duels.realtime.frames import RecentChanges
from duels.realtime.presence import Presence

if TYPE_CHECKING:
    from duels.realtime.connections import Connection

logger = logging.getLogger(__name__)

ORDERS_DELAY = 0.001
"""Seconds to wait for more orders. Both wizards often seal orders almost at once, and can then share a transaction."""
PAUSE = 1.0
"""Seconds to pause after a periodic task has failed, in addition to its interval."""

Key = TypeVar("Key")
Value = TypeVar("Value")


class Process:
    """The connections of this process, by group, and the resources that they share.

    `writer`, `reader` and `services` are database threads. The queues `orders` and `drafts` use the writer, which
    performs all waiting orders in one transaction. The reader only reads, and `services` performs all other actions of
    clients. Sets of connections are replaced, never changed, so that any thread may iterate over them.
    """

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.id = secrets.token_hex(8)
        self._groups: dict[str, frozenset[Connection]] = {}
        self.writer, self.reader, self.services = [DatabaseThread(name) for name in ("writer", "reader", "services")]
        self.orders: Batcher[WizardAction, Outcome] = Batcher(self.writer, perform, delay=ORDERS_DELAY)
        self.drafts: Batcher[KeepDraft, Outcome] = Batcher(self.writer, keep_drafts)
        self.changes = RecentChanges()
        self.presence = Presence(self)
        self._batchers: dict[Any, Batcher[Any, Any]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self.is_leaving = False
        self.open = 0
        """The number of open sockets and streams."""
        for start in _starts:
            start(self)

    @classmethod
    def current(cls) -> Self:
        """Return the `Process` of the running event loop. Create it if necessary."""
        loop = asyncio.get_running_loop()
        if loop not in _processes:
            _processes[loop] = cls()
        return _processes[loop]  # type: ignore[return-value]

    @classmethod
    def running(cls) -> "Process | None":
        """Return the `Process` of this server, or `None` in a management command. May be called from any thread."""
        return next((process for loop, process in list(_processes.items()) if not loop.is_closed()), None)

    async def close(self) -> None:
        """Cancel the tasks of this process, and close its database threads."""
        _processes.pop(self.loop, None)
        for task in self._tasks:
            task.cancel()
        for thread in (self.writer, self.reader, self.services):
            await thread.close()

    # Connections

    def join(self, connection: "Connection", group: str) -> None:
        """Add a connection to a group."""
        for name in (group, _kind(connection.kind)):
            self._groups[name] = self.members(name) | {connection}

    def leave(self, connection: "Connection", all_groups: Iterable[str]) -> None:
        """Remove a connection from all its groups."""
        for name in (*all_groups, _kind(connection.kind)):
            if left := self.members(name) - {connection}:
                self._groups[name] = left
            else:
                self._groups.pop(name, None)

    def members(self, group: str) -> "frozenset[Connection]":
        """Return this process's connections in a group. May be called from any thread."""
        return self._groups.get(group, frozenset())

    def connections(self, *kinds: str) -> "list[Connection]":
        """Return the connections of these kinds. May be called from any thread."""
        return [it for kind in kinds for it in self.members(_kind(kind))]

    # Work

    async def read(self, find: Callable[[set[Key]], Mapping[Key, Value]], key: Key) -> Any:
        """Return the value that `find` reads for `key`, or `None` if it finds none.

        `find` maps a set of keys to their values. Keys requested at about the same time are read in one call.
        """
        if find not in self._batchers:
            self._batchers[find] = Batcher(self.reader, partial(_find_all, find))
        return await self._batchers[find].do(key)

    def run(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Run a coroutine as a task, which is cancelled if this `Process` is closed."""
        task = self.loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def every(self, seconds: float, work: Callable[["Process"], Coroutine[Any, Any, Any]]) -> None:
        """Run `work` every `seconds` seconds. Log its exceptions."""
        self.run(self._again_and_again(seconds, work))

    async def _again_and_again(self, seconds: float, work: Callable[["Process"], Coroutine[Any, Any, Any]]) -> None:
        while True:
            await asyncio.sleep(seconds)
            try:
                await work(self)
            except Exception:
                logger.exception("%s failed, and is tried again", work.__name__)
                await asyncio.sleep(PAUSE)

    def run_from_thread(self, work: Coroutine[Any, Any, Any]) -> None:
        """Start a coroutine in the event loop without waiting for it. May be called from any thread."""
        self.loop.call_soon_threadsafe(self.run, work)

    async def finished(self) -> None:
        """Wait until all received orders and drafts have been processed."""
        await self.orders.finished()
        await self.drafts.finished()


def _find_all(find: Callable[[set[Key]], Mapping[Key, Value]], keys: Iterable[Key]) -> list[Value | None]:
    found = find(set(keys))
    return [found.get(key) for key in keys]


def _kind(kind: str) -> str:
    return f"kind {kind}"  # no group of the channel layer has a space


_processes: WeakKeyDictionary[asyncio.AbstractEventLoop, Process] = WeakKeyDictionary()
_starts: list[Callable[[Process], object]] = []


def on_start(start: Callable[[Process], object]) -> Callable[[Process], object]:
    """Register a function to be called with each new `Process`."""
    _starts.append(start)
    return start
