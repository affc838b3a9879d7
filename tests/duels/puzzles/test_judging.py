import pytest
from django.contrib.auth.models import AnonymousUser

from duels.learn.sandbox import Move
from duels.puzzles import board, judging
from duels.puzzles.judging import Verdict, judge, other_tries
from duels.wording.refusals import Refused
from tests.duels.puzzles.made import ALL, BLACK, GREY, MELEE, READ, SAVE, TWO, WHITE, WIN, a_puzzle, record
from wavinghands.search.proving import TooLong

pytestmark = pytest.mark.django_db


def move(left="-", right="-", **more):
    return Move(orders={"left": left, "right": right, **more})


@pytest.mark.parametrize("line", ALL, ids=lambda line: line["kind"])
def test_nothing_is_decided_before_the_first_move(line):
    judged = judge(a_puzzle(line), ())
    assert judged.verdict is Verdict.OPEN
    assert judged.duel.result is None


def test_winning_orders_solve_a_puzzle_whatever_the_other_hand_does():
    puzzle = a_puzzle(WIN)
    for right in "-SW":
        judged = judge(puzzle, [move("D", right)])
        assert judged.verdict is Verdict.RIGHT
        assert judged.duel.result["winners"] == [BLACK]


def test_a_solution_in_a_melee_is_proved_against_both_enemies():
    puzzle = a_puzzle(MELEE)
    solved = judge(puzzle, [Move(orders=MELEE["solutions"][0])])
    assert solved.verdict is Verdict.RIGHT
    assert solved.duel.last.orders[GREY].left == ">"
    failed = judge(puzzle, [move("F", "S")])
    assert (failed.verdict, set(failed.replies)) == (Verdict.WRONG, {WHITE, GREY})


def test_a_win_in_two_gets_the_toughest_reply_and_can_be_finished():
    puzzle = a_puzzle(TWO)
    first = judge(puzzle, [move("S", "W")])
    assert (first.verdict, first.done) == (Verdict.OPEN, 1)
    assert first.duel.last.orders[WHITE].left == "P"
    assert judge(puzzle, [move("S", "W"), move("D")]).verdict is Verdict.RIGHT
    assert judge(puzzle, [move("S", "W"), move("W")]).verdict is Verdict.WRONG
    assert judge(puzzle, [move("W")]).verdict is Verdict.WRONG


def test_a_win_in_three_follows_the_replies_to_its_moves(monkeypatch):
    monkeypatch.setattr(judging, "refute", lambda *given: None)
    finish, bad = WIN["solutions"][0], {"left": "Q", "right": "-"}
    deep = {"reply": {"left": "P", "right": "W"}, "then": finish}
    lines = [{"reply": {"left": "W", "right": "-"}, "then": {"left": "S", "right": "D"},
              "lines": [{"reply": bad, "then": finish}, deep]}]  # fmt: skip
    three = a_puzzle(TWO | {"record": record(("PWPFS", "-----"), ("-----", "-----")), "rounds": 3, "lines": lines})
    first = judge(three, [move("S")])
    second = judge(three, [move("S"), move("S", "D")])
    assert [it.duel.last.orders[WHITE].left for it in (first, second)] == ["W", "P"]
    assert (second.verdict, second.then) == (Verdict.OPEN, finish)
    assert judge(three, [move("S"), move("S", "D"), move("D")]).verdict is Verdict.RIGHT
    assert [step["orders"] for step in board.solution(three, AnonymousUser())["moves"]] == [
        TWO["solutions"][0], lines[0]["then"], finish
    ]  # fmt: skip


def test_later_replies_belong_to_the_first_reply_that_was_legal(monkeypatch):
    monkeypatch.setattr(judging, "refute", lambda *given: None)
    finish, then = WIN["solutions"][0], {"left": "S", "right": "D"}
    replies = [({"left": "Q", "right": "-"}, {"left": "P", "right": "W"}),
               ({"left": "W", "right": "-"}, {"left": "S", "right": "W"})]  # fmt: skip
    lines = [{"reply": one, "then": then, "lines": [{"reply": two, "then": finish}]} for one, two in replies]
    three = a_puzzle(TWO | {"record": record(("PWPFS", "-----"), ("-----", "-----")), "rounds": 3, "lines": lines})
    judged = [judge(three, moves) for moves in ([move("S")], [move("S"), move("S", "D")])]
    assert [it.duel.last.orders[WHITE].left for it in judged] == ["W", "S"]


def test_a_solution_without_known_orders_ends_there(monkeypatch):
    monkeypatch.setattr(judging, "refute", lambda *given: None)
    judged, real = [], board.judge
    monkeypatch.setattr(board, "judge", lambda *given: judged.append(given) or real(*given))
    three = a_puzzle(TWO | {"rounds": 3, "lines": []})
    assert len(board.solution(three, AnonymousUser())["moves"]) == 1
    assert len(judged) == 1


def test_defaults_sent_by_the_board_change_nothing():
    assert judge(a_puzzle(WIN), [move("D", say="Die!", target={"left": WHITE})]).verdict is Verdict.RIGHT


def test_orders_that_win_only_against_inaction_are_refuted():
    judged = judge(a_puzzle(WIN), [move("D", target={"left": BLACK})])
    assert judged.verdict is Verdict.WRONG
    assert judged.duel.number == 8


def test_orders_that_do_not_save_show_the_death():
    judged = judge(a_puzzle(SAVE), [move("P", "W")])
    assert judged.verdict is Verdict.WRONG
    assert not judged.duel.wizard(BLACK).stands
    assert judge(a_puzzle(SAVE | {"id": "again"}), [move("W")]).verdict is Verdict.RIGHT


def test_an_answer_is_the_slug_of_an_offered_spell():
    puzzle = a_puzzle(READ)
    assert judge(puzzle, [Move(orders={"spell": "finger_of_death"})]).verdict is Verdict.RIGHT
    assert judge(puzzle, [Move(orders={"spell": "fireball"})]).verdict is Verdict.WRONG
    with pytest.raises(Refused):
        judge(puzzle, [Move(orders={"spell": "shield"})])


def test_moves_after_the_decision_are_refused():
    for first in (move("D"), move("W")):
        with pytest.raises(Refused):
            judge(a_puzzle(WIN | {"id": first.orders["left"]}), [first, move()])


@pytest.mark.parametrize("orders", [{"left": "X"}, {"left": "D", "right": "-", "target": {"left": "Nobody else"}}, {}])
def test_illegal_orders_are_refused(orders):
    with pytest.raises(Refused):
        judge(a_puzzle(WIN), [Move(orders=orders)])


def test_equivalent_orders_share_one_cached_proof(monkeypatch):
    puzzle, asked = a_puzzle(WIN), []
    real = judging.refute
    monkeypatch.setattr(judging, "refute", lambda *given: asked.append(given) or real(*given))
    for orders in (move("W"), move("W"), move("W", "-", target={})):
        assert judge(puzzle, [orders]).verdict is Verdict.WRONG
    assert len(asked) == 1
    judge(puzzle, [move("F")])
    assert len(asked) == 2


def test_the_proved_solution_in_three_rounds_is_not_proved_again(monkeypatch):
    asked = []
    monkeypatch.setattr(judging, "refute", lambda *given: asked.append(given))
    three = a_puzzle(TWO | {"rounds": 3})
    solution = TWO["solutions"][0]
    judge(three, [Move(orders=solution)])
    assert asked == []
    judge(three, [Move(orders=solution | {"right": "F"})])
    assert len(asked) == 1


def test_orders_without_a_refutation_in_time_are_accepted_until_the_next_round(monkeypatch):
    def give_up(*given):
        raise TooLong

    puzzle = a_puzzle(TWO)
    with monkeypatch.context() as limited:
        limited.setattr(judging, "refute", give_up)
        judged = judge(puzzle, [move("S", "W")])
    assert (judged.verdict, judged.done) == (Verdict.OPEN, 1)
    assert judge(puzzle, [move("S", "W"), move("W")]).verdict is Verdict.WRONG


def test_another_version_of_the_search_proves_again(monkeypatch):
    puzzle, asked = a_puzzle(WIN), []
    real = judging.refute
    monkeypatch.setattr(judging, "refute", lambda *given: asked.append(given) or real(*given))
    for version in ("1.a", "1.a", "1.b"):
        monkeypatch.setattr(judging, "VERSION", version)
        judge(puzzle, [move("D")])
    assert len(asked) == 2


def test_other_tries_come_with_the_reply_that_refutes_them():
    (refuted,) = other_tries(a_puzzle(SAVE))
    assert refuted.orders["cast"] == {"left": "shield"}
    assert refuted.replies[WHITE]["cast"] == {"left": "finger_of_death"}
    assert not refuted.duel.wizard(BLACK).alive
    assert other_tries(a_puzzle(WIN)) == []
