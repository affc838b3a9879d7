import pytest
from hypothesis import given
from hypothesis import strategies as st

from wavinghands.search.matrix import against, solve

GAINS = st.integers(1, 5).flatmap(
    lambda columns: st.lists(
        st.lists(st.floats(-1, 1, width=16), min_size=columns, max_size=columns), min_size=1, max_size=5
    )
)


def test_rock_paper_scissors_is_played_with_equal_shares():
    p, q, value = solve([[0, 1, -1], [-1, 0, 1], [1, -1, 0]])
    assert p == pytest.approx([1 / 3] * 3)
    assert q == pytest.approx([1 / 3] * 3)
    assert value == pytest.approx(0)


def test_a_game_with_uneven_stakes_has_its_known_solution():
    """Solve a game in which the row player wins 3 or 1 if both choose the same option, and otherwise loses 2.

    Both players should choose the first option with a probability of 3/8. The column player then gains 1/8 on average.
    """
    p, q, value = solve([[3, -2], [-2, 1]], turns=2000)
    assert p == pytest.approx([3 / 8, 5 / 8], abs=0.01)
    assert q == pytest.approx([3 / 8, 5 / 8], abs=0.01)
    assert value == pytest.approx(-1 / 8, abs=0.01)


@given(GAINS)
def test_nobody_gains_much_by_deviating(gains):
    p, q, value = solve(gains, turns=1000)
    best = max(against(gains, q))
    worst = min(against(list(zip(*gains, strict=True)), p))
    assert sum(p) == pytest.approx(1)
    assert worst - 1e-9 <= value <= best + 1e-9
    assert best - worst < 0.1
