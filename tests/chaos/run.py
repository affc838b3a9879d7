"""The chaos test, which injects faults while duels are played and checks that nothing is lost."""

import asyncio
import math
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from statistics import median, quantiles

from tests.chaos.arena import DUELS, PLAYERS, Arena, Rounds
from tests.chaos.evening import AT_ONCE, Evening
from tests.chaos.faults import Fault, nothing_happens, possible
from tests.chaos.ledger import Ledger
from tests.chaos.players import THOUGHT, Player
from tests.chaos.site import Site

PAUSE = (0.0, 0.5)
"""The shortest and longest pause between faults, in seconds."""
LATER = (0.0, 1.0)
"""The shortest and longest delay before a fault that joins another one, in seconds."""

Seconds = dict[str, list[float]]
"""Recovery times in seconds, by kind of fault."""


@dataclass
class Report:
    """The results of a chaos test, with separate recovery times for single and simultaneous faults."""

    ledger: Ledger = field(default_factory=Ledger)
    alone: Seconds = field(default_factory=dict)
    in_company: Seconds = field(default_factory=dict)
    is_cut_short: bool = False

    def __str__(self) -> str:
        counts = [f"{count:6} {what}" for what, count in sorted(self.ledger.counts.items())]
        return "\n".join(
            [
                f"{'seconds until all is well':40} {'times':>5} {'p50':>6} {'p95':>6} {'most':>6}",
                *_lines(self.alone),
                "of these in company",
                *_lines(self.in_company),
                *counts,
                f"{self.broke_out:6} faults",
                f"{len(self.ledger.wrong):6} complaints",
                *self.ledger.wrong,
                *self.ledger.slow,
            ]
        )

    @property
    def broke_out(self) -> int:
        """Return the number of faults that were injected."""
        all_found = (*self.alone.items(), *self.in_company.items())
        return sum(len(found) for name, found in all_found if name != _name(nothing_happens))

    @property
    def longest(self) -> float:
        return max(max(found) for seconds in (self.alone, self.in_company) for found in seconds.values())

    def note(self, storm: Sequence[Fault], seconds: float) -> None:
        for fault in storm:
            where = self.alone if len(storm) == 1 else self.in_company
            where.setdefault(_name(fault), []).append(seconds)


def _lines(seconds: Seconds) -> Iterator[str]:
    for name, found in sorted(seconds.items()):
        p95 = quantiles(found, n=20, method="inclusive")[-1] if len(found) > 1 else found[0]
        yield f"{name:40} {len(found):5} {median(found):6.2f} {p95:6.2f} {max(found):6.2f}"


def _name(fault: Fault) -> str:
    return fault.__name__.replace("_", " ")


async def unleash(
    site: Site,
    faults: int,
    seed: int,
    *,
    company: float,
    only: str = "",
    minutes: float = math.inf,
    at_once: int = AT_ONCE,
    thought: tuple[float, float] = THOUGHT,
) -> Report:
    """Inject `faults` faults while duels are played, and report the results. The same `seed` gives the same faults.

    The kinds of faults take turns, in a new order each time. The parameters are:

    - `company`: the probability that a fault is joined by another one
    - `only`: if given, only kinds of faults whose names contain this text are injected
    - `minutes`: the time limit, after which no more faults are injected. The report says whether it was reached
    - `at_once`: the number of duels played at the same time, at tables and in tournaments
    - `thought`: the shortest and longest time that a player thinks about a round, in seconds
    """
    report, dice, until = Report(), Random(seed), time.monotonic() + 60 * minutes
    kinds = [kind for kind in possible(site) if only in _name(kind)]
    evening = Evening(site, report.ledger, dice, at_once - DUELS, thought)
    await asyncio.to_thread(evening.supply)
    arena, rounds = Arena(evening, **await asyncio.to_thread(site.make_tournament, "arena", PLAYERS)), Rounds(evening)
    tables = asyncio.gather(*(evening.table() for _ in range(evening.at_once)), arena.play(), rounds.play())
    try:
        await evening.all_go_on()  # the first requests of a new site are slow
        for storm in [[nothing_happens], *storms(kinds, faults, company, dice)]:
            if time.monotonic() > until:
                report.is_cut_short = True
                break
            await asyncio.to_thread(evening.supply)
            await asyncio.to_thread(rounds.supply)
            await asyncio.sleep(dice.uniform(*PAUSE))
            began, known = time.monotonic(), len(report.ledger.wrong) + len(report.ledger.slow)
            await _break_out(storm, evening, dice)
            took = time.monotonic() - began
            report.note(storm, seconds := await evening.all_go_on())
            await arena.check()
            _tell(f"{_now()}: {took:6.2f} s, well after {seconds:6.2f} s: {', '.join(map(_name, storm))}")
            for complaint in [*report.ledger.wrong, *report.ledger.slow][known:]:
                _tell(f"    {complaint}")
            if tables.done():
                tables.result()
    finally:
        tables.cancel()
        await asyncio.gather(tables, return_exceptions=True)
    await asyncio.gather(*(_compare_fresh(player) for player in evening.everybody()))
    report.ledger.compare(site)
    await arena.check()
    if not site.is_sqlite:
        report.ledger.counts["panics of PostgreSQL"] = site.log("postgres").count(" PANIC: ")
        report.ledger.counts["times that there was no room on the disk"] = site.log("postgres").count("No space left")
    return report


def _now() -> str:
    return time.strftime("%H:%M:%S")


def _tell(line: str) -> None:
    print(line, file=sys.stderr, flush=True)  # noqa: T201 - it takes long


def storms(kinds: Sequence[Fault], count: int, company: float, dice: Random) -> Iterator[list[Fault]]:
    """Group faults into storms. The faults of a storm are injected together.

    `company` is the probability that the next fault joins the current storm.
    """
    storm: list[Fault] = []
    for fault in _drawn(kinds, count, dice):
        storm.append(fault)
        if dice.random() >= company:
            yield storm
            storm = []
    if storm:
        yield storm


def _drawn(kinds: Sequence[Fault], count: int, dice: Random) -> Iterator[Fault]:
    left: list[Fault] = []
    for _ in range(count):
        left = left or dice.sample(kinds, len(kinds))
        yield left.pop()


async def _break_out(storm: Sequence[Fault], evening: Evening, dice: Random) -> None:
    """Inject and repair the faults of a storm: the first immediately, the others shortly afterwards."""

    async def later(fault: Fault, seconds: float, dice: Random) -> None:
        await asyncio.sleep(seconds)
        await fault(evening, dice)

    async with asyncio.TaskGroup() as group:
        for place, fault in enumerate(storm):
            group.create_task(later(fault, dice.uniform(*LATER) if place else 0, Random(dice.random())))


async def _compare_fresh(player: Player) -> None:
    """Check that the state reported through a new socket contains everything acknowledged to the player."""
    frame = await player.fetch_duel()
    if request := frame["request"]:
        check = player.ledger.check_orders if request["type"] == "orders" else player.ledger.check_answers
        check((player.slug, player.wizard, request["round"]), frame["entered"])
