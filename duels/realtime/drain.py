"""Graceful shutdown of a web server.

The server finishes the work in progress and closes its sockets. The pages reconnect within half a second, to any server
that the proxy chooses. Then the server's own SIGTERM handler ends the process.
"""

import asyncio
import logging
import signal
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from django.conf import settings

if TYPE_CHECKING:
    from duels.realtime.process import Process

logger = logging.getLogger(__name__)


def drain_at_sigterm(process: "Process") -> None:
    """Replace the server's own SIGTERM handler by one that first closes all connections of this process."""
    ends = signal.getsignal(signal.SIGTERM)

    def start() -> None:
        if not process.is_leaving:
            process.is_leaving = True
            process.run(drain(process, ends))  # type: ignore[arg-type]

    if callable(ends) and threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, lambda *_: process.loop.call_soon_threadsafe(start))


async def drain(process: "Process", ends: Callable[[int, Any], object]) -> None:
    """Carry out all received orders, close all connections, and call `ends`, the server's own SIGTERM handler."""
    try:
        async with asyncio.timeout(settings.LEAVING_PATIENCE):
            await process.finished()
            for connection in process.open:
                process.run(connection.handle({"type": "server.leaving"}))
            while process.open:
                await asyncio.sleep(0.01)
    except TimeoutError:
        logger.warning("Not everything was done within %s seconds", settings.LEAVING_PATIENCE)
    finally:
        ends(signal.SIGTERM, None)
