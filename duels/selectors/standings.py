"""Reads of scores and ratings: the ladder, the honour roll, the graveyard.

Each page is a few queries, however many mages it shows. A place is how many have more, plus one, so that equals share
it and a search changes nothing.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from django.db.models import Count, F, IntegerField, Q, QuerySet
from django.db.models.functions import Cast, Round
from django.utils import timezone

from accounts.models import Mage
from accounts.names import folded
from duels import ratings
from duels.models import Outcome, Standing
from duels.ratings import Rating

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

LIVING = Q(mage__ended=None, mage__retired=None)
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


@dataclass(frozen=True, slots=True)
class Ranked:
    """A line of the ladder or the honour roll."""

    place: int
    mage: Mage
    standing: Shown


@dataclass(frozen=True, slots=True)
class Grave:
    """A line of the graveyard. `lost`: the score that died with the mage; `last`: the duel in which it did."""

    mage: Mage
    wins: int
    losses: int
    draws: int
    lost: int | None = None
    last: str | None = None


def rating_now(standing: Standing, now: datetime) -> Rating:
    """The rating of a mage at this time: its deviation grows while it rests. Those of melees do not."""
    rating = Rating(standing.rating, standing.deviation, standing.volatility)
    if standing.melee or standing.rated is None:
        return rating
    return ratings.idle(rating, days=(now - standing.rated).total_seconds() / 86_400)


def new_standing(mage: Mage, *, melee: bool) -> Standing:
    """The standing of a mage who has not duelled for score yet."""
    return Standing(mage=mage, melee=melee, deviation=ratings.MELEE_UNKNOWN if melee else ratings.UNKNOWN)


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
        is_provisional=ratings.is_provisional(rating.deviation, melee=standing.melee),
    )


def standings_of(mage: Mage) -> dict[bool, Standing]:
    """The mage's standing in duels (`False`) and in melees (`True`)."""
    known = {standing.melee: standing for standing in Standing.objects.filter(mage=mage).select_related("mage")}
    return {melee: known.get(melee) or new_standing(mage, melee=melee) for melee in (False, True)}


def ranked(*, melee: bool, who: Q = LIVING, search: str = "", sort: str = "score") -> QuerySet[Standing]:
    """Standings of those `who` are meant and whose name has this in it."""
    found = Standing.objects.filter(who, melee=melee).select_related("mage").order_by(*ORDERS[sort])
    return found.filter(mage__folded__contains=folded(search)) if search else found


def places(*, melee: bool, who: Q = LIVING, by: By = "score") -> dict[int, int]:
    """The place of each score, or of each rating in whole numbers, that one of them has."""
    value = F("score") if by == "score" else Cast(Round("rating"), IntegerField())
    counted = Standing.objects.filter(who, melee=melee).values_list(value).annotate(mages=Count("pk")).order_by()
    found, place = dict[int, int](), 1
    for number, mages in sorted(counted, reverse=True):
        found[number], place = place, place + mages
    return found


def lines(standings: Iterable[Standing], places: Mapping[int, int], by: By) -> list[Ranked]:
    """Standings as the ladder shows them."""
    now = timezone.now()
    seen = [(standing.mage, shown(standing, now)) for standing in standings]
    return [Ranked(_place(places, getattr(standing, by)), mage, standing) for mage, standing in seen]


def _place(places: Mapping[int, int], number: int) -> int:
    """Ratings half way between two numbers may be rounded otherwise by the database: then the next below has it."""
    return places.get(number) or 1 + max((place for other, place in places.items() if other > number), default=0)


def graves(*, search: str = "", sort: str = "ended") -> QuerySet[Mage]:
    """Mages that have died or quit, whose name has this in it."""
    dead = Mage.objects.filter(ended__isnull=False).order_by(*GRAVES[sort])
    return dead.filter(folded__contains=folded(search)) if search else dead


def tombs(mages: Sequence[Mage]) -> list[Grave]:
    """Dead mages as the graveyard shows them."""
    last = Outcome.objects.filter(mage__in=mages, fate=Outcome.Fate.DIED, score__isnull=False).select_related("duel")
    deaths = {outcome.mage_id: outcome for outcome in last}
    standings = dict[int, list[Standing]]()
    for standing in Standing.objects.filter(mage__in=mages):
        standings.setdefault(standing.mage_id, []).append(standing)
    return [_tomb(mage, standings.get(mage.pk, []), deaths.get(mage.pk)) for mage in mages]


def _tomb(mage: Mage, standings: list[Standing], death: Outcome | None) -> Grave:
    wins, losses, draws = (
        sum(getattr(standing, count) for standing in standings) for count in ("wins", "losses", "draws")
    )
    if death is None:
        return Grave(mage, wins, losses, draws)
    return Grave(mage, wins, losses, draws, lost=-death.points, last=death.duel.slug)


def outcomes_of(mage: Mage, *, melee: bool, most: int) -> list[Outcome]:
    """The latest of the mage's duels that were rated, the oldest of them first."""
    rated = Outcome.objects.filter(mage=mage, melee=melee, rating__isnull=False).select_related("duel")
    return list(rated.order_by("-ended", "-pk")[:most])[::-1]
