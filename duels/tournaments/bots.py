"""The leaderboard of bots, based on the arenas that the site holds for them.

Building it takes three queries, however many bots there are.
"""

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import Count, F, OuterRef, Q, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce
from django.urls import reverse

from accounts.models import User
from duels.ladder.standings import LIVING, RATED, shown
from duels.models import Standing, Tournament
from duels.tournaments.formats import winners_of

MOST = 100
"""The number of bots on the page."""


@dataclass(frozen=True, slots=True)
class Bot:
    """A bot on the leaderboard. `rating` is the best duel rating of its living mages, or empty if they have none."""

    place: int
    username: str
    url: str
    author: str
    rating: str
    won: int
    arenas: int
    points: float


def bots() -> list[Bot]:
    """Return the bots that have played in an arena for bots or have a rating, best first.

    Bots are sorted by arenas won, then by points in all arenas, then by rating. An arena in which only one bot has
    played has no winner. Bots that share first place have all won.
    """
    arenas = Tournament.objects.filter(only_bots=True, host=None, state=Tournament.State.FINISHED)
    has_played = ~Q(entries__wins=0, entries__losses=0, entries__draws=0)
    contested = arenas.annotate(players=Count("entries", filter=has_played)).filter(players__gte=2)
    won = _arenas_won(contested)
    has_played &= Q(entries__tournament__in=arenas)
    standings = _standings().filter(mage__owner=OuterRef("pk"))
    users = User.objects.filter(is_bot=True, is_active=True).annotate(
        arenas=Count("entries", filter=has_played),
        points=Coalesce(Sum("entries__points", filter=has_played), 0.0),
        rating=Subquery(standings.order_by("-rating").values("rating")[:1]),
    )
    found = users.filter(Q(arenas__gt=0) | Q(rating__isnull=False)).order_by(
        "-points", F("rating").desc(nulls_last=True), "pk"
    )
    ranked = sorted(found, key=lambda it: -won[it.pk])[:MOST]
    ratings = _ratings([it.pk for it in ranked])
    return [
        Bot(
            place=place,
            username=it.username,
            url=reverse("user", args=[it.username]),
            author=it.author,
            rating=ratings.get(it.pk, ""),
            won=won[it.pk],
            arenas=it.arenas,
            points=it.points,
        )
        for place, it in enumerate(ranked, 1)
    ]


def _arenas_won(arenas: QuerySet[Tournament]) -> Counter[int]:
    """Return the number of these arenas that each user has won."""
    return Counter(winners_of(arenas.values("pk")).values_list("user", flat=True))


def _ratings(users: Collection[int]) -> dict[int, str]:
    """Return the best rating of each of these users, as the site shows it. Users without a rating are left out."""
    found = _standings().filter(mage__owner__in=users).select_related("mage").order_by("rating")
    return {it.mage.owner_id: shown(it).rating_text for it in found}


def _standings() -> QuerySet[Standing]:
    return Standing.objects.filter(LIVING, RATED, melee=False)
