"""How votes are counted and sides are filled, case by case."""

import pytest

from duels.challenges.votes import has_two_sides, sides, verdict

CHALLENGER = 1


@pytest.mark.parametrize(
    ("voters", "accept", "oppose", "decided"),
    [
        ({1}, {1}, set(), True),
        ({1, 2}, {1}, set(), None),
        ({1, 2}, {2}, set(), None),
        ({1, 2}, {1, 2}, set(), True),
        ({1, 2}, {1}, {2}, True),  # a draw: the challenger's vote is double
        ({1, 2}, {2}, {1}, False),
        ({1, 2}, set(), {1, 2}, False),
        ({1, 2, 3}, {2}, set(), None),
        ({1, 2, 3}, {2, 3}, set(), True),  # more than half, without the challenger
        ({1, 2, 3}, {2}, {1}, None),
        ({1, 2, 3}, {2}, {1, 3}, False),
        ({1, 2, 3, 4}, {2, 3}, set(), None),  # exactly half is not more than half
        ({1, 2, 3, 4}, {2, 3}, {1}, None),
        ({1, 2, 3, 4}, {2, 3}, {1, 4}, False),
        ({1, 2, 3, 4}, {1, 3}, {2, 4}, True),
        ({1, 2, 3, 4}, {2, 3, 4}, set(), True),
        ({1, 2, 3, 4}, {2}, {1, 3, 4}, False),
        ({1, 2}, {1, 3}, {4}, None),  # votes of those who have left count no more
    ],
)
def test_a_change_is_adopted_by_more_than_half_and_in_a_draw_by_the_challenger(voters, accept, oppose, decided):
    assert verdict(voters, challenger=CHALLENGER, accept=accept, oppose=oppose) is decided


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
