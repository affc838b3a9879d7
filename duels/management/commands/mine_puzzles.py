"""Search for puzzles in new duels, composed positions, a folder of records, or this site's duels."""

import json
from argparse import ArgumentParser
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import count as counting
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from duels.puzzles import mining
from duels.puzzles.mining import unlike
from wavinghands.engine import BOOKS, Json
from wavinghands.progress import RESTART, Journal, bar, filled, interruptible, processes
from wavinghands.search.collecting import varied
from wavinghands.search.mining import mine, mine_composed, mine_record, still_holds

SHIPPED = Path(__file__).parents[2] / "puzzles" / "shipped.jsonl"
"""The file with the puzzles that are shipped with the site."""
AT_ONCE = 8
"""The number of duels in a batch."""

Spread = Callable[..., Iterable[Any]]


class Command(BaseCommand):
    help = "Search for puzzles in new duels or, with --site, in this site's duels. It continues after an interruption."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--file", type=Path, default=SHIPPED)
        parser.add_argument("--count", type=int, default=10, help="how many puzzles to find")
        parser.add_argument("--book", choices=sorted(BOOKS), default="classic")
        parser.add_argument(
            "--seed", type=int, help="the number of the first duel (default: continue after the last one)"
        )
        parser.add_argument("--records", type=Path, help="search the records in this folder instead of new duels")
        parser.add_argument("--composed", action="store_true", help="search composed positions instead of new duels")
        parser.add_argument("--melee", action="store_true", help="search melees of three wizards instead of duels")
        parser.add_argument("--rounds", type=int, help="with --composed: only puzzles with this many rounds")
        parser.add_argument("--choose", type=int, metavar="COUNT", help="ship a varied selection of this many puzzles")
        parser.add_argument(
            "--site", action="store_true", help="search this site's finished duels for puzzles of its own"
        )
        parser.add_argument("--jobs", type=int, default=1)
        parser.add_argument("--check", action="store_true", help="check all puzzles again, and remove those that fail")
        parser.add_argument("--restart", action="store_true", help=RESTART)

    def handle(self, *, site: bool, check: bool, jobs: int, **given: Any) -> None:
        with interruptible():
            if given["choose"]:
                _choose(given["file"], given["choose"])
            elif check:
                (_check_site if site else partial(_check_file, given["file"]))(jobs, given["restart"])
            elif site:
                _mine_site(given["count"], jobs)
            else:
                names = ("file", "count", "book", "seed", "composed", "melee", "rounds", "records", "restart")
                _mine_to_file(jobs, **{name: given[name] for name in names})


def _read(file: Path) -> list[Json]:
    return [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []


def _write(file: Path, puzzles: list[Json]) -> None:
    file.write_text("".join(json.dumps(puzzle, separators=(",", ":")) + "\n" for puzzle in puzzles))


def _choose(file: Path, count: int) -> None:
    """Replace the shipped puzzles with `count` varied ones, chosen from the shipped puzzles and the puzzles in a file.

    Puzzles that are already shipped have a slight advantage.
    """
    known = {puzzle["id"]: puzzle for puzzle in _read(SHIPPED)}
    pool = {**{puzzle["id"]: puzzle for puzzle in _read(file)}, **known}
    chosen = list(varied([*pool.values()], count, known))
    _write(SHIPPED, chosen)
    print(f"{len(chosen)} puzzles, {len([puzzle for puzzle in chosen if puzzle['id'] in known])} of them known")


def _check_file(file: Path, jobs: int, restart: bool) -> None:
    puzzles = _read(file)
    with Journal("check_puzzles", puzzles, restart=restart) as journal:
        holds = filled(journal, still_holds, puzzles, jobs, "puzzles")
        kept = [puzzle for puzzle, is_right in zip(puzzles, holds, strict=True) if is_right]
        _write(file, kept)
    print(f"{len(kept)} of {len(puzzles)} hold")


def _check_site(jobs: int, restart: bool) -> None:
    puzzles = mining.mined_here()
    with Journal("check_site_puzzles", puzzles, restart=restart) as journal:
        holds = filled(journal, still_holds, puzzles, jobs, "puzzles")
        wrong = [puzzle["id"] for puzzle, is_right in zip(puzzles, holds, strict=True) if not is_right]
        mining.withdraw(wrong)
    print(f"{len(puzzles) - len(wrong)} of {len(puzzles)} hold")


def _mine_to_file(
    jobs: int,
    *,
    file: Path,
    count: int,
    book: str,
    seed: int | None,
    composed: bool,
    melee: bool,
    rounds: int | None,
    records: Path | None,
    restart: bool,
) -> None:
    """Add `count` new puzzles to the file.

    An interrupted search can be continued. For this purpose, a journal stores the number of puzzles that the file will
    contain at the end, followed by the numbers or names of the duels searched so far.
    """
    puzzles = _read(file)
    with Journal(
        "mine_puzzles", file.resolve(), count, book, seed, composed, melee, rounds, records, restart=restart
    ) as journal:
        if not journal.results:
            journal.add(len(puzzles) + count)
        goal = journal.results[0]
        with processes(jobs) as spread, bar(count, "puzzles", len(puzzles) + count - goal) as progress:
            search = partial(_composed, rounds=rounds, melee=melee) if composed else partial(_mined, melee=melee)
            series = " ".join(str(part) for part in (book, composed and "composed", melee and "melee", rounds) if part)
            found = (
                _in_records(journal, records)
                if records
                else _found(spread, journal, file.with_suffix(".json"), search, book, series, seed)
            )
            for _number, puzzle in zip(range(goal - len(puzzles)), unlike(found, puzzles), strict=False):
                with file.open("a") as lines:
                    lines.write(json.dumps(puzzle, separators=(",", ":")) + "\n")
                progress.write(f"{puzzle['id']} {puzzle['kind']} {puzzle['rounds']} {puzzle['source']['name']}")
                progress.update()


def _found(
    spread: Spread,
    journal: Journal,
    state: Path,
    search: Callable[[int, str], list[Json]],
    book: str,
    series: str,
    seed: int | None,
) -> Iterator[Json]:
    """Yield the puzzles that `search` finds in new duels or positions.

    The file `state` stores the number of the next duel or position in each series.
    """
    done = json.loads(state.read_text()) if state.exists() else {}
    start = done.get(series, 0) if seed is None else journal.results[-1] if len(journal.results) > 1 else seed
    for first in counting(start, AT_ONCE):
        duels = range(first, first + AT_ONCE)
        for puzzles in spread(search, duels, [book] * AT_ONCE):
            yield from puzzles
        journal.add(first + AT_ONCE)
        done[series] = first + AT_ONCE
        state.write_text(json.dumps(done) + "\n")


def _in_records(journal: Journal, folder: Path) -> Iterator[Json]:
    for path in sorted(folder.glob("*.json")):
        if path.name not in journal.results:
            record = json.loads(path.read_text())
            if "spellbook" in record:
                yield from mine_record(record, path.stem)
            journal.add(path.name)


def _mine_site(count: int, jobs: int) -> None:
    """Search this site's duels in batches until `count` puzzles are found or no duels are left."""
    found = 0
    with processes(jobs) as spread, bar(mining.to_be_mined().count()) as progress:
        while found < count and (duels := list(mining.to_be_mined()[:AT_ONCE])):
            records = [mining.record_to_mine(duel) for duel in duels]
            names = [duel.slug for duel in duels]
            for duel, puzzles in zip(duels, spread(_mined_in, records, names), strict=True):
                for row in mining.keep(duel, puzzles):
                    found += 1
                    progress.write(f"{row.slug} {row.kind} {row.rounds} {duel.slug}")
                progress.update()
    print(f"{found} puzzles found, {mining.to_be_mined().count()} duels to look at")


def _mined_in(record: Json | None, name: str) -> list[Json]:
    return list(mine_record(record, name)) if record else []


def _composed(number: int, book: str, *, rounds: int | None, melee: bool) -> list[Json]:
    return list(mine_composed(number, book, rounds, melee=melee))


def _mined(number: int, book: str, *, melee: bool) -> list[Json]:
    return list(mine(number, book, melee=melee))
