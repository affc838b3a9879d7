from statistics import fmean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duels.tournaments.rules.tables import LARGEST, places, points, sizes, tables

FEW = st.integers(1, 40)
STRENGTHS = st.dictionaries(st.integers(), st.integers(0, 5), min_size=3, max_size=4)


@given(FEW)
def test_tables_have_three_or_four_players_wherever_that_is_possible(players):
    found = sizes(players)
    assert sum(found) == players
    if players not in (1, 2, 5):
        assert set(found) <= {3, 4}
    assert len(found) == -(-players // LARGEST)


@st.composite
def fields(draw):
    """Generate players, best first, and the players whom each of them may not meet."""
    ranked = draw(st.permutations(range(draw(FEW))))
    pairs = draw(st.lists(st.tuples(st.sampled_from(ranked), st.sampled_from(ranked)), max_size=20))
    barred = {it: set() for it in ranked}
    for one, other in pairs:
        if one != other:
            barred[one].add(other)
            barred[other].add(one)
    return ranked, barred


@given(fields(), st.booleans())
def test_everybody_sits_at_one_table_and_never_with_somebody_barred(field, is_first_round):
    ranked, barred = field
    found = tables(ranked, barred, is_first_round=is_first_round)
    assert sorted(it for table in found for it in table) == sorted(ranked)
    assert all(1 <= len(table) <= LARGEST for table in found)
    assert all(other not in barred[one] for table in found for one in table for other in table)


@given(FEW)
def test_later_rounds_seat_neighbours_in_the_standings(players):
    ranked = list(range(players))
    assert [it for table in tables(ranked, {}, is_first_round=False) for it in table] == ranked


@given(st.integers(2, 10))
def test_tables_of_the_first_round_are_equally_strong(fours):
    ranked = list(range(LARGEST * fours))
    found = tables(ranked, {}, is_first_round=True)
    assert {fmean(table) for table in found} == {fmean(ranked)}


def test_a_player_who_may_meet_nobody_sits_alone():
    assert tables([1, 2, 3, 4], {1: {2, 3, 4}, 2: {1}, 3: {1}, 4: {1}}, is_first_round=True) == [[1], [2, 3, 4]]


@given(STRENGTHS)
def test_every_table_gives_three_points_on_average(strengths):
    found = points(strengths)
    assert sum(found.values()) == 3 * len(strengths)


@given(STRENGTHS)
def test_a_better_place_gives_more_points_and_equal_ones_as_many(strengths):
    found, placed = points(strengths), places(strengths)
    for one in strengths:
        for other in strengths:
            assert (strengths[one] > strengths[other]) == (found[one] > found[other])
            assert (strengths[one] > strengths[other]) == (placed[one] < placed[other])


@pytest.mark.parametrize(
    ("strengths", "expected"),
    [((9, 8, 7, 6), (6, 4, 2, 0)), ((9, 8, 7), (6, 3, 0)), ((9, 9, 7), (4.5, 4.5, 0)), ((9, 7, 7, 7), (6, 2, 2, 2))],
)
def test_points_by_place(strengths, expected):
    assert tuple(points(dict(enumerate(strengths))).values()) == expected
