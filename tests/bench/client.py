"""A client that plays scripted duels over WebSockets and times their rounds."""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from tests.bench.scripts import WIZARDS, Script

ROUND, REFUSED, DUEL = '{"type":"round"', '{"type":"refused"', '{"type":"duel"'
AT_ONCE = 50
"""The maximum number of sockets that are opened at the same time."""
SILENCE = 8
"""Seconds without a frame after which a client requests the whole duel, as the duel page does."""


@dataclass(slots=True)
class ScriptedDuel:
    """A duel on the site, its script, and a socket for each wizard."""

    slug: str
    script: Script
    sockets: dict[str, ClientConnection] = field(default_factory=dict)
    number: int = 0
    """How many rounds have been played so far."""


@dataclass(frozen=True, slots=True)
class Figures:
    """The times measured in one run, in seconds.

    `latencies` contains an entry for each round: the seconds from sending the last order until both wizards have the
    result. `seconds` is the length of the whole run.
    """

    latencies: list[float]
    seconds: float
    cpu: float = 0
    """The CPU seconds used by the web servers, or 0 if they were not measured."""

    @property
    def rounds_per_second(self) -> float:
        return len(self.latencies) / self.seconds

    def percentile(self, percent: float) -> float:
        """Return this percentile of the latencies, in milliseconds."""
        place = int(len(self.latencies) * percent / 100)
        return 1000 * sorted(self.latencies)[min(place, len(self.latencies) - 1)]

    def __str__(self) -> str:
        p50, p95, p99 = (self.percentile(percent) for percent in (50, 95, 99))
        cpu = f", {1000 * self.cpu / len(self.latencies):.2f} ms of CPU" if self.cpu else ""
        return f"{self.rounds_per_second:.0f} rounds/s, {p50:.1f} / {p95:.1f} / {p99:.1f} ms{cpu}"


async def open_sockets(
    duels: Iterable[ScriptedDuel], addresses: Sequence[str], cookies: dict[str, str], *, apart: bool = False
) -> None:
    """Open a socket for each wizard, spreading the duels over the servers.

    If `apart` is true, the two wizards of a duel connect to different servers.
    """
    gate = asyncio.Semaphore(AT_ONCE)

    async def seat(duel: ScriptedDuel, name: str, address: str) -> None:
        async with gate:
            duel.sockets[name] = await open_socket(address, duel.slug, cookies[name])

    async with asyncio.TaskGroup() as group:
        for place, duel in enumerate(duels):
            for name in WIZARDS:
                server = place + (apart and name == WIZARDS[-1])
                group.create_task(seat(duel, name, addresses[server % len(addresses)]))


async def open_socket(address: str, slug: str, cookie: str) -> ClientConnection:
    """Connect to a duel, and wait until the whole duel has arrived."""
    url: Any = f"{address.replace('http', 'ws', 1)}/ws/duel/{slug}/"
    headers, origin = {"Cookie": f"sessionid={cookie}"}, address
    socket = await connect(url, additional_headers=headers, origin=origin, compression=None, open_timeout=60)  # type: ignore[arg-type]
    while not str(await socket.recv()).startswith(DUEL):
        pass
    return socket


@asynccontextmanager
async def spectators(number: int, url: str) -> AsyncIterator[None]:
    """Connect `number` visitors to the socket at `url`, and read their frames during the block.

    The block begins once each visitor has received a first frame.
    """
    address: Any = url.replace("http", "ws", 1)
    origin: Any = url.partition("/ws/")[0]

    async def arrive() -> ClientConnection:
        socket = await connect(address, origin=origin, compression=None, open_timeout=60, max_size=None)
        await socket.recv()
        return socket

    async def watch(socket: ClientConnection) -> None:
        async for _ in socket:
            pass

    sockets = await asyncio.gather(*(arrive() for _ in range(number)))
    tasks = [asyncio.create_task(watch(it)) for it in sockets]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*(it.close() for it in sockets))


async def close_sockets(duels: Iterable[ScriptedDuel]) -> None:
    await asyncio.gather(*(socket.close() for duel in duels for socket in duel.sockets.values()))


async def play_in_a_loop(duels: Sequence[ScriptedDuel], at_once: int, rounds: int) -> Figures:
    """Play `rounds` rounds of each duel without pauses, with `at_once` duels at a time."""
    latencies, waiting = list[float](), iter(duels)

    async def play() -> None:
        for duel in waiting:
            for _ in range(rounds):
                latencies.append(await _play_round(duel))

    began = time.perf_counter()
    await asyncio.gather(*(play() for _ in range(at_once)))
    return Figures(latencies, time.perf_counter() - began)


async def play_paced(duels: Sequence[ScriptedDuel], rounds_per_second: float, rounds: int) -> Figures:
    """Play `rounds` rounds in all, started at equal intervals. The duels take turns."""
    tasks, began = [], time.perf_counter()
    for place in range(rounds):
        await asyncio.sleep(began + place / rounds_per_second - time.perf_counter())
        tasks.append(asyncio.create_task(_play_round(duels[place % len(duels)])))
    return Figures(list(await asyncio.gather(*tasks)), time.perf_counter() - began)


async def _play_round(duel: ScriptedDuel) -> float:
    """Play the next round, and return the seconds from sending the last order until both wizards have the result.

    Which wizard sends last alternates from round to round.
    """
    frames = duel.script.rounds[duel.number]
    duel.number += 1
    names = list(frames) if duel.number % 2 else list(frames)[::-1]
    for name in names:
        await duel.sockets[name].send(frames[name])
    sent = time.perf_counter()
    await asyncio.gather(*(_result(duel.sockets[name], duel.number) for name in names))
    return time.perf_counter() - sent


async def _result(socket: ClientConnection, number: int) -> None:
    """Wait for the result of round `number`, or for a frame with the whole duel after that round."""
    while not (text := await _receive(socket)).startswith(ROUND):
        if text.startswith(REFUSED):
            raise RuntimeError(text)
        if text.startswith(DUEL) and json.loads(text)["view"]["number"] >= number:
            return


async def _receive(socket: ClientConnection) -> str:
    for _ in range(3):
        try:
            async with asyncio.timeout(SILENCE):
                return str(await socket.recv())
        except TimeoutError:
            await socket.send('{"type": "sync", "id": "sync"}')
    raise TimeoutError("the server does not answer")
