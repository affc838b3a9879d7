"""Rounds while nothing else is asked, and while each second a page asks the database for what takes it long."""

import asyncio
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from statistics import median
from urllib.request import urlopen

from duels.bench import client
from duels.bench.client import Table

DUELS = 500
ROUNDS, PACE = 2000, 100.0
"""Of each half of the measurement: rounds, and how many are begun in a second."""
SITE = "duels.bench.views"
ADDRESS = "bench/slow/"
"""The page of that site."""

Start = Callable[[str], AbstractContextManager[tuple[int, int]]]
"""Starts a server of this module's application; gives its port and its process."""


async def measure(tables: Sequence[Table], start: Start, cookies: dict[str, str]) -> str:
    """The rounds without the page, beside it, and without it again."""
    with start(SITE) as (port, _):
        await client.open_all(tables, [f"ws://127.0.0.1:{port}"], cookies)
        before = await client.paced(tables, PACE, ROUNDS)
        times: list[float] = []
        asking = asyncio.create_task(_ask(f"http://127.0.0.1:{port}/{ADDRESS}", times))
        beside = await client.paced(tables, PACE, ROUNDS)
        asking.cancel()
        after = await client.paced(tables, PACE, ROUNDS)
        await client.close_all(tables)
    page = f"   {len(times)} pages, {1000 * median(times):.0f} ms"
    return f"\nwithout  {before}\nbeside   {beside}{page}\nwithout  {after}"


async def _ask(address: str, times: list[float]) -> None:
    """Ask for this page each second; `times` gets the seconds that each took."""
    while True:
        began = time.perf_counter()
        await asyncio.to_thread(_read, address)
        times.append(time.perf_counter() - began)
        await asyncio.sleep(max(0, began + 1 - time.perf_counter()))


def _read(address: str) -> None:
    with urlopen(address) as answer:  # noqa: S310 - a server of ours
        answer.read()
