"""A web server that is to end: what is under way is done, and its sockets are told to move to another.

Their pages come back within half a second, wherever the proxy leads them. The server then ends by its own handler of
SIGTERM; one that has none is left alone.
"""

import asyncio
import logging
import signal
import threading
from collections.abc import Callable
from typing import Any
from weakref import WeakKeyDictionary, WeakSet

from django.conf import settings

from duels.realtime.connection import MOVE
from duels.realtime.duel_hub import DuelHub
from duels.realtime.hub import Hub

logger = logging.getLogger(__name__)

Ends = Callable[[int, Any], object]

_prepared: WeakSet[asyncio.AbstractEventLoop] = WeakSet()
_consumers: WeakKeyDictionary[asyncio.AbstractEventLoop, "WeakSet[asyncio.Task[Any] | None]"] = WeakKeyDictionary()
_leaving: WeakKeyDictionary[asyncio.AbstractEventLoop, "asyncio.Task[None]"] = WeakKeyDictionary()


def prepare() -> None:
    """See to it that SIGTERM does not cut off the socket of this task; called as it comes, when the server runs."""
    loop = asyncio.get_running_loop()
    _consumers.setdefault(loop, WeakSet()).add(asyncio.current_task())
    if loop in _prepared or threading.current_thread() is not threading.main_thread():
        return
    _prepared.add(loop)
    ends = signal.getsignal(signal.SIGTERM)
    if callable(ends):
        signal.signal(signal.SIGTERM, lambda *_: loop.call_soon_threadsafe(_start, ends))


def is_near() -> bool:
    """Whether this server takes no new sockets."""
    return asyncio.get_running_loop() in _leaving


def _start(ends: Ends) -> None:
    loop = asyncio.get_running_loop()
    if loop not in _leaving:
        _leaving[loop] = loop.create_task(leave(ends))


async def leave(ends: Ends) -> None:
    """Finish what the writer has begun, close all sockets after what waits to be sent, and end when they have gone."""
    try:
        async with asyncio.timeout(settings.LEAVING_PATIENCE):
            for hub in DuelHub.all():
                await hub.writer.finished()
            hubs: list[Hub[Any]] = Hub.all()
            sockets = [socket for hub in hubs for socket in hub.sockets()]
            for socket in sockets:
                socket.close(MOVE)
            await _gone()
    except TimeoutError:
        logger.warning("Not all was done in %s seconds", settings.LEAVING_PATIENCE)
    finally:
        ends(signal.SIGTERM, None)


async def _gone() -> None:
    """Wait until the clients have answered; what was sent to them is out by then."""
    tasks = [task for task in _consumers.get(asyncio.get_running_loop(), ()) if task is not None]
    if tasks:
        await asyncio.wait(tasks)
