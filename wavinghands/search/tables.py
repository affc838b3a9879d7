"""Summaries of matches as Markdown tables.

They contain scores with confidence intervals, numbers of rounds, and times.
"""

from collections.abc import Collection, Iterable, Sequence
from math import sqrt
from statistics import mean, median
from typing import Final, NamedTuple

from wavinghands.search.matches import Outcome

LONG: Final = 60
"""The number of rounds above which a duel is called long."""
SURE: Final = 1.96
"""How many standard deviations from the mean contain 95 % of a normal distribution, on both sides."""


class Interval(NamedTuple):
    """A proportion with its 95 % confidence interval."""

    share: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.share:.1%} ({self.low:.1%} to {self.high:.1%})"


def wilson(hits: float, of: int) -> Interval:
    """Return `hits` as a proportion of `of`, with its confidence interval by Wilson (1927).

    A draw counts as a part of a hit. `of` may be 0.
    """
    if not of:
        return Interval(0.0, 0.0, 1.0)
    share, width = hits / of, SURE**2 / of
    middle = (share + width / 2) / (1 + width)
    reach = sqrt(share * (1 - share) * width + width**2 / 4) / (1 + width)
    return Interval(share, max(0.0, middle - reach), min(1.0, middle + reach))


def percentile(values: Collection[float], percent: float) -> float:
    """Return a percentile by the nearest-rank method, or 0 if there are no values."""
    ordered = sorted(values)
    return ordered[max(0, -int(-len(ordered) * percent // 100) - 1)] if ordered else 0.0


class Tally(NamedTuple):
    """The result of a match for its first player.

    `rounds` is the mean number of rounds per duel. Times are in milliseconds per move, in pairs with one value
    for each player. `faults` contains the players' errors.
    """

    won: int
    drawn: int
    lost: int
    unfinished: int
    score: Interval
    rounds: float
    rounds_p95: float
    long: Interval
    median_ms: tuple[float, float]
    p95_ms: tuple[float, float]
    faults: tuple[str, ...]


def tally(outcomes: Iterable[Outcome]) -> Tally:
    played = list(outcomes)
    scores = [outcome.score for outcome in played]
    rounds = [outcome.rounds for outcome in played]
    sides = [[1000 * seconds for outcome in played for seconds in outcome.seconds[side]] for side in (0, 1)]
    return Tally(
        scores.count(1),
        sum(0 < score < 1 for score in scores),
        scores.count(0),
        sum(not outcome.is_finished for outcome in played),
        wilson(sum(scores), len(scores)),
        mean(rounds or [0]),
        percentile(rounds, 95),
        wilson(sum(number > LONG for number in rounds), len(rounds)),
        (median(sides[0] or [0.0]), median(sides[1] or [0.0])),
        (percentile(sides[0], 95), percentile(sides[1], 95)),
        tuple(_fault_of(outcome) for outcome in played if outcome.fault),
    )


def _fault_of(outcome: Outcome) -> str:
    return f"the {'second' if outcome.score else 'first'} player: {outcome.fault}"


HEAD: Final = (
    *("first", "second", "book", "won", "drawn", "lost", "unfinished"),
    *("score, 95 %", "rounds, p95", f"over {LONG} rounds", "ms a move, p95: first", "second"),
)
"""The columns of a table of matches."""


def row(first: str, second: str, book: str, found: Tally) -> tuple[str, ...]:
    times = (f"{mid:.1f}, {most:.1f}" for mid, most in zip(found.median_ms, found.p95_ms, strict=True))
    counts = map(str, (found.won, found.drawn, found.lost, found.unfinished))
    length = f"{found.rounds:.1f}, {found.rounds_p95:.0f}"
    return (first, second, book, *counts, str(found.score), length, f"{found.long.share:.1%}", *times)


def line(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def head(cells: Sequence[str]) -> str:
    return line(cells) + "\n" + line(["---"] * len(cells))
