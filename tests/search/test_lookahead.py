from dataclasses import replace

import pytest

from tests.search.duels import played
from wavinghands import engine
from wavinghands.search import lookahead
from wavinghands.search.levels import LEVELS
from wavinghands.search.temperaments import TEMPERAMENTS


def mixture(duel, level):
    return lookahead.look_ahead(engine.belief(duel, "A"), "A", level, TEMPERAMENTS["even"]).mixture


@pytest.mark.parametrize("change", [-0.3, 0.3])
def test_lines_are_not_preferred_for_having_been_searched_less_deeply(monkeypatch, change):
    def changed(duel, name, foe, evaluator, others, size):
        return evaluator.value(duel, name) + change, 0

    monkeypatch.setattr(lookahead, "value_by_game", changed)
    for duel in played("classic", rounds=12, seed=3)[2::3]:
        deep = mixture(duel, LEVELS[5])
        assert deep == pytest.approx(mixture(duel, replace(LEVELS[5], deepens=0)), abs=1e-6)
