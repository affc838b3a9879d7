from concurrent.futures import ProcessPoolExecutor

import pytest

from wavinghands.search import matches
from wavinghands.search.matches import duel_of, match
from wavinghands.search.players import PLAYERS, Player

OPENING = 3
"""The number of random rounds before the first duel with seed 1."""


def courses(outcomes):
    return [(outcome.score, outcome.rounds) for outcome in outcomes]


def silent(duel, wizard, seed):
    return {"left": "-", "right": "-"}


def no_answers(asked, wizard, seed, given):
    return {}


def test_a_match_is_the_same_for_the_same_seed():
    first, again, other = (courses(match("apprentice", "random", duels=6, seed=seed)) for seed in (1, 1, 2))
    assert first == again != other


def test_a_match_does_not_depend_on_the_first_player():
    forth = courses(match("apprentice", "random", duels=6))
    back = courses(match("random", "apprentice", duels=6))
    turned = [(1 - score, rounds) for score, rounds in back]
    assert sorted(forth) == sorted(turned)


def test_a_match_is_the_same_in_several_processes():
    with ProcessPoolExecutor(2) as processes:
        shared = courses(match("apprentice", "random", duels=12, spread=processes.map))
    assert shared == courses(match("apprentice", "random", duels=12))


def test_a_duel_that_does_not_end_is_drawn_and_unfinished(monkeypatch):
    monkeypatch.setattr(matches, "MOST_ROUNDS", 20)
    player = Player(silent, no_answers)
    outcome = duel_of(player, player, book="classic", seed="still")
    assert (outcome.score, outcome.rounds, outcome.is_finished) == (0.5, 20, False)


def test_in_a_melee_the_first_player_has_each_seat_in_turn(monkeypatch):
    seats = []

    def spying(duel, wizard, seed):
        seats.append(wizard)
        return silent(duel, wizard, seed)

    monkeypatch.setattr(matches, "MOST_ROUNDS", 4)
    monkeypatch.setitem(PLAYERS, "spy", Player(spying, no_answers))
    outcomes = list(match("spy", "random", wizards=3, duels=3))
    assert list(dict.fromkeys(seats)) == ["White", "Black", "Grey"]
    assert {outcome.score for outcome in outcomes} == {1 / 3}
    assert all(len(outcome.seconds[1]) == 2 * len(outcome.seconds[0]) for outcome in outcomes)


@pytest.mark.parametrize("seat", [0, 1])
def test_a_player_who_gives_illegal_orders_loses(seat):
    wrong = Player(lambda duel, wizard, seed: {"left": "X", "right": "-"}, no_answers)
    outcome = duel_of(wrong, PLAYERS["random"], book="classic", seed="1", seat=seat)
    assert outcome.score == 0
    assert "is not a gesture" in outcome.fault


def test_every_move_is_timed_for_its_player():
    outcome = duel_of(PLAYERS["random"], PLAYERS["apprentice"], book="classic", seed="1")
    first, second = outcome.seconds
    assert len(first) == len(second) == outcome.rounds - OPENING
