"""Measurements for the performance budget in docs/performance.md. Each of them starts its own site."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import count
from random import random
from urllib.request import urlopen

from websockets.asyncio.client import ClientConnection
from websockets.exceptions import WebSocketException

from tests import sites
from tests.bench.client import (
    Figures,
    ScriptedDuel,
    close_sockets,
    open_socket,
    open_sockets,
    play_in_a_loop,
    play_paced,
    spectators,
)
from tests.bench.plain import Plain
from tests.bench.scripts import Script
from tests.bench.site import Site, open_site
from tests.servers import create_database, redis_server

IN_TURN = {1: 100, 100: 3, 500: 1}
"""How many duels are played one after another, by the number of duels played at the same time.

Each duel is about as short as a real one.
"""
MANY, PACE = 500, 100
"""The number of duels on a full site, and the rounds per second that they play altogether."""
VISITORS = 100
"""The number of visitors who watch the page of an arena."""
FIRST_WAIT, LONGEST_WAIT = 0.4, 4.0
"""Seconds before a page first tries to reconnect, and the maximum before later attempts (static/js/lib/protocol.js)."""


@dataclass(frozen=True)
class Row:
    """A row of the table of results."""

    subject: str
    figure: str
    budget: str = ""
    is_met: bool | None = None


@dataclass(frozen=True)
class Bench:
    """The parameters shared by all measurements."""

    scripts: list[Script]
    rounds: int
    """The number of rounds per duel or, if rounds are paced, the length of a measurement in seconds."""
    plain: Plain

    async def loop(self, site: Site, at_once: int, *, apart: bool = False) -> Figures:
        """Play duels without pauses, `at_once` at a time, and return the times."""
        duels = site.start_duels(self.scripts, at_once * IN_TURN[at_once])
        await open_sockets(duels, site.addresses, site.cookies, apart=apart)
        before = site.cpu_seconds()
        figures = await play_in_a_loop(duels, at_once, self.rounds)
        used = site.cpu_seconds() - before
        await close_sockets(duels)
        return replace(figures, cpu=used)

    async def pace(self, duels: list[ScriptedDuel]) -> Figures:
        return await play_paced(duels, PACE, PACE * self.rounds)


async def measure_rounds(bench: Bench) -> AsyncIterator[Row]:
    """Measure rounds per second, latencies, and the cost of a socket."""
    with open_site() as site:
        for at_once in IN_TURN:
            plain, figures = bench.plain.rounds_per_second(at_once), await bench.loop(site, at_once)
            ratio = figures.rounds_per_second / plain
            text = f"{figures}; {ratio:.2f} × plain's {plain:.0f}"
            if at_once == 1:
                yield Row("one duel alone", text, "p50 ≤ 6 ms", figures.percentile(50) <= 6)
            else:
                yield Row(f"{at_once} duels", text, "≥ 1.5 × plain", ratio >= 1.5)
        duels = site.start_duels(bench.scripts, MANY)
        before = site.cpu_seconds()
        await open_sockets(duels, site.addresses, site.cookies)
        cost = 1000 * (site.cpu_seconds() - before) / (2 * MANY)
        yield Row("opening a socket", f"{cost:.1f} ms of CPU", "≤ 10 ms", cost <= 10)
        figures = await bench.pace(duels)
        await close_sockets(duels)
    yield _paced_row(f"{MANY} duels paced to {PACE} rounds/s", f"{figures}", figures)


def _paced_row(subject: str, text: str, figures: Figures) -> Row:
    """Return the table row for rounds at a steady pace. The row says whether the rounds met the time budget."""
    is_met = figures.percentile(95) <= 25 and figures.percentile(99) <= 60
    return Row(subject, text, "p95 ≤ 25, p99 ≤ 60 ms", is_met)


async def measure_restart(bench: Bench) -> AsyncIterator[Row]:
    """Measure how long all sockets take to reconnect after the web server has been killed and restarted."""
    with open_site() as site:
        duels = site.start_duels(bench.scripts, MANY)
        await open_sockets(duels, site.addresses, site.cookies)
        sockets = [(duel.slug, name, socket) for duel in duels for name, socket in duel.sockets.items()]
        killed = time.perf_counter()
        site.kill_server()
        pages = [
            asyncio.create_task(_reconnect(site.addresses[0], slug, site.cookies[name], socket))
            for slug, name, socket in sockets
        ]
        await asyncio.to_thread(site.restart_server)
        started = time.perf_counter()
        last = max(await asyncio.gather(*pages)) - started
    text = f"{last:.1f} s after the start, which took {started - killed:.1f} s"
    yield Row(f"{len(pages)} sockets back after a restart", text, "≤ 10 s", last <= 10)


async def _reconnect(address: str, slug: str, cookie: str, socket: ClientConnection) -> float:
    """Wait until `socket` closes, reconnect as a page does, and return the time at which the duel arrived."""
    await socket.wait_closed()
    for attempt in count():
        await asyncio.sleep(min(LONGEST_WAIT, FIRST_WAIT * 2**attempt) * (0.5 + random() / 2))
        with suppress(OSError, WebSocketException):
            await open_socket(address, slug, cookie)
            break
    return time.perf_counter()


async def measure_slow_request(bench: Bench) -> AsyncIterator[Row]:
    """Measure rounds at a steady pace while the server also answers requests that take 200 ms."""
    with open_site() as site:
        duels = site.start_duels(bench.scripts, MANY)
        await open_sockets(duels, site.addresses, site.cookies)
        times: list[float] = []
        asking = asyncio.create_task(_request_slow_pages(f"{site.addresses[0]}/bench/slow/", times))
        figures = await bench.pace(duels)
        asking.cancel()
        await close_sockets(duels)
    text = f"{figures}; {len(times)} requests of {1000 * sum(times) / len(times):.0f} ms"
    yield Row(f"{MANY} duels paced, during requests of 200 ms", text, "p95 ≤ 40 ms", figures.percentile(95) <= 40)


async def measure_arena(bench: Bench) -> AsyncIterator[Row]:
    """Measure rounds at a steady pace before and during a large arena: on SQLite, then on PostgreSQL with Redis."""
    async for row in _rows_beside_arena(bench, "SQLite"):
        yield row
    with sites.postgres_server() as database, redis_server() as redis:
        create_database(database, "bench", sites.TEMPLATE)
        environment = {"DATABASE_URL": f"{database}/bench", "REDIS_URL": redis}
        async for row in _rows_beside_arena(bench, "PostgreSQL and Redis", **environment):
            yield row


async def _rows_beside_arena(bench: Bench, name: str, **environment: str) -> AsyncIterator[Row]:
    """Measure rounds at a steady pace: without an arena, while one starts, while it runs, and with many visitors."""
    with open_site(**environment) as site:
        duels = site.start_duels(bench.scripts, MANY)
        await open_sockets(duels, site.addresses, site.cookies)
        yield await _row_beside_arena(bench, site, duels, name)
        starting = asyncio.create_task(asyncio.to_thread(site.start_arena, MANY))
        yield await _row_beside_arena(bench, site, duels, f"{name}, while an arena starts")
        slug = await starting
        yield await _row_beside_arena(bench, site, duels, f"{name}, during an arena")
        async with spectators(VISITORS, f"{site.addresses[0]}/ws/tournament/{slug}/"):
            yield await _row_beside_arena(bench, site, duels, f"{name}, during an arena with {VISITORS} visitors")
        await close_sockets(duels)


async def _row_beside_arena(bench: Bench, site: Site, duels: list[ScriptedDuel], subject: str) -> Row:
    servers, worker = site.cpu_seconds(), site.cpu_seconds_of_worker()
    figures = await bench.pace(duels)
    servers, worker = site.cpu_seconds() - servers, site.cpu_seconds_of_worker() - worker
    share = 100 * worker / figures.seconds
    text = f"{replace(figures, cpu=servers)}; worker {share:.0f} % of a core"
    return _paced_row(f"{MANY} duels paced, {subject}", text, figures)


async def _request_slow_pages(address: str, times: list[float]) -> None:
    while True:
        began = time.perf_counter()
        await asyncio.to_thread(lambda: urlopen(address).read())
        times.append(time.perf_counter() - began)


async def measure_processes(bench: Bench) -> AsyncIterator[Row]:
    """Compare two web processes with one, on PostgreSQL and Redis."""
    with sites.postgres_server() as database, redis_server() as redis:
        create_database(database, "bench", sites.TEMPLATE)
        with open_site(DATABASE_URL=f"{database}/bench", REDIS_URL=redis) as site:
            one = await bench.loop(site, 100)
            yield Row("PostgreSQL and Redis, one process", f"{one}")
            site.add_server()
            home = await bench.loop(site, 100)
            apart = await bench.loop(site, 100, apart=True)
    ratio = home.rounds_per_second / one.rounds_per_second
    yield Row("two processes, each duel in one", f"{home}; {ratio:.2f} × one process", "≥ 1.5 × one", ratio >= 1.5)
    ratio = apart.rounds_per_second / home.rounds_per_second
    yield Row(
        "two processes, wizards in different ones", f"{apart}; {ratio:.2f} × each in one", "≥ 0.5 × that", ratio >= 0.5
    )
