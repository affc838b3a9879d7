"""Progress bars for long commands, and results that survive an interruption."""

import hashlib
import os
import pickle
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, Self

from tqdm import tqdm

PACKAGE = Path(__file__).parent
FOLDER = Path(os.environ.get("VAR_DIR") or PACKAGE.parent / "var") / "progress"
RESTART = "start over instead of continuing after an interruption"
"""The help text of the option that starts over."""


def bar(total: int, unit: str = "duels", done: int = 0) -> "tqdm[Any]":
    """Return a progress bar that shows the remaining time on standard error.

    The bar is disabled if standard error is not a terminal.
    """
    return tqdm(total=total, initial=done, unit=f" {unit}", disable=None, dynamic_ncols=True)


@contextmanager
def interruptible(what_next: str = "The same command continues from here.") -> Iterator[None]:
    """If Ctrl-C interrupts the block, print `what_next` and exit with status 130."""
    try:
        yield
    except KeyboardInterrupt:
        sys.stderr.write(f"\nInterrupted. {what_next}\n")
        raise SystemExit(130) from None


@contextmanager
def processes(jobs: int) -> Iterator[Callable[..., Iterable[Any]]]:
    """Yield a `map` function that uses `jobs` processes and returns results in order.

    On exit, tasks that have not started are cancelled.
    """
    if jobs == 1:
        yield map
        return
    pool = ProcessPoolExecutor(jobs)
    try:
        yield pool.map
    finally:
        pool.shutdown(cancel_futures=True)


class Journal:
    """A file that saves the results of a command, so that the command can continue after an interruption.

    Each result is saved immediately. The file is below `VAR_DIR`, and is deleted when a `with` block over the journal
    ends without an error. `facts` contains everything that the results depend on. Results for other facts, or from
    another version of the engine or the search, are discarded.
    """

    def __init__(self, name: str, *facts: object, restart: bool = False) -> None:
        FOLDER.mkdir(parents=True, exist_ok=True)
        self.results: list[Any] = []
        self._file = FOLDER / f"{name}.pickle"
        self._head = (repr(facts), code_version())
        if restart or not self._read():
            self._file.write_bytes(pickle.dumps(self._head))

    def add(self, result: Any) -> None:
        with self._file.open("ab") as file:
            file.write(pickle.dumps(result))
        self.results.append(result)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is None:
            self._file.unlink()

    def _read(self) -> bool:
        """Read the saved results, and return whether they are for the same facts.

        A result that was cut off by a crash is dropped.
        """
        if not self._file.exists():
            return False
        with self._file.open("r+b") as file:
            found, end = [], 0
            try:
                while True:
                    found.append(pickle.load(file))  # noqa: S301 - only this class writes the file
                    end = file.tell()
            except (EOFError, pickle.UnpicklingError, AttributeError, ImportError, IndexError, ValueError):
                file.truncate(end)
        is_of_these_facts = found[:1] == [self._head]
        self.results = found[1:] if is_of_these_facts else []
        return is_of_these_facts


def filled(
    journal: Journal, work: Callable[[Any], Any], items: Sequence[Any], jobs: int = 1, unit: str = "duels"
) -> list[Any]:
    """Return the result of `work` for each item.

    Results already in `journal` are reused, and new ones are added to it.
    """
    known = len(journal.results)
    with processes(jobs) as spread, bar(len(items), unit, known) as progress:
        for result in spread(work, items[known:]):
            journal.add(result)
            progress.update()
    return journal.results[: len(items)]


@cache
def code_version() -> str:
    """Return a digest of the code and data of the engine and the search."""
    files = sorted(file for folder in ("engine", "search") for file in (PACKAGE / folder).rglob("*.*"))
    digest = hashlib.sha256()
    for file in files:
        if file.suffix in (".py", ".json"):
            digest.update(file.read_bytes())
    return digest.hexdigest()
