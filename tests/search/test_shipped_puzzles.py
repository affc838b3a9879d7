"""The puzzles that come with the site: everything that they say is proved again, by the rules as they are."""

import json
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.search.test_proving import anything
from wavinghands import engine
from wavinghands.search.mining import pattern_of, still_holds
from wavinghands.search.proving import refute

SHIPPED = Path(__file__).parents[2] / "duels" / "puzzles" / "shipped.jsonl"
PUZZLES: list[dict[str, Any]] = [json.loads(line) for line in SHIPPED.read_text().splitlines()]
SHARES = 8
"""Parts in which they are proved, so that several processes may."""


@pytest.mark.parametrize("share", range(SHARES))
def test_all_hold(share: int) -> None:
    assert [puzzle["id"] for puzzle in PUZZLES[share::SHARES] if not still_holds(puzzle)] == []


@pytest.mark.parametrize("share", range(SHARES))
def test_what_is_given_as_a_solution_solves(share: int) -> None:
    for puzzle in PUZZLES[share::SHARES]:
        if puzzle["kind"] != "read":
            duel, solution = engine.load(puzzle["record"]), puzzle["solutions"][0]
            assert refute(duel, puzzle["wizard"], solution, puzzle["kind"], puzzle["rounds"]) is None, puzzle["id"]


@pytest.mark.parametrize("puzzle", [one for one in PUZZLES if one["kind"] != "read" and one["rounds"] == 1][::3])
def test_no_reply_helps(puzzle: dict[str, Any]) -> None:
    duel, wizard, dice = engine.load(puzzle["record"]), puzzle["wizard"], Random(puzzle["id"])
    enemy = duel.enemy_of(wizard)
    assert enemy is not None
    for _ in range(20):
        after = engine.settle(duel, {wizard: puzzle["solutions"][0], enemy: anything(duel, enemy, dice)})
        has_won = after.result is not None and after.result["winners"] == [wizard]
        if puzzle["kind"] == "win":
            assert has_won
        else:
            assert after.wizard(wizard).stands
            assert has_won or puzzle["guards"].get("stops") not in after.wizard(wizard).effects


def test_each_leads_to_its_whole_duel() -> None:
    for puzzle in PUZZLES[::5]:
        record, source = puzzle["record"], puzzle["source"]
        whole = {**record, "rounds": record["rounds"] + source["rest"], "result": source["result"]}
        assert engine.load(whole).result == source["result"]


def test_there_are_many_and_no_two_alike() -> None:
    assert len({puzzle["id"] for puzzle in PUZZLES}) == len(PUZZLES) >= 300
    assert len({puzzle["book"] for puzzle in PUZZLES}) >= 3
    assert {puzzle["kind"] for puzzle in PUZZLES} == {"win", "save", "guard", "read"}
    assert max(Counter(map(pattern_of, PUZZLES)).values()) <= 12
