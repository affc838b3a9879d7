"""Looking for orders: own lines against replies, both chosen at once, and where it matters a round further."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from wavinghands import engine
from wavinghands.search.evaluation import ROUGH, WEIGHTS, Judge
from wavinghands.search.levels import Level
from wavinghands.search.lines import Line, lines_of
from wavinghands.search.matrix import Matrix, against, solve
from wavinghands.search.tedium import tired
from wavinghands.search.temperaments import Temperament

INNER_TURNS = 40
"""Turns in which a game below the root is solved."""
LIKELIER = 2.5
"""How much likelier a reply is thought than the next one in the order in which they look best."""
TWICE = 2
"""How often it is looked which lines matter: what is found out may bring up others."""


class Found(NamedTuple):
    """What a look has come to: own lines, how likely each is played, what each gains; replies, and how likely each is.

    `forks`: rounds that were played out.
    """

    lines: Sequence[Line]
    mixture: Sequence[float]
    gains: Sequence[float]
    replies: Sequence[Line]
    reply: Sequence[float]
    forks: int


@lru_cache
def judges_of(level: Level) -> tuple[Judge, Judge]:
    """Who values what a wizard of this level has, by the spells that he works towards; and what others have."""
    weights = WEIGHTS if level.expert else ROUGH
    return Judge(weights, level.shuns), Judge(weights)


def look(duel: engine.Duel, name: str, level: Level, temperament: Temperament) -> Found:
    """What a wizard of this level finds, in a duel as he knows it."""
    judge, others = judges_of(level)
    caution = level.timid if temperament.is_timid else level.bold
    lines = tired(duel, lines_of(duel, name, judge, temperament.likes, taste=level.taste, caution=caution))
    foe = duel.enemy_of(name)
    if not level.columns or foe is None or foe not in duel.acting:
        best = max(lines, key=lambda line: line.glance + line.taste)
        return Found([best], [1.0], [judge.value(duel, name)], [], [], 0)
    replies = lines_of(duel, foe, others)[: level.columns]
    root = Game(duel, lines[: level.rows], replies, judge, others)
    gains = [[value + line.taste for value in row] for line, row in zip(root.rows, root.values(), strict=True)]
    p, q, _ = solve(trusting(gains, level.trust))
    if level.deepens:
        p, q = _look_further(root, level, gains, p, q)
    return Found(root.rows, p, against(gains, q), root.columns, q, root.forks)


def trusting(gains: Matrix, trust: float) -> Matrix:
    """Gains of one who trusts, so far, that the other does what looks likeliest, and for the rest fears anything."""
    if not trust:
        return gains
    likely = [LIKELIER**-place for place in range(len(gains[0]))]
    whole = sum(likely)
    usual = [value / whole for value in against(gains, likely)]
    return [[(1 - trust) * gain + trust * hoped for gain in row] for row, hoped in zip(gains, usual, strict=True)]


class Game:
    """A round in which two wizards choose at once, a line each. `forks`: rounds that were played out."""

    def __init__(
        self, duel: engine.Duel, rows: Sequence[Line], columns: Sequence[Line], judge: Judge, others: Judge
    ) -> None:
        self.rows, self.columns, self.judge, self.others = rows, columns, judge, others
        self.forks = 0
        self._duel = duel
        both = {rows[0].name, columns[0].name}
        self._rest = {other: lines_of(duel, other, others)[0].orders for other in duel.acting if other not in both}

    def after(self, row: Line, column: Line) -> engine.Duel:
        """The duel after these two lines, and what all others will likely do."""
        self.forks += 1
        return engine.fork(self._duel, {**self._rest, row.name: row.orders, column.name: column.orders})

    def values(self) -> Matrix:
        """What each row is worth against each column, by how the duel stands after the round."""
        value, name = self.judge.value, self.rows[0].name
        return [[value(self.after(row, column), name) for column in self.columns] for row in self.rows]


def _look_further(
    root: Game, level: Level, gains: list[list[float]], p: list[float], q: list[float]
) -> tuple[list[float], list[float]]:
    """The mixtures once the lines that are played most have been looked into for a round further."""
    seen = set[tuple[int, int]]()
    for _ in range(TWICE):
        for i in _most(p, level.deepens):
            for j in _most(q, level.deepens):
                if (i, j) not in seen:
                    seen.add((i, j))
                    gains[i][j] = _worth_further(root, level, i, j) + root.rows[i].taste
        p, q, _ = solve(trusting(gains, level.trust))
    return p, q


def _worth_further(root: Game, level: Level, i: int, j: int) -> float:
    """What the duel is worth after these two lines, by the game of the round that follows."""
    row, column = root.rows[i], root.columns[j]
    value, forks = worth_by_game(root.after(row, column), row.name, column.name, root.judge, root.others, level.inner)
    root.forks += forks
    return value


def worth_by_game(duel: engine.Duel, name: str, foe: str, judge: Judge, others: Judge, size: int) -> tuple[float, int]:
    """What a duel is worth to one of two wizards by the game of the round to come, and the rounds played out for it.

    `size`: the lines of each that are looked into. Where either does not act: by how it stands.
    """
    if duel.result is not None or name not in duel.acting or foe not in duel.acting:
        return judge.value(duel, name), 0
    game = Game(duel, lines_of(duel, name, judge)[:size], lines_of(duel, foe, others)[:size], judge, others)
    return solve(game.values(), INNER_TURNS)[2], game.forks


def _most(shares: Sequence[float], number: int) -> list[int]:
    """The places of the largest shares."""
    return sorted(range(len(shares)), key=lambda place: -shares[place])[:number]
