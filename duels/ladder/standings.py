"""Reads of scores and ratings: the ladder, the honour roll, the graveyard.

Each page is a few queries, however many mages it shows. A place is how many have more, plus one, so that equals share
it and a search changes nothing.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, NamedTuple

from django.db.models import Count, F, IntegerField, Q, QuerySet, Sum
from django.db.models.functions import Cast, Round
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
from duels.wording.provisional import is_provisional

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
"""How standings may be sorted."""

GRAVES: Mapping[str, tuple[str, ...]] = {
    "ended": ("-ended", "-pk"),
    "registered": ("registered", "pk"),
    "name": ("folded", "-life"),
}
"""How graves may be sorted."""

SHOWN = ("score", "wins", "losses", "draws", "melee", "rating", "deviation", "volatility", "rated")
OF_MAGE = ("mage__name", "mage__owner", "mage__owner__is_bot", "mage__retired")
"""What the lists show of a standing, and of its mage."""

LIVING = Q(mage__ended=None, mage__retired=None)
PLAYED_BY: Mapping[str, Q] = {
    "all": Q(),
    "people": Q(mage__owner__is_bot=False),
    "bots": Q(mage__owner__is_bot=True),
}
"""Whose mages are ranked."""
HONOURED = Q(mage__ended=None, mage__retired__isnull=False, score__gt=0)


@dataclass(frozen=True, slots=True)
class Shown:
    """A standing as pages show it; `rating` and `deviation` are whole numbers, as they are today."""

    score: int = 0
    wins: int = 0
    losses: int = 0
    draws: int = 0
    deaths: int = 0
    rating: int = round(ratings.USUAL)
    deviation: int = round(ratings.UNKNOWN)
    is_provisional: bool = True


class Ranked(NamedTuple):
    """A line of the ladder or the honour roll."""

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


class Grave(NamedTuple):
    """A line of the graveyard. `lost`: the score that died with the mage; `last`: the address of its last duel, if
    that is public.
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
    """The rating of a mage at this time: its deviation grows while it rests. Those of melees do not."""
    rating = ratings.rating_in(standing)
    if standing.melee or standing.rated is None:
        return rating
    return ratings.idle(rating, days=(now - standing.rated).total_seconds() / 86_400)


def new_standing(mage: Mage, *, melee: bool) -> Standing:
    """The standing of a mage who has not duelled for score yet."""
    return Standing(mage=mage, melee=melee, deviation=ratings.MELEE_UNKNOWN if melee else ratings.UNKNOWN)


def rating_of(mage: Mage, *, melee: bool = False) -> float:
    """The mage's rating in duels, or in melees."""
    found = Standing.objects.filter(mage=mage, melee=melee).values_list("rating", flat=True).first()
    return ratings.USUAL if found is None else found


def shown(standing: Standing, now: datetime | None = None) -> Shown:
    """A standing as pages show it."""
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


def ratings_of(mages: Iterable[Mage]) -> dict[int, int]:
    """The ratings in duels of those of these mages who have one, by key, in whole numbers."""
    found = Standing.objects.filter(mage__in=list(mages), melee=False).values_list("mage", "rating")
    return {mage: round(rating) for mage, rating in found}


def standings_of(mage: Mage) -> dict[bool, Standing]:
    """The mage's standing in duels (`False`) and in melees (`True`)."""
    known = {standing.melee: standing for standing in Standing.objects.filter(mage=mage).select_related("mage")}
    return {melee: known.get(melee) or new_standing(mage, melee=melee) for melee in (False, True)}


def scores_of(mages: Iterable[Mage]) -> dict[int, str]:
    """The scores of mages in words, by key: "score 2 in duels, 1 in melees"; of those who have fought for any."""
    found = Standing.objects.filter(mage__in=list(mages)).order_by("melee").values_list("mage", "melee", "score")
    scores: dict[int, list[str]] = {}
    for mage, melee, score in found:
        scores.setdefault(mage, []).append(_in_words(score, melee=melee))
    return {mage: _("score %(told)s") % {"told": ", ".join(told)} for mage, told in scores.items()}


def _in_words(score: int, *, melee: bool) -> str:
    return (_("%(score)s in melees") if melee else _("%(score)s in duels")) % {"score": numeral(score)}


def ranked(*, melee: bool, who: Q = LIVING, search: str = "", sort: str = "score") -> QuerySet[Standing, Any]:
    """Standings of those `who` are meant and whose name has this in it, without the rows of which nothing is shown."""
    found = Standing.objects.filter(who, melee=melee).order_by(*ORDERS[sort]).values_list(*SHOWN, *OF_MAGE, named=True)
    return found.filter(mage__folded__contains=folded(search)) if search else found


def places(*, melee: bool, who: Q = LIVING, by: By = "score") -> dict[int, int]:
    """The place of each score, or of each rating in whole numbers, that one of them has."""
    value = F("score") if by == "score" else Cast(Round("rating"), IntegerField())
    counted = Standing.objects.filter(who, melee=melee).values_list(value).annotate(mages=Count("pk")).order_by()
    found, place = dict[int, int](), 1
    for number, mages in sorted(counted, reverse=True):
        found[number], place = place, place + mages
    return found


def lines(standings: Iterable[Any], places: Mapping[int, int], by: By, viewer: int | None = None) -> list[Ranked]:
    """What was ranked as the ladder shows it to this user."""
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
    """Ratings half way between two numbers may be rounded otherwise by the database: then the next below has it."""
    return places.get(number) or 1 + max((place for other, place in places.items() if other > number), default=0)


def graves(*, search: str = "", sort: str = "ended") -> QuerySet[Mage]:
    """Mages that have died or quit, whose name has this in it."""
    dead = Mage.objects.select_related("owner").filter(ended__isnull=False).order_by(*GRAVES[sort])
    return dead.filter(folded__contains=folded(search)) if search else dead


def tombs(mages: Sequence[Mage]) -> list[Grave]:
    """Dead mages as the graveyard shows them."""
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
    """The latest of the mage's duels that were rated, the oldest of them first."""
    rated = Outcome.objects.filter(mage=mage, melee=melee, rating__isnull=False).select_related("duel")
    return list(rated.order_by("-ended", "-pk")[:most])[::-1]
