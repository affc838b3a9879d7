"""The search for puzzles in this site's duels.

Each duel is searched once, and its puzzles link to it.
"""

import logging
from collections import Counter
from collections.abc import Collection, Iterable, Iterator

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from duels.models import Duel, Puzzle
from duels.puzzles.shipping import row_of
from duels.viewing.duels import record
from wavinghands import engine
from wavinghands.engine import Json
from wavinghands.search.collecting import ALIKE, pattern_of

logger = logging.getLogger(__name__)


def to_be_mined() -> QuerySet[Duel]:
    """Return the duels to be searched, oldest first.

    These are finished public two-wizard duels with an unmodified spell book that have not been searched yet.
    """
    over = Duel.objects.filter(ended__isnull=False, mined=None, public=True, imported=False, melee=False)
    return over.filter(options={}, begun_at=0, begun_from=None).order_by("pk")


def record_to_mine(duel: Duel) -> Json | None:
    """Return the record of a duel, or `None` if the duel cannot be replayed."""
    try:
        return record(duel)
    except engine.EngineError:
        logger.exception("The duel %s cannot be played again, and holds no puzzles", duel.slug)
        return None


@transaction.atomic
def keep(duel: Duel, found: Iterable[Json]) -> list[Puzzle]:
    """Mark a duel as searched, and save its puzzles.

    Do nothing and return an empty list if another process has already marked the duel.
    """
    if not Duel.objects.filter(pk=duel.pk, mined=None).update(mined=timezone.now()):
        return []
    rows = [row_of(line) for line in unlike(found, map(_line_of, Puzzle.objects.all()))]
    for row in rows:
        row.duel, row.shipped = duel, False
    return Puzzle.objects.bulk_create(rows)


def unlike(found: Iterable[Json], existing: Iterable[Json]) -> Iterator[Json]:
    """Yield the puzzles in `found`, except duplicates and puzzles that resemble too many known ones.

    The known puzzles are those in `existing` and those that have already been yielded.
    """
    known: set[str] = set()
    alike: Counter[object] = Counter()
    for puzzle in existing:
        known.add(puzzle["id"])
        alike[pattern_of(puzzle)] += 1
    for puzzle in found:
        pattern = pattern_of(puzzle)
        if puzzle["id"] not in known and alike[pattern] < ALIKE:
            known.add(puzzle["id"])
            alike[pattern] += 1
            yield puzzle


def mined_here() -> list[Json]:
    """Return the puzzles from this site's duels, in the format of the file of shipped puzzles.

    Withdrawn puzzles are left out.
    """
    return [_line_of(row) for row in Puzzle.objects.filter(shipped=False, withdrawn=False).order_by("pk")]


def withdraw(ids: Collection[str]) -> None:
    """Withdraw the puzzles with these ids, except those shipped with the site."""
    Puzzle.objects.filter(slug__in=ids, shipped=False).update(withdrawn=True)


def _line_of(row: Puzzle) -> Json:
    """Return a puzzle in the format of a line in the file of shipped puzzles."""
    themes = row.themes.split()
    return {"id": row.slug, "kind": row.kind, "rounds": row.rounds, "book": row.book, "themes": themes, **row.data}
