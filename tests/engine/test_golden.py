"""Golden duels: each a record, and what its case expects of it."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.engine.golden import DUELS, FILES, GOLDEN, differences, duels, in_order, play, prose, read, written
from wavinghands.engine import BOOKS
from wavinghands.engine.states import states

SAMPLES = ("bartle-sample", "froodal-bung")


@pytest.mark.parametrize("name", DUELS)
def test_a_golden_duel_comes_out_as_it_says(name: str) -> None:
    golden = DUELS[name]
    wrong = differences(golden["expect"], play(golden))
    assert not wrong, "\n".join([golden["case"], *wrong, "", prose(golden)])


def test_a_difference_is_told() -> None:
    found = {"hp": 3, "effects": {"fear": 1}, "events": [{"type": "dies"}]}
    assert differences({"hp": 3, "events": [{"type": "dies"}]}, found) == []
    assert differences({"hp": 4}, found) == [".hp: 3, not 4"]
    assert differences({"effects": {}}, found)
    assert differences({"events": [{"type": "ends"}]}, found)
    assert differences({"events": []}, found)
    assert differences({"no_events": [{"type": "dies"}]}, found)
    assert differences({"blind": True}, found) == [".blind: is not there"]


def test_a_golden_duel_names_its_books_and_says_what_it_is_about() -> None:
    for name, golden in DUELS.items():
        assert golden["record"]["spellbook"] == name.partition("/")[0] in BOOKS, name
        assert golden["case"].endswith("."), name
        assert golden["expect"], name


def test_a_golden_duel_stands_once() -> None:
    times = Counter(name for name, _ in duels())
    assert not [name for name in DUELS if times[name] > 1]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_what_is_alike_in_several_books_is_one_case(file: Path) -> None:
    alike = [{**case, "books": None} for case in read(file)]
    assert not [case["name"] for case in alike if alike.count(case) > 1]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_file_of_cases_is_written_in_order(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    assert text == written(in_order(json.loads(text))) + "\n", "python -m tests.engine.golden writes it so"


@pytest.mark.parametrize("name", SAMPLES)
def test_a_sample_game_has_the_hit_points_that_were_printed(name: str) -> None:
    rounds = states(read(GOLDEN / f"{name}.json"))["rounds"]
    printed = read(GOLDEN / f"{name}.expected.json")["hp"]
    wizards = {wizard: [entry["wizards"][wizard]["hp"] for entry in rounds] for wizard in printed}
    assert wizards == printed


@pytest.mark.parametrize("name", SAMPLES)
def test_a_sample_game_casts_the_spells_that_were_printed_and_no_others(name: str) -> None:
    rounds = states(read(GOLDEN / f"{name}.json"))["rounds"]
    printed = read(GOLDEN / f"{name}.cast.json")
    cast: dict[str, list[Any]] = {
        str(entry["number"]): [[cast["caster"], cast["hand"], cast["spell"], cast["target"]] for cast in entry["cast"]]
        for entry in rounds
        if entry["cast"]
    }
    assert {number: sorted(spells, key=json.dumps) for number, spells in cast.items()} == {
        number: sorted(spells, key=json.dumps) for number, spells in printed.items()
    }


@pytest.mark.parametrize("name", SAMPLES)
def test_a_sample_game_ends_as_its_record_says(name: str) -> None:
    record = read(GOLDEN / f"{name}.json")
    assert states(record)["result"] == record["result"] is not None
