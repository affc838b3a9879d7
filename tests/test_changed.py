"""Tests for how `make quick` chooses tests, and for its report of tests that did not run in time."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.changed import changed, chosen
from tests.servers import ROOT, clean_environment

TESTS = (
    "tests/test_modules.py",
    "tests/test_javascript.py",
    "tests/accounts/test_mages.py",
    "tests/browser/test_board.py",
    "tests/duels/test_routing.py",
    "tests/duels/ladder/test_ratings.py",
    "tests/duels/ladder/test_settlement.py",
    "tests/engine/test_coverage.py",
    "tests/engine/test_documents.py",
    "tests/engine/test_golden.py",
    "tests/engine/lookahead/test_ahead.py",
)


def written(root: Path, *paths: str) -> None:
    for path in paths:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text("def test_it():\n    pass\n")


def git(root: Path, *arguments: str) -> None:
    of_nobody = ["-c", "user.name=Nobody", "-c", "user.email=nobody@example.org"]
    subprocess.run(["git", *of_nobody, *arguments], cwd=root, check=True, capture_output=True)


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    written(tmp_path, "a.py", "b.py")
    git(tmp_path, "init", "--initial-branch", "main")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-m", "First")
    return tmp_path


@pytest.mark.parametrize(
    ("path", "tests"),
    [
        ("duels/ladder/ratings.py", ["tests/duels/ladder/test_ratings.py", "tests/duels/ladder"]),
        ("duels/ladder/reads/standings.py", ["tests/duels/ladder"]),
        ("duels/models/duels.py", ["tests/duels"]),
        ("duels/routing.py", ["tests/duels/test_routing.py", "tests/duels"]),
        ("templates/ladder/mage.html", ["tests/duels/ladder"]),
        ("templates/account/login.html", ["tests/accounts"]),
        ("accounts/services/mages.py", ["tests/accounts"]),
        ("wavinghands/engine/lookahead/ahead.py", ["tests/engine/lookahead/test_ahead.py", "tests/engine/lookahead"]),
        ("wavinghands/engine/duel.py", ["tests/engine"]),
        ("wavinghands/settings.py", ["tests/test_javascript.py", "tests/test_modules.py"]),
        ("pyproject.toml", ["tests/test_javascript.py", "tests/test_modules.py"]),
        ("static/js/board/wizards.js", ["tests/test_javascript.py", "tests/test_modules.py"]),
        ("docs/engine.md", ["tests/engine/test_documents.py"]),
        ("tests/golden/cases/shield.json", ["tests/engine/test_coverage.py", "tests/engine/test_golden.py"]),
        ("tests/engine/golden.py", ["tests/engine/test_golden.py", "tests/engine"]),
        ("tests/accounts/test_mages.py", ["tests/accounts/test_mages.py"]),
        ("tests/accounts/test_gone.py", []),
        ("tests/browser/test_board.py", ["tests/browser/test_board.py"]),
        ("tests/browser/conftest.py", []),
    ],
)
def test_a_file_is_tested_by_the_tests_that_mirror_it(path: str, tests: list[str], tmp_path: Path):
    written(tmp_path, *TESTS)
    assert chosen([path], tmp_path) == tests


def test_the_nearest_tests_come_first(tmp_path: Path):
    written(tmp_path, *TESTS)
    assert chosen(["accounts/apps.py", "duels/ladder/ratings.py"], tmp_path) == [
        "tests/duels/ladder/test_ratings.py",
        "tests/duels/ladder",
        "tests/accounts",
    ]


def test_files_that_differ_from_main_are_changed_even_if_uncommitted(repository: Path):
    git(repository, "switch", "-c", "branch")
    written(repository, "c.py")
    git(repository, "add", ".")
    git(repository, "commit", "-m", "Second")
    (repository / "b.py").unlink()
    written(repository, "d.py")
    assert changed(repository) == ("main", ["b.py", "c.py", "d.py"])


def test_on_main_changes_are_uncommitted_files_or_else_the_last_commit(repository: Path):
    assert changed(repository) == ("nothing", [])
    written(repository, "c.py")
    assert changed(repository) == ("main", ["c.py"])
    git(repository, "add", ".")
    git(repository, "commit", "-m", "Second")
    assert changed(repository) == ("HEAD^", ["c.py"])


def test_tests_that_did_not_run_in_time_are_listed():
    command = [sys.executable, "-m", "pytest", "-p", "tests.changed", "--until", "1", "tests/test_names.py"]
    done = subprocess.run(command, cwd=ROOT, env=clean_environment({}), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "left out, the time was up: tests/test_names.py" in done.stdout
    assert " passed" not in done.stdout
