"""Moves are judged by proof: what solves, what refutes, and what is refused."""

import pytest

from duels.learn.sandbox import Move
from duels.puzzles import judging
from duels.puzzles.judging import Verdict, judge
from duels.wording.refusals import Refused
from tests.duels.puzzles.made import ALL, BLACK, READ, SAVE, TWO, WHITE, WIN, a_puzzle

pytestmark = pytest.mark.django_db


def move(left="-", right="-", **more):
    return Move(orders={"left": left, "right": right, **more})


@pytest.mark.parametrize("told", ALL, ids=lambda told: told["kind"])
def test_nothing_is_decided_before_the_first_move(told):
    judged = judge(a_puzzle(told), ())
    assert judged.verdict is Verdict.OPEN
    assert judged.duel.result is None


def test_orders_that_win_whatever_is_answered_solve_it_also_with_another_hand_beside_them():
    puzzle = a_puzzle(WIN)
    for right in "-SW":
        judged = judge(puzzle, [move("D", right)])
        assert judged.verdict is Verdict.RIGHT
        assert judged.duel.result["winners"] == [BLACK]


def test_a_win_in_two_is_answered_by_the_toughest_reply_and_finished():
    puzzle = a_puzzle(TWO)
    first = judge(puzzle, [move("S", "W")])
    assert (first.verdict, first.done) == (Verdict.OPEN, 1)
    assert first.duel.last.orders[WHITE].left == "P"
    assert judge(puzzle, [move("S", "W"), move("D")]).verdict is Verdict.RIGHT
    assert judge(puzzle, [move("S", "W"), move("W")]).verdict is Verdict.WRONG
    assert judge(puzzle, [move("W")]).verdict is Verdict.WRONG


def test_what_the_board_sends_of_itself_changes_nothing():
    assert judge(a_puzzle(WIN), [move("D", say="Die!", target={"left": WHITE})]).verdict is Verdict.RIGHT


def test_orders_that_win_only_if_nothing_is_done_are_refuted_on_the_board():
    judged = judge(a_puzzle(WIN), [move("D", target={"left": BLACK})])
    assert judged.verdict is Verdict.WRONG
    assert judged.duel.number == 8


def test_who_does_not_save_himself_sees_how_he_dies():
    judged = judge(a_puzzle(SAVE), [move("P", "W")])
    assert judged.verdict is Verdict.WRONG
    assert not judged.duel.wizard(BLACK).stands
    assert judge(a_puzzle(SAVE | {"id": "again"}), [move("W")]).verdict is Verdict.RIGHT


def test_a_spell_is_named_by_its_slug_out_of_those_that_are_offered():
    puzzle = a_puzzle(READ)
    assert judge(puzzle, [Move(orders={"spell": "finger_of_death"})]).verdict is Verdict.RIGHT
    assert judge(puzzle, [Move(orders={"spell": "fireball"})]).verdict is Verdict.WRONG
    with pytest.raises(Refused):
        judge(puzzle, [Move(orders={"spell": "shield"})])


def test_nothing_comes_after_what_is_decided():
    for first in (move("D"), move("W")):
        with pytest.raises(Refused):
            judge(a_puzzle(WIN | {"id": first.orders["left"]}), [first, move()])


@pytest.mark.parametrize("orders", [{"left": "X"}, {"left": "D", "right": "-", "target": {"left": "Nobody else"}}, {}])
def test_orders_that_cannot_be_given_are_refused(orders):
    with pytest.raises(Refused):
        judge(a_puzzle(WIN), [Move(orders=orders)])


def test_a_proof_is_made_once_for_the_same_orders_in_whatever_form(monkeypatch):
    puzzle, asked = a_puzzle(WIN), []
    real = judging.refute
    monkeypatch.setattr(judging, "refute", lambda *given: asked.append(given) or real(*given))
    for orders in (move("W"), move("W"), move("W", "-", target={})):
        assert judge(puzzle, [orders]).verdict is Verdict.WRONG
    assert len(asked) == 1
    judge(puzzle, [move("F")])
    assert len(asked) == 2
