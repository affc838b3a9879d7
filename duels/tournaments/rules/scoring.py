"""Pure functions that calculate the points for a duel in an arena."""

from typing import Final, NamedTuple

from duels.ladder.scores import DREW, LOST, WON

POINTS: Final = {WON: 2.0, DREW: 1.0, LOST: 0.0}
STREAK: Final = 2
"""After this many wins in a row, further wins count double."""
OF_HOUSE: Final = 0.5
"""The factor for duels against house wizards (computer players)."""


class Score(NamedTuple):
    """The points for a duel, and the number of consecutive wins after it."""

    points: float
    streak: int


def score_for(result: str, streak: int, *, is_house: bool = False) -> Score:
    """Return the score for a result after a streak of wins.

    >>> score_for(WON, 2)
    Score(points=4.0, streak=3)
    """
    is_doubled = result == WON and streak >= STREAK
    points = POINTS[result] * (2 if is_doubled else 1) * (OF_HOUSE if is_house else 1)
    return Score(points, streak + 1 if result == WON else 0)


def is_on_fire(streak: int) -> bool:
    """Return whether the next win after this streak counts double."""
    return streak >= STREAK
