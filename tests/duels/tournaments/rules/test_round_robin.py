from collections import Counter
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from duels.tournaments.rules.round_robin import cancelled, counted, pairs_in, rounds_for
from duels.tournaments.rules.standings import Game


@given(st.integers(2, 12))
def test_everybody_meets_everybody_once(count):
    players = list(range(1, count + 1))
    rounds = [pairs_in(players, number) for number in range(1, rounds_for(count) + 1)]
    met = Counter(tuple(sorted(pair)) for pairs in rounds for pair in pairs if pair[1] is not None)
    assert met == Counter(combinations(players, 2))
    for pairs in rounds:
        assert Counter(it for pair in pairs for it in pair if it is not None) == Counter(players)
    byes = Counter(one for pairs in rounds for one, other in pairs if other is None)
    assert byes == (Counter(players) if count % 2 else Counter())


def test_opponents_of_a_player_who_no_longer_exists_have_byes():
    assert sorted(pair for number in (1, 2, 3) for pair in pairs_in([1, None, 3, 4], number) if pair[1] is None) == [
        (1, None),
        (3, None),
        (4, None),
    ]


def test_results_of_a_player_who_withdraws_before_half_time_do_not_count():
    games = [Game(1, 2, 1, 0), Game(3, 4, 1, 0), Game(1, 3, 0, 1, is_played=False)]
    assert cancelled([1], games, 5) == {1}
    assert cancelled([1], games, 3) == set()
    assert cancelled([], games, 9) == set()
    assert counted(games, {1}) == [Game(3, 4, 1, 0)]
