from itertools import islice

from tests.search.test_proving import a_finger, a_guard
from wavinghands import engine
from wavinghands.search.grading import (
    EASIEST,
    HARDEST,
    Judge,
    deed_of,
    found_by,
    rating_of,
    rating_of_reading,
    sensible_tries,
)

LEVELS = range(1, 6)
POINT = {"left": "D", "right": "-", "cast": {"left": "finger_of_death"}, "target": {"left": "B"}}


def test_orders_that_force_the_goal_are_told_from_others() -> None:
    judge = Judge(a_finger(), "A", "win", 1)

    assert judge.solves(POINT)
    assert judge.refutation(POINT) is None
    assert not judge.solves({"left": "P", "right": "-"})


def test_wrong_tries_are_different_and_refuted() -> None:
    judge = Judge(a_finger(), "A", "win", 1)

    tries = list(islice(sensible_tries(judge), 3))

    assert len({str(deed_of(one["orders"])) for one in tries}) == 3
    for one in tries:
        assert not judge.solves(one["orders"])
        assert engine.advance(judge.duel, one["round"]).result is None


def test_levels_that_find_the_answer_make_a_puzzle_easier() -> None:
    everybody, nobody = dict.fromkeys(LEVELS, 1.0), dict.fromkeys(LEVELS, 0.0)
    masters = {**nobody, 4: 1.0, 5: 1.0}

    ratings = [rating_of(found, 60) for found in (everybody, masters, nobody)]

    assert ratings == sorted(ratings)
    assert EASIEST <= ratings[0] < 1000
    assert 1500 < ratings[1] < 1900
    assert 2200 < ratings[2] <= HARDEST
    assert rating_of(masters, 30) < rating_of(masters, 120)
    assert set(found_by(Judge(a_finger(), "A", "win", 1))) == {*LEVELS}


def test_spells_with_similar_gestures_are_harder_to_tell_apart() -> None:
    assert rating_of_reading("WFPSFW", ["FPSFW"], 2) > rating_of_reading("WFPSFW", ["DWWFWD"], 2)


def test_a_guard_allows_only_moves_that_continue_the_spell_to_keep() -> None:
    judge = Judge(a_guard(), "A", "guard", 1)

    assert judge.allows({"left": "F", "right": "P"})
    assert not judge.allows({"left": "-", "right": "S"})
