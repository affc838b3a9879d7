"""Tests for `manage.py mine_puzzles`, which continues where it was stopped.

It keeps only a few puzzles per pattern, and removes wrong ones.
"""

import json
from pathlib import Path

import pytest
from django.core.management import call_command

from duels.puzzles import mining
from tests.duels.puzzles.made import record
from wavinghands.search.mining import mine


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "puzzles.jsonl"


def ids(file: Path) -> list[str]:
    return [json.loads(line)["id"] for line in file.read_text().splitlines()]


def test_mining_continues_where_it_stopped(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("mine_puzzles", file=file, count=1, seed=42)
    first = ids(file)
    state = json.loads(file.with_suffix(".json").read_text()) if file.with_suffix(".json").exists() else {}
    call_command("mine_puzzles", file=file, count=1, seed=42)

    assert len(first) == 1
    assert state == {}, "the duels of a share count as looked at when all of them have been"
    assert ids(file)[0] == first[0]
    assert len(set(ids(file))) == 2
    assert first[0] in capsys.readouterr().out


def test_records_in_a_folder_are_searched(file: Path, tmp_path: Path) -> None:
    (records := tmp_path / "records").mkdir()
    (records / "finger.json").write_text(json.dumps(record(("PWPFSSSD", "--------"), ("--------", "--------"))))
    (records / "other.json").write_text('{"is": "no record"}')
    call_command("mine_puzzles", file=file, count=9, records=records)
    found = [json.loads(line) for line in file.read_text().splitlines()]
    assert {puzzle["source"]["name"] for puzzle in found} == {"finger"}


def test_a_check_removes_wrong_puzzles(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good = [puzzle for number in range(42, 44) for puzzle in mine(number, "classic")]
    bad = {**good[0], "id": "wrongone"}
    file.write_text("".join(json.dumps(puzzle) + "\n" for puzzle in [*good, bad]))

    call_command("mine_puzzles", file=file, check=True)

    assert ids(file) == [puzzle["id"] for puzzle in good]
    assert f"{len(good)} of {len(good) + 1} hold" in capsys.readouterr().out


def test_few_puzzles_of_the_same_pattern_are_kept(file: Path) -> None:
    puzzle = next(puzzle for number in range(34, 60) for puzzle in mine(number, "classic") if puzzle["kind"] == "read")
    many = ({**puzzle, "id": str(number)} for number in range(20))

    kept = list(mining.unlike(many, [puzzle]))

    assert len(kept) == mining.ALIKE - 1
    assert list(mining.unlike(iter([puzzle]), [puzzle])) == []
