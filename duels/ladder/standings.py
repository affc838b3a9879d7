"""Queries for the scores and ratings on the ladder, the honour roll and the graveyard.

Each page takes only a few queries, however many mages it shows. A mage's place is one more than the number of mages
with a better score or rating. Mages with equal values therefore share a place, and filtering by name does not change
any places.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, NamedTuple

from django.db.models import Count, F, IntegerField, Q, QuerySet, Sum
from django.db.models.functions import Cast, Round
from django.db.models.lookups import GreaterThanOrEqual
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import Mage
from accounts.names import folded
from duels.ladder import ratings
from duels.ladder.ratings import Rating
from duels.models import Outcome, Standing
from duels.wording.dates import Day, day_of
from duels.wording.numerals import numeral
from duels.wording.provisional import LEAST_DUELS, has_rating, is_provisional, shown_rating

By = Literal["score", "rating"]

ORDERS: Mapping[str, tuple[str, ...]] = {
    "score": ("-score", "-wins", "losses", "mage__folded"),
    "rating": ("-rating", "mage__folded"),
    "name": ("mage__folded",),
    "wins": ("-wins", "-score", "mage__folded"),
    "losses": ("-losses", "-score", "mage__folded"),
    "draws": ("-draws", "-score", "mage__folded"),
    "retired": ("-mage__retired", "mage__folded"),
}
"""The sort orders for standings, by the name used in query strings."""

GRAVES: Mapping[str, tuple[str, ...]] = {
    "ended": ("-ended", "-pk"),
    "registered": ("registered", "pk"),
    "name": ("folded", "-life"),
}
"""The sort orders for graves, by the name used in query strings."""

SHOWN = ("score", "wins", "losses", "draws", "melee", "rating", "deviation", "volatility", "rated")
OF_MAGE = ("mage__name", "mage__owner", "mage__owner__is_bot", "mage__retired")
"""The columns of a standing (`SHOWN`) and of its mage (`OF_MAGE`) that lists show."""

LIVING = Q(mage__ended=None, mage__retired=None)
PLAYED_BY: Mapping[str, Q] = {
    "all": Q(),
    "people": Q(mage__owner__is_bot=False),
    "bots": Q(mage__owner__is_bot=True),
}
"""The filters for mages played by people or by bots, by the name used in query strings."""
RATED = Q(GreaterThanOrEqual(F("wins") + F("losses") + F("draws"), LEAST_DUELS))
"""The filter for mages whose ratings are shown on the site."""
HONOURED = Q(mage__ended=None, mage__retired__isnull=False, score__gt=0)


@dataclass(frozen=True, slots=True)
class Shown:
    """A mage's standing (results, score and rating) as shown on the site.

    `rating` and `deviation` are the current values, rounded.
    """

    score: int = 0
    wins: int = 0
    losses: int = 0
    draws: int = 0
    deaths: int = 0
    rating: int = round(ratings.USUAL)
    deviation: int = round(ratings.UNKNOWN)
    is_provisional: bool = True

    @property
    def duels(self) -> int:
        return self.wins + self.losses + self.draws

    @property
    def has_rating(self) -> bool:
        """Return whether the rating is shown on the site."""
        return has_rating(self.duels)

    @property
    def rating_text(self) -> str:
        """Return the rating with a question mark if it is provisional, or "" if it is not shown."""
        return shown_rating(self.rating, self.duels, is_uncertain=self.is_provisional)


class Ranked(NamedTuple):
    """A row on the ladder or the honour roll."""

    place: int
    name: str
    url: str
    score: int
    rating: int
    is_provisional: bool
    wins: int
    losses: int
    draws: int
    retired: Day | None
    is_own: bool
    is_bot: bool

    @property
    def duels(self) -> int:
        return self.wins + self.losses + self.draws

    @property
    def has_rating(self) -> bool:
        """Return whether the rating is shown on the site."""
        return has_rating(self.duels)

    @property
    def rating_text(self) -> str:
        """Return the rating with a question mark if it is provisional, or "" if it is not shown."""
        return shown_rating(self.rating, self.duels, is_uncertain=self.is_provisional)


class Grave(NamedTuple):
    """A row on the graveyard page.

    `lost` is the score that the mage lost by dying. `last` is the address of the duel in which the mage died, or an
    empty string if there is no such duel or it is not public.
    """

    name: str
    url: str
    life: int
    end: str
    ended: Day
    registered: Day
    wins: int
    losses: int
    draws: int
    lost: str
    last: str
    is_bot: bool


def rating_now(standing: Standing, now: datetime) -> Rating:
    """Return the rating stored in `standing`, with its deviation at the time `now`.

    In two-wizard duels, the deviation grows while the mage is inactive.
    """
    rating = ratings.rating_in(standing)
    if standing.melee or standing.rated is None:
        return rating
    return ratings.idle(rating, days=(now - standing.rated).total_seconds() / 86_400)


def new_standing(mage: Mage, *, melee: bool) -> Standing:
    """Return an unsaved standing for a mage that has no scored duels yet."""
    return Standing(mage=mage, melee=melee, deviation=ratings.MELEE_UNKNOWN if melee else ratings.UNKNOWN)


def rating_of(mage: Mage, *, melee: bool = False) -> float:
    """Return the mage's rating in duels or, if `melee` is true, in melees."""
    found = Standing.objects.filter(mage=mage, melee=melee).values_list("rating", flat=True).first()
    return ratings.USUAL if found is None else found


def shown(standing: Standing, now: datetime | None = None) -> Shown:
    """Return the standing as the site shows it at the time `now`, by default the current time."""
    rating = rating_now(standing, now or timezone.now())
    return Shown(
        score=standing.score,
        wins=standing.wins,
        losses=standing.losses,
        draws=standing.draws,
        deaths=standing.deaths,
        rating=round(rating.rating),
        deviation=round(rating.deviation),
        is_provisional=is_provisional(rating.deviation, melee=standing.melee),
    )


def ratings_of(mages: Iterable[Mage]) -> dict[int, str]:
    """Return the duel ratings of these mages as the site shows them, by the mages' primary keys.

    Mages without a shown rating are left out.
    """
    now = timezone.now()
    found = Standing.objects.filter(RATED, mage__in=list(mages), melee=False)
    return {it.mage_id: shown(it, now).rating_text for it in found}


def standings_of(mage: Mage) -> dict[bool, Standing]:
    """Return the mage's standing in duels (`False`) and in melees (`True`)."""
    known = {standing.melee: standing for standing in Standing.objects.filter(mage=mage).select_related("mage")}
    return {melee: known.get(melee) or new_standing(mage, melee=melee) for melee in (False, True)}


def scores_of(mages: Iterable[Mage]) -> dict[int, str]:
    """Return texts with the scores of mages, such as "score 2 in duels, 1 in melees", by the mages' primary keys.

    Mages without a standing are left out.
    """
    found = Standing.objects.filter(mage__in=list(mages)).order_by("melee").values_list("mage", "melee", "score")
    scores: dict[int, list[str]] = {}
    for mage, melee, score in found:
        scores.setdefault(mage, []).append(_in_words(score, melee=melee))
    return {mage: _("score %(scores)s") % {"scores": ", ".join(texts)} for mage, texts in scores.items()}


def _in_words(score: int, *, melee: bool) -> str:
    return (_("%(score)s in melees") if melee else _("%(score)s in duels")) % {"score": numeral(score)}


def ranked(*, melee: bool, who: Q = LIVING, search: str = "", sort: str = "score") -> QuerySet[Standing, Any]:
    """Return the standings of mages that match `who` and whose names contain `search`.

    Only the columns that lists show are selected.
    """
    found = Standing.objects.filter(who, melee=melee).order_by(*ORDERS[sort]).values_list(*SHOWN, *OF_MAGE, named=True)
    return found.filter(mage__folded__contains=folded(search)) if search else found


def places(*, melee: bool, who: Q = LIVING, by: By = "score") -> dict[int, int]:
    """Map each score, or each rounded rating, to its place among the mages that match `who`."""
    value = F("score") if by == "score" else Cast(Round("rating"), IntegerField())
    counted = Standing.objects.filter(who, melee=melee).values_list(value).annotate(mages=Count("pk")).order_by()
    found, place = dict[int, int](), 1
    for number, mages in sorted(counted, reverse=True):
        found[number], place = place, place + mages
    return found


def lines(standings: Iterable[Any], places: Mapping[int, int], by: By, viewer: int | None = None) -> list[Ranked]:
    """Return these standings as rows for the ladder.

    `places` is a result of `places()`. `viewer` is the primary key of the user who sees the list, or `None`.
    """
    now = timezone.now()
    return [_line(standing, places, by, viewer, now) for standing in standings]


def _line(standing: Any, places: Mapping[int, int], by: By, viewer: int | None, now: datetime) -> Ranked:
    name, rating = standing.mage__name, rating_now(standing, now)
    return Ranked(
        place=_place(places, standing.score if by == "score" else round(rating.rating)),
        name=name,
        url=reverse("mage", args=[name]),
        score=standing.score,
        rating=round(rating.rating),
        is_provisional=is_provisional(rating.deviation, melee=standing.melee),
        wins=standing.wins,
        losses=standing.losses,
        draws=standing.draws,
        retired=day_of(standing.mage__retired) if standing.mage__retired else None,
        is_own=standing.mage__owner == viewer,
        is_bot=standing.mage__owner__is_bot,
    )


def _place(places: Mapping[int, int], number: int) -> int:
    """Return the place of a score or rating.

    The database and Python may round a rating that ends in exactly ½ differently. If `places` lacks the number for this
    reason, return the place of the next higher rating plus one.
    """
    return places.get(number) or 1 + max((place for other, place in places.items() if other > number), default=0)


def graves(*, search: str = "", sort: str = "ended") -> QuerySet[Mage]:
    """Return mages that have died or quit, and whose names contain `search`."""
    dead = Mage.objects.select_related("owner").filter(ended__isnull=False).order_by(*GRAVES[sort])
    return dead.filter(folded__contains=folded(search)) if search else dead


def tombs(mages: Sequence[Mage]) -> list[Grave]:
    """Return these mages, which have died or quit, as rows for the graveyard."""
    died = Outcome.objects.filter(mage__in=mages, fate=Outcome.Fate.DIED, score__isnull=False)
    rows = died.values_list("mage", "points", "duel__slug", "duel__public")
    deaths = {mage: (points, slug if is_public else "") for mage, points, slug, is_public in rows}
    counts = (
        Standing.objects.filter(mage__in=mages).values_list("mage").annotate(Sum("wins"), Sum("losses"), Sum("draws"))
    )
    sums = {mage: (wins, losses, draws) for mage, wins, losses, draws in counts}
    return [_tomb(mage, sums.get(mage.pk, (0, 0, 0)), deaths.get(mage.pk)) for mage in mages]


def _tomb(mage: Mage, sums: tuple[int, int, int], death: tuple[int, str] | None) -> Grave:
    wins, losses, draws = sums
    return Grave(
        name=mage.name,
        url=reverse("mage_life", args=[mage.name, mage.life]),
        life=mage.life,
        end=mage.end,
        ended=day_of(mage.ended or mage.registered),
        registered=day_of(mage.registered),
        wins=wins,
        losses=losses,
        draws=draws,
        lost=numeral(-death[0]) if death else "–",
        last=reverse("replay", args=[death[1]]) if death and death[1] else "",
        is_bot=mage.owner.is_bot,
    )


def outcomes_of(mage: Mage, *, melee: bool, most: int) -> list[Outcome]:
    """Return the outcomes of the mage's latest rated duels or melees, oldest first."""
    rated = Outcome.objects.filter(mage=mage, melee=melee, rating__isnull=False).select_related("duel")
    return list(rated.order_by("-ended", "-pk")[:most])[::-1]
