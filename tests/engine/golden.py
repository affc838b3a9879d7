"""Golden duels: how their files are read and written, how they are played, and compared with what they expect.

`python -m tests.engine.golden` writes the files anew, in order and with a line for each round.
"""

import json
from collections.abc import Iterator, Mapping
from operator import itemgetter
from pathlib import Path
from typing import Any

from wavinghands.engine import load, transcript
from wavinghands.engine.states import states

Golden = Mapping[str, Any]
"""What the case is about, its `record`, and what it expects of it: `case`, `record`, `expect`."""

GOLDEN = Path(__file__).parents[1] / "golden"
FILES = sorted((GOLDEN / "cases").glob("*.json"))
OPENED = ("record", "expect", "rounds")
"""What has a line for each thing that is in it; all else of a case stands on one line."""


def read(file: Path) -> Any:
    return json.loads(file.read_text(encoding="utf-8"))


def duels() -> Iterator[tuple[str, Golden]]:
    """Each case once for each of its books, by name: `<book>/<spell>__<case>`."""
    for file in FILES:
        for case in read(file):
            for book in case["books"]:
                yield f"{book}/{file.stem}__{case['name']}", duel_of(case, book)


def duel_of(case: Mapping[str, Any], book: str) -> Golden:
    record = {"format": "wavinghands-duel/1", "spellbook": book, **case["record"]}
    return {"case": case["case"], "record": record, "expect": case["expect"]}


DUELS = dict(sorted(duels(), key=itemgetter(0)))


def written(value: Any, depth: int = 0, key: str = "") -> str:
    """The text of a file of cases, or of a part of it."""
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
    """The cases of a file by name; of one name, by their books."""
    return sorted(cases, key=itemgetter("name", "books"))


def play(golden: Mapping[str, Any]) -> dict[str, Any]:
    """The replay of a golden duel, its rounds by number."""
    replayed = states(golden["record"])
    return {"rounds": {str(entry["number"]): entry for entry in replayed["rounds"]}, "result": replayed["result"]}


def differences(expected: Any, found: Any, where: str = "") -> list[str]:
    """What of `expected` is not in `found`: a dict is contained, each of a list is found; `[]` and `{}` are empty."""
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


def prose(golden: Mapping[str, Any]) -> str:
    return transcript(load(golden["record"]))


if __name__ == "__main__":
    for file in FILES:
        file.write_text(written(in_order(read(file))) + "\n", encoding="utf-8")
