"""Tests that the instructions for adding a spell and a book work in a copy of the engine."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[2]
FENCED = re.compile(r"^```(python|text)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PLACE = re.compile(r"# (?P<path>wavinghands/\S+\.py)(?:, (?P<where>in|above) (?P<name>\w+))?\n")


class Block(NamedTuple):
    """A fenced code block on a page.

    `place` is the location named in the first line, and `text` contains the other lines.
    """

    language: str
    place: re.Match[str] | None
    text: str


def sections(page: str) -> Iterator[list[Block]]:
    """Yield the code blocks of a page, as one list per section."""
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    for section in text.split("\n## "):
        yield [block(language, code) for language, code in FENCED.findall(section)]


def block(language: str, code: str) -> Block:
    place = PLACE.match(code)
    return Block(language, place, code[place.end() :] if place else code)


def put(root: Path, step: Block) -> str:
    """Apply a code block to the copy of the project at `root`, and return the path of the changed file."""
    assert step.place is not None
    file, name = root / step.place["path"], step.place["name"]
    if step.place["where"] is None:
        assert not file.exists()
        file.write_text(step.text, encoding="utf-8")
        return str(step.place["path"])
    lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
    start = next(number for number, line in enumerate(lines) if re.match(rf"{name}\b.* = [({{]$", line))
    end = next(number for number in range(start, len(lines)) if lines[number] in (")\n", "}\n"))
    if step.place["where"] == "in":
        lines.insert(end, step.text)
    else:
        lines[start:start] = ["\n" * (2 - lines[start - 2 : start].count("\n")), step.text, "\n\n"]
    file.write_text("".join(lines), encoding="utf-8")
    return str(step.place["path"])


def copy_of_the_engine(root: Path) -> Path:
    """Copy only the engine and its tests to the directory `root`, and return `root`."""
    shutil.copytree(ROOT / "wavinghands" / "engine", root / "wavinghands" / "engine")
    shutil.copytree(ROOT / "tests" / "engine", root / "tests" / "engine")
    for package in ("wavinghands", "tests"):
        (root / package / "__init__.py").touch()
    return root


def run(root: Path, *arguments: str) -> str:
    plain = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "PYTHON", "DJANGO"))}
    command = [sys.executable, *arguments]
    done = subprocess.run(command, cwd=root, env=plain, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize(
    ("page", "sizes", "files", "tests"),
    [
        pytest.param(
            "adding-a-spell.md",
            [2, 2, 2],
            {"spells/damaging.py", "spells/enchantment.py", "spells/minds.py", "books/classic.py"},
            ["tests/engine/added_spells.py", "tests/engine/words/test_prose.py"],
            marks=pytest.mark.thorough,
        ),
        (
            "adding-a-book.md",
            [1],
            {"books/drill.py"},
            ["tests/engine/added_book.py", "tests/engine/words/test_library.py"],
        ),
    ],
)
def test_the_engine_works_after_following_a_page(
    page: str, sizes: list[int], files: set[str], tests: list[str], tmp_path: Path
) -> None:
    root = copy_of_the_engine(tmp_path)
    touched = [{put(root, step) for step in blocks if step.place} for blocks in sections(page)]
    assert [len(paths) for paths in touched if paths] == sizes
    assert set().union(*touched) == {f"wavinghands/engine/{file}" for file in files}
    for blocks in sections(page):
        programs = [step.text for step in blocks if step.language == "python" and not step.place]
        printed = [step.text for step in blocks if step.language == "text"]
        for program, lines in zip(programs, printed, strict=True):
            assert_has_lines(run(root, "-c", program), lines)
    run(root, "-m", "ruff", "check", "--config", str(ROOT / "pyproject.toml"), "wavinghands")
    run(root, "-m", "ruff", "format", "--check", "--config", str(ROOT / "pyproject.toml"), "wavinghands")
    run(root, "-m", "mypy", "--strict", "--config-file=", "--package", "wavinghands.engine")
    run(root, "-m", "pytest", "-p", "no:django", "-p", "no:xdist", "--import-mode=importlib", *tests)


def assert_has_lines(printed: str, lines: str) -> None:
    """Assert that these lines were printed in this order. Other lines may come in between."""
    rest = iter(printed.splitlines())
    missing = [line for line in lines.splitlines() if line not in rest]
    assert not missing, f"{missing}\n{printed}"
