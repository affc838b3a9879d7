"""Loading of the puzzles shipped with the site.

New puzzles are added, and puzzles that are no longer shipped are withdrawn.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

import msgspec
from django.db import transaction

from duels.models import Puzzle
from wavinghands.engine import Json

SHIPPED: Final = Path(__file__).parent / "shipped.jsonl"
UNGRADED: Final = 1500.0
"""The initial rating of a puzzle without a grade."""
KEPT: Final = ("record", "wizard", "solutions", "lines", "proof", "source")
"""The fields of a line in the shipped file that are stored unchanged in `Puzzle.data`."""


def shipped(path: Path = SHIPPED) -> Iterator[Json]:
    if path.exists():
        with path.open("rb") as lines:
            yield from map(msgspec.json.decode, filter(bytes.strip, lines))


def row_of(line: Json) -> Puzzle:
    """Return an unsaved `Puzzle` for a line in the file of shipped puzzles."""
    return Puzzle(
        slug=line["id"],
        kind=line["kind"],
        rounds=line["rounds"],
        book=line["book"],
        themes=f" {' '.join(line['themes'])} ",
        data={field: line[field] for field in KEPT}
        | {"guards": line.get("guards", {}), "core": line.get("core", []), "tries": line.get("tries", [])},
        rating=float(line.get("rating", UNGRADED)),
        shipped=True,
    )


@transaction.atomic
def load(puzzles: Iterable[Json]) -> tuple[int, int, int]:
    """Add, change and withdraw puzzles so that the site has exactly the given shipped puzzles.

    Return the numbers of added, changed and withdrawn puzzles. Attempts and ratings are kept. Calling this again
    changes nothing.
    """
    new_rows = {row.slug: row for row in map(row_of, puzzles)}
    known = {row.slug: row for row in Puzzle.objects.select_for_update().filter(shipped=True)}
    new = [row for slug, row in new_rows.items() if slug not in known]
    changed = [row for slug, row in known.items() if slug in new_rows and _update(row, new_rows[slug])]
    gone = [row.pk for slug, row in known.items() if slug not in new_rows and not row.withdrawn]
    Puzzle.objects.bulk_create(new)
    Puzzle.objects.bulk_update(changed, SHIPPED_FIELDS, batch_size=50)
    Puzzle.objects.filter(pk__in=gone).update(withdrawn=True)
    return len(new), len(changed), len(gone)


SHIPPED_FIELDS: Final = ("kind", "rounds", "book", "themes", "data", "withdrawn", "rating")


def _update(row: Puzzle, new: Puzzle) -> bool:
    """Copy the shipped fields from `new` to `row`, and return whether anything changed.

    A puzzle that someone has tried keeps its rating.
    """
    if row.plays:
        new.rating = row.rating
    before = [getattr(row, field) for field in SHIPPED_FIELDS]
    for field in SHIPPED_FIELDS:
        setattr(row, field, getattr(new, field))
    return before != [getattr(row, field) for field in SHIPPED_FIELDS]
