"""A server dies, and its sockets come to the next one by themselves, as their pages do: all of them within seconds."""

import asyncio
import os
import signal
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, ExitStack
from itertools import count
from random import random

from websockets.asyncio.client import ClientConnection
from websockets.exceptions import WebSocketException

from duels.bench import client
from duels.bench.client import Table

DUELS = 500
FIRST_WAIT, LONGEST_WAIT = 0.4, 4.0
"""Seconds before a page's first attempt and before its later ones at most: those of `static/js/lib/protocol.js`."""

Start = Callable[[int], AbstractContextManager[tuple[int, int]]]
"""Starts a server at a port, 0: at any; gives its port and its process."""


async def measure(
    tables: Sequence[Table], start: Start, cookies: dict[str, str], cpu_seconds: Callable[[int], float]
) -> str:
    """Seconds from the new server's first moment until its sockets have their whole duel again."""
    with ExitStack() as servers:
        port, old = servers.enter_context(start(0))
        address = f"ws://127.0.0.1:{port}"
        await client.open_all(tables, [address], cookies)
        sockets = [(table.slug, name, socket) for table in tables for name, socket in table.sockets.items()]
        os.kill(old, signal.SIGKILL)
        died = time.perf_counter()
        coming = [
            asyncio.create_task(_come_back(address, slug, cookies[name], socket)) for slug, name, socket in sockets
        ]
        await asyncio.gather(*(socket.wait_closed() for _, _, socket in sockets))
        _, new = await asyncio.to_thread(servers.enter_context, start(port))
        up, used = time.perf_counter(), cpu_seconds(new)
        times = sorted(await asyncio.gather(*coming))
        cpu = 1000 * (cpu_seconds(new) - used) / len(times)
        p50, p95 = (times[int(len(times) * share)] - up for share in (0.5, 0.95))
        return (
            f"{len(times)} sockets, {up - died:.1f} s without a server   p50 {p50:.1f}  p95 {p95:.1f}"
            f"  last {times[-1] - up:.1f} s   CPU {cpu:5.2f} ms a socket"
        )


async def _come_back(address: str, slug: str, cookie: str, socket: ClientConnection) -> float:
    """When this page has its duel again."""
    await socket.wait_closed()
    for attempt in count():
        await asyncio.sleep(min(LONGEST_WAIT, FIRST_WAIT * 2**attempt) * (0.5 + random() / 2))  # noqa: S311
        try:
            await client.open_one(address, slug, cookie)
        except (OSError, WebSocketException):
            continue
        break
    return time.perf_counter()
