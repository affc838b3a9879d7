import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.engine import golden
from tests.engine.golden import FILES, GOLDEN, differences, duels_in, golden_duels, in_order, read, report, written
from wavinghands.engine import BOOKS
from wavinghands.engine.states import states

SAMPLES = ("bartle-sample", "froodal-bung")
A_DUEL = "classic/amnesia__usual"


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_golden_duel_matches_its_case(file: Path) -> None:
    wrong = [failure for name, duel in duels_in(file) if (failure := report(name, duel))]
    assert not wrong, "\n".join([f"{len(wrong)} golden duels", *wrong])


def test_a_difference_is_reported() -> None:
    found = {"hp": 3, "effects": {"fear": 1}, "events": [{"type": "dies"}]}
    assert differences({"hp": 3, "events": [{"type": "dies"}]}, found) == []
    assert differences({"hp": 4}, found) == [".hp: 3, not 4"]
    assert differences({"effects": {}}, found)
    assert differences({"events": [{"type": "ends"}]}, found)
    assert differences({"events": []}, found)
    assert differences({"no_events": [{"type": "dies"}]}, found)
    assert differences({"blind": True}, found) == [".blind: is not there"]


def wrong_duel() -> dict[str, Any]:
    """Return a golden duel with an expectation for round 99, which is never played."""
    return {**golden_duels()[A_DUEL], "expect": {"rounds": {"99": {}}}}


def test_a_report_has_name_case_differences_and_transcript() -> None:
    told = report(A_DUEL, wrong_duel()).split("\n")
    assert told[:4] == [A_DUEL, golden_duels()[A_DUEL]["case"], ".rounds.99: is not there", ""]
    assert "Round 1" in told
    assert report(A_DUEL, golden_duels()[A_DUEL]) == ""


def test_a_record_that_cannot_be_played_is_reported() -> None:
    unplayable = {**wrong_duel(), "record": {"format": "else"}}
    assert "\nwavinghands.engine.errors.RecordError: format: " in report(A_DUEL, unplayable)


def test_the_command_line_plays_the_duels_with_a_part_in_their_names(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert golden.main(["amnesia__usual"]) == 0
    assert capsys.readouterr().out == f"{len(BOOKS)} golden duels played, 0 wrong\n"
    monkeypatch.setattr(golden, "golden_duels", lambda: {A_DUEL: wrong_duel()})
    assert golden.main([A_DUEL]) == 1
    assert capsys.readouterr().out == report(A_DUEL, wrong_duel()) + "\n1 golden duels played, 1 wrong\n"
    assert golden.main(["no such duel"]) == 1


def test_a_golden_duel_has_its_books_and_a_description() -> None:
    for name, duel in golden_duels().items():
        assert duel["record"]["spellbook"] == name.partition("/")[0] in BOOKS, name
        assert duel["case"].endswith("."), name
        assert duel["expect"], name


def test_no_two_golden_duels_have_the_same_name() -> None:
    times = Counter(name for file in FILES for name, _ in duels_in(file))
    assert not [name for name in times if times[name] > 1]


def test_a_case_that_is_the_same_in_several_books_is_written_once() -> None:
    times = Counter(
        (file.stem, case["name"], json.dumps({**case, "books": None}, sort_keys=True))
        for file in FILES
        for case in read(file)
    )
    assert not [f"{stem}__{name}" for (stem, name, _), count in times.items() if count > 1]


def test_a_file_of_cases_is_written_in_order() -> None:
    texts = {file.name: file.read_text(encoding="utf-8") for file in FILES}
    wrong = [name for name, text in texts.items() if text != written(in_order(json.loads(text))) + "\n"]
    assert not wrong, "python -m tests.engine.golden --format puts them in order"


@pytest.mark.parametrize("name", SAMPLES)
def test_a_sample_game_has_the_printed_hit_points(name: str) -> None:
    rounds = states(read(GOLDEN / f"{name}.json"))["rounds"]
    printed = read(GOLDEN / f"{name}.expected.json")["hp"]
    wizards = {wizard: [entry["wizards"][wizard]["hp"] for entry in rounds] for wizard in printed}
    assert wizards == printed


@pytest.mark.parametrize("name", SAMPLES)
def test_a_sample_game_casts_exactly_the_printed_spells(name: str) -> None:
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
