"""Tests that the interactive examples work in every spell book that contains them, even if the user does nothing."""

import pytest

from duels.books.examples import ALL, EXAMPLES
from duels.books.scenes import MASTER, made
from duels.learn.sandbox import Move
from duels.learn.tutor import example_board
from duels.wording.refusals import Refused
from wavinghands import engine


def variations_of(book):
    """Yield each variation of each example in a book, with the example and the variation's number."""
    for example in EXAMPLES[book].values():
        for number, variation in enumerate(example.variations_in(book)):
            yield example, number, variation


def following(variation):
    """Return the moves of the variation's solution.

    If the book asks after the reveal which hand to charm, the answer is "left".
    """
    return [Move(orders=orders, answers={"direct": {MASTER: {"hand": "left"}}}) for orders in variation.solution]


@pytest.mark.parametrize("book", ALL)
def test_the_solution_casts_the_spell_and_shows_the_promised_event(book, subtests):
    for example, number, variation in variations_of(book):
        with subtests.test(example.spell, number=number):
            moves = following(variation)
            for done in range(len(moves)):
                guide = example_board(example, book, moves[:done], number)["guide"]
                assert guide["says"] == str(variation.says)
                assert guide["orders"] == variation.solution[done]
            last = example_board(example, book, moves, number)
            assert last["guide"] == {"says": str(variation.then), "orders": None, "over": True}
            assert last["frame"]["request"] is None
            events = [event for told in last["frame"]["view"]["rounds"] for event in told["events"]]
            assert example.spell in {event.get("spell") for event in events if event["type"] == "cast"}


@pytest.mark.parametrize("book", ALL)
def test_a_player_who_only_rests_reaches_the_end_or_a_question(book, subtests):
    for example, number, variation in variations_of(book):
        with subtests.test(example.spell, number=number):
            board = example_board(example, book, [Move(orders=made("-", "-"))] * len(variation.solution), number)
            assert board["guide"]["over"] or board["frame"]["request"]["type"] == "answers"


@pytest.mark.parametrize("book", ALL)
def test_every_class_of_a_book_has_an_example_of_its_spells(book):
    classes = {row["slug"]: row["class"] for row in engine.book_table(book)}
    assert set(EXAMPLES[book]) <= set(classes)
    assert {classes[spell] for spell in EXAMPLES[book]} == set(classes.values()) - (
        {"summons"} if book == "nomonsters" else set()
    )


def test_the_difficult_spells_have_examples():
    tricky = {"counter_spell", "magic_mirror", "dispel_magic", "remove_enchantment", "raise_dead", "anti_spell"}
    assert tricky | {"amnesia", "charm_person", "finger_of_death", "fire_storm"} <= set(EXAMPLES["classic"])


def test_an_unknown_variation_is_refused():
    with pytest.raises(Refused, match="no such variation"):
        example_board(EXAMPLES["classic"]["shield"], "classic", [], 9)
    with pytest.raises(Refused, match="no such variation"):
        example_board(EXAMPLES["classic"]["shield"], "classic", [], -1)
