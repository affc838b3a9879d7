"""The engine's command line.

It replays, prints and times duel records, and prints spell books.
"""

import argparse
import gc
import json
import os
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from time import perf_counter
from typing import Any, Final

from wavinghands.engine.books import BOOKS
from wavinghands.engine.duel import Duel
from wavinghands.engine.errors import EngineError, RecordError
from wavinghands.engine.phases import resolve
from wavinghands.engine.plain_data import Json
from wavinghands.engine.record import load
from wavinghands.engine.rules import choices
from wavinghands.engine.states import states
from wavinghands.engine.view import EVERYTHING
from wavinghands.engine.words.languages import template
from wavinghands.engine.words.library import ORDERS, book_text
from wavinghands.engine.words.reports import describe, show, transcript

REPORTS: Final = {
    "show": (show, "print a duel as a terse table"),
    "describe": (describe, "describe all events of a duel"),
    "transcript": (transcript, "print the transcript of a duel"),
}
"""The commands that print a duel in words, with their functions and help texts."""


def main(arguments: list[str] | None = None) -> int:
    """Run one command, and return the exit status."""
    given = _parser().parse_args(arguments)
    try:
        status = _run(given)
        sys.stdout.flush()
        return status
    except BrokenPipeError:  # the reader has seen enough, as `head` does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (EngineError, OSError) as error:
        print(str(error).replace("\n", " "), file=sys.stderr)
        return 2


def _run(given: argparse.Namespace) -> int:
    match given.command:
        case "bench":
            return _bench(given.folder)
        case "book":
            return _book(given.name, given.by, given.option)
        case "texts":
            return _texts()
        case "show" | "describe" | "transcript":
            return _report(given.command, given.path, given.viewer)
    return _replay(given.path)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m wavinghands.engine", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    replaying = commands.add_parser("replay", help="print the states of a duel after each of its rounds")
    replaying.add_argument("path", metavar="FILE|FOLDER|-")
    for name, (_, what) in REPORTS.items():
        reporting = commands.add_parser(name, help=what)
        reporting.add_argument("path", metavar="RECORD.json|-")
        reporting.add_argument(
            "--viewer", default=EVERYTHING, metavar="NAME", help="show the duel as this wizard saw it"
        )
    benching = commands.add_parser("bench", help="time the rounds of all records in a folder")
    benching.add_argument("folder", type=Path)
    reading = commands.add_parser("book", help="print the spells of a book")
    reading.add_argument("name", metavar="NAME", help=", ".join(BOOKS))
    reading.add_argument("--by", default="name", metavar="|".join(ORDERS), help="the order of the spells")
    reading.add_argument("--option", action="append", default=[], metavar="KEY=VALUE", help="an option of the rules")
    commands.add_parser("texts", help="print all texts as a template for translators")
    return parser


def _texts() -> int:
    print(template(), end="")
    return 0


def _book(name: str, by: str, options: list[str]) -> int:
    print(book_text(name, by=by, options=dict(map(_option, options))))
    return 0


def _option(text: str) -> tuple[str, Any]:
    """Parse KEY=VALUE, and convert the value to the type that the option has in records."""
    key, equals, value = text.partition("=")
    if not equals:
        raise RecordError(f"{text!r} is not KEY=VALUE", field="option")
    written = {
        str(choice).lower() if isinstance(choice, bool) else str(choice): choice for choice in choices().get(key, ())
    }
    return key, written.get(value, value)


def _replay(path: str) -> int:
    if path != "-" and Path(path).is_dir():
        return _replay_folder(Path(path))
    print(json.dumps(states(_read(path)), ensure_ascii=False))
    return 0


def _report(name: str, path: str, viewer: str) -> int:
    tell, _ = REPORTS[name]
    print(tell(load(_read(path)), viewer), end="")
    return 0


def _read(path: str) -> Mapping[str, Any]:
    return _record(_decoded(sys.stdin.buffer.read()) if path == "-" else _text(Path(path)))


def _replay_folder(folder: Path) -> int:
    status = 0
    for file in _files(folder):
        try:
            line: Json = {"file": file.name, **states(_record(_text(file)))}
        except (EngineError, OSError) as error:
            line = {"file": file.name, "error": str(error)}
            status = 2
        print(json.dumps(line, ensure_ascii=False))
    return status


def _bench(folder: Path) -> int:
    rounds: list[Duel] = []
    passed_over = []
    for file in _files(folder):
        try:
            rounds += load(_record(_text(file))).course()
        except (EngineError, OSError) as error:
            passed_over.append(f"{file.name}: {error}")
    if passed_over:
        print(f"passed over {len(passed_over)} files that are not records: {passed_over[0]}", file=sys.stderr)
    print(json.dumps({"rounds": len(rounds), "seconds": _timed(rounds) if rounds else 0.0}))
    return 0


def _timed(rounds: Iterable[Duel]) -> float:
    """Return how many seconds it takes to resolve these rounds again.

    As in `timeit`, garbage collection is disabled.
    """
    gc.disable()
    start = perf_counter()
    for duel in rounds:
        if duel.before is not None and duel.last is not None:
            resolve(duel.before, duel.last.orders, None, duel.last.chance)
    seconds = perf_counter() - start
    gc.enable()
    return seconds


def _files(folder: Path) -> list[Path]:
    if not folder.is_dir():
        raise RecordError(f"{folder} is not a folder")
    return sorted(file for file in folder.iterdir() if file.suffix == ".json")


def _text(file: Path) -> str:
    return _decoded(file.read_bytes())


def _decoded(data: bytes) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        raise RecordError(f"the record is not UTF-8: {error}") from None


def _record(text: str) -> Mapping[str, Any]:
    try:
        record = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise RecordError(f"the record is not JSON: {error}") from None
    if not isinstance(record, Mapping):
        raise RecordError("a record is an object")
    return record


if __name__ == "__main__":
    sys.exit(main())
