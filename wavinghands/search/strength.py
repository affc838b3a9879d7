"""The matches that measure the strength of each level, and the required ranges of their scores."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, combinations_with_replacement, pairwise
from typing import Final, NamedTuple

from wavinghands.search.levels import LEVELS
from wavinghands.search.matches import Outcome, match
from wavinghands.search.players import POOL as SCRIPTED
from wavinghands.search.tables import HEAD, LONG, Interval, head, line, percentile, row, tally, wilson

BOOKS: Final = ("classic", "warlocks")
"""The spell books of the matches."""
SCRIPTS: Final = tuple(name for name in SCRIPTED if name != "random")
"""Reference players with fixed strategies. Every level from 3 up must beat them."""
MOST_MS: Final = {1: 10, 2: 10, 3: 30, 4: 50, 5: 300}
"""The time limit for 95 % of a level's moves, in milliseconds."""
MOST_LONG: Final = 0.03
"""The largest acceptable share of long duels between two levels."""


class Bar(NamedTuple):
    """The required range of a score."""

    least: float
    most: float = 1.0

    def __str__(self) -> str:
        return f"{self.least:.0%} to {self.most:.0%}" if self.most < 1 else f"{self.least:.0%} or more"

    def holds(self, share: float) -> bool:
        """Return whether a measured share is within the range."""
        return self.least <= share <= self.most


class Cell(NamedTuple):
    """A match to play: its players, the required range of its score (or `None`), and its size.

    The size is a fraction of the duels in a full match. With more than two wizards, the second player plays all wizards
    but one.
    """

    first: str
    second: str
    bar: Bar | None
    part: float = 1.0
    wizards: int = 2

    @property
    def opponents(self) -> str:
        """The second player, with the number of wizards that it plays if there are several."""
        return self.second if self.wizards == 2 else f"{self.wizards - 1} × {self.second}"


def level(number: int) -> str:
    """Return the name of the player that plays at this level, such as `level-3`."""
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
"""Matches between players of neighbouring strength, with the required scores."""
POOL: Final = tuple(
    Cell(level(number), player, bar, 0.1)
    for number, bar in ((1, None), (2, None), (3, Bar(0.5)), (4, Bar(0.5)), (5, Bar(0.9)))
    for player in SCRIPTS
    if (number, player) != (1, "apprentice")
)
"""Matches against other styles, because a player may beat the level below and still lose to one of these."""
MELEES: Final = tuple(
    Cell(level(number), level(2), Bar(0.6), part, wizards)
    for number, part in ((4, 0.3), (5, 0.15))
    for wizards in (3, 4)
)
"""Melees of one player against several weaker ones."""
_MET: Final = {frozenset((cell.first, cell.second)) for cell in LADDER}
OTHERS: Final = tuple(
    Cell(level(high), level(low), None, 0.15 if high == max(LEVELS) else 0.3)
    for low, high in combinations_with_replacement(LEVELS, 2)
    if frozenset((level(low), level(high))) not in _MET
)
"""Pairs of levels without a required score. They are played to find duels that never end."""
CELLS: Final = (*LADDER, *POOL, *MELEES, *OTHERS)

Measured = Sequence[tuple[Cell, list[Outcome]]]
"""The matches played, with their outcomes."""


def measured(
    duels: int, only: str, books: Sequence[str], spread: Callable[..., Iterable[list[Outcome]]]
) -> Iterator[str]:
    """Play the matches, and yield each line of a Markdown report as soon as it is ready.

    `duels` is the number of duels in a full match. Only matches in which a player's name contains `only` are played.
    `spread` is passed to `match`.
    """
    matches = [
        (
            cell,
            book,
            match(cell.first, cell.second, book=book, wizards=cell.wizards, duels=_size(cell, duels), spread=spread),
        )
        for cell in _cells(only)
        for book in books
    ]
    found: list[tuple[Cell, list[Outcome]]] = []
    yield head(("bar", "holds", "duels", *HEAD))
    for cell, book, outcomes in matches:
        found.append((cell, list(outcomes)))
        yield _row(cell, book, found[-1][1])
    yield from _orders(found)
    yield from _long_duels(found)
    yield from _table_of_times(found)


def duels_in(duels: int, only: str, books: Sequence[str]) -> int:
    """Return the number of duels that `measured()` plays with these arguments."""
    return len(books) * sum(_size(cell, duels) for cell in _cells(only))


def _cells(only: str) -> list[Cell]:
    return [cell for cell in CELLS if only in f"{cell.first} {cell.opponents}"]


def _size(cell: Cell, duels: int) -> int:
    """Return the number of duels to play, a multiple of the number of wizards.

    Each opening is played from every seat.
    """
    return cell.wizards * max(1, round(duels * cell.part / cell.wizards))


def _row(cell: Cell, book: str, outcomes: list[Outcome]) -> str:
    found = tally(outcomes)
    cells = row(cell.first, cell.opponents, book, found)
    return line((str(cell.bar or ""), _held(cell.bar, found.score), str(len(outcomes)), *cells))


def _held(bar: Bar | None, score: Interval) -> str:
    return "" if bar is None else _said(bar.holds(score.share))


def _said(holds: bool) -> str:
    return "yes" if holds else "NO"


def _orders(found: Measured) -> Iterator[str]:
    """Yield a table of the levels' scores against each reference player.

    The last column says whether each level does at least about as well as the level below it.
    """
    scores: dict[str, dict[str, Interval]] = {}
    outcomes: dict[tuple[str, str], list[Outcome]] = {}
    for cell, played in found:
        if cell.second in SCRIPTS:
            outcomes.setdefault((cell.second, cell.first), []).extend(played)
    for (script, player), played in outcomes.items():
        scores.setdefault(script, {})[player] = wilson(sum(one.score for one in played), len(played))
    if scores:
        yield "\n" + head(("script", *map(level, LEVELS), "in order"))
    for script, by_level in scores.items():
        ordered = [by_level[level(number)] for number in LEVELS if level(number) in by_level]
        holds = all(higher.high >= lower.low for lower, higher in pairwise(ordered))
        shares = (f"{by_level[level(number)].share:.0%}" if level(number) in by_level else "" for number in LEVELS)
        yield line((script, *shares, _said(holds)))


def _long_duels(found: Measured) -> Iterator[str]:
    """Yield a table with the share of very long duels for each pair of levels, over all books."""
    rounds: dict[tuple[str, str], list[int]] = {}
    for cell, outcomes in found:
        if {cell.first, cell.opponents} <= set(map(level, LEVELS)):
            rounds.setdefault((cell.first, cell.second), []).extend(outcome.rounds for outcome in outcomes)
    if rounds:
        yield "\n" + head(("levels", "", f"over {LONG} rounds, 95 %", f"less than {MOST_LONG:.0%}", "duels"))
    for pair, played in rounds.items():
        long = wilson(sum(number > LONG for number in played), len(played))
        yield line((*pair, str(long), _said(long.share < MOST_LONG), str(len(played))))


def _table_of_times(found: Measured) -> Iterator[str]:
    yield "\n" + head(("level", "ms a move, p95", "at most", "holds", "moves"))
    for number, most in MOST_MS.items():
        taken = [1000 * seconds for cell, outcomes in found for seconds in _move_times(cell, outcomes, level(number))]
        p95 = percentile(taken, 95)
        if taken:
            yield line((level(number), f"{p95:.1f}", str(most), _said(p95 <= most), str(len(taken))))


def _move_times(cell: Cell, outcomes: Iterable[Outcome], player: str) -> Iterator[float]:
    for side, name in enumerate((cell.first, cell.second)):
        if name == player:
            yield from chain.from_iterable(outcome.seconds[side] for outcome in outcomes)
