"""How votes are counted, case by case."""

import pytest

from duels.challenges.votes import verdict

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
