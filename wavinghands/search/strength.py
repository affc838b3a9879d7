"""How strong the levels are: which matches are played to find out, and what each shall come to."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, combinations_with_replacement
from typing import Final, NamedTuple

from wavinghands.search.levels import LEVELS
from wavinghands.search.matches import Outcome, match
from wavinghands.search.tables import HEAD, LONG, Interval, head, line, percentile, row, tally, wilson

BOOKS: Final = ("classic", "warlocks")
"""The books that are played."""
UNLIKE: Final = ("greedy", "own_plans", "finger_racer", "hoarder", "cautious")
"""Players that each level from 3 on beats."""
MOST_MS: Final = {1: 10, 2: 10, 3: 10, 4: 50, 5: 300}
"""Milliseconds that 95 of a hundred moves of a level take at most."""
MOST_LONG: Final = 0.03
"""The share of duels between two levels that may be long."""


class Bar(NamedTuple):
    """What a score shall be: so much at least, and so much at most."""

    least: float
    most: float = 1.0

    def __str__(self) -> str:
        return f"{self.least:.0%} to {self.most:.0%}" if self.most < 1 else f"{self.least:.0%} or more"

    def holds(self, share: float) -> bool:
        """Whether a measured share is as it shall be."""
        return self.least <= share <= self.most


class Cell(NamedTuple):
    """A match that is measured: its players, its bar, if there is one, and its share of the duels of a full match."""

    first: str
    second: str
    bar: Bar | None
    part: float = 1.0


def level(number: int) -> str:
    """The name of the player of a level."""
    return f"level-{number}"


LADDER: Final = (
    Cell(level(1), "random", Bar(0.95)),
    Cell(level(1), "apprentice", Bar(0.2, 0.4)),
    Cell("beginner", level(1), Bar(0.6)),
    Cell(level(2), "random", Bar(0.95)),
    Cell(level(2), level(1), Bar(0.65)),
    Cell(level(3), level(2), Bar(0.75)),
    Cell(level(4), level(2), Bar(0.93)),
    Cell(level(4), level(3), Bar(0.65)),
    Cell(level(5), level(2), Bar(0.95)),
    Cell(level(5), level(4), Bar(0.7)),
)
"""What each level wins against."""
POOL: Final = tuple(
    Cell(level(number), player, Bar(0.5), 0.2 if number == max(LEVELS) else 0.3)
    for number in (3, 4, 5)
    for player in UNLIKE
)
"""Strength is no line: who beats the level below him may lose to one who plays otherwise."""
_MET: Final = {frozenset((cell.first, cell.second)) for cell in LADDER}
OTHERS: Final = tuple(
    Cell(level(high), level(low), None, 0.15 if high == max(LEVELS) else 0.3)
    for low, high in combinations_with_replacement(LEVELS, 2)
    if frozenset((level(low), level(high))) not in _MET
)
"""The pairs of levels that have no bar, to see whether any of them freezes a duel."""
CELLS: Final = (*LADDER, *POOL, *OTHERS)

Measured = Sequence[tuple[Cell, list[Outcome]]]
"""Matches that have been played."""


def measured(
    duels: int, only: str, books: Sequence[str], spread: Callable[..., Iterable[list[Outcome]]]
) -> Iterator[str]:
    """The lines of a report in Markdown, each as soon as it is known.

    `duels`: of a full match; `only`: a text that the players of a match have in their names; `spread`: as of `match`.
    """
    cells = [cell for cell in CELLS if only in f"{cell.first} {cell.second}"]
    matches = [
        (cell, book, match(cell.first, cell.second, book=book, duels=_even(duels * cell.part), spread=spread))
        for cell in cells
        for book in books
    ]
    found: list[tuple[Cell, list[Outcome]]] = []
    yield head(("bar", "holds", "duels", *HEAD))
    for cell, book, outcomes in matches:
        found.append((cell, list(outcomes)))
        yield _row(cell, book, found[-1][1])
    yield from _freezes(found)
    yield from _times(found)


def _even(duels: float) -> int:
    """So many duels, an even number of them: every opening is played from both seats."""
    return max(2, 2 * round(duels / 2))


def _row(cell: Cell, book: str, outcomes: list[Outcome]) -> str:
    found = tally(outcomes)
    cells = row(cell.first, cell.second, book, found)
    return line((str(cell.bar or ""), _held(cell.bar, found.score), str(len(outcomes)), *cells))


def _held(bar: Bar | None, score: Interval) -> str:
    return "" if bar is None else _said(bar.holds(score.share))


def _said(holds: bool) -> str:
    return "yes" if holds else "NO"


def _freezes(found: Measured) -> Iterator[str]:
    """How many duels between levels are long, for each pair of them, all books together."""
    rounds: dict[tuple[str, str], list[int]] = {}
    for cell, outcomes in found:
        if {cell.first, cell.second} <= set(map(level, LEVELS)):
            rounds.setdefault((cell.first, cell.second), []).extend(outcome.rounds for outcome in outcomes)
    if rounds:
        yield "\n" + head(("levels", "", f"over {LONG} rounds, 95 %", f"less than {MOST_LONG:.0%}", "duels"))
    for pair, played in rounds.items():
        long = wilson(sum(number > LONG for number in played), len(played))
        yield line((*pair, str(long), _said(long.share < MOST_LONG), str(len(played))))


def _times(found: Measured) -> Iterator[str]:
    """How long each level takes for a move."""
    yield "\n" + head(("level", "ms a move, p95", "at most", "holds", "moves"))
    for number, most in MOST_MS.items():
        taken = [1000 * seconds for cell, outcomes in found for seconds in _seconds(cell, outcomes, level(number))]
        p95 = percentile(taken, 95)
        if taken:
            yield line((level(number), f"{p95:.1f}", str(most), _said(p95 <= most), str(len(taken))))


def _seconds(cell: Cell, outcomes: Iterable[Outcome], player: str) -> Iterator[float]:
    """The times of all moves of a player in these duels."""
    for side, name in enumerate((cell.first, cell.second)):
        if name == player:
            yield from chain.from_iterable(outcome.seconds[side] for outcome in outcomes)
