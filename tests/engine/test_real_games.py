"""Tests that the engine reproduces exactly the facts in the logs of real games."""

from collections import Counter
from copy import deepcopy
from pathlib import Path

import pytest

from tests.engine.real_games import CLOSING, FILES, KINDS, census, closing_differences, differences, read, rounds

FACTS = {
    "number": 89,
    "kind": 89,
    "gestures": 187,
    "cast": 172,
    "forced": 30,
    "summoned": 7,
    "charmed": 2,
    "directs": 17,
    "attacks": 49,
    "damage": 54,
    "healed": 3,
    "effects": 135,
    "countered": 9,
    "absorbed": 1,
    "resisted": 1,
    "died": 6,
    "surrendered": 6,
    "victorious": 5,
    "draw": 1,
    "hp": 198,
    "monster_hp": 36,
}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_round_of_a_real_game_matches_its_log(file: Path) -> None:
    game = read(file)
    assert game["complete"]
    assert not game["unknown_rounds"]
    wrong = [
        f"{file.stem}, round {facts['number']}, {line}"
        for facts, seen in zip(game["facts"]["rounds"], rounds(game["record"]), strict=True)
        for line in differences(facts, seen)
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_real_game_ends_as_in_the_table_of_its_log(file: Path) -> None:
    game = read(file)
    played = list(rounds(game["record"]))
    wrong = closing_differences(game["facts"]["final"], played)
    assert not wrong, "\n".join(f"{file.stem}, at the end, {line}" for line in wrong)
    assert played[-1].after.result == game["record"]["result"]


def test_all_facts_of_the_real_games_are_compared() -> None:
    games = [read(file) for file in FILES]
    told = sum((census(game["facts"]["rounds"]) for game in games), Counter[str]())
    assert told == FACTS
    assert FACTS.keys() == KINDS.keys()
    assert {kind for game in games for kind in game["facts"]["final"]} == CLOSING.keys()


def test_unknown_missing_and_additional_facts_are_reported() -> None:
    game = read(FILES[0])
    seen = next(rounds(game["record"]))
    facts = game["facts"]["rounds"][0]
    assert differences(facts, seen) == []
    assert differences(facts | {"weather": ["rain"]}, seen) == ["weather: nothing compares this kind of fact"]
    assert differences(facts | {"draw": True}, seen) == ["draw: the log tells (True,), the engine does not"]
    silent = deepcopy(facts)
    made = silent["gestures"].popitem()[1]
    assert differences(silent, seen) == [
        f"gestures: the engine tells {('Birch', made['left'], made['right'])}, the log does not"
    ]
