"""Faults one after the other while duels are played, and what must hold all the while."""

import asyncio
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random

from tests.chaos.evening import AT_ONCE, Evening
from tests.chaos.faults import KINDS, Fault, nothing_happens
from tests.chaos.ledger import Ledger
from tests.chaos.players import Player
from tests.chaos.site import Site

PAUSE = (0.0, 0.5)
"""Seconds between two faults."""


@dataclass
class Report:
    """What has come of it: seconds until all was well again, by kinds of faults."""

    ledger: Ledger = field(default_factory=Ledger)
    seconds: dict[str, list[float]] = field(default_factory=dict)

    def __str__(self) -> str:
        lines = [
            f"{name:40} {len(found):5} times, well after {sum(found) / len(found):5.2f} s (at most {max(found):5.2f})"
            for name, found in sorted(self.seconds.items())
        ]
        counts = [f"{count:6} {what}" for what, count in sorted(self.ledger.counts.items())]
        return "\n".join(
            [*lines, *counts, f"{len(self.ledger.wrong):6} complaints", *self.ledger.wrong, *self.ledger.slow]
        )

    @property
    def longest(self) -> float:
        return max(seconds for found in self.seconds.values() for seconds in found)


async def unleash(site: Site, faults: int, seed: int, kinds: Sequence[Fault] = KINDS) -> Report:
    """So many faults, as the seed has them; each kind comes in its turn, in an order of its own each time."""
    report, dice = Report(), Random(seed)
    evening = Evening(site, report.ledger, dice)
    await asyncio.to_thread(evening.supply)
    tables = asyncio.gather(*(evening.table() for _ in range(AT_ONCE)))
    try:
        for fault in [nothing_happens, *_drawn(kinds, faults, dice)]:
            await asyncio.to_thread(evening.supply)
            await asyncio.sleep(dice.uniform(*PAUSE))
            await fault(evening, dice)
            name = fault.__name__.replace("_", " ")
            report.seconds.setdefault(name, []).append(seconds := await evening.all_go_on())
            print(f"{seconds:6.2f} s  {name}", file=sys.stderr, flush=True)  # noqa: T201 - it takes hours
            if tables.done():
                tables.result()
    finally:
        tables.cancel()
        await asyncio.gather(tables, return_exceptions=True)
    await asyncio.gather(*(_compare_fresh(player) for player in evening.everybody()))
    report.ledger.compare(site)
    return report


def _drawn(kinds: Sequence[Fault], count: int, dice: Random) -> Iterator[Fault]:
    left: list[Fault] = []
    for _ in range(count):
        left = left or dice.sample(kinds, len(kinds))
        yield left.pop()


async def _compare_fresh(player: Player) -> None:
    """Compare what a fresh socket tells of a duel with what was acknowledged."""
    frame = await player.look()
    request = frame["request"]
    if request and request["type"] == "orders":
        player.ledger.look((player.slug, player.wizard, request["round"]), frame["entered"])
