"""Who stands on which side, case by case."""

import pytest

from duels.challenges.teams import has_two_sides, sides


@pytest.mark.parametrize(
    ("chosen", "teams", "expected"),
    [
        ([None, None], 0, [None, None]),
        ([None, None, None, None], 2, [1, 2, 1, 2]),
        ([2, None, None], 2, [2, 1, 1]),
        ([1, 1, None, None], 2, [1, 1, 2, 2]),
        ([1, 2, 2, 2], 2, [1, 2, 2, 2]),
        ([None] * 5, 3, [1, 2, 3, 1, 2]),
    ],
)
def test_who_chose_no_team_goes_where_fewest_are(chosen, teams, expected):
    assert sides(chosen, teams) == expected


@pytest.mark.parametrize(
    ("chosen", "teams", "fight"),
    [([None], 0, False), ([None, None], 0, True), ([1, 1], 2, False), ([1, None], 2, True), ([1, 2], 2, True)],
)
def test_a_duel_needs_two_sides(chosen, teams, fight):
    assert has_two_sides(chosen, teams) is fight
