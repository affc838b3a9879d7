from itertools import islice

import pytest

from tests.search.duels import a_duel
from wavinghands import engine
from wavinghands.search.experience import ALL, duel_of
from wavinghands.search.verdict import COLUMNS, FORESEEN, forecast, grouped, is_given, judge

FRESH = range(11000, 11008)
"""The numbers of duels to which the likelihood of replies was not fitted."""


def test_no_reply_is_certain_if_there_are_others():
    shares = forecast([1.0, 0.0, 0.0], [1, 1, 1])
    assert sum(shares) == pytest.approx(1)
    assert shares == sorted(shares, reverse=True)
    assert shares[0] < 0.7
    assert shares[2] > 0.1
    assert forecast([1.0], [1]) == [1.0]


def test_replies_leave_room_for_something_else_and_a_blind_choice_costs():
    duel = engine.start("classic", [{"name": "A"}, {"name": "B"}], seed=1)
    done = engine.orders_for(duel, "A", engine.candidates(duel, "A")[0])
    verdict = judge(duel, "A", done)
    assert sum(share for _, share in verdict.replies) == pytest.approx(FORESEEN)
    assert verdict.stake > 0


@pytest.mark.thorough
def test_the_likeliest_reply_comes_about_as_often_as_said():
    said, came = [], []
    for number in FRESH:
        course, opening = duel_of(ALL, number)
        rounds = zip(course[opening:], course[opening + 1 :], strict=False)
        for before, after in islice(rounds, 0, None, 2):  # half of them, because each takes long
            orders = after.last.orders
            for name, done in orders.items() if len(orders) == 2 else ():
                believed = engine.belief(before, name)
                verdict = judge(believed, name, done)
                if verdict and len(verdict.replies) == COLUMNS:
                    (reply, share), real = (
                        verdict.replies[0],
                        {other: orders[other] for other in orders if other != name},
                    )
                    said.append(share)
                    came.append(is_given(believed, name, done, reply, real))
    assert len(came) > 50
    assert sum(came) / len(came) == pytest.approx(sum(said) / len(said), abs=0.12)


def test_a_ready_mirror_is_among_the_replies():
    duel = engine.start("classic", [{"name": "A"}, {"name": "B"}], seed=1)
    pairs = [("W", "P"), ("D", "S"), ("D", "P")], [("P", "D"), ("S", "F"), ("C", "C")]
    for mine, theirs in zip(*pairs, strict=True):
        orders = {"A": mine, "B": theirs}
        duel = engine.settle(duel, {name: {"left": left, "right": right} for name, (left, right) in orders.items()})
    clap = engine.orders_for(duel, "A", next(one for one in engine.candidates(duel, "A") if one.pair == ("C", "C")))
    replies = [reply["B"] for reply, _ in judge(duel, "A", clap).replies]
    assert len(replies) == COLUMNS
    assert any(orders.cast.get("both") == "magic_mirror" for orders in replies)


@pytest.mark.parametrize(("book", "gestures"), [("standard", "FFF"), ("classic", "FF")])
def test_the_hand_that_the_opponent_paralyses_is_not_known_before(book, gestures):
    duel = a_duel(book)
    for gesture in gestures:
        duel = engine.settle(duel, {"A": {"left": "-", "right": "-"}, "B": {"left": gesture, "right": "-"}})
    replies = judge(duel, "A", engine.Orders(left="P", right="-")).replies
    hands = [reply["B"].paralyze["A"] for reply, _ in replies if reply["B"].paralyze]
    assert hands.count("left") == hands.count("right") > 0
    assert len(grouped(replies)) == COLUMNS
    assert sum(share for _, share in replies) == pytest.approx(FORESEEN)


def test_the_hand_of_a_lasting_paralysis_is_known():
    duel = a_duel()
    for gesture in "FFF":
        duel = engine.settle(duel, {"A": {"left": "-", "right": "-"}, "B": {"left": gesture, "right": "-"}})
    replies = judge(duel, "A", engine.Orders(left="P", right="-")).replies
    assert len(replies) == COLUMNS
