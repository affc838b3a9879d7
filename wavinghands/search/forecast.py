"""How likely a wizard wins, as a position of a duel of two tells: logistic weights fitted the whole way.

They predict better than those by which the house plays, and play worse. Before many rounds have been played little is
known, however it looks: chances open slowly.
"""

import json
from collections.abc import Mapping
from math import exp
from pathlib import Path
from typing import Any, Final

from wavinghands import engine
from wavinghands.search.evaluation import WEIGHTS, Judge, means_in

TABLE: Final[Mapping[str, Any]] = json.loads((Path(__file__).parent / "forecast.json").read_text())
"""The weights, how slowly chances open, and how well this predicted duels that it was not fitted to."""
MOST: Final = 30.0
"""Logits beyond which nothing is surer."""


def ramp(number: int, opens: float) -> float:
    """How much of its logits a position counts after so many rounds; after `opens` rounds it is half of them."""
    return number / (number + opens)


def logistic(logits: float) -> float:
    """The chance that is so many logits."""
    return 1 / (1 + exp(-max(-MOST, min(MOST, logits))))


class Forecaster(Judge):
    """Who looks at a position as the house does, but says of it how likely one wins."""

    def __init__(self, table: Mapping[str, Any] = TABLE) -> None:
        super().__init__(WEIGHTS)
        self._opens: float = table["opens"]
        self._fitted = Judge(table["weights"])

    def value(self, duel: engine.Duel, name: str) -> float:
        """What a duel of two is worth to the wizard of this name, from -1, lost, to 1, won: twice his chance less 1."""
        if duel.result is not None or any(not wizard.stands for wizard in duel.wizards):
            return super().value(duel, name)
        everybody = means_in(duel)
        mine, theirs = (
            self._fitted.strength(duel.lexicon, means, everybody, body_counts=1, craft_counts=1)
            for means in sorted(everybody, key=lambda means: means.wizard.name != name)
        )
        return 2 * logistic((mine - theirs) * ramp(duel.number, self._opens)) - 1

    def chance(self, duel: engine.Duel, name: str) -> float:
        """How likely the wizard of this name wins a duel of two, a draw counted half."""
        return (1 + self.value(duel, name)) / 2


FORECASTER: Final = Forecaster()
