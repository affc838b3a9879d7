"""Seasons of the ladder, which last three months and in which everyone starts from zero.

A user's points in a season are the sum of the points that their mages gain and lose in it. A death costs no more than a
surrender. Otherwise, a mage could lose points that it had gained in earlier seasons.
"""

import re
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple, Self

from django.core.cache import cache
from django.db import transaction
from django.db.models import Case, Count, F, Q, QuerySet, Sum, When
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from accounts.models import User
from duels.models import Outcome, SeasonTrophy

SHOWN = 100
"""The number of users in the table of a season."""
AWARDED = 10
"""The number of users who get a trophy at the end of a season."""
KEPT = 60
"""The number of seconds for which a table is cached."""

DEATH = -1
"""The points for a death."""
RESULTS = {"wins": Outcome.Result.WON, "losses": Outcome.Result.LOST, "draws": Outcome.Result.DREW}


class Season(NamedTuple):
    """A season, which is a quarter of a year in UTC."""

    year: int
    quarter: int

    @classmethod
    def at(cls, time: datetime) -> Self:
        time = time.astimezone(UTC)
        return cls(time.year, (time.month + 2) // 3)

    @classmethod
    def parse(cls, slug: str) -> Self | None:
        """Parse a slug such as "2026-4". Return `None` if there is no such season."""
        found = re.fullmatch(r"(2\d{3})-([1-4])", slug, re.ASCII)
        return cls(int(found[1]), int(found[2])) if found else None

    def __str__(self) -> str:
        return f"{self.year}-{self.quarter}"

    @property
    def start(self) -> datetime:
        return datetime(self.year, 3 * self.quarter - 2, 1, tzinfo=UTC)

    @property
    def next(self) -> "Season":
        return Season(self.year, self.quarter + 1) if self.quarter < 4 else Season(self.year + 1, 1)

    @property
    def previous(self) -> "Season":
        return Season(self.year, self.quarter - 1) if self.quarter > 1 else Season(self.year - 1, 4)

    @property
    def name(self) -> str:
        """Return the name of the season, such as "October to December 2026"."""
        last = self.start.replace(month=3 * self.quarter)
        return _("%(first)s to %(last)s") % {
            "first": date_format(self.start, "F"),
            "last": date_format(last, "F Y"),
        }


class Line(NamedTuple):
    """A user's row in the table of a season.

    Users with equal points share a place.
    """

    place: int
    user: int
    username: str
    is_bot: bool
    total: int
    wins: int
    losses: int
    draws: int


def table_of(season: Season, division: int = 0) -> Sequence[Line]:
    """Return up to `SHOWN` users with the most points in a season, best first.

    With a `division` number, return all users of that division. The result is cached.
    """
    return cache.get_or_set(f"season-{season}-{division}", lambda: _lines(season, division), KEPT) or ()


def _lines(season: Season, division: int = 0) -> list[Line]:
    lines = list[Line]()
    found = results_of(season, division)
    for at, row in enumerate(found if division else found[:SHOWN]):
        place = lines[-1].place if lines and lines[-1].total == row["total"] else at + 1
        lines.append(Line(place, **row))
    return lines


def rated_outcomes(season: Season) -> QuerySet[Outcome]:
    """Return the outcomes of rated duels in a season."""
    return Outcome.objects.filter(score__isnull=False, ended__gte=season.start, ended__lt=season.next.start)


def results_of(season: Season, division: int = 0) -> QuerySet[Outcome, dict[str, Any]]:
    """Return the results of all users who have rated duels in a season, or in one of its divisions, best first."""
    rated, entry = rated_outcomes(season), "mage__owner__season_entries"
    if division:
        rated = rated.filter(**{f"{entry}__season": str(season), f"{entry}__division": division})
    points = Case(When(fate=Outcome.Fate.DIED, then=DEATH), default="points")
    counts = {name: Count("pk", filter=Q(result=result)) for name, result in RESULTS.items()}
    owner = "mage__owner"
    users = rated.filter(**{f"{owner}__ended": None}).values(
        user=F(owner), username=F(f"{owner}__username"), is_bot=F(f"{owner}__is_bot")
    )
    return users.annotate(**counts, total=Sum(points)).order_by("-total", "-wins", "losses", "username")


@transaction.atomic
def award_trophies(now: datetime) -> None:
    """Award trophies to the top users of the previous season, unless this has already been done."""
    season = Season.at(now).previous
    if SeasonTrophy.objects.filter(season=str(season)).exists():
        return
    trophies = (
        SeasonTrophy(user_id=line.user, season=str(season), place=line.place, points=line.total)
        for line in _lines(season)
        if line.place <= AWARDED and line.total > 0
    )
    SeasonTrophy.objects.bulk_create(trophies, ignore_conflicts=True)


def trophies_of(user: User) -> list[tuple[int, Season]]:
    """Return the places that earned the user a trophy, each with its season, latest first."""
    rows = SeasonTrophy.objects.filter(user=user).order_by("-season").values_list("place", "season")
    return [(place, season) for place, slug in rows if (season := Season.parse(slug))]
