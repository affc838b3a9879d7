"""A user's progress through the levels of the computer players.

The level offered to the user rises after a win, and falls after two losses in a row.
"""

from typing import NamedTuple

from duels.ladder.scores import LOST, WON
from wavinghands import search

TOO_MANY = 2
"""The number of losses in a row after which an easier opponent is offered."""
TOP = max(search.LEVELS)


class Progress(NamedTuple):
    """A user's progress through the levels of the computer players.

    `level` is the level offered next, and `best` is the best level beaten, or 0. `won_in_a_row` and `lost_in_a_row` are
    the lengths of the current runs of wins and losses.
    """

    level: int = 1
    best: int = 0
    won_in_a_row: int = 0
    lost_in_a_row: int = 0


def progress_after(progress: Progress, level: int, result: str) -> Progress:
    """Return the progress after a duel against this level.

    A loss to a level above the offered one does not lower the offered level.
    """
    if result == WON:
        best, offered = max(progress.best, level), max(progress.level, min(level + 1, TOP))
        return Progress(offered, best, progress.won_in_a_row + 1)
    if result != LOST:
        return progress._replace(won_in_a_row=0, lost_in_a_row=0)
    if level > progress.level:
        return progress._replace(won_in_a_row=0)
    lost = progress.lost_in_a_row + 1
    easier = max(1, level - 1) if lost >= TOO_MANY else progress.level
    return Progress(easier, progress.best, 0, 0 if lost >= TOO_MANY else lost)
