from collections import Counter
from dataclasses import replace
from math import atanh

import pytest

from tests.search.duels import a_duel, played
from tests.search.test_dangers import repeating
from wavinghands import engine
from wavinghands.search.evaluation import (
    WEIGHTS,
    Evaluator,
    hand_features,
    hit_point_features,
    other_features,
    resources_in,
)
from wavinghands.search.fitting import Example, brier, fit

EVALUATOR = Evaluator()


def test_an_equal_position_is_worth_nothing():
    assert EVALUATOR.value(a_duel(), "A") == 0


def test_the_values_of_both_wizards_cancel_out():
    for duel in played("classic", rounds=18, seed=3):
        assert EVALUATOR.value(duel, "A") == pytest.approx(-EVALUATOR.value(duel, "B"))


def test_the_value_follows_from_the_features():
    for duel in played("warlocks", rounds=18, seed=3):
        lexicon, everybody = duel.lexicon, resources_in(duel)
        for resources in everybody:
            features = Counter()
            for name, much in (
                *hit_point_features(resources.wizard),
                *hand_features(lexicon, resources),
                *other_features(lexicon, resources, everybody),
            ):
                features[name] += much
            fitted = sum(WEIGHTS.get(name, 0) * much for name, much in features.items())
            strength = EVALUATOR.strength(lexicon, resources, everybody, body_weight=1, hands_weight=1)
            assert strength == pytest.approx(fitted)


def worth_of_a_plan(duel, number):
    """Return how much an unfinished Summon Ogre improves White's chances in round `number`, in logits."""
    black, white = duel.wizard("Black"), duel.wizard("White")
    with_plan, without = (
        replace(duel, number=number, wizards=(black, white._replace(woven=("", made)))) for made in ("PSF", "")
    )
    return atanh(EVALUATOR.value(with_plan, "White")) - atanh(EVALUATOR.value(without, "White"))


def test_plans_weigh_more_in_a_long_duel_unless_someone_is_bound_for_ever():
    bound = repeating("classic", "W")
    free = replace(bound, wizards=tuple(wizard._replace(effects={}) for wizard in bound.wizards))
    assert worth_of_a_plan(free, 60) > worth_of_a_plan(free, 20)
    assert 0 < worth_of_a_plan(bound, 60) < worth_of_a_plan(bound, 20)


def test_a_finished_duel_is_worth_all_or_nothing():
    duel = a_duel()
    over = engine.settle(duel, {"A": {"left": "P", "right": "P"}, "B": {"left": "-", "right": "-"}})
    assert (EVALUATOR.value(over, "A"), EVALUATOR.value(over, "B")) == (-1, 1)


def test_a_fit_finds_the_deciding_feature():
    duels = [[Example({"hp": sign * 3.0, "noise": 1.0}, (sign + 1) / 2)] * 4 for sign in (1, -1)] * 40
    weights = fit(duels, {})
    assert weights["hp"] > 0.3
    assert abs(weights.get("noise", 0)) < 0.1
    assert brier(weights, [example for duel in duels for example in duel]) < 0.1
