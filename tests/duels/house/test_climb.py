"""Progress through the levels of the house."""

import pytest

from duels.house.climb import TOP, Step, climbed

AT_THE_FOOT = Step()


def after(*duels, step=AT_THE_FOOT):
    """Return the progress after duels given as level and result: "1 won"."""
    for level, result in (duel.split() for duel in duels):
        step = climbed(step, int(level), result)
    return step


def test_after_a_win_the_next_level_is_offered():
    assert after("1 won") == Step(level=2, best=1, won_in_a_row=1)
    assert after("1 won", "2 won") == Step(level=3, best=2, won_in_a_row=2)


def test_after_two_losses_in_a_row_an_easier_level_is_offered():
    at_three = Step(level=3, best=2)
    assert after("3 lost", step=at_three).level == 3
    assert after("3 lost", "3 lost", step=at_three) == Step(level=2, best=2)
    assert after("3 lost", "3 lost", "2 lost", step=at_three).level == 2
    assert after("3 lost", "3 lost", "2 lost", "2 lost", step=at_three).level == 1


@pytest.mark.parametrize("between", ["3 won", "3 drew"])
def test_interrupted_losses_are_not_in_a_row(between):
    assert after("3 lost", between, "3 lost", step=Step(level=3)).level >= 3


def test_the_level_stays_within_its_range():
    assert after("1 lost", "1 lost", "1 lost", "1 lost").level == 1
    assert after(f"{TOP} won", f"{TOP} won") == Step(level=TOP, best=TOP, won_in_a_row=2)


def test_a_loss_to_a_much_higher_level_costs_nothing():
    assert after("5 lost", "5 lost", "5 lost", step=Step(level=2)).level == 2


def test_a_win_against_an_easier_level_changes_nothing():
    assert after("1 won", step=Step(level=4, best=3)) == Step(level=4, best=3, won_in_a_row=1)
