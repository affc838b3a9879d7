"""Reads for the lists of duels, on pages of their own and on those of mages."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import Mage
from duels.models import Duel, Seat
from duels.wording.headings import versus_of
from duels.wording.languages import books, listed
from duels.wording.strengths import house_levels, of_the_house

MOST_OF_ONES_OWN = 50


@dataclass(frozen=True, slots=True)
class DuelRow:
    """A duel as lists show it. ``when``: it ended or, while it goes on, began; ``waits``: for the viewer's orders;
    ``house``: the marks of those whom the house plays.
    """

    url: str
    title: str
    book: str
    outcome: str
    is_over: bool
    is_practice: bool
    house: list[str]
    when: datetime
    waits: bool = False


def duels_under_way() -> QuerySet[Duel]:
    """Duels between people that go on and that all may find, the newest first."""
    return _duels().filter(ended=None, practice=False, public=True).order_by("-started", "-pk")


def duels_of_mage(mage: Mage, viewer: Any) -> QuerySet[Duel]:
    """All of a mage's duels that this viewer may find, practice included, the newest first."""
    found = Q(public=True)
    if viewer.is_authenticated:
        found |= Q(_has_seat(mage__owner=viewer))
    return _duels().filter(found, seats__mage=mage).order_by("-started", "-pk")


def duels_of_user(user: Any) -> list[DuelRow]:
    """The user's duels under way, those that wait for him first."""
    if not user.is_authenticated:
        return []
    own = _duels().filter(_has_seat(mage__owner=user), ended=None).annotate(waits=Exists(waiting_seats(user)))
    return rows(own.order_by("-waits", "-started", "-pk")[:MOST_OF_ONES_OWN])


def waiting_seats(user: Any) -> QuerySet[Seat]:
    """The user's seats (of the outer query's duel) whose orders or answers a duel waits for."""
    return seats_waiting_for(user).filter(duel=OuterRef("pk"))


def seats_waiting_for(user: Any) -> QuerySet[Seat]:
    """The user's seats whose orders or answers a duel waits for."""
    return Seat.objects.filter(due=True, mage__owner=user, duel__ended=None)


def rows(duels: Iterable[Duel]) -> list[DuelRow]:
    """Duels as lists show them."""
    return [_row(duel) for duel in duels]


def outcome(duel: Duel) -> str:
    """How a duel stands or ended, in a few words."""
    if duel.result is None:
        return _("round %(round)s") % {"round": duel.round}
    winners = duel.result["winners"]
    if duel.result["outcome"] == "draw":
        return _("a draw")
    fates = [_("%(name)s died") % {"name": name} for name in duel.result["killed"]]
    fates += [_("%(name)s surrendered") % {"name": name} for name in duel.result["surrendered"] if name not in winners]
    won = ngettext("%(winners)s won: %(fates)s", "%(winners)s won: %(fates)s", len(winners))
    return won % {"winners": listed(winners), "fates": ", ".join(fates)}


def _duels() -> QuerySet[Duel]:
    return Duel.objects.prefetch_related("seats")


def _has_seat(**conditions: Any) -> Exists:
    return Exists(Seat.objects.filter(duel=OuterRef("pk"), **conditions))


def _terms(duel: Duel) -> str:
    """The book, and how many options differ from it."""
    differing, title = len(duel.options), books()[duel.book].title
    if not differing:
        return title
    told = ngettext(
        "%(book)s, %(count)s option not by the book", "%(book)s, %(count)s options not by the book", differing
    )
    return told % {"book": title, "count": differing}


def _row(duel: Duel) -> DuelRow:
    return DuelRow(
        url=reverse("duel" if duel.ended is None else "replay", args=[duel.slug]),
        title=versus_of(duel.seats.all()),
        book=_terms(duel),
        outcome=outcome(duel),
        is_over=duel.ended is not None,
        is_practice=duel.practice,
        house=[of_the_house(level) for level in sorted(set(house_levels(duel.seats.all()).values()))],
        when=duel.ended or duel.started,
        waits=getattr(duel, "waits", False),
    )
