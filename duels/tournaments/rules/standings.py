"""Pure functions that calculate points and tie-breaks in tournaments with rounds.

A bye, or a win against a player who never showed up, is an unplayed round. Such a round earns points. For tie-breaks,
it counts as a game against an opponent with the player's own points, as in chess. Source: FIDE Handbook C.07, "unplayed
rounds".
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Final, NamedTuple

from duels.ladder.scores import DREW, LOST, WON

POINTS: Final = {WON: 1.0, DREW: 0.5, LOST: 0.0}


class Game(NamedTuple):
    """A finished pairing. `second` is `None` for a bye."""

    first: int
    second: int | None
    first_points: float
    second_points: float = 0.0
    is_played: bool = True


class TieBreak(StrEnum):
    """A number that decides between players with equal points. Higher is better.

    - `BUCHHOLZ`: the sum of the points of all opponents
    - `SONNEBORN_BERGER`: the sum of the points of beaten opponents, plus half the points of opponents who drew
    - `HEAD_TO_HEAD`: the points from games between the players who are still tied
    """

    BUCHHOLZ = "buchholz"
    SONNEBORN_BERGER = "sonneborn_berger"
    HEAD_TO_HEAD = "head_to_head"


class Score(NamedTuple):
    """A player's score. `tie_breaks` are in order of priority."""

    points: float
    wins: int
    losses: int
    draws: int
    tie_breaks: tuple[float, ...]


class Side(NamedTuple):
    """A game from one player's side. `opponent` is `None` if the game was not played."""

    opponent: int | None
    points: float


Sides = Sequence[Side]
Keys = Mapping[int, tuple[float, ...]]
"""The sort keys of each player so far: the points, and the tie-breaks that have already been applied."""


def scores(players: Collection[int], games: Iterable[Game], tie_breaks: Sequence[TieBreak]) -> dict[int, Score]:
    """Return the score of each player."""
    games = list(games)
    sides = _sides(games)
    keys: dict[int, tuple[float, ...]] = {it: (sum(side.points for side in sides[it]),) for it in players}
    for one in tie_breaks:
        values = {it: CALCULATIONS[one](it, sides[it], keys) for it in players}
        keys = {it: (*keys[it], values[it]) for it in players}
    counts = _counts(games)
    return {it: Score(keys[it][0], *counts[it], keys[it][1:]) for it in players}


def _sides(games: Iterable[Game]) -> defaultdict[int, list[Side]]:
    found = defaultdict[int, list[Side]](list)
    for it in games:
        found[it.first].append(Side(it.second if it.is_played else None, it.first_points))
        if it.second is not None:
            found[it.second].append(Side(it.first if it.is_played else None, it.second_points))
    return found


def _counts(games: Iterable[Game]) -> defaultdict[int, tuple[int, int, int]]:
    """Return each player's numbers of wins, losses and draws. A bye counts as none of these."""
    found = defaultdict[int, tuple[int, int, int]](lambda: (0, 0, 0))
    for it in games:
        if it.second is not None:
            for player, points in ((it.first, it.first_points), (it.second, it.second_points)):
                wins, losses, draws = found[player]
                found[player] = (wins + (points == 1), losses + (points == 0), draws + (points == POINTS[DREW]))
    return found


def _buchholz(player: int, sides: Sides, keys: Keys) -> float:
    return sum(_points_of(it, player, keys) for it in sides)


def _sonneborn_berger(player: int, sides: Sides, keys: Keys) -> float:
    return sum(it.points * _points_of(it, player, keys) for it in sides)


def _head_to_head(player: int, sides: Sides, keys: Keys) -> float:
    return sum(it.points for it in sides if it.opponent is not None and keys.get(it.opponent) == keys[player])


def _points_of(side: Side, player: int, keys: Keys) -> float:
    """Return the points of the opponent in a game, or the player's own points if the game was not played."""
    return keys.get(player if side.opponent is None else side.opponent, (0.0,))[0]


CALCULATIONS: Final[Mapping[TieBreak, Callable[[int, Sides, Keys], float]]] = {
    TieBreak.BUCHHOLZ: _buchholz,
    TieBreak.SONNEBORN_BERGER: _sonneborn_berger,
    TieBreak.HEAD_TO_HEAD: _head_to_head,
}
