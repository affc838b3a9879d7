"""Read, write, play and compare golden duels.

A golden duel is the record of a duel together with the states that must follow from it.

    python -m tests.engine.golden classic/amnesia__usual    # play the cases whose names contain this
    python -m tests.engine.golden --format                  # rewrite the files, sorted, with a line per round
"""

import argparse
import json
import sys
import traceback
from collections.abc import Iterator, Mapping
from functools import cache
from operator import itemgetter
from pathlib import Path
from typing import Any

from wavinghands.engine import load, transcript
from wavinghands.engine.states import states

Golden = Mapping[str, Any]
"""A golden duel: what the case is about (`case`), a duel record (`record`), and the expected result (`expect`)."""

GOLDEN = Path(__file__).parents[1] / "golden"
FILES = sorted((GOLDEN / "cases").glob("*.json"))
OPENED = ("record", "expect", "rounds")
"""The keys whose entries are written on one line each. The rest of a case is written on a single line."""


def read(file: Path) -> Any:
    return json.loads(file.read_text(encoding="utf-8"))


@cache
def golden_duels() -> Mapping[str, Golden]:
    """Return all golden duels by name, in the order of their names."""
    return dict(sorted((pair for file in FILES for pair in duels_in(file)), key=itemgetter(0)))


def duels_in(file: Path) -> Iterator[tuple[str, Golden]]:
    """Yield a golden duel for each case in `file` and each book of the case.

    The name of the duel is `<book>/<spell>__<case>`.
    """
    for case in read(file):
        for book in case["books"]:
            yield f"{book}/{file.stem}__{case['name']}", duel_of(case, book)


def duel_of(case: Mapping[str, Any], book: str) -> Golden:
    record = {"format": "wavinghands-duel/1", "spellbook": book, **case["record"]}
    return {"case": case["case"], "record": record, "expect": case["expect"]}


def written(value: Any, depth: int = 0, key: str = "") -> str:
    """Return the formatted JSON of a file of cases, or of part of such a file."""
    if not value or (depth > 1 and key not in OPENED):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, dict):
        lines = [f"{json.dumps(key)}: {written(part, depth + 1, key)}" for key, part in value.items()]
    else:
        lines = [written(part, depth + 1) for part in value]
    start, end = "{}" if isinstance(value, dict) else "[]"
    margin = "\n" + "  " * depth
    return start + ",".join(f"{margin}  {line}" for line in lines) + margin + end


def in_order(cases: list[Any]) -> list[Any]:
    """Return the cases in a file, sorted by name and then by books."""
    return sorted(cases, key=itemgetter("name", "books"))


def play(golden: Golden) -> dict[str, Any]:
    """Play a golden duel, and return its result and its rounds by number."""
    replayed = states(golden["record"])
    return {"rounds": {str(entry["number"]): entry for entry in replayed["rounds"]}, "result": replayed["result"]}


def differences(expected: Any, found: Any, where: str = "") -> list[str]:
    """Return a message for each part of `expected` that is missing from `found`.

    `where` is the path of these parts in the golden duel.
    """
    if isinstance(expected, dict) and isinstance(found, dict) and expected:
        return [line for key, value in expected.items() for line in _entry(key, value, found, f"{where}.{key}")]
    if isinstance(expected, list) and isinstance(found, list) and expected:
        return [
            f"{where}: no {item} among {found}"
            for item in expected
            if all(differences(item, candidate) for candidate in found)
        ]
    return [] if expected == found else [f"{where}: {found!r}, not {expected!r}"]


def _entry(key: str, value: Any, found: Mapping[str, Any], where: str) -> list[str]:
    if key == "no_events":
        return [f"{where}: {item}" for item in value if not differences([item], found["events"])]
    if key not in found:
        return [f"{where}: is not there"]
    return differences(value, found[key], where)


def report(name: str, golden: Golden) -> str:
    """Return a report on how a golden duel differs from its expected states, or "" if it matches them.

    The report includes the duel's transcript.
    """
    try:
        wrong = differences(golden["expect"], play(golden))
        told = transcript(load(golden["record"])) if wrong else ""
    except Exception:  # the other duels must still be played
        wrong, told = [traceback.format_exc()], ""
    return "\n".join([name, golden["case"], *wrong, "", told]) if wrong else ""


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.engine.golden", description="Play golden duels.")
    parser.add_argument("part", nargs="*", default=[""], help="play the duels whose names contain this (default: all)")
    parser.add_argument(
        "--format", action="store_true", help="rewrite the files of cases in order, without playing them"
    )
    given = parser.parse_args(arguments)
    if given.format:
        for file in FILES:
            file.write_text(written(in_order(read(file))) + "\n", encoding="utf-8")
        return 0
    chosen = {name: golden for name, golden in golden_duels().items() if any(part in name for part in given.part)}
    wrong = [failure for name, golden in chosen.items() if (failure := report(name, golden))]
    summary = f"{len(chosen)} golden duels played, {len(wrong)} wrong" if chosen else "no golden duel has such a name"
    print(*wrong, summary, sep="\n")  # noqa: T201  # a command prints
    return 1 if wrong or not chosen else 0


if __name__ == "__main__":
    sys.exit(main())
