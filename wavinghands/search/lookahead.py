"""Lookahead: a search in which both sides choose a line at the same time.

The most likely outcomes are searched one or more rounds further.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from statistics import fmean
from typing import NamedTuple

from wavinghands import engine
from wavinghands.search.dangers import simulate
from wavinghands.search.evaluation import ROUGH, WEIGHTS, Evaluator
from wavinghands.search.levels import Level
from wavinghands.search.lines import Line, lines_of, varied
from wavinghands.search.matrix import Matrix, against, largest_indices, solve
from wavinghands.search.stalemate import discourage_repetition, widened
from wavinghands.search.temperaments import Temperament

INNER_TURNS = 20
"""The number of iterations for solving a game below the root."""
LIKELIER = 2.5
"""The factor by which each reply is considered likelier than the next most promising one."""
TWICE = 2
"""The number of passes that search the best lines further. Each pass may make other lines the best."""


class Found(NamedTuple):
    """The result of a lookahead.

    `mixture` contains the probability of each line, `gains` the value of each line, and `reply` the probability of each
    reply. `branches` is the number of rounds simulated.
    """

    lines: Sequence[Line]
    mixture: Sequence[float]
    gains: Sequence[float]
    replies: Sequence[Line]
    reply: Sequence[float]
    branches: int


@lru_cache
def evaluators_of(level: Level) -> tuple[Evaluator, Evaluator]:
    """Return two evaluators for a player of this level: one for its own wizard, and one for the other wizards."""
    weights = WEIGHTS if level.expert else ROUGH
    return Evaluator(weights, level.shuns, expert=level.expert), Evaluator(weights, expert=level.expert)


def look_ahead(duel: engine.Duel, name: str, level: Level, temperament: Temperament) -> Found:
    """Search the coming round as a wizard of this level.

    `duel` must be the duel as that wizard knows it.
    """
    level = widened(level, duel)
    evaluator, others = evaluators_of(level)
    caution = level.timid if temperament.is_timid else level.bold
    lines = discourage_repetition(
        duel, lines_of(duel, name, evaluator, temperament.likes, taste=level.taste, caution=caution)
    )
    foe = duel.enemy_of(name)
    if not level.columns or foe is None or foe not in duel.acting:
        best = max(lines, key=lambda line: line.estimate + line.taste)
        return Found([best], [1.0], [evaluator.value(duel, name)], [], [], 0)
    replies = lines_of(duel, foe, others)[: level.columns]
    rest = {other: lines_of(duel, other, others)[0].orders for other in duel.acting if other not in (name, foe)}
    root = Game(duel, lines[: level.rows], replies, evaluator, rest)
    gains: Matrix = [[value + _taste(root, i, j) for j, value in enumerate(row)] for i, row in enumerate(root.values())]
    p, q, _ = solve(trusting(gains, level.trust))
    if level.deepens:
        gains, p, q = _look_further(root, level, gains, q)
    return Found(root.rows, p, against(gains, q), root.columns, q, root.branches)


def trusting(gains: Matrix, trust: float) -> Matrix:
    """Return a matrix in which each gain is mixed with its row's expected gain against the likely replies.

    `trust` is the weight of the expected gain, from 0 (the opponent might do anything) to 1 (the opponent does the
    likeliest thing).
    """
    if not trust:
        return gains
    return mixed(gains, against(gains, _likely(len(gains[0]))), trust)


def _likely(number: int) -> list[float]:
    """Return how likely an opponent who does not search is to give each of `number` replies, most promising first."""
    weights = [LIKELIER**-place for place in range(number)]
    whole = sum(weights)
    return [weight / whole for weight in weights]


def _foreseen(q: Sequence[float], trust: float) -> list[float]:
    """Return the expected probability of each reply.

    It is interpolated between the reply's probability in the best mixture `q` (`trust` 0) and its probability if the
    opponent does not search (`trust` 1).
    """
    return [(1 - trust) * best + trust * likely for best, likely in zip(q, _likely(len(q)), strict=True)]


def mixed(gains: Matrix, usual: Sequence[float], trust: float) -> Matrix:
    """Return a matrix in which each gain is mixed with its row's value in `usual`.

    `trust` is the weight of that value, from 0 to 1.
    """
    return [[(1 - trust) * gain + trust * hoped for gain in row] for row, hoped in zip(gains, usual, strict=True)]


class Game:
    """A round as a game in which two wizards choose their lines at the same time.

    `rest` contains the orders of all other wizards; those without orders do nothing. `branches` is the number of rounds
    simulated so far, including those of deeper searches.
    """

    def __init__(
        self,
        duel: engine.Duel,
        rows: Sequence[Line],
        columns: Sequence[Line],
        evaluator: Evaluator,
        rest: Mapping[str, engine.Orders],
    ) -> None:
        self.rows, self.columns, self.evaluator = rows, columns, evaluator
        self.branches = 0
        self._duel, self.rest = duel, rest
        self._played = dict[tuple[int, int], engine.Duel]()

    def after(self, i: int, j: int) -> engine.Duel:
        """Return the duel after row `i`, column `j` and the orders of all other wizards."""
        if (i, j) not in self._played:
            self.branches += 1
            pair = {line.name: line.orders for line in (self.rows[i], self.columns[j])}
            self._played[i, j] = simulate(self._duel, {**self.rest, **pair})
        return self._played[i, j]

    def values(self) -> Matrix:
        """Return a matrix with the value of the position after each pair of a row and a column."""
        value, name, columns = self.evaluator.value, self.rows[0].name, range(len(self.columns))
        return [[value(self.after(i, j), name) for j in columns] for i in range(len(self.rows))]


def _taste(root: Game, i: int, j: int) -> float:
    """Return what the wizard's preferences and repetition add to the value of this pair of lines.

    It is nothing if the duel then ends, because nobody should shun a win that repeats earlier moves.
    """
    return root.rows[i].taste if root.after(i, j).result is None else 0.0


def _look_further(root: Game, level: Level, gains: Matrix, q: list[float]) -> tuple[Matrix, list[float], list[float]]:
    """Search the most promising lines against the likeliest replies one round further.

    Return the updated gains and both updated mixtures. All other gains are shifted by the mean change of those that
    were searched further. Otherwise, lines would look better or worse only because they were searched less deeply.
    """
    further = dict[tuple[int, int], float]()
    nearer = gains
    for _ in range(TWICE):
        reply = _foreseen(q, level.trust)
        for i in largest_indices(against(gains, reply), level.deepens):
            for j in largest_indices(reply, level.deepens):
                if (i, j) not in further:
                    further[i, j] = _value_further(root, level, i, j) + _taste(root, i, j)
        change = fmean(gain - nearer[i][j] for (i, j), gain in further.items())
        gains = [[further.get((i, j), gain + change) for j, gain in enumerate(row)] for i, row in enumerate(nearer)]
        p, q, _ = solve(trusting(gains, level.trust))
    return gains, p, q


def _value_further(root: Game, level: Level, i: int, j: int) -> float:
    """Return the value of the duel after these two lines, by solving the game of the following round.

    In a melee, no rounds after it are searched, because all other wizards would do nothing in them.
    """
    name, foe = root.rows[i].name, root.columns[j].name
    sizes = level.inner[:1] if root.rest else level.inner
    value, branches = value_by_game(root.after(i, j), name, foe, *evaluators_of(level), sizes)
    root.branches += branches
    return value


def value_by_game(
    duel: engine.Duel, name: str, foe: str, evaluator: Evaluator, others: Evaluator, sizes: Sequence[int]
) -> tuple[float, int]:
    """Solve the coming round, and return its value for wizard `name` and the number of simulated rounds.

    `sizes` contains the number of lines considered for each wizard in each round, starting with the coming one. Further
    rounds follow the likeliest outcome, and the result is the mean of the value of the round and that of the next one.
    In a melee, all other wizards do nothing. If one of the two does not act, the position is evaluated without
    simulating a round.
    """
    if duel.result is not None or name not in duel.acting or foe not in duel.acting:
        return evaluator.value(duel, name), 0
    size, *later = sizes
    rows, columns = varied(lines_of(duel, name, evaluator), size), varied(lines_of(duel, foe, others), size)
    game = Game(duel, rows, columns, evaluator, {})
    p, q, value = solve(game.values(), INNER_TURNS)
    if not later:
        return value, game.branches
    (i,), (j,) = largest_indices(p, 1), largest_indices(q, 1)
    further, branches = value_by_game(game.after(i, j), name, foe, evaluator, others, later)
    return (value + further) / 2, game.branches + branches
