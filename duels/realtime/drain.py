"""Graceful shutdown of a web server.

The server finishes the work in progress and closes its sockets. The pages reconnect within half a second, to any server
that the proxy chooses. Then the server's own SIGTERM handler ends the process.
"""

import asyncio
import logging
import signal
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any
from weakref import WeakSet

from django.conf import settings

from duels.realtime.connections import KINDS
from duels.realtime.process import Process

logger = logging.getLogger(__name__)

_prepared: WeakSet[Process] = WeakSet()


def drain_at_sigterm() -> None:
    """Install a handler that shuts this process down gracefully on SIGTERM. Further calls have no effect.

    This function is called at start-up. Consumers also call it, in case the server sends no start-up event.
    """
    process = Process.current()
    if process in _prepared or threading.current_thread() is not threading.main_thread():
        return
    _prepared.add(process)
    ends = signal.getsignal(signal.SIGTERM)
    if callable(ends):
        signal.signal(signal.SIGTERM, lambda *_: process.loop.call_soon_threadsafe(_start, process, ends))


def _start(process: Process, ends: Callable[[int, Any], object]) -> None:
    if not process.is_leaving:
        process.is_leaving = True
        process.run(drain(process, ends))


async def drain(process: Process, ends: Callable[[int, Any], object]) -> None:
    """Carry out all received orders, close all connections, and call `ends`, the server's own SIGTERM handler."""
    try:
        async with asyncio.timeout(settings.LEAVING_PATIENCE):
            await process.finished()
            leaving = [process.run(it.handle({"type": "server.leaving"})) for it in process.connections(*KINDS)]
            if leaving:
                await asyncio.wait(leaving)
            while process.open:
                await asyncio.sleep(0.01)
    except TimeoutError:
        logger.warning("Not everything was done within %s seconds", settings.LEAVING_PATIENCE)
    finally:
        ends(signal.SIGTERM, None)


async def lifespan(_scope: Any, receive: Any, send: Any) -> None:
    """Handle the ASGI lifespan events: create the `Process` at start-up, and close it at shutdown."""
    await receive()
    drain_at_sigterm()
    await send({"type": "lifespan.startup.complete"})
    await receive()
    with suppress(TimeoutError):
        async with asyncio.timeout(settings.LEAVING_PATIENCE):
            await Process.current().close()
    await send({"type": "lifespan.shutdown.complete"})
