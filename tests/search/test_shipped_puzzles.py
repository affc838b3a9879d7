"""Tests that every claim made by the shipped puzzles is true under the current rules."""

import json
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.search.test_proving import anything
from wavinghands import engine
from wavinghands.search.collecting import ALIKE, answer_of, pattern_of
from wavinghands.search.goals import enemies_of
from wavinghands.search.grading import EASIEST, HARDEST
from wavinghands.search.mining import still_holds
from wavinghands.search.proving import refute
from wavinghands.search.themes import THEMES

SHIPPED = Path(__file__).parents[2] / "duels" / "puzzles" / "shipped.jsonl"
PUZZLES: list[dict[str, Any]] = [json.loads(line) for line in SHIPPED.read_text().splitlines()]
SHARES = 16
"""The number of parts into which the puzzles are split. Quick runs check only the first part."""
each_share = pytest.mark.parametrize(
    "share", [0, *(pytest.param(n, marks=pytest.mark.thorough) for n in range(1, SHARES))]
)


@each_share
def test_all_puzzles_can_be_proved(share: int) -> None:
    assert [puzzle["id"] for puzzle in PUZZLES[share::SHARES] if not still_holds(puzzle)] == []


@each_share
def test_the_first_solution_of_each_puzzle_solves_it(share: int) -> None:
    assert [puzzle["id"] for puzzle in PUZZLES[share::SHARES] if not is_solved(puzzle)] == []


def is_solved(puzzle: dict[str, Any]) -> bool:
    if puzzle["kind"] == "read":
        return True
    duel, solution = engine.load(puzzle["record"]), puzzle["solutions"][0]
    return refute(duel, puzzle["wizard"], solution, puzzle["kind"], puzzle["rounds"]) is None


def test_no_solution_needs_a_forfeit_which_a_board_cannot_combine_with_gestures() -> None:
    assert [puzzle["id"] for puzzle in PUZZLES if ["forfeit"] in puzzle["core"]] == []


def test_no_random_reply_defeats_a_solution() -> None:
    puzzles = [puzzle for puzzle in PUZZLES if puzzle["kind"] != "read" and puzzle["rounds"] == 1][::3]
    assert len(puzzles) > 50
    assert [puzzle["id"] for puzzle in puzzles if reply_that_helps(puzzle)] == []


def reply_that_helps(puzzle: dict[str, Any]) -> dict[str, Any] | None:
    """Return orders with which the opponents defeat the puzzle's solution, or `None` if none are found.

    Only 20 random replies are tried.
    """
    duel, wizard, dice = engine.load(puzzle["record"]), puzzle["wizard"], Random(puzzle["id"])
    replies = [{name: anything(duel, name, dice) for name in enemies_of(duel, wizard)} for _ in range(20)]
    return next(
        (reply for reply in replies if not is_done(puzzle, duel, {wizard: puzzle["solutions"][0], **reply})), None
    )


def is_done(puzzle: dict[str, Any], duel: engine.Duel, orders: dict[str, Any]) -> bool:
    """Return whether a round with these orders reaches the puzzle's goal."""
    wizard, after = puzzle["wizard"], engine.settle(duel, orders)
    has_won = after.result is not None and after.result["winners"] == [wizard]
    if puzzle["kind"] == "win":
        return has_won
    escaped = puzzle["guards"].get("stops") not in after.wizard(wizard).effects
    return after.wizard(wizard).stands and (has_won or escaped)


def test_each_puzzle_leads_to_its_whole_duel() -> None:
    for puzzle in PUZZLES[::5]:
        record, source = puzzle["record"], puzzle["source"]
        whole = {**record, "rounds": record["rounds"] + source["rest"], "result": source["result"]}
        assert engine.load(whole).result == source["result"]


def test_there_are_many_puzzles_and_no_duplicates() -> None:
    assert len({puzzle["id"] for puzzle in PUZZLES}) == len(PUZZLES) >= 500
    assert len({puzzle["book"] for puzzle in PUZZLES}) >= 3
    assert {puzzle["kind"] for puzzle in PUZZLES} == {"win", "save", "guard", "read"}
    assert {puzzle["rounds"] for puzzle in PUZZLES} == {1, 2, 3}
    assert max(Counter(map(pattern_of, PUZZLES)).values()) <= ALIKE
    assert max(Counter(map(answer_of, PUZZLES)).values()) <= len(PUZZLES) / 10


def test_most_themes_have_fifteen_puzzles() -> None:
    themes = Counter(theme for puzzle in PUZZLES for theme in puzzle["themes"])
    assert len([theme for theme in THEMES if themes[theme] >= 15]) >= 25
    assert themes["three_rounds"] >= 15
    assert themes["melee"] >= 30
    assert themes.keys() <= THEMES.keys()


def test_ratings_reach_from_easy_to_hard() -> None:
    ratings = [puzzle["rating"] for puzzle in PUZZLES]
    assert min(ratings) >= EASIEST
    assert max(ratings) <= HARDEST
    assert all(any(low <= rating < low + 200 for rating in ratings) for low in range(EASIEST, HARDEST, 200))
