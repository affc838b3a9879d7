"""Practice against the house at its five levels, as many as sit there in an evening, beside duels of people.

A move of the house is the time from a person's last orders, which open its round, until its own orders stand in it; a
person's wait that from his orders to what comes of them. The people here take two to six seconds over theirs.
"""

import asyncio
import json
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from random import Random
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from duels.bench import client
from duels.bench.client import Figures, Table
from duels.bench.scripts import NAMES
from duels.play.transaction import SeatSpec, start_duel
from wavinghands.search import LEVELS, apprentice

AT_ONCE = 20
IN_TURN = 4
"""Practice duels that a person plays one after the other."""
PEOPLE = 40
ROUNDS, PACE = 400, 20.0
"""Of the duels of people, in each half of the measurement: rounds, and how many are begun in a second."""
THOUGHT = (2.0, 6.0)
"""Seconds that a person takes for a round."""
PERSON, HOUSE = NAMES[0], "House"

Json = dict[str, Any]


@dataclass(slots=True)
class Practice:
    """The duels of one person with one level."""

    level: int
    slugs: list[str]
    moves: list[float] = field(default_factory=list)
    waits: list[float] = field(default_factory=list)


def practice(mages: dict[str, Any]) -> list[Practice]:
    """So many people at once, the same number at each level."""
    return [
        Practice(level, [_begun(mages, level, number) for number in range(IN_TURN)])
        for level in LEVELS
        for _ in range(AT_ONCE // len(LEVELS))
    ]


def _begun(mages: dict[str, Any], level: int, seed: int) -> str:
    seats = [SeatSpec(PERSON, "x", mages[PERSON]), SeatSpec(HOUSE, "x", level=level)]
    return start_duel(seats=seats, book="classic", practice=True, counts=False, seed=seed).slug


async def measure(
    people: Sequence[Table],
    practices: Sequence[Practice],
    address: str,
    cookies: dict[str, str],
    cpu_seconds: Callable[[], float],
) -> str:
    """The rounds of people with nobody else there, and beside practice; the moves of the house."""
    await client.open_all(people, [address], cookies)
    used = [cpu_seconds()]
    alone = await client.paced(people, PACE, ROUNDS)
    used.append(cpu_seconds())
    until = time.perf_counter() + ROUNDS / PACE
    together = asyncio.create_task(client.paced(people, PACE, ROUNDS))
    await asyncio.gather(*(_practise(one, address, cookies[PERSON], until, seed) for seed, one in enumerate(practices)))
    beside = await together
    used.append(cpu_seconds())
    await client.close_all(people)
    shares = [f"   server {(after - before) / ROUNDS * PACE:.0%} of a core" for before, after in pairwise(used)]
    lines = [f"people alone  {alone}{shares[0]}", f"beside house  {beside}{shares[1]}"]
    return "\n".join([*lines, *_lines(practices, ROUNDS / PACE)])


def _lines(practices: Sequence[Practice], seconds: float) -> list[str]:
    moves = {level: [move for one in practices if one.level == level for move in one.moves] for level in LEVELS}
    lines = [f"house level {level} {Figures(times, seconds)}" for level, times in moves.items()]
    all_moves = [move for one in practices for move in one.moves]
    waits = [wait for one in practices for wait in one.waits]
    return [*lines, f"house, all    {Figures(all_moves, seconds)}", f"waited for    {Figures(waits, seconds)}"]


async def _practise(one: Practice, address: str, cookie: str, until: float, seed: int) -> None:
    dice, slugs = Random(seed), iter(one.slugs)  # noqa: S311 - a game
    while time.perf_counter() < until and (slug := next(slugs, None)):
        headers, origin = {"Cookie": f"sessionid={cookie}"}, address.replace("ws:", "http:")
        async with connect(f"{address}/ws/duel/{slug}/", additional_headers=headers, origin=origin) as socket:  # type: ignore[arg-type]
            await _play(socket, one, until, dice)


async def _play(socket: ClientConnection, one: Practice, until: float, dice: Random) -> None:
    frame, sent = await _next(socket), None
    while time.perf_counter() < until and frame["request"]:
        request, kind = frame["request"], frame["request"]["type"]
        if kind == "orders":
            await _house_has_played(socket, frame["waiting"])
            one.moves += [] if sent is None else [time.perf_counter() - sent]
            await asyncio.sleep(dice.uniform(*THOUGHT))
        given = apprentice.orders(request, dice) if kind == "orders" else apprentice.answers(request, dice)
        sent = time.perf_counter()
        await socket.send(json.dumps({"type": kind, "id": "1", "round": request["round"], kind: given}))
        frame = await _next(socket)
        one.waits.append(time.perf_counter() - sent)


async def _house_has_played(socket: ClientConnection, waiting: Sequence[str]) -> None:
    while HOUSE in waiting:
        waiting = (await _next(socket, "waiting"))["waiting"]


async def _next(socket: ClientConnection, *kinds: str) -> Json:
    """The next frame of one of these kinds, or, without any, that tells how the duel stands."""
    while True:
        frame: Json = json.loads(await socket.recv())
        if frame["type"] in (kinds or ("duel", "round", "reveal")):
            return frame
        if frame["type"] == "refused":
            raise RuntimeError(frame)
