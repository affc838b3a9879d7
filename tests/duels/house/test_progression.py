import pytest

from duels.house.progression import TOP, Progress, progress_after

AT_THE_START = Progress()


def after(*duels, progress=AT_THE_START):
    """Return a user's progress after these duels.

    Each duel is given as its level and its result, such as "1 won".
    """
    for level, result in (duel.split() for duel in duels):
        progress = progress_after(progress, int(level), result)
    return progress


def test_after_a_win_the_next_level_is_offered():
    assert after("1 won") == Progress(level=2, best=1, won_in_a_row=1)
    assert after("1 won", "2 won") == Progress(level=3, best=2, won_in_a_row=2)


def test_after_two_losses_in_a_row_an_easier_level_is_offered():
    at_three = Progress(level=3, best=2)
    assert after("3 lost", progress=at_three).level == 3
    assert after("3 lost", "3 lost", progress=at_three) == Progress(level=2, best=2)
    assert after("3 lost", "3 lost", "2 lost", progress=at_three).level == 2
    assert after("3 lost", "3 lost", "2 lost", "2 lost", progress=at_three).level == 1


@pytest.mark.parametrize("between", ["3 won", "3 drew"])
def test_interrupted_losses_are_not_in_a_row(between):
    assert after("3 lost", between, "3 lost", progress=Progress(level=3)).level >= 3


def test_the_level_stays_within_its_range():
    assert after("1 lost", "1 lost", "1 lost", "1 lost").level == 1
    assert after(f"{TOP} won", f"{TOP} won") == Progress(level=TOP, best=TOP, won_in_a_row=2)


def test_a_loss_to_a_much_higher_level_costs_nothing():
    assert after("5 lost", "5 lost", "5 lost", progress=Progress(level=2)).level == 2


def test_a_win_against_an_easier_level_changes_nothing():
    assert after("1 won", progress=Progress(level=4, best=3)) == Progress(level=4, best=3, won_in_a_row=1)
