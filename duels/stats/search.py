"""The search for duels by mages, rules, result and time, and the archive of duel records.

One index (`duel_found`) covers the criteria for finished duels, so that even a search with few results reads no rows of
other duels. Searches return a limited number of duels. Users can narrow a search to see the others.
"""

from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from typing import Any

import msgspec
from asgiref.sync import sync_to_async
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.utils.timezone import get_current_timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import Mage
from accounts.names import folded
from duels.models import Cast, Duel, Outcome, Seat
from duels.play.loading import record_of
from duels.stats.spell_bits import bits_of

MOST_FOUND = 1000
AT_ONCE = 100
"""The number of records that the archive reads at a time."""

SORTS = {"": _("Newest"), "oldest": _("Oldest"), "longest": _("Longest"), "shortest": _("Shortest")}
ORDERS = {
    "": ("-ended", "-pk"),
    "oldest": ("ended", "pk"),
    "longest": ("-round", "-ended", "-pk"),
    "shortest": ("round", "-ended", "-pk"),
}

Place = tuple[datetime | None, int]
"""The position of a duel in the archive: its end and its primary key."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """Search criteria, named like the fields of `SearchForm`.

    Empty criteria match everything.
    """

    mage: str = ""
    against: str = ""
    result: str = ""
    book: str = ""
    options: str = ""
    kind: str = ""
    ending: str = ""
    spell: str = ""
    spell2: str = ""
    shortest: int = 0
    longest: int = 0
    since: date | None = None
    until: date | None = None
    sort: str = ""


@dataclass(frozen=True, slots=True)
class Found:
    """The primary keys of the matching duels, in order.

    `is_cut` says whether more duels match.
    """

    keys: list[int]
    is_cut: bool


def finished(wanted: Wanted) -> Found:
    """Return the matching public finished duels, sorted by `wanted.sort`."""
    return _found(fitting(wanted).order_by(*ORDERS[wanted.sort]))


def under_way(wanted: Wanted) -> Found:
    """Return the matching public running duels, newest first."""
    return _found(going_on(wanted).order_by("-started", "-pk"))


def going_on(wanted: Wanted) -> QuerySet[Duel]:
    """Return the matching public running duels, unordered.

    The criterion for the result is ignored.
    """
    who = _of_mages(replace(wanted, result=""))
    return Duel.objects.filter(_of_book(wanted), who, ended=None, practice=False, public=True)


def duels_by_key(keys: Sequence[int]) -> list[Duel]:
    """Return the duels with these primary keys, in the order of `keys`, with their seats prefetched."""
    found = Duel.objects.prefetch_related("seats").in_bulk(list(keys))
    return [found[key] for key in keys if key in found]


def fitting(wanted: Wanted) -> QuerySet[Duel]:
    """Return the matching public finished duels, unordered."""
    bits = bits_of((wanted.spell, wanted.spell2))
    conditions = (
        _of_book(wanted),
        _of_end(wanted),
        _of_mages(wanted),
        _of_casts(wanted),
        Q(cast=bits) if bits else Q(),
    )
    duels = Duel.objects.alias(cast=F("spells").bitand(bits))
    return duels.filter(*conditions, ended__isnull=False, practice=False, public=True)


def _found(duels: QuerySet[Duel]) -> Found:
    keys = list(duels.values_list("pk", flat=True)[: MOST_FOUND + 1])
    return Found(keys[:MOST_FOUND], len(keys) > MOST_FOUND)


def _of_book(wanted: Wanted) -> Q:
    condition = Q(book=wanted.book) if wanted.book else Q()
    if wanted.kind:
        condition &= Q(melee=wanted.kind == "melee")
    return condition


def _of_end(wanted: Wanted) -> Q:
    """Return the condition for how, when and after how many rounds a duel ended, and for its rule options."""
    condition = Q(ending=wanted.ending) if wanted.ending else Q()
    if wanted.options:
        condition &= Q(by_the_book=wanted.options == "none")
    if wanted.shortest:
        condition &= Q(round__gt=wanted.shortest)  # the `round` of a finished duel is its last round plus one
    if wanted.longest:
        condition &= Q(round__lte=wanted.longest + 1)
    if wanted.since:
        condition &= Q(ended__gte=_midnight(wanted.since))
    if wanted.until:
        condition &= Q(ended__lt=_midnight(wanted.until + timedelta(days=1)))
    return condition


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time(), get_current_timezone())


def _of_mages(wanted: Wanted) -> Q:
    """Return the condition for the criteria on the mages in a duel.

    A name matches all mages that have had it.
    """
    condition = Q()
    if wanted.mage and wanted.result:
        condition &= _among(Outcome.objects.filter(mage__in=_lives(wanted.mage), result=wanted.result))
    elif wanted.mage:
        condition &= _among(Seat.objects.filter(mage__in=_lives(wanted.mage)))
    if wanted.against:
        condition &= _among(Seat.objects.filter(mage__in=_lives(wanted.against)))
    return condition


def _lives(name: str) -> QuerySet[Mage, Any]:
    return Mage.objects.filter(folded=folded(name.strip())).values("pk")


def _of_casts(wanted: Wanted) -> Q:
    """Return the condition that the named mage has cast the given spells.

    It uses correlated subqueries, because scanning all casts of a common spell would be slow.
    """
    condition = Q()
    for spell in filter(None, (wanted.spell, wanted.spell2) if wanted.mage else ()):
        casts = Cast.objects.filter(duel=OuterRef("pk"), spell=spell, seat__mage__in=_lives(wanted.mage))
        condition &= Q(Exists(casts))
    return condition


def _among(rows: QuerySet[Any]) -> Q:
    return Q(pk__in=rows.values("duel"))


# The archive ----------------------------------------------------------------------------------------------------------


def place_of(duel: Duel) -> Place:
    """Return the position of a finished duel in the archive."""
    return duel.ended, duel.pk


def archived(wanted: Wanted, after: Place | None, most: int) -> list[Duel]:
    """Return up to `most` matching duels in the archive after the position `after`, oldest first.

    The seats and rounds needed for their records are prefetched.
    """
    duels = fitting(wanted)
    if after is not None:
        ended, key = after
        duels = duels.filter(ended__gte=ended).exclude(ended=ended, pk__lte=key)
    return list(duels.order_by("ended", "pk").prefetch_related("seats", "rounds")[:most])


def records(duels: Sequence[Duel]) -> Iterator[dict[str, Any]]:
    """Yield the record of each of these duels, with the duel's slug and the time at which it ended."""
    for duel in duels:
        yield {**record_of(duel, duel.seats.all(), duel.rounds.all()), "duel": duel.slug, "ended": duel.ended}


async def record_lines(wanted: Wanted, after: Place | None = None) -> AsyncIterator[bytes]:
    """Yield the records of matching duels as lines of JSON.

    The duels are loaded in batches to limit memory use.
    """
    while some := await sync_to_async(_lines_after)(wanted, after):
        lines, after = some
        yield lines


def _lines_after(wanted: Wanted, after: Place | None) -> tuple[bytes, Place] | None:
    duels = archived(wanted, after, AT_ONCE)
    lines = b"".join(msgspec.json.encode(record) + b"\n" for record in records(duels))
    return (lines, place_of(duels[-1])) if duels else None
