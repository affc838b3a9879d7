"""Run the tests for files that differ from main, and stop after half a minute, as `make quick` does.

Tests mirror the code: a change in `duels/ladder/ratings.py` runs `tests/duels/ladder/test_ratings.py`, and then the
rest of `tests/duels/ladder`. Thorough tests are left out. A browser test runs only if its own file has changed.
"""

import argparse
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path, PurePath
from time import time

import pytest

ROOT = Path(__file__).parents[1]
BASES = ("main", "origin/main", "HEAD^")
"""Commits to compare with, in this order. The first one that differs is used."""

ELSEWHERE = (
    (r"(static|tests)/js/.*", ("tests/test_javascript.py", "tests/test_modules.py", "tests/assets/test_catalogue.py")),
    (r"static/words/.*|.*\.[mp]o", ("tests/test_german.py", "tests/assets/test_catalogue.py")),
    (r"templates/(account|allauth).*", ("tests/accounts",)),
    (r"tests/golden/.*", ("tests/engine/test_golden.py", "tests/engine/test_coverage.py")),
    (r"tests/browser/.*", ()),
    (r".*\.md", ("tests/engine/test_documents.py",)),
)
"""Patterns of paths that no folder of tests mirrors, with the tests to run for them."""
MIRRORED = {"wavinghands/": "", "templates/": "duels/", "tests/": ""}
"""Prefixes of paths, each with its replacement below `tests/`. Paths without such a prefix are not changed."""


def changed(root: Path) -> tuple[str, list[str]]:
    """Return the revision to compare with, and the paths that differ from it, including untracked files."""
    new = _git(root, "ls-files", "--others", "--exclude-standard")
    for base in BASES:
        for fork in _git(root, "merge-base", base, "HEAD"):
            paths = {*_git(root, "diff", "--name-only", "--no-renames", fork), *new}
            if paths:
                return base, sorted(paths)
    return "nothing", new


def _git(root: Path, *arguments: str) -> list[str]:
    """Return the lines of git's output, or an empty list if git fails."""
    done = subprocess.run(["git", *arguments], cwd=root, capture_output=True, text=True, check=False)
    return done.stdout.splitlines() if done.returncode == 0 else []


def chosen(paths: list[str], root: Path) -> list[str]:
    """Return the tests for these paths as arguments for pytest: first files, then folders, the deepest ones first."""
    found = {tests for path in paths for tests in _tests_of(path, root) if (root / tests).exists()}
    return sorted(found, key=lambda tests: (not tests.endswith(".py"), -tests.count("/"), tests))


def _tests_of(path: str, root: Path) -> Iterator[str]:
    if re.fullmatch(r"tests/(.*/)?test_\w+\.py", path):
        yield path
        return
    for pattern, tests in ELSEWHERE:
        if re.fullmatch(pattern, path):
            yield from tests
            return
    yield from _mirroring(path, root)


def _mirroring(path: str, root: Path) -> Iterator[str]:
    """Yield the tests that mirror `path`: its test file, and the nearest test folder that exists.

    If this folder is `tests` itself, yield the test files in it instead.
    """
    start = next((start for start in MIRRORED if path.startswith(start)), "")
    place = PurePath("tests", MIRRORED.get(start, "") + path.removeprefix(start))
    yield str(place.with_name(f"test_{place.stem}.py"))
    folder = next(folder for folder in place.parents if (root / folder).is_dir())
    if folder == PurePath("tests"):
        yield from (str(file.relative_to(root)) for file in (root / "tests").glob("test_*.py"))
    else:
        yield str(folder)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--until", type=float, help="start no test after this time, in seconds since the epoch")


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    if time() > item.config.getoption("until"):
        pytest.skip(f"left out, the time was up: {item.location[0]}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=30, help="start no test after this many seconds")
    until = time() + parser.parse_args().seconds
    base, paths = changed(ROOT)
    tests = chosen(paths, ROOT)
    summary = f"{len(paths)} files differ from {base}. Their tests (`make test` runs all):"
    print(summary, *(tests or ["no tests"]), sep="\n  ", flush=True)  # noqa: T201  # a command prints
    if not tests:
        return 0
    options = ["-q", "-rfE", "-n", "2", "--dist", "load", "--maxschedchunk", "4", "-m", "not thorough"]
    options += ["-p", "tests.changed", "--until", str(until)]
    done = subprocess.run([sys.executable, "-m", "pytest", *options, *tests], cwd=ROOT, check=False)
    return 0 if done.returncode == pytest.ExitCode.NO_TESTS_COLLECTED else done.returncode


if __name__ == "__main__":
    sys.exit(main())
