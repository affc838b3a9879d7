"""Forecasts of the winner of a two-player duel, from fully fitted logistic weights.

These weights predict winners better than the weights of the computer players, but choose worse orders. Early positions
say little, so chances stay close to one half at first.
"""

import json
from collections.abc import Mapping
from math import exp
from pathlib import Path
from typing import Any, Final

from wavinghands import engine
from wavinghands.search.evaluation import WEIGHTS, Evaluator, resources_in

TABLE: Final[Mapping[str, Any]] = json.loads((Path(__file__).parent / "forecast.json").read_text())
"""The weights, the ramp of the chances, and how well they predicted held-out duels."""
MOST: Final = 30.0
"""The maximum absolute value of logits."""


def ramp(number: int, opens: float) -> float:
    """Return the factor for the logits of a position after `number` rounds.

    It is one half after `opens` rounds.
    """
    return number / (number + opens)


def logistic(logits: float) -> float:
    """Convert logits to a probability."""
    return 1 / (1 + exp(-max(-MOST, min(MOST, logits))))


class Forecaster(Evaluator):
    """An evaluator calibrated to the probability of winning."""

    def __init__(self, table: Mapping[str, Any] = TABLE) -> None:
        super().__init__(WEIGHTS)
        self._opens: float = table["opens"]
        self._fitted = Evaluator(table["weights"])

    def value(self, duel: engine.Duel, name: str) -> float:
        """Return the value of a two-player duel for the named wizard: twice the chance of winning, minus 1."""
        if duel.result is not None or any(not wizard.stands for wizard in duel.wizards):
            return super().value(duel, name)
        everybody = resources_in(duel)
        mine, theirs = (
            self._fitted.strength(duel.lexicon, resources, everybody, body_weight=1, hands_weight=1)
            for resources in sorted(everybody, key=lambda resources: resources.wizard.name != name)
        )
        return 2 * logistic((mine - theirs) * ramp(duel.number, self._opens)) - 1

    def chance(self, duel: engine.Duel, name: str) -> float:
        """Return the named wizard's probability of winning a two-player duel.

        A draw counts as half a win.
        """
        return (1 + self.value(duel, name)) / 2


FORECASTER: Final = Forecaster()
