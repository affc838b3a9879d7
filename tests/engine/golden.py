"""Golden duels: how they are found, played, and compared with what they expect."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from wavinghands.engine import BOOKS, load, transcript
from wavinghands.engine.states import states

GOLDEN = Path(__file__).parents[1] / "golden"
FILES = sorted(file for book in BOOKS for file in (GOLDEN / book).glob("*.json"))


def read(file: Path) -> Any:
    return json.loads(file.read_text(encoding="utf-8"))


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
