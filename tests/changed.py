"""The tests of what has changed since main, for as long as there is time: what `make quick` runs.

Tests mirror the code: `duels/ladder/ratings.py` is tried by `tests/duels/ladder/test_ratings.py`, then by all else in
`tests/duels/ladder`. Tests in a browser take too long; one is run only if its own file has changed.
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
"""What is compared with: the first from which anything differs. On main it is what is new, or else the last commit."""

ELSEWHERE = (
    (r"(static|tests)/js/.*", ("tests/test_javascript.py", "tests/test_modules.py", "tests/test_script_words.py")),
    (r"static/words/.*|.*\.[mp]o", ("tests/test_german.py", "tests/test_script_words.py")),
    (r"templates/(account|allauth).*", ("tests/accounts",)),
    (r"tests/golden/.*", ("tests/engine/test_golden.py", "tests/engine/test_coverage.py")),
    (r"tests/browser/.*", ()),
    (r".*\.md", ("tests/engine/test_documents.py",)),
)
"""What is not tried by the folder that mirrors its own."""
MIRRORED = {"wavinghands/": "", "templates/": "duels/", "tests/": ""}
"""Beginnings of paths, and how they begin below `tests/`; all others begin there as they do here."""


def changed(root: Path) -> tuple[str, list[str]]:
    """What is compared with, and the paths that differ from it, those that git does not know yet among them."""
    new = _git(root, "ls-files", "--others", "--exclude-standard")
    for base in BASES:
        for fork in _git(root, "merge-base", base, "HEAD"):
            paths = {*_git(root, "diff", "--name-only", "--no-renames", fork), *new}
            if paths:
                return base, sorted(paths)
    return "nothing", new


def _git(root: Path, *arguments: str) -> list[str]:
    """The lines that git answers; none if it cannot."""
    done = subprocess.run(["git", *arguments], cwd=root, capture_output=True, text=True, check=False)
    return done.stdout.splitlines() if done.returncode == 0 else []


def chosen(paths: list[str], root: Path) -> list[str]:
    """The tests of these paths, as pytest wants to be told of them: files first, then folders, from the deepest up."""
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
    """The file that mirrors this one, and the folder that mirrors its own, or the next above; of `tests` the files."""
    start = next((start for start in MIRRORED if path.startswith(start)), "")
    place = PurePath("tests", MIRRORED.get(start, "") + path.removeprefix(start))
    yield str(place.with_name(f"test_{place.stem}.py"))
    folder = next(folder for folder in place.parents if (root / folder).is_dir())
    if folder == PurePath("tests"):
        yield from (str(file.relative_to(root)) for file in (root / "tests").glob("test_*.py"))
    else:
        yield str(folder)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--until", type=float, help="begin no test after this moment, in seconds since the epoch")


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    if time() > item.config.getoption("until"):
        pytest.skip(f"left out, the time was up: {item.location[0]}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=75, help="begin no test after so many")
    until = time() + parser.parse_args().seconds
    base, paths = changed(ROOT)
    tests = chosen(paths, ROOT)
    told = f"Files that differ from {base}: {len(paths)}. What is tried; all else is left to `make check`:"
    print(told, *(tests or ["no tests"]), sep="\n  ", flush=True)  # noqa: T201  # a command prints
    if not tests:
        return 0
    options = ["-q", "-rfE", "-n", "2", "--maxschedchunk", "4", "-p", "tests.changed", "--until", str(until)]
    return subprocess.run([sys.executable, "-m", "pytest", *options, *tests], cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
