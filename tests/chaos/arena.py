"""Tournaments for some of the chaos test's players, and checks that the tournaments' database rows are consistent."""

import asyncio
import json
import sqlite3
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import NamedTuple

import psycopg

from tests.chaos.evening import PATIENCE, Evening
from tests.chaos.players import LOST, connection
from tests.chaos.site import Site

PLAYERS = 3
"""The number of players in a tournament.

It is odd, so one player in the arena is always free and gets paired when a duel ends, and rounds have byes.
"""
DUELS = 2 * (PLAYERS // 2)
"""The number of duels that can be in progress at once in the arena and in the tournament with rounds."""
QUICK = (0.0, 0.1)
"""The thinking time in seconds in tournaments with rounds. It is short, so that many rounds are played."""
FORMATS = ("melee", "swiss", "knockout")
"""The formats of tournaments with rounds, in the order in which they take turns."""
POINTS_OF_A_TABLE = 9
"""The sum of the points at a table of three."""

ENTRIES = """
SELECT duels_entry.id, pairing_id, points, wins, losses, draws, format
FROM duels_entry JOIN duels_tournament ON duels_tournament.id = tournament_id
"""
PAIRINGS = """
SELECT duels_pairing.id, first_id, second_id, duels_pairing.ended IS NOT NULL,
       CASE WHEN duels_duel.id IS NOT NULL THEN duels_duel.ended IS NOT NULL END,
       duels_pairing.result, duels_outcome.result, first_points, second_points, first_absent, second_absent,
       duels_pairing.tournament_id, duels_pairing.round, duels_pairing.game, counted
FROM duels_pairing
JOIN duels_entry ON duels_entry.id = first_id
LEFT JOIN duels_duel ON duels_duel.id = duels_pairing.duel_id
LEFT JOIN duels_outcome
    ON duels_outcome.duel_id = duels_pairing.duel_id AND duels_outcome.mage_id = duels_entry.mage_id
"""
"""A query that returns each pairing with whether it and its duel are over, and the first player's result in each.

It returns no tables of melee cups.
"""
TABLE_SEATS = """
SELECT duels_pairing.id, entry_id, duels_pairing.ended IS NOT NULL,
       CASE WHEN duels_duel.id IS NOT NULL THEN duels_duel.ended IS NOT NULL END,
       place, duels_tableseat.points, duels_outcome.result, duels_pairing.tournament_id, duels_pairing.round, counted
FROM duels_tableseat
JOIN duels_pairing ON duels_pairing.id = duels_tableseat.pairing_id
JOIN duels_entry ON duels_entry.id = entry_id
LEFT JOIN duels_duel ON duels_duel.id = duels_pairing.duel_id
LEFT JOIN duels_outcome
    ON duels_outcome.duel_id = duels_pairing.duel_id AND duels_outcome.mage_id = duels_entry.mage_id
"""
"""A query that returns each player at a table of a melee cup with their place, and the result of the duel."""
STRAYS = """
SELECT slug FROM duels_duel
JOIN duels_seat ON duels_seat.duel_id = duels_duel.id
JOIN duels_entry ON duels_entry.mage_id = duels_seat.mage_id
WHERE NOT EXISTS (SELECT 1 FROM duels_pairing WHERE duels_pairing.duel_id = duels_duel.id)
"""
"""A query that finds duels between players in the arena that belong to no pairing."""
TO_BEGIN = "SELECT id FROM duels_pairing WHERE duel_id IS NULL AND ended IS NULL"
TO_COUNT = "SELECT id FROM duels_pairing WHERE round > 0 AND duel_id IS NOT NULL AND ended IS NOT NULL AND NOT counted"
"""A query that finds the results of duels that the standings of their tournaments do not include yet."""
IN_ROUNDS = """
SELECT slug, duels_seat.name FROM duels_duel
JOIN duels_seat ON duels_seat.duel_id = duels_duel.id
JOIN duels_pairing ON duels_pairing.duel_id = duels_duel.id
WHERE duels_pairing.round > 0 AND duels_duel.ended IS NULL
"""
"""A query that finds the duels in progress in tournaments with rounds, with their players."""
STATES = "SELECT state FROM duels_tournament WHERE format <> 'arena' AND name <> ''"
"""A query that finds the states of the tournaments with rounds, without the site's own."""
OPPOSITE = {"won": "lost", "lost": "won", "drew": "drew"}


class EntryRow(NamedTuple):
    """A row of the database that describes a player in a tournament."""

    key: int
    pairing: int | None
    points: float
    wins: int
    losses: int
    draws: int
    format: str = "arena"


class PairingRow(NamedTuple):
    """A pairing, the result stored in it, and the `outcome` of its duel, both from the first player's side.

    `is_duel_over` is `None` if the pairing has no duel. In a tournament with rounds, `is_counted` says whether the
    standings include the result.
    """

    key: int
    first: int
    second: int | None
    is_over: bool
    is_duel_over: bool | None
    result: str
    outcome: str | None
    first_points: float
    second_points: float
    first_absent: bool = False
    second_absent: bool = False
    tournament: int = 0
    round: int = 0
    game: int = 1
    is_counted: bool = False

    @property
    def is_bye(self) -> bool:
        return self.round > 0 and self.second is None

    @property
    def players(self) -> list[int]:
        return [it for it in (self.first, self.second) if it is not None]

    def results(self) -> Iterator[tuple[int, str, float]]:
        """Yield the id of each player, their result and their points."""
        yield self.first, "lost" if self.first_absent else self.result, self.first_points
        if self.second is not None:
            yield self.second, "lost" if self.second_absent else OPPOSITE[self.result], self.second_points


class SeatRow(NamedTuple):
    """A player at a table of a melee cup, and the `outcome` of the duel for them. `place` is 0 until the duel ends."""

    pairing: int
    entry: int
    is_over: bool
    is_duel_over: bool | None
    place: int
    points: float
    outcome: str | None
    tournament: int
    round: int
    is_counted: bool


def contradictions(
    entries: Collection[EntryRow],
    pairings: Collection[PairingRow],
    strays: Collection[str] = (),
    seats: Collection[SeatRow] = (),
) -> Iterator[str]:
    """Yield a message for each lost or repeated result, each player who is paired twice, and each stray duel.

    `strays` contains the slugs of stray duels, which belong to a tournament but not to a pairing.
    """
    yield from _paired_twice(pairings)
    yield from _at_tables(seats)
    yield from _not_as_their_duels(pairings)
    open_ = [(player, it.key) for it in pairings if not it.is_over for player in it.players]
    open_ += [(it.entry, it.pairing) for it in seats if not it.is_over]
    for entry in entries:
        paired = [key for player, key in open_ if player == entry.key]
        if paired != [key for key in (entry.pairing,) if key is not None]:
            yield f"{entry}: is in the open pairings {paired}"
        over = [it for it in pairings if it.is_over and it.result]
        sat = [it for it in seats if it.is_over and it.entry == entry.key]
        scores = [_score_at_tables(sat) if entry.format == "melee" else _score(entry, over)]
        if entry.format == "melee":  # the standings may be two seconds late
            scores.append(_score_at_tables([it for it in sat if it.is_counted]))
        elif entry.format != "arena":
            scores.append(_score(entry, [it for it in over if it.is_counted]))
        if (entry.points, entry.wins, entry.losses, entry.draws) not in scores:
            yield f"{entry}: its pairings give {scores}"
    yield from (f"{slug}: a duel of a tournament without a pairing" for slug in strays)


def _paired_twice(pairings: Iterable[PairingRow]) -> Iterator[str]:
    """Yield a message for each player who is paired twice in a round, apart from the replay of a drawn duel."""
    in_rounds = [it for it in pairings if it.round]
    counts = Counter((it.tournament, it.round, it.game, player) for it in in_rounds for player in it.players)
    yield from (f"{key}: is paired {count} times in a round" for key, count in counts.items() if count > 1)


def _not_as_their_duels(pairings: Iterable[PairingRow]) -> Iterator[str]:
    """Yield a message for each pairing whose result differs from the result of its duel."""
    for pairing in pairings:
        if pairing.is_bye:
            if not pairing.is_over or pairing.is_duel_over is not None:
                yield f"{pairing}: a bye with a duel or without a result"
            continue
        if pairing.is_over != bool(pairing.is_duel_over):
            yield f"{pairing}: the result is not counted with the end of the duel"
        if pairing.is_over and pairing.result != pairing.outcome:
            yield f"{pairing}: has counted another result"


def _at_tables(seats: Collection[SeatRow]) -> Iterator[str]:
    """Yield a message for each player who sits at two tables in a round, and for each table with a wrong result.

    The result of a table is wrong if it differs from that of its duel.
    """
    counts = Counter((it.tournament, it.round, it.entry) for it in seats)
    yield from (f"{key}: sits at {count} tables in a round" for key, count in counts.items() if count > 1)
    sums = defaultdict[int, float](float)
    for it in seats:
        sums[it.pairing] += it.points
        if it.is_over != bool(it.is_duel_over):
            yield f"{it}: the result is not counted with the end of the duel"
        if it.is_over and (it.place == 1) != (it.outcome in {"won", "drew"}):
            yield f"{it}: has counted another result"
    for pairing in {it.pairing for it in seats if it.is_over}:
        if sums[pairing] != POINTS_OF_A_TABLE:
            yield f"table {pairing}: its players have got {sums[pairing]} points"


def _score_at_tables(seats: Collection[SeatRow]) -> tuple[float, int, int, int]:
    """Return a player's total points at these tables, and their numbers of wins, losses and draws."""
    counts = Counter(it.outcome for it in seats)
    return sum(it.points for it in seats), counts["won"], counts["lost"], counts["drew"]


def _score(entry: EntryRow, over: Collection[PairingRow]) -> tuple[float, int, int, int]:
    """Return a player's total points in these pairings, and their numbers of wins, losses and draws.

    A bye gives points, but is not a win. In a knockout, where a draw gives no points, the stored points are used.
    """
    own = [(it, result, points) for it in over for player, result, points in it.results() if player == entry.key]
    counts = Counter(result for it, result, _points in own if not it.is_bye)
    total = entry.points if entry.format == "knockout" else sum(points for _pairing, _result, points in own)
    return total, counts["won"], counts["lost"], counts["drew"]


def pairings_to_begin(site: Site) -> set[int]:
    """Return the ids of the pairings that are about to get a duel."""
    return {key for (key,) in site.rows(TO_BEGIN)}


def results_to_count(site: Site) -> set[int]:
    """Return the ids of the pairings whose results are about to be added to the standings."""
    return {key for (key,) in site.rows(TO_COUNT)}


def is_in_rounds(site: Site) -> bool:
    """Return whether a tournament with rounds is in progress. While the database has a fault, return `False`."""
    with suppress(psycopg.Error, sqlite3.Error):
        return any(state != "finished" for (state,) in site.rows(STATES))
    return False


async def hurry_until(evening: Evening, find: Callable[[Site], Collection[int]]) -> bool:
    """Make all players send their orders without delay until `find` returns a pairing.

    Return whether a pairing was found in time.
    """
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        for player in evening.everybody():
            player.hurries = True
        if await asyncio.to_thread(find, evening.site):
            break
        await asyncio.sleep(0.02)
    else:
        evening.ledger.complain(f"there were no {find.__name__.replace('_', ' ')} for {PATIENCE:.0f} s")
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
        """Check that every pairing gets its duel, and that the rows contradict neither each other nor the duels.

        This includes the tournaments with rounds.
        """
        await self._until_begun(await asyncio.to_thread(pairings_to_begin, self.evening.site))
        found = await asyncio.to_thread(self.evening.site.rows_at_once, ENTRIES, PAIRINGS, STRAYS, TABLE_SEATS)
        entries, pairings = [EntryRow(*it) for it in found[0]], [PairingRow(*it) for it in found[1]]
        seats = [SeatRow(*it) for it in found[3]]
        ledger = self.evening.ledger
        ledger.wrong.extend(contradictions(entries, pairings, [slug for (slug,) in found[2]], seats))
        ledger.counts["results at tables"] = sum(bool(it.place) for it in seats) // PLAYERS
        ledger.counts["results in the arena"] = sum(bool(it.result) for it in pairings if not it.round)
        ledger.counts["results in rounds"] = sum(bool(it.result) for it in pairings if it.round and not it.is_bye)

    async def _until_begun(self, waiting: set[int]) -> None:
        until = time.monotonic() + PATIENCE
        while waiting and time.monotonic() < until:
            await asyncio.sleep(0.02)
            waiting &= await asyncio.to_thread(pairings_to_begin, self.evening.site)
        for key in waiting:
            self.evening.ledger.complain(f"pairing {key} has no duel")


@dataclass
class Rounds:
    """Tournaments with rounds, one after the other.

    `people` maps the names of all their mages to session cookies. Their duels allow a day per round, because
    tournaments with faster duels have a break between rounds.
    """

    evening: Evening
    people: dict[str, str] = field(default_factory=dict)
    made: int = 0

    def supply(self) -> None:
        """Create the next tournament if the current one is over."""
        site = self.evening.site
        if any(state != "finished" for (state,) in site.rows(STATES)):
            return
        found = site.make_tournament(FORMATS[self.made % len(FORMATS)], PLAYERS)
        self.people |= found["people"]
        self.made += 1

    async def play(self) -> None:
        """Play each duel of the tournaments until the task is cancelled."""
        begun = set[str]()
        async with asyncio.TaskGroup() as group:
            while True:
                duels = await asyncio.to_thread(self._duels)
                for slug, names in duels.items():
                    if slug not in begun:
                        begun.add(slug)
                        people = {name: self.people[name] for name in names}
                        group.create_task(self.evening.play(slug, people, thought=QUICK))
                await asyncio.sleep(0.1)

    def _duels(self) -> dict[str, list[str]]:
        """Return the players of each duel in progress, or an empty dictionary while a fault affects the database."""
        found = dict[str, list[str]]()
        with suppress(psycopg.Error, sqlite3.Error):
            for slug, name in self.evening.site.rows(IN_ROUNDS):
                found.setdefault(slug, []).append(name)
        return found
