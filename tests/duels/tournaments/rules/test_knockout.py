import pytest
from hypothesis import given
from hypothesis import strategies as st

from duels.ladder.scores import DREW, LOST, WON
from duels.tournaments.rules.knockout import Game, Match, first_round, next_round, rounds_for, wins


def played(pairs, result=WON):
    return {board: Match(one, other, [Game(result if other else WON)]) for board, (one, other) in pairs.items()}


@given(st.integers(2, 64))
def test_the_two_best_seeds_meet_only_in_the_final(count):
    """Check that the best remaining seed meets the worst one in every round if the better seed always wins."""
    seeds, pairs = {it: it for it in range(1, count + 1)}, dict(enumerate(first_round(range(1, count + 1))))
    assert sorted(it for pair in pairs.values() for it in pair if it) == list(seeds)
    for number in range(1, rounds_for(count)):
        left = 2 ** (rounds_for(count) - number)
        assert {1, 2} not in [set(pair) for pair in pairs.values()]
        assert all(other is None or one + other == 2 * left + 1 for one, other in pairs.values())
        pairs = next_round(left, played(pairs), seeds)
    assert list(pairs.values()) == [(1, 2)]


@given(st.integers(2, 64))
def test_only_the_best_seeds_have_byes_and_only_in_the_first_round(count):
    byes = [one for one, other in first_round(range(1, count + 1)) if other is None]
    assert sorted(byes) == list(range(1, 2 ** rounds_for(count) - count + 1))


@pytest.mark.parametrize(
    ("games", "is_over", "needs_replay", "winner"),
    [
        ([Game("")], False, False, None),
        ([Game(WON)], True, False, 7),
        ([Game(LOST)], True, False, 8),
        ([Game(DREW)], False, True, None),
        ([Game(DREW), Game("")], False, False, None),
        ([Game(DREW), Game(LOST)], True, False, 8),
        ([Game(DREW), Game(DREW)], True, False, 7),
        ([Game(LOST, are_both_absent=True)], True, False, None),
    ],
)
def test_a_draw_is_replayed_once_and_then_the_better_seed_goes_through(games, is_over, needs_replay, winner):
    match = Match(7, 8, games)
    assert (match.is_over, match.needs_replay, match.winner) == (is_over, needs_replay, winner)


def test_after_a_match_without_a_winner_the_next_opponent_has_a_bye():
    nobody = Match(1, 8, [Game(LOST, are_both_absent=True)])
    assert next_round(4, {0: nobody, 1: Match(4, 5, [Game(LOST)])}, {5: 5}) == {0: (5, None)}


def test_byes_count_as_matches_won():
    assert wins([Match(1, None, [Game(WON)]), Match(2, 3, [Game(LOST)]), Match(4, 5, [Game("")])]) == {1: 1, 3: 1}
