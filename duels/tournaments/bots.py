"""The leaderboard of bots by the arenas that the site holds for them, in two queries for any number of bots."""

from collections import Counter
from dataclasses import dataclass

from django.db.models import Count, F, OuterRef, Q, Subquery, Sum
from django.db.models.functions import Coalesce
from django.urls import reverse

from accounts.models import User
from duels.ladder.standings import LIVING, RATED
from duels.models import Entry, Standing, Tournament
from duels.tournaments.formats import ORDER

MOST = 100
"""The number of bots on the page."""


@dataclass(frozen=True, slots=True)
class Bot:
    """A bot on the leaderboard. `rating` is the best duel rating of its living mages, or `None` if they have none."""

    place: int
    username: str
    url: str
    author: str
    rating: int | None
    won: int
    arenas: int
    points: float


def bots() -> list[Bot]:
    """Return the bots that have played in an arena for bots or have a rating, best first.

    Bots are sorted by arenas won, then by points in all arenas, then by rating. An arena in which only one bot has
    played has no winner.
    """
    arenas = Tournament.objects.filter(only_bots=True, host=None, state=Tournament.State.FINISHED)
    first = Entry.objects.filter(tournament=OuterRef("pk"), points__gt=0).order_by(*ORDER).values("user")[:1]
    has_played = ~Q(entries__wins=0, entries__losses=0, entries__draws=0)
    contested = arenas.annotate(players=Count("entries", filter=has_played)).filter(players__gte=2)
    won = Counter(contested.annotate(winner=Subquery(first)).values_list("winner", flat=True))
    has_played &= Q(entries__tournament__in=arenas)
    standings = Standing.objects.filter(LIVING, RATED, mage__owner=OuterRef("pk"), melee=False)
    users = User.objects.filter(is_bot=True, is_active=True).annotate(
        arenas=Count("entries", filter=has_played),
        points=Coalesce(Sum("entries__points", filter=has_played), 0.0),
        rating=Subquery(standings.order_by("-rating").values("rating")[:1]),
    )
    found = users.filter(Q(arenas__gt=0) | Q(rating__isnull=False)).order_by(
        "-points", F("rating").desc(nulls_last=True), "pk"
    )
    ranked = sorted(found, key=lambda it: -won[it.pk])[:MOST]
    return [
        Bot(
            place=place,
            username=it.username,
            url=reverse("user", args=[it.username]),
            author=it.author,
            rating=None if it.rating is None else round(it.rating),
            won=won[it.pk],
            arenas=it.arenas,
            points=it.points,
        )
        for place, it in enumerate(ranked, 1)
    ]
