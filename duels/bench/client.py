"""Two sockets for each duel, which send what their scripts say and note when results come."""

import asyncio
import json
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any
from zlib import crc32

from websockets.asyncio.client import ClientConnection, connect

from duels.bench.scripts import NAMES, Script

ROUND, REVEAL, REFUSED, WHOLE = '{"type":"round"', '{"type":"reveal"', '{"type":"refused"', '{"type":"duel"'
AT_ONCE = 50
"""Sockets that are opened at the same time."""


@dataclass(slots=True)
class Table:
    """A duel under way: its script, and a socket for each wizard."""

    slug: str
    script: Script
    sockets: dict[str, ClientConnection] = field(default_factory=dict)
    reached: int = 0
    texts: list[dict[str, list[str]]] = field(default_factory=list)


@dataclass(slots=True)
class Figures:
    """Seconds from the last order to the result on both sides, for each round; and for all of them together."""

    latencies: list[float]
    seconds: float

    @property
    def pace(self) -> float:
        """Rounds a second."""
        return len(self.latencies) / self.seconds

    def at(self, share: float) -> float:
        """The milliseconds within which this share of the rounds was done."""
        return sorted(self.latencies)[min(len(self.latencies) - 1, int(len(self.latencies) * share))] * 1000

    def __str__(self) -> str:
        p50, p95, p99 = (self.at(share) for share in (0.5, 0.95, 0.99))
        rounds = f"{len(self.latencies):6} rounds  {self.pace:7.0f} rounds/s"
        return f"{rounds}   p50 {p50:7.1f}  p95 {p95:7.1f}  p99 {p99:7.1f} ms"


async def open_all(
    tables: Sequence[Table], addresses: Sequence[str], cookies: dict[str, str], homes: bool = False
) -> None:
    """Connect all wizards, and wait until each has the whole duel. White sits at the last of the servers.

    `homes`: or at that of Black, which the duel's own address chooses.
    """
    gate = asyncio.Semaphore(AT_ONCE)

    async def seat(table: Table, name: str) -> None:
        home = crc32(table.slug.encode()) % len(addresses)
        address = addresses[home if homes else 0 if name == NAMES[0] else -1]
        async with gate:
            table.sockets[name] = await open_one(address, table.slug, cookies[name])

    for table in tables:
        table.texts = [_texts(number, sent) for number, sent in enumerate(table.script.rounds, start=1)]
    await asyncio.gather(*(seat(table, name) for table in tables for name in NAMES))


async def open_one(address: str, slug: str, cookie: str) -> ClientConnection:
    """A socket at a duel, from when it has the whole duel."""
    origin: Any = address.replace("ws:", "http:")
    headers = {"Cookie": f"sessionid={cookie}"}
    socket = await connect(f"{address}/ws/duel/{slug}/", additional_headers=headers, origin=origin, compression=None)
    await _next(socket, WHOLE)
    return socket


def _texts(number: int, sent: dict[str, list[dict[str, Any]]]) -> dict[str, list[str]]:
    fields = ["orders", "answers", "answers", "answers", "answers"]
    return {
        name: [
            json.dumps({"type": kind, "id": f"{number}{kind[0]}{step}", "round": number, kind: given})
            for step, (kind, given) in enumerate(zip(fields, frames, strict=False))
        ]
        for name, frames in sent.items()
    }


async def close_all(tables: Iterable[Table]) -> None:
    """Close all sockets."""
    await asyncio.gather(*(socket.close() for table in tables for socket in table.sockets.values()))


async def as_fast_as_they_can(tables: Sequence[Sequence[Table]], rounds: int) -> Figures:
    """Each series of duels played one round after the other, all series at once."""
    latencies: list[float] = []

    async def play_series(series: Sequence[Table]) -> None:
        for table in series:
            while table.reached < rounds:
                latencies.append(await _play_round(table))

    began = time.perf_counter()
    await asyncio.gather(*(play_series(series) for series in tables))
    return Figures(latencies, time.perf_counter() - began)


async def paced(tables: Sequence[Table], rounds_a_second: float, rounds: int) -> Figures:
    """A round begun at even distances, by one duel after the other."""
    tasks, began = [], time.perf_counter()
    for count in range(rounds):
        await asyncio.sleep(began + count / rounds_a_second - time.perf_counter())
        tasks.append(asyncio.create_task(_play_round(tables[count % len(tables)])))
    latencies = await asyncio.gather(*tasks)
    return Figures(list(latencies), time.perf_counter() - began)


async def _play_round(table: Table) -> float:
    """Seconds from the last order sent to the result on both sides. Black sends before White and after, in turn."""
    texts = table.texts[table.reached]
    names = list(texts) if table.reached % 2 else list(texts)[::-1]
    for name in names:
        await table.sockets[name].send(texts[name][0])
    sent = time.perf_counter()
    await asyncio.gather(*(_answer_until_result(table.sockets[name], texts[name][1:]) for name in names))
    table.reached += 1
    return time.perf_counter() - sent


async def _answer_until_result(socket: ClientConnection, answers: list[str]) -> None:
    left = list(answers)
    while (text := await _next(socket, ROUND, REVEAL)).startswith(REVEAL):
        if left and '"request":{' in text:
            await socket.send(left.pop(0))


async def _next(socket: ClientConnection, *kinds: str) -> str:
    """The next frame of one of these kinds."""
    while True:
        text = await socket.recv()
        assert isinstance(text, str)  # noqa: S101 - frames are text
        if text.startswith(kinds):
            return text
        if text.startswith((REFUSED, WHOLE)) and WHOLE not in kinds:
            if text.startswith(WHOLE):
                return text  # the result came with a message that was lost
            raise RuntimeError(text)
