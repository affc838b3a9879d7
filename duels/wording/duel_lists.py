"""Queries for lists of duels, and the rows of these lists."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, NamedTuple

from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, ngettext_lazy

from accounts.models import Mage
from accounts.names import folded
from duels.models import MISSES_ALLOWED, Duel, Outcome, Seat
from duels.wording.bots import bots_among
from duels.wording.contests import Contest, contests_of
from duels.wording.dates import ago
from duels.wording.endings import CANCELLED, DRAWS
from duels.wording.headings import by_sides, versus_of
from duels.wording.languages import books, listed
from duels.wording.numerals import numeral
from duels.wording.provisional import RATED_DUELS, rating_text
from duels.wording.results import Result, result_for
from duels.wording.strengths import house_levels, of_the_house
from wavinghands.engine import Json

MOST_OF_ONES_OWN = 50

FATES: Final = {
    "died": ngettext_lazy("%(names)s died", "%(names)s died", "count"),
    "absent": ngettext_lazy("%(names)s didn’t show up", "%(names)s didn’t show up", "count"),
    "surrender": ngettext_lazy("%(names)s surrendered", "%(names)s surrendered", "count"),
    "timeout": ngettext_lazy("%(names)s ran out of time", "%(names)s ran out of time", "count"),
}
"""The texts about losers, by the way in which they left the duel."""


@dataclass(frozen=True, slots=True)
class DuelRow:
    """A row in a list of duels.

    - `url`: the address, or empty for a cancelled duel, which has no page
    - `house`: the badges of computer players
    - `bots`: the names of the wizards that are played by bots
    - `when`: when the duel ended or, while it is running, when it started
    - `ago`: the time in `when` as a relative time
    - `facts`: short texts with the number of rounds, and the wizards' hit points and ratings as far as they are known
    - `result`: the result for the wizards that the list is about
    - `waits`: whether the duel is waiting for the viewer
    - `contest`: the tournament to which it belongs
    """

    url: str
    title: str
    book: str
    outcome: str
    is_over: bool
    is_practice: bool
    house: list[str]
    bots: list[str]
    when: datetime
    ago: str
    facts: Sequence[str] = ()
    result: Result | None = None
    waits: bool = False
    contest: Contest | None = None


class Numbers(NamedTuple):
    """A wizard's rating before a duel as the site shows it, and their hit points after it.

    The rating is empty if it is not shown. Unknown hit points are `None`.
    """

    rating: str = ""
    hit_points: int | None = None


def duels_under_way() -> QuerySet[Duel]:
    """Return the running public duels, without practice duels, newest first."""
    return _duels().filter(ended=None, practice=False, public=True).order_by("-started", "-pk")


def exhibitions_under_way() -> QuerySet[Duel]:
    """Return the running duels between computer players."""
    return _duels().filter(ended=None, exhibition=True).order_by("-pk")


def duels_over() -> QuerySet[Duel]:
    """Return the finished public duels, without practice duels, most recent first."""
    return _duels().filter(ended__isnull=False, practice=False, public=True).order_by("-ended", "-pk")


def last_duels_of(user: Any) -> QuerySet[Duel]:
    """Return the user's finished duels, most recent first."""
    return _duels().filter(_has_seat(mage__owner=user), ended__isnull=False).order_by("-ended", "-pk")


def duels_of_mage(mage: Mage, viewer: Any) -> QuerySet[Duel]:
    """Return the mage's duels that this viewer may see, including practice duels, newest first."""
    found = Q(public=True)
    if viewer.is_authenticated:
        found |= Q(_has_seat(mage__owner=viewer))
    return _duels().filter(found, seats__mage=mage).order_by("-started", "-pk")


def duels_of_user(user: Any) -> list[DuelRow]:
    """Return rows for the user's running duels.

    Duels that are waiting for the user come first.
    """
    return rows(own_under_way(user)) if user.is_authenticated else []


def own_under_way(user: Any) -> QuerySet[Duel]:
    """Return the user's running duels, with duels that are waiting for the user first.

    The annotation `waits` says whether a duel is waiting for the user.
    """
    own = _duels().filter(_has_seat(mage__owner=user), ended=None).annotate(waits=Exists(waiting_seats(user)))
    return own.order_by("-waits", "-started", "-pk")[:MOST_OF_ONES_OWN]


def waiting_seats(user: Any) -> QuerySet[Seat]:
    """Return a subquery for those of the user's seats that the duel in the outer query is waiting for."""
    return seats_waiting_for(user).filter(duel=OuterRef("pk"))


def seats_waiting_for(user: Any) -> QuerySet[Seat]:
    """Return those of the user's seats whose orders or answers a running duel is waiting for."""
    return Seat.objects.filter(due=True, mage__owner=user, duel__ended=None)


def names_of(user: Any) -> set[str]:
    return set(Mage.objects.filter(owner=user).values_list("name", flat=True))


def rows(duels: Iterable[Duel], of: Collection[str] = (), *, has_contests: bool = True) -> list[DuelRow]:
    """Return rows for these duels, with the results for the wizards named in `of`.

    `has_contests` is false on a tournament's page, where the rows need not name the tournament. This takes at most four
    queries in addition to those for `duels`.
    """
    duels, of, now = list(duels), {folded(name) for name in of if name}, timezone.now()
    known, bots = _at_the_end(duels) | _under_way(duels), bots_among(duels)
    contests = contests_of([duel.pk for duel in duels]) if has_contests else {}
    return [_row(duel, known, bots[duel.pk], contests.get(duel.pk), of, now) for duel in duels]


def outcome(duel: Duel) -> str:
    """Return the state or the result of a duel in a few words."""
    if duel.result is None:
        return _("round %(round)s") % {"round": duel.round}
    if duel.ending == CANCELLED:
        return _("cancelled")
    winners = duel.result["winners"]
    if duel.result["outcome"] == "draw":
        return _draw(duel)
    if duel.ending == "adjudged":
        won = ngettext("%(winners)s won by hit points", "%(winners)s won by hit points", len(winners))
        return won % {"winners": listed(winners)}
    won = ngettext("%(winners)s won: %(fates)s", "%(winners)s won: %(fates)s", len(winners))
    return won % {"winners": listed(winners), "fates": ", ".join(_fates(duel, duel.result))}


def _draw(duel: Duel) -> str:
    """Return "a draw" with its reason, if there is one."""
    for_two, for_more = DRAWS.get(duel.ending, ("", ""))
    why = for_more if duel.melee else for_two
    return _("a draw: %(why)s") % {"why": why} if why else _("a draw")


def _fates(duel: Duel, result: Json) -> Iterator[str]:
    """Yield a text for each way in which losers left the duel, such as "Grey and White died" and "Red surrendered"."""
    left = [name for name in result["surrendered"] if name not in result["winners"]]
    ways = [*(("died", name) for name in result["killed"]), *((_departure(duel, name), name) for name in left)]
    for way, text in FATES.items():
        if names := [name for how, name in ways if how == way]:
            yield text % {"names": listed(names), "count": len(names)}


def _departure(duel: Duel, name: str) -> str:
    """Return the key in `FATES` for a surviving loser. In a melee, losers may have different keys."""
    if duel.ending == "absent":
        return "absent"
    is_late = duel.melee and any(seat.name == name and seat.missed > MISSES_ALLOWED for seat in duel.seats.all())
    return "timeout" if is_late or duel.ending == "timeout" else "surrender"


def _duels() -> QuerySet[Duel]:
    return Duel.objects.prefetch_related("seats")


def _has_seat(**conditions: Any) -> Exists:
    return Exists(Seat.objects.filter(duel=OuterRef("pk"), **conditions))


def _terms(duel: Duel) -> str:
    """Return the title of the duel's spell book, and the number of options that differ from its defaults."""
    differing, title = len(duel.options), books()[duel.book].title
    if not differing:
        return title
    text = ngettext("%(book)s, %(count)s house rule", "%(book)s, %(count)s house rules", differing)
    return text % {"book": title, "count": differing}


def _at_the_end(duels: Iterable[Duel]) -> dict[int, Numbers]:
    """Return the `Numbers` of the wizards in finished duels, by the seat's primary key.

    Other duels are ignored.
    """
    found = Outcome.objects.filter(duel__in=[duel.pk for duel in duels if duel.ended is not None])
    rows = found.values_list("seat", "rating_before", "deviation", RATED_DUELS, "melee", "hit_points")
    return {
        seat: Numbers(rating_text(rating, deviation, count, melee=melee), hit_points)
        for seat, rating, deviation, count, melee, hit_points in rows
    }


def _under_way(duels: Iterable[Duel]) -> dict[int, Numbers]:
    """Return the `Numbers` of the wizards in running rated duels, by the seat's primary key.

    Other duels are ignored.
    """
    seats = Seat.objects.filter(duel__in=[duel.pk for duel in duels if duel.ended is None and duel.counts])
    standings = seats.filter(mage__standings__melee=F("duel__melee")).annotate(
        rated=F("mage__standings__wins") + F("mage__standings__losses") + F("mage__standings__draws")
    )
    rows = standings.values_list("pk", "mage__standings__rating", "mage__standings__deviation", "rated", "duel__melee")
    return {
        seat: Numbers(rating_text(rating, deviation, count, melee=melee))
        for seat, rating, deviation, count, melee in rows
    }


def _facts(duel: Duel, known: Mapping[int, Numbers]) -> list[str]:
    numbers = [known.get(seat.pk, Numbers()) for seat in by_sides(duel.seats.all())]
    rounds, ratings = duel.round - 1, [it.rating for it in numbers]
    hit_points = ["" if it.hit_points is None else numeral(it.hit_points) for it in numbers]
    return [
        *([ngettext("%(count)s round", "%(count)s rounds", rounds) % {"count": rounds}] if duel.ended else []),
        *([_("hit points %(numbers)s") % {"numbers": _side_by_side(hit_points)}] if any(hit_points) else []),
        *([_("ratings %(numbers)s") % {"numbers": _side_by_side(ratings)}] if any(ratings) else []),
    ]


def _side_by_side(numbers: Iterable[str]) -> str:
    return "\u00a0:\u00a0".join(number or "–" for number in numbers)


def _url(duel: Duel) -> str:
    if duel.ending == CANCELLED:
        return ""
    return reverse("duel" if duel.ended is None else "replay", args=[duel.slug])


def _row(
    duel: Duel,
    known: Mapping[int, Numbers],
    bots: list[str],
    contest: Contest | None,
    of: Collection[str],
    now: datetime,
) -> DuelRow:
    when = duel.ended or duel.started
    return DuelRow(
        url=_url(duel),
        title=versus_of(duel.seats.all()),
        book=_terms(duel),
        outcome=outcome(duel),
        is_over=duel.ended is not None,
        is_practice=duel.practice,
        house=[of_the_house(level) for level in sorted(set(house_levels(duel.seats.all()).values()))],
        bots=bots,
        when=when,
        ago=ago(when, now),
        facts=_facts(duel, known),
        result=None if duel.ending == CANCELLED else result_for(duel.result, of),
        waits=getattr(duel, "waits", False),
        contest=contest,
    )
