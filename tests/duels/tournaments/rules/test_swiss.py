from random import Random

from hypothesis import given
from hypothesis import strategies as st

from duels.tournaments.rules.swiss import Player, pairings


def tournament(count, rounds, seed, absent=0.0):
    """Play a Swiss tournament with random results, and yield each round.

    Each player misses a round with probability `absent`.
    """
    rng = Random(seed)
    points, met, byes = dict.fromkeys(range(count), 0.0), {it: set() for it in range(count)}, set()
    for _ in range(rounds):
        here = [it for it in sorted(points, key=lambda it: (-points[it], it)) if rng.random() >= absent]
        found = pairings([Player(it, points[it], frozenset(met[it]), it in byes) for it in here])
        yield here, found, {it: set(them) for it, them in met.items()}, set(byes)
        for one, other in found.pairs:
            met[one].add(other)
            met[other].add(one)
            gained = rng.choice([0, 0.5, 1])
            points[one] += gained
            points[other] += 1 - gained
        if found.bye is not None:
            byes.add(found.bye)
            points[found.bye] += 1


@given(st.integers(0, 20), st.integers(1, 9), st.integers(), st.sampled_from([0.0, 0.3]))
def test_nobody_meets_twice_or_has_two_byes_or_is_forgotten(count, rounds, seed, absent):
    for here, found, met, byes in tournament(count, rounds, seed, absent):
        paired = [it for pair in found.pairs for it in pair]
        assert sorted([*paired, *found.idle, *([] if found.bye is None else [found.bye])]) == sorted(here)
        assert not [pair for pair in found.pairs if pair[1] in met[pair[0]]]
        assert found.bye not in byes
        assert found.bye is None or len(here) % 2


@given(st.integers(2, 24), st.integers())
def test_nobody_is_left_alone_in_the_first_half_of_the_possible_rounds(count, seed):
    for _here, found, *_past in tournament(count, max(count // 2, 1), seed):
        assert found.idle == []


def test_equal_players_meet_as_the_upper_half_against_the_lower():
    assert pairings([Player(it, 0) for it in range(6)]).pairs == [(0, 3), (1, 4), (2, 5)]


def test_players_meet_others_with_as_many_points():
    points = [2, 2, 1, 1, 1, 1, 0, 0]
    found = pairings([Player(at, it) for at, it in enumerate(points)])
    assert found.pairs == [(0, 1), (2, 4), (3, 5), (6, 7)]


def test_the_bye_goes_to_the_last_player_without_one():
    players = [Player(0, 1), Player(1, 1), Player(2, 0), Player(3, 0), Player(4, 0, had_bye=True)]
    assert pairings(players).bye == 3


def test_a_pair_further_up_is_split_if_the_last_players_have_met():
    last = {2: frozenset({3}), 3: frozenset({2})}
    found = pairings([Player(at, it, last.get(at, frozenset())) for at, it in enumerate([1, 1, 0, 0])])
    assert sorted(found.pairs) == [(0, 2), (1, 3)]


def test_players_for_whom_nobody_is_left_sit_out():
    found = pairings([Player(0, 1, frozenset({1})), Player(1, 0, frozenset({0}))])
    assert (found.pairs, found.bye, found.idle) == ([], None, [0, 1])
