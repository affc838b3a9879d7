"""Tests for `python -m wavinghands.engine`, run as from a shell."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.engine.duels import a_record, duel_of
from tests.engine.golden import GOLDEN, read
from wavinghands import engine
from wavinghands.engine.__main__ import main

ROOT = Path(__file__).parents[2]
SAMPLE = GOLDEN / "bartle-sample.json"


def run(*arguments: str | Path, data: bytes = b"") -> tuple[int, str, str]:
    """Run the engine's command line, and return the exit status, standard output and standard error."""
    command = [sys.executable, "-m", "wavinghands.engine", *map(str, arguments)]
    done = subprocess.run(command, input=data, capture_output=True, cwd=ROOT, check=False)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def a_file(folder: Path, name: str, content: object) -> Path:
    file = folder / name
    file.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return file


def a_bad_record() -> dict[str, object]:
    record = engine.dump(duel_of("classic", Black="SFWP", White="----"))
    record["rounds"][2]["orders"]["White"]["target"] = {"left": "Grey"}
    return record


def test_a_file_gives_one_document() -> None:
    status, out, err = run("replay", SAMPLE)
    document = json.loads(out)
    assert (status, err) == (0, "")
    assert document["format"] == "wavinghands-replay/1"
    assert [entry["number"] for entry in document["rounds"]] == list(range(1, 23))
    assert document["result"] == read(SAMPLE)["result"]


def test_a_dash_means_standard_input() -> None:
    assert run("replay", "-", data=SAMPLE.read_bytes()) == run("replay", SAMPLE)


def test_a_duel_under_way_has_no_result(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["replay", str(a_file(tmp_path, "a.json", a_record()))]) == 0
    assert json.loads(capsys.readouterr().out)["result"] is None


def test_a_folder_gives_a_line_for_each_record(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    a_file(tmp_path, "b.json", a_record())
    a_file(tmp_path, "a.json", read(SAMPLE))
    a_file(tmp_path, "notes.txt", "no record")
    assert main(["replay", str(tmp_path)]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(line["file"], len(line["rounds"])) for line in lines] == [("a.json", 22), ("b.json", 1)]


def test_a_bad_record_in_a_folder_does_not_stop_the_others(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    a_file(tmp_path, "a.json", a_bad_record())
    a_file(tmp_path, "b.json", "{")
    (tmp_path / "c.json").write_bytes(b'"\xff"')
    (tmp_path / "d.json").mkdir()
    a_file(tmp_path, "e.json", a_record())
    assert main(["replay", str(tmp_path)]) == 2
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["file"] for line in lines] == ["a.json", "b.json", "c.json", "d.json", "e.json"]
    assert lines[0] == {"file": "a.json", "error": "round 3, White, target.left: there is no 'Grey' in the circle"}
    assert all(line["error"] for line in lines[1:4])
    assert lines[4]["rounds"]


def test_a_single_bad_record_prints_one_line_with_the_location(tmp_path: Path) -> None:
    file = a_file(tmp_path, "bad.json", a_bad_record())
    assert run("replay", file) == (2, "", "round 3, White, target.left: there is no 'Grey' in the circle\n")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "null",
        "7",
        '{"format": 1}',
        "[" * 100_000,
        '{"a": ' + "9" * 10_000 + "}",
        '{"format": "wavinghands-duel/1", "spellbook": "\\ud800\\n"}',
    ],
)
def test_input_that_is_no_record_prints_one_line(capsys: pytest.CaptureFixture[str], tmp_path: Path, text: str) -> None:
    assert main(["replay", str(a_file(tmp_path, "bad.json", text))]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert len(told.err.splitlines()) == 1


def test_input_that_is_no_text_prints_one_line() -> None:
    status, out, err = run("replay", "-", data=b"\xff\xfe")
    assert (status, out, len(err.splitlines())) == (2, "", 1)


def test_a_missing_file_prints_one_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["replay", str(tmp_path / "nothing.json")]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
    assert main(["bench", str(tmp_path / "nothing")]) == 2


def test_a_closed_pipe_is_no_error() -> None:
    command = [sys.executable, "-m", "wavinghands.engine", "book", "classic"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 0


def test_bench_counts_the_rounds_of_every_record(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    a_file(tmp_path, "a.json", read(SAMPLE))
    a_file(tmp_path, "b.json", read(GOLDEN / "froodal-bung.json"))
    assert main(["bench", str(tmp_path)]) == 0
    counted = json.loads(capsys.readouterr().out)
    assert set(counted) == {"rounds", "seconds"}
    assert counted["rounds"] == 33
    assert 0 < counted["seconds"] < 60


def test_bench_of_an_empty_folder_counts_nothing(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["bench", str(tmp_path)]) == 0
    assert json.loads(capsys.readouterr().out) == {"rounds": 0, "seconds": 0}


def test_a_book_is_printed_as_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    for book in engine.BOOKS:
        assert main(["book", book]) == 0
        told = capsys.readouterr().out
        assert told.startswith(f"{engine.BOOKS[book].title}. ")
        for spell in engine.book_table(book):
            assert f"\n{' or '.join(spell['gestures'])} " in told
            assert spell["name"] in told
        assert max(map(len, told.splitlines())) <= 120


def test_a_book_is_printed_in_the_given_order(capsys: pytest.CaptureFixture[str]) -> None:
    first = {"name": "DPP ", "gestures": "cDPW ", "reversed": "cDDW "}
    for by, pattern in first.items():
        assert main(["book", "classic", "--by", by]) == 0
        lines = capsys.readouterr().out.splitlines()
        heading = next(index for index, line in enumerate(lines) if line.startswith("Gestures "))
        assert lines[heading + 1].startswith(pattern)


def test_a_book_is_printed_under_the_given_options(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["book", "classic", "--option", "maladroit=true", "--option", "max_hp=20"]) == 0
    told = capsys.readouterr().out
    assert "Maladroitness" in told
    assert "Confusion" not in told


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["necronomicon"], "there is no book 'necronomicon'"),
        (["classic", "--by", "colour"], "'colour' is not one of name, gestures, reversed"),
        (["classic", "--option", "maladroit"], "'maladroit' is not KEY=VALUE"),
        (["classic", "--option", "maladroit=perhaps"], "'perhaps' is not one of False, True"),
        (["classic", "--option", "fairness=true"], "there is no such rule option"),
    ],
)
def test_an_unknown_book_prints_one_line(capsys: pytest.CaptureFixture[str], arguments: list[str], why: str) -> None:
    assert main(["book", *arguments]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert why in told.err
    assert len(told.err.splitlines()) == 1


def test_all_texts_are_printed_for_translators() -> None:
    status, out, err = run("texts")
    assert (status, err) == (0, "")
    assert 'msgctxt "names.fire_storm"\nmsgid "Fire Storm"\nmsgstr ""\n' in out
    assert 'msgctxt "events.says"\nmsgid "{wizard} says: “{words}”"\n' in out
