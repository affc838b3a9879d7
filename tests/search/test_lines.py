from tests.search.players.test_players import after
from wavinghands.search.evaluation import Evaluator
from wavinghands.search.lines import lines_of, varied

DUEL = after("classic", ("PWPFSSS", "-------"), ("-------", "-------"))
"""A duel in which White can point a Finger of Death."""


def points(line):
    return "finger_of_death" in {casting.spell.slug for casting in line.chosen.castings}


def test_not_all_lines_cast_the_spell_that_looks_best():
    lines = lines_of(DUEL, "White", Evaluator())
    assert all(points(line) for line in lines[:3])
    assert [points(line) for line in varied(lines, 3)] == [True, True, False]
    assert [points(line) for line in varied(lines, 2)] == [True, False]


def test_lines_that_cast_nothing_stay_in_order():
    lines = [line for line in lines_of(DUEL, "Black", Evaluator()) if not line.chosen.castings]
    assert varied(lines, 4) == lines[:4]


def test_other_lines_fill_up_if_all_cast_the_same_spell():
    lines = [line for line in lines_of(DUEL, "White", Evaluator()) if points(line)]
    assert varied(lines, 3) == lines[:3]
    assert varied(lines[:1], 3) == lines[:1]
