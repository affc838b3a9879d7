from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from duels.tournaments.rules.matching import Free, matched

NOW = datetime(2026, 12, 1, 19, tzinfo=UTC)


def free(entry, points=0.0, *, rating=1500.0, waited=0, last=None):
    return Free(entry, entry, points, rating, NOW - timedelta(seconds=waited), last)


def numbers(found):
    pairs, alone = found
    return {frozenset((one.entry, other.entry)) for one, other in pairs}, [it.entry for it in alone]


def pairs_of(*numbers_):
    return {frozenset(pair) for pair in numbers_}


def test_neighbours_in_the_standings_meet():
    found = [free(1, 8), free(2, 0), free(3, 7), free(4, 1)]
    assert numbers(matched(found, {})) == (pairs_of((1, 3), (2, 4)), [])


def test_with_equal_points_neighbours_by_rating_meet():
    found = [free(1, rating=1900), free(2, rating=1200), free(3, rating=1850), free(4, rating=1300)]
    assert numbers(matched(found, {}))[0] == pairs_of((1, 3), (2, 4))


def test_players_who_have_just_met_meet_others():
    found = [free(1, 8, last=2), free(2, 8, last=1), free(3, 2, last=4), free(4, 2, last=3)]
    pairs, alone = numbers(matched(found, {}))
    assert not alone
    assert not pairs & pairs_of((1, 2), (3, 4))


def test_players_with_a_block_never_meet():
    assert numbers(matched([free(1), free(2)], {1: {2}, 2: {1}})) == (set(), [1, 2])


def test_a_pair_is_split_for_two_who_cannot_meet():
    found = [free(1, 9), free(2, 8), free(3, 1, last=4), free(4, 0, last=3)]
    pairs, alone = numbers(matched(found, {}))
    assert (len(pairs), alone) == (2, [])
    assert frozenset((3, 4)) not in pairs


def test_of_an_odd_number_the_one_who_waited_least_is_left():
    found = [free(1, 9, waited=30), free(2, 8, waited=1), free(3, 0, waited=20)]
    assert numbers(matched(found, {})) == (pairs_of((1, 3)), [2])


PLAYERS = st.lists(st.tuples(st.integers(0, 12), st.integers(0, 60), st.none() | st.integers(0, 9)), max_size=10)
BLOCKS = st.sets(st.tuples(st.integers(0, 9), st.integers(0, 9)), max_size=8)


@given(PLAYERS, BLOCKS)
def test_everybody_is_paired_at_most_once_and_allowed_pairs_are_not_left_alone(rows, blocks):
    found = [free(at, points, waited=waited, last=last) for at, (points, waited, last) in enumerate(rows)]
    blocked = {user: {b for a, b in blocks if a == user} | {a for a, b in blocks if b == user} for user in range(10)}
    pairs, alone = matched(found, blocked)
    assert sorted(it.entry for it in [*alone, *(one for pair in pairs for one in pair)]) == list(range(len(found)))

    def may_meet(one, other):
        have_met = one.last_opponent == other.entry or other.last_opponent == one.entry
        return not have_met and other.user not in blocked[one.user]

    assert all(may_meet(one, other) for one, other in pairs)
    assert not any(may_meet(one, other) for one in alone for other in alone if one is not other)
