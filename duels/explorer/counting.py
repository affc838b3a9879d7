"""Counting openings, the gestures with which wizards start their duels.

A job or `manage.py count_openings` processes each finished duel once. `is_counted()` decides whether the openings of a
duel are counted. A duel is replayed before the transaction that adds its results. If several processes replay the same
duel, only the first one that locks the duel's row adds them.
"""

import logging
from collections import Counter
from collections.abc import Collection, Iterable, Sequence

from django.db import connection, transaction
from django.db.models import Prefetch, QuerySet
from django.utils import timezone

from duels.explorer.lines import ROUNDS, beginnings, lines_of
from duels.explorer.rating_ranges import rating_range_of
from duels.models import Continuation, Duel, Opening, Round, Seat, Whose
from duels.play.loading import record_of
from duels.stats.tallies import lock_unmarked, result_column
from wavinghands import engine

logger = logging.getLogger(__name__)

AT_ONCE = 50
"""The number of duels counted per transaction."""

Key = tuple[str, str, str, str, int]
"""The key of a `Continuation`: spell book, line of gestures, next pair, kind of duelists, and rating range."""


def count_some() -> int:
    """Count up to `AT_ONCE` uncounted duels, and return how many were counted.

    A call is short, so that other jobs can run between two calls.
    """
    batch = list(_not_counted()[:AT_ONCE])
    return add(batch, [opening for duel in batch for opening in openings_of(duel)]) if batch else 0


def recount() -> None:
    """Delete all counts, so that all duels are counted again."""
    with transaction.atomic():
        Opening.objects.all().delete()
        Continuation.objects.all().delete()
        Duel.objects.filter(explored__isnull=False).update(explored=None)


def left() -> int:
    """Return the number of uncounted duels."""
    return Duel.objects.filter(ended__isnull=False, explored=None).count()


def _not_counted() -> QuerySet[Duel]:
    opening = Prefetch("rounds", Round.objects.filter(number__lte=ROUNDS))
    found = Duel.objects.filter(ended__isnull=False, explored=None).order_by("pk")
    return found.prefetch_related("seats", "outcomes", opening)


def is_counted(duel: Duel, seats: Collection[Seat]) -> bool:
    """Return whether the explorer counts the openings of this finished duel.

    The duel must be public, have two wizards, and use an unmodified spell book. Imported duels, and duels that began
    from a position of another duel, do not count.
    """
    plays_its_book = not duel.options and not duel.is_played_on and not duel.imported
    return duel.public and plays_its_book and len(seats) == 2 and duel.result is not None


def openings_of(duel: Duel) -> list[Opening]:
    """Return an unsaved `Opening` for each wizard in a duel.

    The list is empty if the duel's openings are not counted, or if the duel cannot be replayed.
    """
    seats = list(duel.seats.all())
    if not is_counted(duel, seats):
        return []
    try:
        lines = lines_of(record_of(duel, seats, duel.rounds.all()))
    except engine.EngineError:
        logger.exception("The duel %s cannot be played again, and how it opened is not counted", duel.slug)
        return []
    ratings = {outcome.seat_id: outcome.rating_before for outcome in duel.outcomes.all()}
    whose = whose_duel(seats)
    return [opening(duel, seat, lines[seat.name], whose, ratings.get(seat.pk)) for seat in seats]


def opening(duel: Duel, seat: Seat, line: str, whose: Whose, rating: float | None) -> Opening:
    """Return an unsaved `Opening` for the wizard in this seat, who made the gestures in `line`.

    `rating` is the wizard's rating before the duel, or `None` if the duel was not rated.
    """
    result = result_column(seat, duel)
    return Opening(
        seat=seat, duel=duel, book=duel.book, line=line, whose=whose, band=rating_range_of(rating), result=result
    )


def whose_duel(seats: Iterable[Seat]) -> Whose:
    """Return whether people, computer players or both fought in these seats.

    Seats without a mage belong to computer players.
    """
    house = [seat.is_house or seat.mage_id is None for seat in seats]
    return Whose.HOUSE if all(house) else Whose.AGAINST if any(house) else Whose.PEOPLE


def add(duels: Sequence[Duel], openings: Iterable[Opening]) -> int:
    """Mark these duels as counted, and count their openings.

    Return the number of duels that this call has counted. Duels that another process has counted in the meantime are
    skipped.
    """
    with transaction.atomic():
        fresh = lock_unmarked([duel.pk for duel in duels], "explored")
        save([one for one in openings if one.duel_id in fresh])
        Duel.objects.filter(pk__in=fresh).update(explored=timezone.now())
    return len(fresh)


# Saving the counts ----------------------------------------------------------------------------------------------------

KEYS = ("book", "after", "pair", "whose", "band")
NUMBERS = ("won", "drawn", "lost")
TABLE = Continuation._meta.db_table
UPSERT = (
    f"INSERT INTO {TABLE} ({', '.join(KEYS + NUMBERS)}) VALUES ({', '.join(['%s'] * 8)}) "  # noqa: S608 - names of ours
    f"ON CONFLICT ({', '.join(KEYS)}) DO UPDATE SET "
    + ", ".join(f"{number} = {TABLE}.{number} + excluded.{number}" for number in NUMBERS)
)
"""SQL that adds to the stored counts. Django's bulk upsert can replace numbers, but cannot add to them."""


def save(openings: Sequence[Opening]) -> None:
    """Save and count these openings, in a fixed order to prevent deadlocks.

    This must be called inside a transaction.
    """
    Opening.objects.bulk_create(openings)
    sums: dict[Key, Counter[str]] = {}
    for one in openings:
        for after, pair in beginnings(one.line):
            sums.setdefault((one.book, after, pair, one.whose, one.band), Counter())[one.result] += 1
    rows: list[tuple[str | int, ...]] = [
        (*key, *(counted[number] for number in NUMBERS)) for key, counted in sorted(sums.items())
    ]
    with connection.cursor() as cursor:
        cursor.executemany(UPSERT, rows)
