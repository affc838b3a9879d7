"""Puzzles found in the duels that were played here, each with its duel as source; a duel is looked at once."""

import logging
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, Final

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from duels.models import Duel, Puzzle
from duels.puzzles.shipping import row_of
from duels.viewing.duels import record
from wavinghands import engine
from wavinghands.search.mining import pattern_of, still_holds

logger = logging.getLogger(__name__)

ALIKE: Final = {"win": 8, "save": 8, "guard": 8, "read": 4}
"""Puzzles of one pattern that are kept, by kind."""

Json = dict[str, Any]


def to_be_mined() -> QuerySet[Duel]:
    """Finished duels of two, which all may know, by a book as it stands, not looked at yet; the oldest first."""
    over = Duel.objects.filter(ended__isnull=False, mined=None, public=True, imported=False, melee=False)
    return over.filter(options={}, begun_at=0, begun_from=None).order_by("pk")


def record_to_mine(duel: Duel) -> Json | None:
    """The record of a duel; none if it cannot be played again."""
    try:
        return record(duel)
    except engine.EngineError:
        logger.exception("The duel %s cannot be played again, and holds no puzzles", duel.slug)
        return None


@transaction.atomic
def keep(duel: Duel, found: Iterable[Json]) -> list[Puzzle]:
    """Mark a duel as looked at, and keep what was found in it; nothing if another has marked it meanwhile."""
    if not Duel.objects.filter(pk=duel.pk, mined=None).update(mined=timezone.now()):
        return []
    rows = [row_of(told) for told in unlike(found, map(_told, Puzzle.objects.all()))]
    for row in rows:
        row.duel, row.shipped = duel, False
    return Puzzle.objects.bulk_create(rows)


def unlike(found: Iterable[Json], there: Iterable[Json]) -> Iterator[Json]:
    """Those that are not there yet, and not too many of a pattern."""
    known: set[str] = set()
    alike: Counter[object] = Counter()
    for puzzle in there:
        known.add(puzzle["id"])
        alike[pattern_of(puzzle)] += 1
    for puzzle in found:
        pattern = pattern_of(puzzle)
        if puzzle["id"] not in known and alike[pattern] < ALIKE[puzzle["kind"]]:
            known.add(puzzle["id"])
            alike[pattern] += 1
            yield puzzle


def mined_here() -> QuerySet[Puzzle]:
    """The puzzles that were found in duels of this site, and are given out."""
    return Puzzle.objects.filter(shipped=False, withdrawn=False).order_by("pk")


def withdraw_wrong() -> int:
    """Prove the puzzles that were found here again by the rules as they are now; how many are given out no more."""
    wrong = [row.pk for row in mined_here().iterator() if not still_holds(_told(row))]
    return Puzzle.objects.filter(pk__in=wrong).update(withdrawn=True)


def _told(row: Puzzle) -> Json:
    """A row as a line of the file has it."""
    return {"id": row.slug, "kind": row.kind, "rounds": row.rounds, "book": row.book, **row.data}
