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

from django.conf import settings

from duels.realtime.process import Process, on_start

logger = logging.getLogger(__name__)


@on_start
def _drain_at_sigterm(process: Process) -> None:
    ends = signal.getsignal(signal.SIGTERM)
    if callable(ends) and threading.current_thread() is threading.main_thread():
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
            leaving = [process.run(it.handle({"type": "server.leaving"})) for it in process.open]
            if leaving:
                await asyncio.wait(leaving)
            while process.open:
                await asyncio.sleep(0.01)
    except TimeoutError:
        logger.warning("Not everything was done within %s seconds", settings.LEAVING_PATIENCE)
    finally:
        ends(signal.SIGTERM, None)


async def lifespan(_scope: Any, receive: Any, send: Any) -> None:
    """Handle the ASGI lifespan events: create the `Process` at start-up, and close it at shutdown.

    If the server sends no such events, the first connection creates the `Process`.
    """
    await receive()
    Process.current()
    await send({"type": "lifespan.startup.complete"})
    await receive()
    with suppress(TimeoutError):
        async with asyncio.timeout(settings.LEAVING_PATIENCE):
            await Process.current().close()
    await send({"type": "lifespan.shutdown.complete"})
