"""Openings are counted once for each duel that is over, by a job or by `manage.py count_openings`.

Counted are duels of two by the book alone that all may see, from their first round on. As with the tallies, what is
found out about duels is found before the transaction that adds it up, and whoever locks a duel's row first counts it.
"""

import logging
from collections import Counter
from collections.abc import Collection, Iterable, Sequence

from django.db import connection, transaction
from django.db.models import Prefetch, QuerySet
from django.utils import timezone

from duels.explorer.bands import band_of
from duels.explorer.lines import ROUNDS, beginnings, lines_of
from duels.models import Continuation, Duel, Opening, Round, Seat, Whose
from duels.play.tables import record_of
from duels.stats.tallies import fared
from wavinghands import engine

logger = logging.getLogger(__name__)

AT_ONCE = 50
"""Duels counted in one transaction."""

Key = tuple[str, str, str, str, int]
"""Book, line before, pair, whose, band: a row of `Continuation`."""


def count_some() -> int:
    """Count the next few duels that are not counted yet, so that other jobs need not wait long; how many it was."""
    batch = list(_not_counted()[:AT_ONCE])
    return add(batch, [opening for duel in batch for opening in openings_of(duel)]) if batch else 0


def count_anew() -> None:
    """Forget all that is counted, so that it is counted again."""
    with transaction.atomic():
        Opening.objects.all().delete()
        Continuation.objects.all().delete()
        Duel.objects.filter(explored__isnull=False).update(explored=None)


def left() -> int:
    """How many duels are not counted yet."""
    return Duel.objects.filter(ended__isnull=False, explored=None).count()


def _not_counted() -> QuerySet[Duel]:
    opening = Prefetch("rounds", Round.objects.filter(number__lte=ROUNDS))
    found = Duel.objects.filter(ended__isnull=False, explored=None).order_by("pk")
    return found.prefetch_related("seats", "outcomes", opening)


def is_counted(duel: Duel, seats: Collection[Seat]) -> bool:
    """Whether this duel, which is over, shows how its book is opened, and all may know it."""
    plays_its_book = not duel.options and not duel.is_played_on and not duel.imported
    return duel.public and plays_its_book and len(seats) == 2 and duel.result is not None


def openings_of(duel: Duel) -> list[Opening]:
    """How the wizards of a duel opened, unsaved; none if it does not count, or cannot be played again."""
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
    """How one wizard opened, unsaved; `rating`: before the duel, if it counted."""
    result = fared(seat, duel)
    return Opening(seat=seat, duel=duel, book=duel.book, line=line, whose=whose, band=band_of(rating), result=result)


def whose_duel(seats: Iterable[Seat]) -> Whose:
    """Who duels at these seats: those of no mage are the house's."""
    house = [seat.is_house or seat.mage_id is None for seat in seats]
    return Whose.HOUSE if all(house) else Whose.AGAINST if any(house) else Whose.PEOPLE


def add(duels: Sequence[Duel], openings: Iterable[Opening]) -> int:
    """Mark these duels, and count their openings; how many duels nobody has marked meanwhile."""
    with transaction.atomic():
        fresh = _locked([duel.pk for duel in duels])
        save([one for one in openings if one.duel_id in fresh])
        Duel.objects.filter(pk__in=fresh).update(explored=timezone.now())
    return len(fresh)


def _locked(duels: Collection[int]) -> set[int]:
    fresh = Duel.objects.filter(pk__in=duels, explored=None).order_by("pk")
    return set(fresh.select_for_update().values_list("pk", flat=True))


# Writing it -----------------------------------------------------------------------------------------------------------

KEYS = ("book", "after", "pair", "whose", "band")
NUMBERS = ("won", "drawn", "lost")
TABLE = Continuation._meta.db_table
UPSERT = (
    f"INSERT INTO {TABLE} ({', '.join(KEYS + NUMBERS)}) VALUES ({', '.join(['%s'] * 8)}) "  # noqa: S608 - names of ours
    f"ON CONFLICT ({', '.join(KEYS)}) DO UPDATE SET "
    + ", ".join(f"{number} = {TABLE}.{number} + excluded.{number}" for number in NUMBERS)
)
"""Django's own bulk upsert can replace numbers, and not add to them."""


def save(openings: Sequence[Opening]) -> None:
    """Save these openings and count them, within a transaction; in one order, so that two never wait for each other."""
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
