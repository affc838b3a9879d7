"""Tests that, after a wrong answer to a puzzle, the explanation claims only what the next round then shows."""

import pytest

from duels.learn.sandbox import Move
from duels.puzzles.judging import judge, other_tries
from duels.puzzles.refutations import failures, wrong
from duels.puzzles.shipping import row_of
from tests.duels.puzzles.made import BLACK, GREY, MELEE, SAVE, WHITE, WIN, WRONG, record

DUEL = record(("PWPFSSS", "-------"), ("PWPFSSS", "-------"))
"""A duel in which both wizards can kill by pointing."""
POINTS = {"left": "D", "right": "-", "cast": {"left": "finger_of_death"}}
IDLE = {"left": "-", "right": "-"}
SHIELDED = {"left": "P", "right": "-", "cast": {"left": "shield"}}
AT_BLACK, AT_WHITE, AT_GREY = ({"target": {"left": name}} for name in (BLACK, WHITE, GREY))
PALMS = {"left": "P", "right": "P"}
OVER = "Two palms at once mean surrender."


def a_try(orders, reply):
    return {"orders": orders, "round": {"kind": "normal", "orders": {BLACK: orders, WHITE: reply}}}


@pytest.mark.parametrize(
    ("orders", "reply", "said"),
    [
        (POINTS, POINTS, "If White plays point and nothing (Finger of Death), you both die: a draw."),
        (IDLE, POINTS, "If White plays point and nothing (Finger of Death), you die."),
        (IDLE, {"left": "C", "right": "C"}, "That isn’t enough to kill White."),
        (IDLE, SHIELDED, "White survives with palm and nothing (Shield)."),
        (PALMS, IDLE, OVER),
    ],
)
def test_a_wrong_try_at_a_win_fails_as_its_round_ends(orders, reply, said):
    puzzle = row_of(WIN | {"record": DUEL, "tries": [a_try(orders, reply)]})
    (told,) = failures(puzzle, other_tries(puzzle))
    assert told["outcome"] == said


def test_a_wrong_try_at_a_win_in_two_rounds_is_not_over_after_the_first():
    puzzle = row_of(WIN | {"record": DUEL, "rounds": 2, "tries": [a_try(IDLE, {"left": "C", "right": "C"})]})
    (told,) = failures(puzzle, other_tries(puzzle))
    assert told["outcome"] == "If White plays clap and clap, you can no longer force a win."


def test_a_wrong_try_at_a_rescue_leads_to_death():
    puzzle = row_of(SAVE | {"tries": [WRONG]})
    (told,) = failures(puzzle, other_tries(puzzle))
    assert told["outcome"] == "If White plays point and nothing (Finger of Death on you), you die."


def test_wrong_orders_on_the_board_are_told_by_their_end(settings):
    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.dummy.DummyCache"}}
    puzzle = row_of(WIN | {"record": DUEL})
    said = [
        wrong(puzzle, judge(puzzle, [Move(orders=orders)])) for orders in (POINTS | {"target": {"left": WHITE}}, PALMS)
    ]
    assert said[0].startswith("You both die, as the board shows. That’s a draw. White plays point")
    assert said[1].startswith(OVER)


def test_a_wrong_try_in_a_melee_is_told_with_both_replies():
    puzzle = row_of(MELEE)
    (told,) = failures(puzzle, other_tries(puzzle))
    assert told["outcome"] == (
        "If White plays point and nothing (Finger of Death on you) and Grey plays nothing, you die."
    )


@pytest.mark.parametrize(
    ("black", "white", "grey", "said"),
    [
        (POINTS | AT_WHITE, IDLE, IDLE, "someone else survives."),
        (POINTS | AT_WHITE, IDLE, POINTS | AT_BLACK, "you die."),
        (POINTS | AT_GREY, POINTS | AT_WHITE, POINTS | AT_BLACK, "you all die: a draw."),
    ],
)
def test_a_wrong_try_at_a_win_in_a_melee_fails_as_its_round_ends(black, white, grey, said):
    three = record(("PWPFSSS", "-------"), ("PWPFSSS", "-------"), ("PWPFSSS", "-------"))
    tried = {"orders": black, "round": {"kind": "normal", "orders": {BLACK: black, WHITE: white, GREY: grey}}}
    puzzle = row_of(MELEE | {"kind": "win", "record": three, "tries": [tried]})
    (told,) = failures(puzzle, other_tries(puzzle))
    assert told["outcome"].endswith(said)


def test_wrong_orders_in_a_melee_are_answered_by_both_enemies(settings):
    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.dummy.DummyCache"}}
    puzzle = row_of(MELEE)
    said = wrong(puzzle, judge(puzzle, [Move(orders=IDLE)]))
    assert said.startswith("You die, as the board shows. White plays point and nothing (Finger of Death on you)")
    assert " Grey plays " in said
    winning = row_of(MELEE | {"kind": "win"})
    says = wrong(winning, judge(winning, [Move(orders=SHIELDED)]))
    assert says.startswith(("Someone else survives, as the board shows.", "You die, as the board shows."))
