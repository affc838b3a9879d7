"""Duels found by who fought, how and when; and the archive of them.

What is asked of a finished duel stands in one index (`duel_found`), so that even a search that finds little looks at no
row that it does not show. A search looks for so many duels at most: who wants the others narrows it down.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from typing import Any

import msgspec
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.utils.timezone import get_current_timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import Mage
from accounts.names import folded
from duels.models import Cast, Duel, Outcome, Seat
from duels.play.tables import record_of
from duels.stats.spell_bits import bits_of

MOST_FOUND = 1000
AT_ONCE = 100
"""Records of the archive that are read at once."""

SORTS = {"": _("The latest"), "oldest": _("The oldest"), "longest": _("The longest"), "shortest": _("The shortest")}
ORDERS = {
    "": ("-ended", "-pk"),
    "oldest": ("ended", "pk"),
    "longest": ("-round", "-ended", "-pk"),
    "shortest": ("round", "-ended", "-pk"),
}

Place = tuple[datetime | None, int]
"""Where a duel stands in the archive: when it ended, and its key."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is looked for among duels, by the names of the form's fields; nothing: whatever it is."""

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
    """The duels that were found, as keys in their order; `is_cut`: there are more."""

    keys: list[int]
    is_cut: bool


def finished(wanted: Wanted) -> Found:
    """The finished duels that all may see and that are wanted."""
    return _found(fitting(wanted).order_by(*ORDERS[wanted.sort]))


def under_way(wanted: Wanted) -> Found:
    """The duels that go on, that all may see and that are wanted as far as one can say yet; the newest first."""
    return _found(going_on(wanted).order_by("-started", "-pk"))


def going_on(wanted: Wanted) -> QuerySet[Duel]:
    """Duels under way that all may see and that are wanted, in no order."""
    who = _of_mages(replace(wanted, result=""))
    return Duel.objects.filter(_of_book(wanted), who, ended=None, practice=False, public=True)


def duels_by_key(keys: Sequence[int]) -> list[Duel]:
    """These duels with their seats, in this order."""
    found = Duel.objects.prefetch_related("seats").in_bulk(list(keys))
    return [found[key] for key in keys if key in found]


def fitting(wanted: Wanted) -> QuerySet[Duel]:
    """Finished duels that all may see and that are wanted, in no order."""
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
    """How it ended, when, after how many rounds, and by which options."""
    condition = Q(ending=wanted.ending) if wanted.ending else Q()
    if wanted.options:
        condition &= Q(by_the_book=wanted.options == "none")
    if wanted.shortest:
        condition &= Q(round__gt=wanted.shortest)  # a duel that is over waits for the round after its last
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
    """Who was in it, in whichever of their lives."""
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
    """What the mage that is named has cast in it; asked of its own duels one by one, as many have cast it in others."""
    condition = Q()
    for spell in filter(None, (wanted.spell, wanted.spell2) if wanted.mage else ()):
        casts = Cast.objects.filter(duel=OuterRef("pk"), spell=spell, seat__mage__in=_lives(wanted.mage))
        condition &= Q(Exists(casts))
    return condition


def _among(rows: QuerySet[Any]) -> Q:
    return Q(pk__in=rows.values("duel"))


# The archive ----------------------------------------------------------------------------------------------------------


def place_of(duel: Duel) -> Place:
    """Where a finished duel stands in the archive."""
    return duel.ended, duel.pk


def archived(wanted: Wanted, after: Place | None, most: int = AT_ONCE) -> list[Duel]:
    """The next few duels of the archive after this one, the oldest first, with all that their records need."""
    duels = fitting(wanted)
    if after is not None:
        ended, key = after
        duels = duels.filter(ended__gte=ended).exclude(ended=ended, pk__lte=key)
    return list(duels.order_by("ended", "pk").prefetch_related("seats", "rounds")[:most])


def records(duels: Sequence[Duel]) -> Iterator[dict[str, Any]]:
    """The records of these duels, with their name here and when they ended."""
    for duel in duels:
        yield {**record_of(duel, duel.seats.all(), duel.rounds.all()), "duel": duel.slug, "ended": duel.ended}


def record_lines(duels: Sequence[Duel]) -> Iterator[bytes]:
    """The same, one a line."""
    return (msgspec.json.encode(record) + b"\n" for record in records(duels))
