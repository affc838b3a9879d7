"""The puzzles that come with the site, from their file into rows: what is new is added, what is gone withdrawn."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

import msgspec
from django.db import transaction

from duels.models import Puzzle

SHIPPED: Final = Path(__file__).parent / "shipped.jsonl"
FIRST_RATINGS: Final = {("read", 1): 1300.0, ("win", 1): 1400.0, ("save", 1): 1500.0, ("guard", 1): 1600.0}
"""How hard puzzles are taken to be before anybody has tried them; what takes two rounds is harder."""
TWO_ROUNDS: Final = 1750.0
KEPT: Final = ("record", "wizard", "solutions", "lines", "proof", "source")
"""What of a line is kept as it is."""

Json = dict[str, Any]


def shipped(path: Path = SHIPPED) -> Iterator[Json]:
    """The puzzles that come with the site, as their file has them."""
    if path.exists():
        with path.open("rb") as lines:
            yield from map(msgspec.json.decode, filter(bytes.strip, lines))


def row_of(told: Json) -> Puzzle:
    """The row of a puzzle as a line of the file has it, not saved."""
    return Puzzle(
        slug=told["id"],
        kind=told["kind"],
        rounds=told["rounds"],
        book=told["book"],
        themes=f" {' '.join(told['themes'])} ",
        data={field: told[field] for field in KEPT} | {"guards": told.get("guards", {}), "core": told.get("core", [])},
        rating=FIRST_RATINGS.get((told["kind"], told["rounds"]), TWO_ROUNDS),
        shipped=True,
    )


@transaction.atomic
def load(puzzles: Iterable[Json]) -> tuple[int, int, int]:
    """Have the rows of shipped puzzles be these; how many were added, changed and withdrawn.

    What users have done at them, and their ratings, stay. Nothing is done again that is done already.
    """
    told = {row.slug: row for row in map(row_of, puzzles)}
    known = {row.slug: row for row in Puzzle.objects.select_for_update().filter(shipped=True)}
    new = [row for slug, row in told.items() if slug not in known]
    changed = [row for slug, row in known.items() if slug in told and _take(row, told[slug])]
    gone = [row.pk for slug, row in known.items() if slug not in told and not row.withdrawn]
    Puzzle.objects.bulk_create(new)
    Puzzle.objects.bulk_update(changed, TOLD, batch_size=50)
    Puzzle.objects.filter(pk__in=gone).update(withdrawn=True)
    return len(new), len(changed), len(gone)


TOLD: Final = ("kind", "rounds", "book", "themes", "data", "withdrawn")


def _take(row: Puzzle, told: Puzzle) -> bool:
    """Write onto a row what is told of it; whether that changes anything."""
    before = [getattr(row, field) for field in TOLD]
    for field in TOLD:
        setattr(row, field, getattr(told, field))
    return before != [getattr(row, field) for field in TOLD]
