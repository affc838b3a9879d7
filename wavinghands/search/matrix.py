"""A solver for simultaneous-move games.

It finds equilibrium mixtures by regret matching+. Negative regrets are reset to zero, and later mixtures have more
weight. Source: Tammelin, "Solving Large Imperfect Information Games Using CFR+" (2014).
"""

from collections.abc import Sequence
from operator import mul

Matrix = Sequence[Sequence[float]]
"""The gain of each row against each column."""


def solve(gains: Matrix, turns: int = 60) -> tuple[list[float], list[float], float]:
    """Return nearly optimal mixed strategies of the row and the column player, and the game's value for the row player.

    `turns` is the number of iterations.
    """
    losses = [[-gain for gain in column] for column in zip(*gains, strict=True)]
    mine, theirs = _Side(gains), _Side(losses)
    for turn in range(1, turns + 1):
        mine.answer(theirs.mixture, turn)
        theirs.answer(mine.mixture, turn)
    mixture, reply = _shares(mine.total), _shares(theirs.total)
    return mixture, reply, sum(map(mul, mixture, against(gains, reply)))


def against(gains: Matrix, mixture: Sequence[float]) -> list[float]:
    """Return the gain of each row against a mixture of columns."""
    return [sum(map(mul, row, mixture)) for row in gains]


def largest_indices(values: Sequence[float], number: int) -> list[int]:
    """Return the indices of the `number` largest values, in descending order of value."""
    return sorted(range(len(values)), key=lambda place: -values[place])[:number]


class _Side:
    """One side of a game: its gains, its regrets, its mixture and the weighted sum of its past mixtures."""

    def __init__(self, gains: Matrix) -> None:
        size = len(gains)
        self._gains = gains
        self._regret = [0.0] * size
        self.mixture = [1 / size] * size
        self.total = [0.0] * size

    def answer(self, reply: Sequence[float], turn: int) -> None:
        """Update the regrets and the mixture after the opponent's mixture `reply`."""
        won = against(self._gains, reply)
        value = sum(map(mul, won, self.mixture))
        self._regret = [
            regret if (regret := kept + gain - value) > 0 else 0.0 for kept, gain in zip(self._regret, won, strict=True)
        ]
        self.mixture = _shares(self._regret)
        self.total = [kept + turn * now for kept, now in zip(self.total, self.mixture, strict=True)]


def _shares(weights: list[float]) -> list[float]:
    whole = sum(weights)
    return [weight / whole for weight in weights] if whole > 0 else [1 / len(weights)] * len(weights)
