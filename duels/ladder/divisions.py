"""The divisions of a season, in which users of similar strength compete for promotion and against relegation.

Users enter a division with their first rated duel of a season. In their first season, the division depends on the
rating that their mage had before this duel. In later seasons, they start in the division that they reached by the end
of the last season in which they played. An hour after the end of a season, the top fifth of each division moves up, and
the bottom fifth moves down. From then on, the places and moves of users are stored (`SeasonEntry`).
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, NamedTuple

from django.db import transaction
from django.db.models import Count, Min
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from duels.ladder.ratings import USUAL
from duels.ladder.seasons import SHOWN, Line, Season, rated_outcomes, results_of, table_of
from duels.models import Outcome, SeasonEntry, Standing

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

SETTLED_AFTER = timedelta(hours=1)
"""How long after a season its divisions are settled. By then, all of its duels have been settled."""
SHARE = 5
"""One in this many users of a division is promoted, and one in this many is relegated."""
BADGES = 8
"""The maximum number of badges on a profile."""


class Division(NamedTuple):
    """A division. `least` is the lowest rating with which a user can first enter it."""

    number: int
    slug: str
    name: "StrOrPromise"
    least: float


DIVISIONS = (
    Division(1, "apprentices", _("Apprentices"), 0),
    Division(2, "adepts", _("Adepts"), 1450),
    Division(3, "masters", _("Masters"), 1600),
    Division(4, "archmages", _("Archmages"), 1750),
)
"""All divisions, lowest first."""
BY_NUMBER: Mapping[int, Division] = {division.number: division for division in DIVISIONS}
BY_SLUG: Mapping[str, Division] = {division.slug: division for division in DIVISIONS}


class Badge(NamedTuple):
    """A user's division in a season. `place` is `None` until the season has been settled."""

    division: Division
    season: Season
    place: int | None
    moved: int


def division_for(rating: float) -> Division:
    """Return the division in which a user with this rating starts."""
    return next((it for it in reversed(DIVISIONS) if rating >= it.least), DIVISIONS[0])


def moves(totals: Sequence[int], division: Division) -> list[int]:
    """Return 1 for each user of a division who moves up, -1 for each who moves down, and 0 for the others.

    `totals` holds the users' points, best first. If a limit falls between users with equal points, all of them are
    put on its better side. Nobody moves up without points, and nobody moves if there are fewer than `SHARE` users.
    """
    some = len(totals) // SHARE
    if not some:
        return [0] * len(totals)
    may_rise, may_fall = division != DIVISIONS[-1], division != DIVISIONS[0]
    rises, stays = totals[some - 1], totals[-some - 1]
    return [_move(may_rise and 0 < total >= rises, may_fall and total < stays) for total in totals]


def _move(rises: bool, falls: bool) -> int:
    return 1 if rises else -1 if falls else 0


def table_of_division(season: Season, division: Division) -> list[tuple[Line, int]]:
    """Return up to `SHOWN` users with the most points in a division, best first, each paired with their move.

    A move is 1 (up), -1 (down) or 0. The places and moves of a settled season do not change when a user deletes their
    account.
    """
    lines = table_of(season, division.number)
    settled = SeasonEntry.objects.filter(season=str(season), division=division.number, place__isnull=False)
    if saved := {user: (place or 0, moved) for user, place, moved in settled.values_list("user", "place", "moved")}:
        kept = [(line, *saved[line.user]) for line in lines if line.user in saved]
        return [(line._replace(place=place), moved) for line, place, moved in kept][:SHOWN]
    return list(zip(lines, moves([line.total for line in lines], division), strict=True))[:SHOWN]


def update_divisions(now: datetime) -> None:
    """Settle each past season once, and then assign users who have played in this season to its divisions."""
    season = Season.at(now)
    if now < season.start + SETTLED_AFTER:
        return  # users start in the division they have moved to, which is not known yet
    for past in _unsettled(season):
        _enter(past)
        _settle(past)
    _enter(season)


def _unsettled(season: Season) -> list[Season]:
    """Return the earlier seasons in which nobody has a place yet, earliest first.

    There are several if the worker has not run for a whole season.
    """
    places = SeasonEntry.objects.filter(season__lt=str(season)).values("season").annotate(places=Count("place"))
    known = {row["season"]: row["places"] for row in places}
    slugs = {str(season.previous), *known}
    return [past for slug in sorted(slugs) if not known.get(slug) and (past := Season.parse(slug))]


@transaction.atomic
def _settle(season: Season) -> None:
    """Save the places and moves of all users in a season's divisions."""
    entries = SeasonEntry.objects.select_for_update().filter(season=str(season))
    known = {entry.user_id: entry for entry in entries.order_by("pk")}
    for division in DIVISIONS:
        lines = list(results_of(season, division.number))
        totals = [line["total"] for line in lines]
        for line, moved in zip(lines, moves(totals, division), strict=True):
            entry = known[line["user"]]
            entry.place, entry.moved = 1 + totals.index(line["total"]), moved
    SeasonEntry.objects.bulk_update(known.values(), ["place", "moved"])


def _enter(season: Season) -> None:
    """Assign a division to each user who has played in a season but has none yet."""
    entered = SeasonEntry.objects.filter(season=str(season)).values("user")
    firsts = rated_outcomes(season).exclude(mage__owner__in=entered).values("mage__owner").annotate(first=Min("pk"))
    outcomes = Outcome.objects.filter(pk__in=[row["first"] for row in firsts]).select_related("mage")
    found = {it.mage.owner_id: it for it in outcomes if it.mage is not None}
    reached, ratings = dict(_reached(season, found)), _duel_ratings(found.values())
    SeasonEntry.objects.bulk_create(
        (
            SeasonEntry(
                user_id=user,
                season=str(season),
                division=reached.get(user) or division_for(ratings[user]).number,
            )
            for user in found
        ),
        ignore_conflicts=True,
    )


def _duel_ratings(outcomes: Collection[Outcome]) -> dict[int, float]:
    """Return the duel rating that each mage had before its outcome, by the primary key of the mage's owner.

    For the outcome of a melee, return the mage's current duel rating, because a melee does not change it. The melee
    rating cannot be used, because it has a different scale.
    """
    mages = [outcome.mage_id for outcome in outcomes if outcome.melee]
    in_duels = dict(Standing.objects.filter(mage__in=mages, melee=False).values_list("mage", "rating"))
    return {
        outcome.mage.owner_id: in_duels.get(outcome.mage.pk, USUAL) if outcome.melee else outcome.rating_before or 0
        for outcome in outcomes
        if outcome.mage is not None
    }


def _reached(season: Season, users: Mapping[int, Outcome]) -> Iterator[tuple[int, int]]:
    """Yield pairs of a user's id and the division that the user reached in an earlier season, earliest season first."""
    entries = SeasonEntry.objects.filter(user__in=list(users), season__lt=str(season)).order_by("season")
    yield from ((entry.user_id, entry.division + entry.moved) for entry in entries)


def division_of(user: Any, season: Season) -> Division | None:
    """Return the user's division in a season, or `None` if the user has not played a rated duel in it."""
    found = SeasonEntry.objects.filter(user=user.pk, season=str(season)).values_list("division", flat=True).first()
    return None if found is None else BY_NUMBER[found]


def badges_of(user: User) -> list[Badge]:
    """Return the user's divisions in the latest seasons, latest first."""
    entries = SeasonEntry.objects.filter(user=user).order_by("-season")[:BADGES]
    return [
        Badge(BY_NUMBER[entry.division], season, entry.place, entry.moved)
        for entry in entries
        if (season := Season.parse(entry.season))
    ]
