"""Tests for ratings: Glicko-2 as published, and the library openskill for melees."""

import pytest

from duels.ladder.ratings import MELEE_UNKNOWN, UNKNOWN, Game, Rating, after, after_melee, idle
from duels.wording.provisional import is_provisional


def test_the_published_glicko_2_example_is_reproduced():
    """Check the example in Glickman, "Example of the Glicko-2 system", page 4.

    The paper rounds intermediate values.
    """
    games = [Game(Rating(1400, 30), 1), Game(Rating(1550, 100), 0), Game(Rating(1700, 300), 0)]
    new = after(Rating(1500, 200, 0.06), games, tau=0.5)
    assert new.rating == pytest.approx(1464.06, abs=0.01)
    assert new.deviation == pytest.approx(151.52, abs=0.01)
    assert new.volatility == pytest.approx(0.05999, abs=0.00001)


def test_a_surprise_makes_a_mage_more_volatile():
    surprised = after(Rating(1500, 60), [Game(Rating(2400, 30), 1)] * 3)
    expected = after(Rating(1500, 60), [Game(Rating(1500, 30), 1), Game(Rating(1500, 30), 0)])
    assert surprised.volatility > 0.06 > expected.volatility


def test_a_draw_between_equals_keeps_them_equal():
    one = after(Rating(), [Game(Rating(), 0.5)])
    assert one.rating == 1500
    assert one.deviation < UNKNOWN


def test_a_week_without_games_is_one_rating_period():
    assert idle(Rating(1500, 100), days=7) == after(Rating(1500, 100), [])


def test_the_deviation_grows_with_time_up_to_that_of_a_new_player():
    seasoned = Rating(1700, 60)
    deviations = [idle(seasoned, days).deviation for days in (0, 1, 30, 365, 100_000)]
    assert deviations == sorted(deviations)
    assert deviations[0] == 60
    assert deviations[-1] == UNKNOWN
    assert idle(seasoned, 365).rating == 1700


def test_after_a_dozen_duels_a_rating_is_no_longer_provisional():
    mage, others = Rating(), Rating(1500, 80)
    for number in range(12):
        assert is_provisional(mage.deviation, melee=False) == (number < 11)
        mage = after(mage, [Game(others, number % 2)])


def test_a_better_place_in_a_melee_gains_more_rating():
    sides = [[Rating(1500, MELEE_UNKNOWN)] for _ in range(4)]
    ratings = [side[0].rating for side in after_melee(sides, places=[4, 1, 3, 2])]
    assert sorted(range(4), key=ratings.__getitem__) == [0, 2, 3, 1]


def test_wizards_who_fall_together_are_rated_alike():
    sides = [[Rating(1500, MELEE_UNKNOWN)] for _ in range(3)]
    (first,), (second,), (third,) = after_melee(sides, places=[1, 2, 2])
    assert first.rating > second.rating == third.rating


def test_a_team_is_rated_together():
    sides = [[Rating(1500, MELEE_UNKNOWN)] * 2, [Rating(1500, MELEE_UNKNOWN)] * 2]
    winners, losers = after_melee(sides, places=[1, 2])
    assert winners[0] == winners[1]
    assert winners[0].rating > 1500 > losers[0].rating
    assert winners[0].deviation < MELEE_UNKNOWN
