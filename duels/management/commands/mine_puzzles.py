"""`manage.py mine_puzzles` looks for puzzles: in duels that it plays for the file, or in those played here."""

import json
from argparse import ArgumentParser
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import count as counting
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from duels.puzzles import mining
from duels.puzzles.mining import unlike
from wavinghands.engine import BOOKS
from wavinghands.search.mining import mine, mine_record, still_holds

SHIPPED = Path(__file__).parents[2] / "puzzles" / "shipped.jsonl"
"""The puzzles that come with the site."""
AT_ONCE = 8
"""Duels that are given out at a time."""


class Command(BaseCommand):
    help = "Looks for puzzles in duels that it plays, or with --site in those played here, from where it stopped."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--file", type=Path, default=SHIPPED)
        parser.add_argument("--count", type=int, default=10, help="puzzles to find")
        parser.add_argument("--book", choices=sorted(BOOKS), default="classic")
        parser.add_argument("--seed", type=int, help="the number of the first duel, where not to go on from the last")
        parser.add_argument("--records", type=Path, help="a folder of records to look at, instead of playing duels")
        parser.add_argument("--site", action="store_true", help="look at finished duels of this site, for this site")
        parser.add_argument("--jobs", type=int, default=1)
        parser.add_argument("--check", action="store_true", help="prove all again, and throw away what is wrong")

    def handle(
        self,
        *,
        file: Path,
        count: int,
        book: str,
        seed: int | None,
        records: Path | None,
        site: bool,
        jobs: int,
        check: bool,
        **_: Any,
    ) -> None:
        if site:
            _check_site() if check else _mine_site(count, jobs)
            return
        puzzles, wanted = _read(file), range(count)
        with ProcessPoolExecutor(jobs) as pool:
            if check:
                kept = [puzzle for puzzle, holds in zip(puzzles, pool.map(still_holds, puzzles), strict=True) if holds]
                _write(file, kept)
                print(f"{len(kept)} of {len(puzzles)} hold")
                return
            found = _in_records(records) if records else _found(pool, file, book, seed)
            for _number, puzzle in zip(wanted, unlike(found, puzzles), strict=False):
                with file.open("a") as lines:
                    lines.write(json.dumps(puzzle, separators=(",", ":")) + "\n")
                print(puzzle["id"], puzzle["kind"], puzzle["rounds"], puzzle["source"]["name"], flush=True)


def _read(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []


def _write(file: Path, puzzles: list[dict[str, Any]]) -> None:
    file.write_text("".join(json.dumps(puzzle, separators=(",", ":")) + "\n" for puzzle in puzzles))


def _found(pool: ProcessPoolExecutor, file: Path, book: str, seed: int | None) -> Iterator[dict[str, Any]]:
    """The puzzles of one duel after the other; which of them have been looked at is written beside the file."""
    state = file.with_suffix(".json")
    done = json.loads(state.read_text()) if state.exists() else {}
    for first in counting(done.get(book, 0) if seed is None else seed, AT_ONCE):
        duels = range(first, first + AT_ONCE)
        for puzzles in pool.map(_mined, duels, [book] * AT_ONCE):
            yield from puzzles
        done[book] = first + AT_ONCE
        state.write_text(json.dumps(done) + "\n")


def _in_records(folder: Path) -> Iterator[dict[str, Any]]:
    for path in sorted(folder.glob("*.json")):
        record = json.loads(path.read_text())
        if "spellbook" in record:
            yield from mine_record(record, path.stem)


def _mine_site(count: int, jobs: int) -> None:
    """Look at the duels played here, some at a time, until there are so many puzzles more, or no duels."""
    found = 0
    with ProcessPoolExecutor(jobs) as pool:
        while found < count and (duels := list(mining.to_be_mined()[:AT_ONCE])):
            records = [mining.record_to_mine(duel) for duel in duels]
            names = [duel.slug for duel in duels]
            for duel, puzzles in zip(duels, pool.map(_mined_in, records, names), strict=True):
                for row in mining.keep(duel, puzzles):
                    found += 1
                    print(row.slug, row.kind, row.rounds, duel.slug, flush=True)
    print(f"{found} puzzles found, {mining.to_be_mined().count()} duels to look at")


def _mined_in(record: dict[str, Any] | None, name: str) -> list[dict[str, Any]]:
    return list(mine_record(record, name)) if record else []


def _check_site() -> None:
    number = mining.mined_here().count()
    print(f"{number - mining.withdraw_wrong()} of {number} hold")


def _mined(number: int, book: str) -> list[dict[str, Any]]:
    return list(mine(number, book))
