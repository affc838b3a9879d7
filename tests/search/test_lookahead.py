from dataclasses import replace

import pytest

from tests.search.duels import a_duel, played
from tests.search.players.test_players import after
from tests.search.test_dangers import under
from wavinghands import engine, search
from wavinghands.engine.duel import InForce
from wavinghands.search import lookahead
from wavinghands.search.levels import LEVELS
from wavinghands.search.lines import lines_of
from wavinghands.search.stalemate import LONG
from wavinghands.search.temperaments import TEMPERAMENTS


def mixture(duel, level):
    return lookahead.look_ahead(engine.belief(duel, "A"), "A", level, TEMPERAMENTS["even"]).mixture


@pytest.mark.parametrize("change", [-0.3, 0.3])
def test_lines_are_not_preferred_for_having_been_searched_less_deeply(monkeypatch, change):
    def changed(duel, name, foe, evaluator, others, sizes):
        return evaluator.value(duel, name) + change, 0

    monkeypatch.setattr(lookahead, "value_by_game", changed)
    for duel in played("classic", rounds=12, seed=3)[2::3]:
        deep = mixture(duel, LEVELS[5])
        assert deep == pytest.approx(mixture(duel, replace(LEVELS[5], deepens=0)), abs=1e-6)


def test_later_rounds_follow_the_likeliest_outcome_and_count_half_as_much_each():
    own, others = lookahead.evaluators_of(LEVELS[5])
    for duel in played("classic", rounds=12, seed=3)[2::3]:
        values, later = [], duel
        for _ in range(3):
            lines = (lines_of(later, name, judge)[0] for name, judge in (("A", own), ("B", others)))
            later = engine.branch(later, {line.name: line.orders for line in lines})
            values.append(own.value(later, "A"))
        first, second, third = values
        value, branches = lookahead.value_by_game(duel, "A", "B", own, others, (1, 1, 1))
        assert value == pytest.approx(first / 2 + (second + third) / 4)
        assert branches == 3


def test_nobody_is_expected_to_point_a_finger_of_death_at_a_mirror():
    own, others = lookahead.evaluators_of(LEVELS[5])
    duel = after("classic", ("PWPFSSS", "-------"), ("------C", "------C"))
    value, _ = lookahead.value_by_game(duel, "Black", "White", own, others, (3,))
    assert value < 0.5


def test_nobody_relies_on_confusion_to_break_off_a_finger_of_death():
    own, others = lookahead.evaluators_of(LEVELS[5])
    for black in (("PWPFSSS", "-------"), ("-------", "PWPFSSS")):
        duel = under(after("classic", ("-------", "-------"), black), "Black", {"confusion": InForce(left=1)})
        value, _ = lookahead.value_by_game(duel, "White", "Black", own, others, (3,))
        assert value < -0.5


def test_in_a_melee_one_further_round_is_searched_in_which_others_do_nothing(monkeypatch):
    duel, acting = a_duel("classic", ["A", "B", "C"]), []

    def listen(before, orders, spared):
        acting.append((before.number, {*orders}))
        return branch(before, orders, spared)

    branch = engine.branch
    monkeypatch.setattr(engine, "branch", listen)
    lookahead.look_ahead(duel, "A", LEVELS[5], TEMPERAMENTS["even"])
    assert {frozenset(names) for number, names in acting if number == duel.number} == {frozenset("ABC")}
    pair = frozenset({"A", duel.enemy_of("A")})
    assert {frozenset(names) for number, names in acting if number == duel.number + 1} == {pair}
    assert max(number for number, _ in acting) == duel.number + 1


@pytest.mark.parametrize("level", [3, 4, 5])
def test_nobody_shuns_a_win_that_repeats_earlier_moves(level):
    duel = after("classic", ("-" * LONG,) * 2, ("D" * (LONG - 4) + "FSSD", "P" * LONG))
    paralysis = InForce(by="White", hand="right", since=duel.number, left=1)
    duel = under(duel, "Black", {"paralysis": paralysis})  # the right hand repeats P, so all moves repeat others
    duel = replace(duel, wizards=(duel.wizard("White")._replace(hp=1), duel.wizard("Black")))
    assert search.choose(duel, "Black", level, 3).orders["cast"]["left"] == "fireball"
