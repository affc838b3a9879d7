"""Fitting the evaluation weights to the results of duels.

The method is logistic regression by stochastic gradient descent. Source of the step sizes: Duchi, Hazan, Singer,
"Adaptive Subgradient Methods" (2011).
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import exp, sqrt
from random import Random
from typing import Final

from wavinghands import engine
from wavinghands.search.evaluation import hand_features, hit_point_features, other_features, resources_in

RATE: Final = 0.08
"""The initial step size."""
KEEPS: Final = 0.05
"""How strongly each weight is pulled towards its prior value."""


@dataclass(frozen=True, slots=True)
class Example:
    """A position and the result of its duel.

    `difference` is the first wizard's features minus the second wizard's. `outcome` is the first wizard's result: 1 for
    a win, 0.5 for a draw, 0 for a loss. `number` is the number of rounds played before the position.
    """

    difference: Mapping[str, float]
    outcome: float
    number: int = 0


def examples_of(course: Sequence[engine.Duel]) -> list[Example]:
    """Return the positions of a two-player duel from the first wizard's point of view."""
    last = course[-1]
    winners = last.result["winners"] if last.result else []
    name = last.wizards[0].name
    outcome = 0.5 if len(winners) != 1 else float(winners[0] == name)
    return [Example(_difference(duel), outcome, duel.number) for duel in course if duel.result is None]


def _difference(duel: engine.Duel) -> dict[str, float]:
    difference: dict[str, float] = defaultdict(float)
    lexicon, everybody = duel.lexicon, resources_in(duel)
    for sign, resources in zip((1, -1), everybody, strict=True):
        for feature, much in (
            *hit_point_features(resources.wizard),
            *hand_features(lexicon, resources),
            *other_features(lexicon, resources, everybody),
        ):
            difference[feature] += sign * much
    return {feature: much for feature, much in difference.items() if much}


def fit(
    duels: Sequence[Sequence[Example]], prior: Mapping[str, float], *, turns: int = 8, seed: int = 0
) -> dict[str, float]:
    """Return the weights that best explain the results.

    Where there is little data, the weights stay close to `prior`. Positions are weighted so that long duels do not
    dominate.
    """
    weights: dict[str, float] = defaultdict(float, **prior)
    slopes: dict[str, float] = defaultdict(lambda: 1.0)
    dice = Random(seed)
    order = [(example, 1 / sqrt(len(duel))) for duel in duels for example in duel]
    for _ in range(turns):
        dice.shuffle(order)
        for example, share in order:
            _step(weights, slopes, prior, example, share)
    return {feature: round(weight, 4) for feature, weight in sorted(weights.items()) if abs(weight) > 0.005}


def part_way(prior: Mapping[str, float], fitted: Mapping[str, float], share: float) -> dict[str, float]:
    """Return weights between `prior` (share 0) and `fitted` (share 1)."""
    features = sorted({*prior, *fitted})
    return {name: round(prior.get(name, 0) * (1 - share) + fitted.get(name, 0) * share, 4) for name in features}


def _step(
    weights: dict[str, float], slopes: dict[str, float], prior: Mapping[str, float], example: Example, share: float
) -> None:
    wrong = (chance(weights, example.difference) - example.outcome) * share
    for feature, much in example.difference.items():
        slope = wrong * much + KEEPS * (weights[feature] - prior.get(feature, 0.0))
        slopes[feature] += slope * slope
        weights[feature] -= RATE * slope / sqrt(slopes[feature])


def chance(weights: Mapping[str, float], difference: Mapping[str, float]) -> float:
    """Return the winning probability of a wizard whose features differ by `difference`."""
    total = sum(weights.get(feature, 0.0) * much for feature, much in difference.items())
    return 1 / (1 + exp(-max(-30.0, min(30.0, total))))


def brier(weights: Mapping[str, float], examples: Iterable[Example]) -> float:
    """Return the mean squared error of the predictions (Brier score)."""
    errors = [(chance(weights, example.difference) - example.outcome) ** 2 for example in examples]
    return sum(errors) / len(errors)
