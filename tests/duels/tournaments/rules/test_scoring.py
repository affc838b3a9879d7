import pytest

from duels.ladder.scores import DREW, LOST, WON
from duels.tournaments.rules.scoring import score_for


@pytest.mark.parametrize(
    ("results", "points"),
    [
        ([WON], [2]),
        ([DREW, LOST], [1, 0]),
        ([WON, WON, WON, WON], [2, 2, 4, 4]),
        ([WON, WON, DREW, WON], [2, 2, 1, 2]),
        ([WON, WON, WON, LOST, WON, WON, WON], [2, 2, 4, 0, 2, 2, 4]),
    ],
)
def test_from_the_third_win_in_a_row_on_wins_count_double(results, points):
    streak, got = 0, []
    for result in results:
        score = score_for(result, streak)
        streak = score.streak
        got.append(score.points)
    assert got == points


def test_duels_with_house_wizards_count_half_and_keep_the_streak():
    assert score_for(WON, 0, is_house=True) == (1, 1)
    assert score_for(WON, 2, is_house=True) == (2, 3)
    assert score_for(DREW, 2, is_house=True) == (0.5, 0)
