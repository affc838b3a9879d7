"""Counting of finished duels for the statistics.

Each duel is counted once, shortly after it ends. To keep the transaction short, duels are replayed before the
transaction that adds their numbers. If two workers read a duel at the same time, the first one to lock its row counts
it. Private duels and practice duels are not part of the statistics, and are only marked as counted.
"""

import logging
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.db import connection, transaction
from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import Mage
from duels.models import Cast, Duel, Seat, Tally
from duels.play.loading import record_of
from duels.stats.spell_bits import bits_of
from duels.wording.endings import ending_of
from wavinghands import engine
from wavinghands.engine import Json

logger = logging.getLogger(__name__)

COUNTED = ("tallied", "ending", "by_the_book", "spells")
"""The columns of a duel that are set when it is counted."""
AT_ONCE = 50
"""The number of duels counted per transaction."""
ABOUT = Tally.About
ALL_BOOKS = ""

Sums = Counter["Count"]


class Count(NamedTuple):
    """The row and the column of a number in the tallies.

    `number` is the name of the column, and the other fields identify the row.
    """

    mage: int | None
    book: str
    melee: bool
    about: str
    key: str
    number: str = "times"


@dataclass(frozen=True, slots=True)
class Found:
    """A duel that is part of the statistics, with the engine's summary of it."""

    duel: Duel
    seats: Sequence[Seat]
    summary: Json


def count_finished() -> int:
    """Count all finished duels that have not been counted yet, and return their number."""
    counted = 0
    while batch := list(_not_counted()[:AT_ONCE]):
        for duel in batch:
            mark(duel, duel.seats.all())
        counted += add(batch, list(_found(batch)))
    return counted


def _not_counted() -> QuerySet[Duel]:
    return Duel.objects.filter(ended__isnull=False, tallied=None).order_by("pk").prefetch_related("seats", "rounds")


def mark(duel: Duel, seats: Iterable[Seat]) -> None:
    """Mark a duel as counted, and set the columns for its ending and options, without saving the duel."""
    duel.tallied = timezone.now()
    duel.by_the_book = not duel.options
    duel.ending = duel.ending or ending_of(duel.result or {}, is_closed=any(seat.closed for seat in seats))


def _found(duels: Iterable[Duel]) -> Iterator[Found]:
    """Yield a `Found` for each duel that is part of the statistics.

    Skip a duel that cannot be replayed, so that it does not block the others.
    """
    for duel in duels:
        if not duel.public or duel.practice:
            continue
        try:
            seats = list(duel.seats.all())
            yield Found(duel, seats, engine.summary(record_of(duel, seats, duel.rounds.all())))
        except engine.EngineError:
            logger.exception("The duel %s cannot be played again, and is not counted", duel.slug)


def add(duels: Sequence[Duel], found: Iterable[Found]) -> int:
    """Mark these duels as counted, and add the numbers in `found` to the statistics.

    Return the number of duels that this call has counted. Another process may have counted the others.
    """
    with transaction.atomic():
        fresh = lock_unmarked([duel.pk for duel in duels], "tallied")
        counted = [one for one in found if one.duel.pk in fresh]
        sums = sums_of(counted)
        sums.update(newcomers(sums))
        Cast.objects.bulk_create(cast for one in counted for cast in casts_of(one))
        write(sums)
        for one in counted:
            one.duel.spells = spells_of(one.summary)
        Duel.objects.bulk_update([duel for duel in duels if duel.pk in fresh], COUNTED)
    return len(fresh)


def spells_of(summary: Json) -> int:
    """Return the spells that were cast in a duel, encoded as in `Duel.spells`.

    `summary` is the engine's summary of the duel.
    """
    return bits_of(spell for casts in summary["casts"].values() for spell in casts)


def lock_unmarked(duels: Collection[int], column: str) -> set[int]:
    """Lock the duels whose `column` is empty, and return their primary keys.

    The column contains the time at which a job processed the duel.
    """
    fresh = Duel.objects.filter(pk__in=duels, **{column: None}).order_by("pk")
    return set(fresh.select_for_update().values_list("pk", flat=True))


def casts_of(found: Found) -> Iterator[Cast]:
    """Yield unsaved `Cast` rows, which let the search find duels by their spells."""
    for seat in found.seats:
        for spell, times in found.summary["casts"].get(seat.name, {}).items():
            yield Cast(duel=found.duel, seat=seat, spell=spell, times=times)


# Counting -------------------------------------------------------------------------------------------------------------


def sums_of(found: Iterable[Found]) -> Sums:
    """Return the numbers that these duels add to the overall tallies and to those of individual mages."""
    sums: Sums = Counter()
    for one in found:
        for book in (one.duel.book, ALL_BOOKS):
            _count_duel(sums, one, book)
        for seat in one.seats:
            if seat.mage_id is not None:
                _count_mage(sums, one, seat)
    return sums


def _count_duel(sums: Sums, found: Found, book: str) -> None:
    duel, day = found.duel, day_of(found.duel)
    sums[Count(None, book, duel.melee, ABOUT.ENDING, duel.ending)] += 1
    sums[Count(None, book, duel.melee, ABOUT.DAY, day)] += 1
    sums[Count(None, book, duel.melee, ABOUT.ROUND, day)] += found.summary["rounds"]
    for seat in found.seats:
        _count_play(sums, found, seat, None, book)


def _count_mage(sums: Sums, found: Found, seat: Seat) -> None:
    duel, mage = found.duel, seat.mage_id
    _count_play(sums, found, seat, mage, duel.book)
    ending = Count(mage, duel.book, duel.melee, ABOUT.ENDING, duel.ending)
    sums[ending] += 1
    sums[ending._replace(number=result_column(seat, duel))] += 1
    sums[Count(mage, duel.book, duel.melee, ABOUT.DAY, day_of(duel))] += 1


def _count_play(sums: Sums, found: Found, seat: Seat, mage: int | None, book: str) -> None:
    """Add a wizard's spells and opening to `sums`, both in total and by the wizard's result."""
    how, melee = result_column(seat, found.duel), found.duel.melee
    for spell, times in found.summary["casts"].get(seat.name, {}).items():
        count = Count(mage, book, melee, ABOUT.SPELL, spell)
        sums[count] += times
        sums[count._replace(number=how)] += 1
    opening = found.summary["openings"].get(seat.name)
    if opening:
        count = Count(mage, book, melee, ABOUT.OPENING, opening)
        sums[count] += 1
        sums[count._replace(number=how)] += 1


def result_column(seat: Seat, duel: Duel) -> str:
    """Return the name of the column that counts this wizard's result: "won", "lost" or "drawn"."""
    result = duel.result or {}
    if result["outcome"] == "draw":
        return "drawn"
    return "won" if seat.name in result["winners"] else "lost"


def day_of(duel: Duel) -> str:
    """Return the day (UTC) on which a duel ended, in ISO format."""
    return f"{duel.ended:%Y-%m-%d}"


def newcomers(sums: Sums) -> Sums:
    """Return, for each day in `sums`, the number of active users who have not been counted for that day yet.

    The users are the owners of the mages in `sums`. A user counts once per day, regardless of the number of mages and
    duels.
    """
    played = {(count.mage, count.key) for count in sums if count.about == ABOUT.DAY and count.mage is not None}
    owners = dict(Mage.objects.filter(pk__in={mage for mage, _ in played}).values_list("pk", "owner"))
    fresh = {(owners[mage], day) for mage, day in played if mage in owners}
    known = Tally.objects.filter(
        about=ABOUT.DAY, mage__owner__in=set(owners.values()), key__in={day for _, day in fresh}
    )
    fresh -= set(known.values_list("mage__owner", "key"))
    return Counter(Count(None, ALL_BOOKS, False, ABOUT.USER, day) for _, day in fresh)


# Saving ---------------------------------------------------------------------------------------------------------------

COLUMNS = ("mage_id", "book", "melee", "about", "key")
NUMBERS = ("times", "won", "lost", "drawn")
TABLE = Tally._meta.db_table
UPSERT = (
    f"INSERT INTO {TABLE} ({', '.join(COLUMNS + NUMBERS)}) VALUES ({', '.join(['%s'] * 9)}) "  # noqa: S608 - names of ours
    "ON CONFLICT ({columns}) WHERE {which} DO UPDATE SET "
    + ", ".join(f"{number} = {TABLE}.{number} + excluded.{number}" for number in NUMBERS)
)
"""The SQL statement for the upsert. Django's `bulk_create` can replace numbers, but cannot add to them."""
OF_ALL = UPSERT.format(columns=", ".join(COLUMNS[1:]), which="mage_id IS NULL")
OF_MAGE = UPSERT.format(columns=", ".join(COLUMNS), which="mage_id IS NOT NULL")


def write(sums: Sums) -> None:
    """Add these numbers to the tallies in the database.

    The fixed order of the rows prevents deadlocks.
    """
    rows = sorted(_rows(sums), key=lambda row: (row[0] or 0, *row[1:5]))
    with connection.cursor() as cursor:
        cursor.executemany(OF_ALL, [row for row in rows if row[0] is None])
        cursor.executemany(OF_MAGE, [row for row in rows if row[0] is not None])


def _rows(sums: Sums) -> list[tuple[Any, ...]]:
    by_tally: dict[tuple[Any, ...], dict[str, int]] = {}
    for count, number in sums.items():
        by_tally.setdefault(tuple(count[:5]), {})[count.number] = number
    return [(*tally, *(numbers.get(number, 0) for number in NUMBERS)) for tally, numbers in by_tally.items()]
