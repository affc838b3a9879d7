"""The resources that the connections of one web process share: groups, presence and database threads.

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
from duels.realtime.groups import Groups
from duels.realtime.presence import Presence

if TYPE_CHECKING:
    from duels.realtime.consumers.base import SocketConsumer

logger = logging.getLogger(__name__)

KINDS = DUELS, LOBBY, USERS, EVENTS = "duels", "lobby", "users", "events"
"""The kinds of connections."""
ORDERS_DELAY = 0.001
"""Seconds to wait for more orders. Both wizards often seal orders almost at once, and can then share a transaction."""
PAUSE = 1.0
"""Seconds to pause after a periodic task has failed, in addition to its interval."""

Key = TypeVar("Key")
Value = TypeVar("Value")


class Process:
    """The connections of this process, and the resources that they share.

    `open` contains all connections, even those that are still being opened or closed. The queues `orders` and
    `drafts` use the thread `writer`, which performs all waiting orders in one transaction. `reader` only reads.
    """

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.id = secrets.token_hex(8)
        self.open: set[SocketConsumer] = set()
        self.groups, self.presence = Groups(self), Presence(self)
        self.writer, self.reader = DatabaseThread("writer"), DatabaseThread("reader")
        self.orders: Batcher[WizardAction, Outcome] = Batcher(self.writer, perform, delay=ORDERS_DELAY)
        self.drafts: Batcher[KeepDraft, Outcome] = Batcher(self.writer, keep_drafts)
        self.is_leaving = False
        self._reads: dict[Any, Batcher[Any, Any]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
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
        for thread in (self.writer, self.reader):
            await thread.close()

    def connections(self, *kinds: str) -> "list[SocketConsumer]":
        """Return the open connections of these kinds, or of all kinds. May be called from any thread."""
        return [it for it in list(self.open) if it.is_open and not it.is_closed and it.kind in (kinds or KINDS)]

    async def read(self, find: Callable[[set[Key]], Mapping[Key, Value]], key: Key) -> Any:
        """Return the value that `find` reads for `key`, or `None` if it finds none.

        `find` maps a set of keys to their values. Keys requested at about the same time are read in one call.
        """
        if find not in self._reads:
            self._reads[find] = Batcher(self.reader, partial(_find_all, find))
        return await self._reads[find].do(key)

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

    async def finished(self) -> None:
        """Wait until all received orders and drafts have been processed."""
        await self.orders.finished()
        await self.drafts.finished()


def _find_all(find: Callable[[set[Key]], Mapping[Key, Value]], keys: Iterable[Key]) -> list[Value | None]:
    found = find(set(keys))
    return [found.get(key) for key in keys]


_processes: WeakKeyDictionary[asyncio.AbstractEventLoop, Process] = WeakKeyDictionary()
_starts: list[Callable[[Process], object]] = []


def on_start(start: Callable[[Process], object]) -> Callable[[Process], object]:
    """Register a function to be called with each new `Process`."""
    _starts.append(start)
    return start
