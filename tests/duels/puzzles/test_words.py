from functools import partial

import pytest
from django.utils.translation import override

from duels.puzzles.hints import hints_at
from duels.puzzles.shipping import row_of
from duels.puzzles.words import difficulty_of, explanation, orders_in_words, replies_to_solution, task_of
from tests.duels.puzzles.made import BLACK, MELEE, READ, SAVE, TWO, WIN, a_line, record

GUARD = a_line(
    "guarder",
    "guard",
    record(("PDW", "---"), ("-DS", "---")),
    [{"left": "P", "right": "-", "cast": {"left": "remove_enchantment"}, "target": {"left": BLACK}}],
    guards={"stops": "confusion", "keeps": "remove_enchantment", "hand": "left"},
)
"""A puzzle in which Black’s Remove Enchantment ends White’s Confusion in the same round."""


def test_difficulty_is_told_in_words():
    told = []
    for rating in (800, 1099, 1100, 1499, 1500, 1899, 1900, 2400):
        puzzle = row_of(WIN)
        puzzle.rating = rating
        told.append(difficulty_of(puzzle))
    assert told == ["easy", "easy", "medium", "medium", "hard", "hard", "very hard", "very hard"]


def test_the_task_names_the_sickness_that_kills_this_round():
    sick = record(("----------", "----------"), ("DWWFWD----", "----------"))
    assert task_of(row_of(SAVE)) == "You are Black, and White can kill you. Find the only move that saves you."
    assert task_of(row_of(SAVE | {"record": sick})) == (
        "You are Black, and the poison kills you at the end of this round. Find the only move that saves you."
    )


def test_a_guard_that_casts_the_kept_spell_asks_for_its_target():
    puzzle = row_of(GUARD)
    assert task_of(puzzle) == "You are Black. Stop White’s Confusion and cast your own Remove Enchantment."
    assert hints_at(puzzle, 1) == ["Your Remove Enchantment can stop the Confusion. Which target does it need?"]


def test_a_guard_that_casts_the_kept_spell_does_not_continue_it():
    assert {"play": "White: nothing", "outcome": "You cast your spell all the same."} in replies_to_solution(
        row_of(GUARD)
    )


def test_a_mind_spell_at_oneself_is_told_with_its_target_and_reason():
    fear = {"left": "D", "right": "W", "cast": {"left": "fear"}, "target": {"left": BLACK}}
    told = explanation(row_of(GUARD | {"solutions": [fear], "themes": ["clash"]}))
    assert told[0] == "The solution: point and wave (Fear on yourself)."
    assert told[1] == "Two mind spells on the same wizard in the same round cancel each other."


def test_a_rescue_that_goes_on_with_nothing_is_a_survival():
    lines = [{"reply": {"left": "D", "right": "-"}, "then": {"left": left, "right": "-"}} for left in "-P"]
    told = replies_to_solution(row_of(SAVE | {"rounds": 2, "lines": lines}))
    assert told == [
        {"play": "White: point and nothing", "outcome": "You survive."},
        {"play": "White: point and nothing", "outcome": "Continue with palm and nothing."},
    ]


def test_the_solution_says_which_hand_decides_if_the_other_is_free():
    (first,) = WIN["solutions"]
    free = WIN | {"solutions": [first, first | {"right": ">"}]}
    either = WIN | {"solutions": [first, first | {"left": "-", "right": "D"}]}
    decides = "Your left hand decides. Your right hand is free to do something else."
    assert explanation(row_of(free))[1] == decides
    assert decides not in explanation(row_of(WIN)) + explanation(row_of(either))


def test_replies_that_refute_other_tries_are_told_first():
    assert replies_to_solution(row_of(SAVE)) == [
        {"play": "White: point and nothing (Finger of Death on you)", "outcome": "You survive."},
        {"play": "White: nothing", "outcome": "You survive."},
    ]


def test_the_solution_of_a_win_in_three_is_explained_to_its_end():
    finish = WIN["solutions"][0]
    later = [
        {"reply": {"left": "P", "right": "-"}, "then": finish},
        {"reply": {"left": "S", "right": "-"}, "then": finish},
    ]
    line = {"reply": {"left": "D", "right": "-"}, "then": {"left": "S", "right": "W"}, "lines": later}
    finishes = "If White then plays palm and nothing, finish with point and nothing (Finger of Death on White)."
    assert replies_to_solution(row_of(WIN | {"rounds": 3, "lines": [line]})) == [
        {"play": "White: point and nothing", "outcome": f"Continue with snap and wave. {finishes}"}
    ]


def test_the_hints_of_a_reading_point_to_the_hand_and_then_offer_two_spells():
    assert hints_at(row_of(READ), 2) == [
        "Look at Black’s left hand.",
        "The spell is Finger of Death or Fireball.",
    ]


@pytest.mark.parametrize(
    ("solution", "hint"), [("S-", "Your left hand plays snap."), ("-W", "Your right hand plays wave.")]
)
def test_the_last_hint_of_a_solution_without_a_spell_names_a_gesture(solution, hint):
    left, right = solution
    assert hints_at(row_of(TWO | {"solutions": [{"left": left, "right": right}]}), 2)[1] == hint


def test_the_hint_of_a_win_by_a_sickness_says_that_survival_is_enough():
    sick = record(("DSFFFC----", "-----C----"), ("----------", "----------"))
    assert hints_at(row_of(WIN), 1) == ["Take White from 15 hit points to 0, even through a Shield."]
    assert hints_at(row_of(WIN | {"record": sick}), 1) == [
        "The disease kills White at the end of this round. You only have to stay alive."
    ]


def test_a_guard_that_continues_the_kept_spell_leaves_the_other_hand_free():
    goes_on = {"left": "P", "right": "W", "cast": {"right": "magic_mirror"}}
    puzzle = row_of(GUARD | {"solutions": [goes_on]})
    assert task_of(puzzle).endswith("continue your own Remove Enchantment.")
    assert hints_at(puzzle, 1)[0].endswith("Only the other hand is free to stop the Confusion.")


def test_orders_address_the_reader():
    names = {"missile": "Missile", "amnesia": "Amnesia"}
    told = partial(orders_in_words, names=names, me="Black")
    at_me = {"left": "D", "right": "-", "cast": {"left": "missile"}, "target": {"left": "Black"}}
    assert told(at_me, "White") == "point and nothing (Missile on you)"
    clash = {"left": "P", "right": "-", "cast": {"left": "amnesia"}, "target": {"left": "Black"}}
    assert told(clash, "Black") == "palm and nothing (Amnesia on yourself)"
    with override("de"):
        assert told(at_me, "White").endswith("(Missile auf dich)")


def test_the_explanation_names_the_attacks_that_the_solution_needs():
    needs = [["cast", "finger_of_death", "White"], ["attack", "Gog", "White"], ["attack", "Yag", "White"]]
    assert explanation(row_of(WIN | {"core": needs}))[1] == "Gog and Yag must attack White."
    assert "must attack" not in " ".join(explanation(row_of(WIN | {"core": [["attack", "left:Black", "White"]]})))


def test_a_rescue_in_a_melee_names_both_enemies():
    puzzle = row_of(MELEE)
    assert task_of(puzzle) == (
        "You are Black, and together, White and Grey can kill you. Find the only move that saves you."
    )
    assert hints_at(puzzle, 1) == [
        "Find everything that White and Grey can do this round. Your orders must stop all of it together."
    ]
    assert {
        "play": "White: point and nothing (Finger of Death on you); Grey: stab and nothing",
        "outcome": "You survive.",
    } in replies_to_solution(puzzle)


def test_a_win_in_a_melee_kills_both_enemies():
    puzzle = row_of(MELEE | {"kind": "win"})
    assert task_of(puzzle) == "You are Black. Kill both White and Grey this round, whatever they do."
    assert hints_at(puzzle, 1) == [
        "Both must fall to 0 hit points, even through a Shield. White has 15, and Grey has 15."
    ]
    assert {one["outcome"] for one in replies_to_solution(puzzle)} == {"You win."}


def test_the_hint_of_a_win_in_a_melee_names_the_opponent_whom_no_sickness_kills():
    rests = ("-" * 10, "-" * 10)
    sick = record(("DSFFFC----", "-----C----"), rests, rests)
    assert hints_at(row_of(MELEE | {"kind": "win", "record": sick}), 1) == [
        "The disease kills White at the end of this round. You have to kill Grey and stay alive."
    ]
