"""A web process: the resources that its connections share, its periodic work, and its graceful shutdown.

There is one `Process` per event loop, created when the server starts or by the first connection.
"""

import asyncio
import logging
import secrets
import signal
import threading
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeVar

from django.conf import settings

from duels.play.actions import WizardAction
from duels.play.drafts import KeepDraft, keep_drafts
from duels.play.protocol import MOVE
from duels.play.transaction import Outcome, perform
from duels.realtime.groups import Groups, Presence
from wavinghands.db.connections import Batcher, DatabaseThread, Reader

if TYPE_CHECKING:
    from duels.realtime.consumers.base import SocketConsumer

logger = logging.getLogger(__name__)

Connection = TypeVar("Connection", bound="SocketConsumer")
ORDERS_DELAY = 0.001
"""Seconds to wait for more orders. Wizards who seal orders at almost the same time then share a transaction."""
PAUSE = 1.0
"""Seconds to pause after periodic work has failed, in addition to its interval."""


class Process:
    """The connections of this process, and the resources that they share.

    `open` contains all connections, even those that are still being opened or closed. `writer`, `reader` and `pages`
    are database threads. The queues `orders` and `drafts` use the writer, which performs all waiting orders in one
    transaction. The reader only reads. The thread `pages` renders parts of pages, so that no duel waits for them.
    `versions` contains the versions of duels at the last check (see `duels.realtime.consumers.duel`).
    """

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.id = secrets.token_hex(8)
        self.open: set[SocketConsumer] = set()
        self.groups, self.presence = Groups(self), Presence(self)
        self.writer, self.reader, self.pages = DatabaseThread("writer"), Reader("reader"), Reader("pages")
        self.orders: Batcher[WizardAction, Outcome] = Batcher(self.writer, perform, delay=ORDERS_DELAY)
        self.drafts: Batcher[KeepDraft, Outcome] = Batcher(self.writer, keep_drafts)
        self.versions: dict[str, int] = {}
        self.is_leaving = False
        self._tasks: set[asyncio.Task[Any]] = set()
        self.start_periodic_work()
        drain_at_sigterm(self)

    @classmethod
    def current(cls) -> "Process":
        """Return the `Process` of the running event loop. Create it if necessary."""
        global _current
        if _current is None or _current.loop is not asyncio.get_running_loop():
            _current = cls()
        return _current

    @classmethod
    def running(cls) -> "Process | None":
        """Return the `Process` of this server, or `None` in a management command. May be called from any thread."""
        return _current if _current is not None and not _current.loop.is_closed() else None

    async def close(self) -> None:
        """Cancel the tasks of this process, and close its database threads."""
        global _current
        _current = None
        for task in self._tasks:
            task.cancel()
        for thread in (self.writer, self.reader, self.pages):
            await thread.close()

    def connections(self, kind: type[Connection]) -> list[Connection]:
        """Return the open connections of this class. May be called from any thread."""
        return [it for it in list(self.open) if isinstance(it, kind) and it.is_open and not it.is_closed]

    async def finished(self) -> None:
        """Wait until all received orders and drafts have been processed."""
        await self.orders.finished()
        await self.drafts.finished()

    def run(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Run a coroutine as a task, which is cancelled if this `Process` is closed."""
        task = self.loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def start_periodic_work(self) -> None:
        """Start the functions marked with `every`."""
        for seconds, work in _periodic:
            self.run(self._again_and_again(seconds, work))

    async def _again_and_again(self, seconds: float, work: "Work") -> None:
        while True:
            await asyncio.sleep(seconds)
            try:
                await work(self)
            except Exception:
                logger.exception("%s failed, and is tried again", work.__name__)
                await asyncio.sleep(PAUSE)


Work = Callable[[Process], Coroutine[Any, Any, None]]
_current: Process | None = None
_periodic: list[tuple[float, Work]] = []


def every(seconds: float) -> Callable[[Work], Work]:
    """Mark a function, so that each process calls it every `seconds` seconds and logs its exceptions."""

    def mark(work: Work) -> Work:
        _periodic.append((seconds, work))
        return work

    return mark


def drain_at_sigterm(process: Process) -> None:
    """Replace the server's own SIGTERM handler with one that first closes all connections of this process."""
    ends = signal.getsignal(signal.SIGTERM)
    if callable(ends) and threading.current_thread() is threading.main_thread():

        def start(*_: Any) -> None:
            process.loop.call_soon_threadsafe(lambda: process.run(drain(process, ends)))

        signal.signal(signal.SIGTERM, start)


async def drain(process: Process, ends: Callable[[int, Any], object]) -> None:
    """Carry out all received orders, close all connections, and call `ends`, the server's own SIGTERM handler.

    The pages reconnect within half a second, to whichever server the proxy chooses.
    """
    if process.is_leaving:
        return
    process.is_leaving = True
    try:
        async with asyncio.timeout(settings.LEAVING_PATIENCE):
            await process.finished()
            for connection in process.open:
                connection.handle({"type": "ended", "code": MOVE})
            while process.open:
                await asyncio.sleep(0.01)
    except TimeoutError:
        logger.warning("Not everything was done within %s seconds", settings.LEAVING_PATIENCE)
    finally:
        ends(signal.SIGTERM, None)


async def lifespan(_scope: Any, receive: Any, send: Any) -> None:
    """Handle the ASGI lifespan events: create the `Process` at start-up, and close it at shutdown."""
    await receive()
    Process.current()
    await send({"type": "lifespan.startup.complete"})
    await receive()
    with suppress(TimeoutError):
        async with asyncio.timeout(settings.LEAVING_PATIENCE):
            await Process.current().close()
    await send({"type": "lifespan.shutdown.complete"})
