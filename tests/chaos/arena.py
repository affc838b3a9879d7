"""An arena that some of the players take part in, and a check that its rows are always consistent."""

import asyncio
import json
import time
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from tests.chaos.evening import PATIENCE, Evening
from tests.chaos.players import LOST, connection
from tests.chaos.site import Site

PLAYERS = 5
"""The number of players in the arena. It is odd, so one player is always free and gets paired when a duel ends."""
DUELS = PLAYERS // 2
"""The number of duels that can be in progress in the arena at once."""

ENTRIES = "SELECT id, pairing_id, points, wins, losses, draws FROM duels_entry"
PAIRINGS = """
SELECT duels_pairing.id, first_id, second_id, duels_pairing.ended IS NOT NULL, duels_duel.ended IS NOT NULL,
       duels_pairing.result, duels_outcome.result, first_points, second_points, first_absent, second_absent
FROM duels_pairing
JOIN duels_entry ON duels_entry.id = first_id
LEFT JOIN duels_duel ON duels_duel.id = duels_pairing.duel_id
LEFT JOIN duels_outcome
    ON duels_outcome.duel_id = duels_pairing.duel_id AND duels_outcome.mage_id = duels_entry.mage_id
"""
"""A query that returns each pairing with whether it and its duel are over, and the first player's result in each."""
STRAYS = """
SELECT slug FROM duels_duel
JOIN duels_seat ON duels_seat.duel_id = duels_duel.id
JOIN duels_entry ON duels_entry.mage_id = duels_seat.mage_id
WHERE NOT EXISTS (SELECT 1 FROM duels_pairing WHERE duels_pairing.duel_id = duels_duel.id)
"""
"""A query that finds duels between players in the arena that belong to no pairing."""
TO_BEGIN = "SELECT id FROM duels_pairing WHERE duel_id IS NULL"
OPPOSITE = {"won": "lost", "lost": "won", "drew": "drew"}


class EntryRow(NamedTuple):
    """A row of the database that describes a player in the arena."""

    key: int
    pairing: int | None
    points: float
    wins: int
    losses: int
    draws: int


class PairingRow(NamedTuple):
    """A pairing with the result it has recorded and the `outcome` of its duel, both from the first player's side."""

    key: int
    first: int
    second: int | None
    is_over: bool
    is_duel_over: bool
    result: str
    outcome: str | None
    first_points: float
    second_points: float
    first_absent: bool = False
    second_absent: bool = False

    @property
    def players(self) -> list[int]:
        return [it for it in (self.first, self.second) if it is not None]

    def results(self) -> Iterator[tuple[int, str, float]]:
        """Yield each player, their result and their points."""
        yield self.first, "lost" if self.first_absent else self.result, self.first_points
        if self.second is not None:
            yield self.second, "lost" if self.second_absent else OPPOSITE[self.result], self.second_points


def contradictions(
    entries: Collection[EntryRow], pairings: Collection[PairingRow], strays: Collection[str] = ()
) -> Iterator[str]:
    """Yield a message for each lost or repeated result, each player who is paired twice, and each unexpected duel."""
    for pairing in pairings:
        if pairing.is_over != pairing.is_duel_over:
            yield f"{pairing}: the result is not counted with the end of the duel"
        if pairing.is_over and pairing.result != pairing.outcome:
            yield f"{pairing}: has counted another result"
    open_ = [(player, it.key) for it in pairings if not it.is_over for player in it.players]
    for entry in entries:
        paired = [key for player, key in open_ if player == entry.key]
        if paired != [key for key in (entry.pairing,) if key is not None]:
            yield f"{entry}: is in the open pairings {paired}"
        if (score := _score(entry.key, pairings)) != (entry.points, entry.wins, entry.losses, entry.draws):
            yield f"{entry}: its pairings give {score}"
    yield from (f"{slug}: a duel of the arena without a pairing" for slug in strays)


def _score(entry: int, pairings: Iterable[PairingRow]) -> tuple[float, int, int, int]:
    """Return a player's total points in these pairings, and their numbers of wins, losses and draws."""
    over = (it for it in pairings if it.is_over and it.result)
    own = [(result, points) for it in over for player, result, points in it.results() if player == entry]
    counts = Counter(result for result, _points in own)
    return sum(points for _result, points in own), counts["won"], counts["lost"], counts["drew"]


def pairings_to_begin(site: Site) -> set[int]:
    """Return the ids of the pairings that have no duel yet."""
    return {key for (key,) in site.rows(TO_BEGIN)}


async def until_paired(evening: Evening) -> bool:
    """Make all players hurry until there is a pairing without a duel. Return false if that takes too long."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        for player in evening.everybody():
            player.hurries = True
        if await asyncio.to_thread(pairings_to_begin, evening.site):
            break
        await asyncio.sleep(0.02)
    else:
        evening.ledger.complain(f"nobody was paired in the arena for {PATIENCE:.0f} s")
    for player in evening.everybody():
        player.hurries = False
    return time.monotonic() < until


@dataclass
class Arena:
    """An arena and its players. `people` maps the names of their mages to their session cookies."""

    evening: Evening
    slug: str
    people: Mapping[str, str]

    async def play(self) -> None:
        """Let every player play one duel after another until the task is cancelled."""
        async with asyncio.TaskGroup() as group:
            for name, cookie in self.people.items():
                group.create_task(self._play(name, cookie, Random(name)))

    async def _play(self, name: str, cookie: str, dice: Random) -> None:
        while True:
            try:
                slug = await self._next_duel(cookie, dice)
            except LOST:
                self.evening.ledger.counts["connections lost"] += 1
                await asyncio.sleep(dice.uniform(0.05, 0.2))
            else:
                await self.evening.play(slug, {name: cookie})

    async def _next_duel(self, cookie: str, dice: Random) -> str:
        """Wait on the arena's page for the next duel, and return its slug."""
        address = dice.choice(sorted(self.evening.site.addresses.values()))
        async with connection(address, f"/ws/tournament/{self.slug}/", cookie) as socket:
            while not (duel := json.loads(await socket.recv()).get("duel")):
                pass
            return str(duel).split("/")[2]

    async def check(self) -> None:
        """Check that every pairing gets its duel, and that the rows contradict neither each other nor the duels."""
        await self._until_begun(await asyncio.to_thread(pairings_to_begin, self.evening.site))
        found = await asyncio.to_thread(self.evening.site.rows_at_once, ENTRIES, PAIRINGS, STRAYS)
        entries, pairings = [EntryRow(*it) for it in found[0]], [PairingRow(*it) for it in found[1]]
        ledger = self.evening.ledger
        ledger.wrong.extend(contradictions(entries, pairings, [slug for (slug,) in found[2]]))
        ledger.counts["results in the arena"] = sum(bool(it.result) for it in pairings)

    async def _until_begun(self, waiting: set[int]) -> None:
        until = time.monotonic() + PATIENCE
        while waiting and time.monotonic() < until:
            await asyncio.sleep(0.02)
            waiting &= await asyncio.to_thread(pairings_to_begin, self.evening.site)
        for key in waiting:
            self.evening.ledger.complain(f"pairing {key} has no duel")
