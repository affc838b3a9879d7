"""The effect of duels against house wizards (computer players) on a user's progress and separate rating.

Like the ladder's settlement, this one runs in the transaction that ends the duel. These duels do not change ladder
scores. Duels with hints are rated too, because hints are part of practice.
"""

from collections.abc import Collection
from typing import Any, NamedTuple

from django.dispatch import receiver
from django.utils import timezone

from accounts.models import Mage
from duels.house.progression import Progress, progress_after
from duels.ladder import ratings
from duels.ladder.ratings import Game, Rating
from duels.ladder.scores import DREW, LOST, WON
from duels.models import Duel, HouseOutcome, HouseStanding, Seat
from duels.play.tables import Table
from duels.signals import duels_ended

RATINGS = {level: Rating(rating, 50) for level, rating in enumerate((800, 1150, 1550, 1850, 2150), start=1)}
"""The rating of each level. Level 1 plays like a beginner. Each level scores 76 to 100 % against the one below."""

CHANGED = ["level", "best", "won_in_a_row", "lost_in_a_row", "rating", "deviation", "volatility"]
SCORES = {WON: 1.0, LOST: 0.0, DREW: 0.5}


class Met(NamedTuple):
    """A duel between one mage and one house wizard, with the seats of both."""

    duel: Duel
    mage: Seat
    house: Seat


@receiver(duels_ended)
def settle_all(tables: Collection[Table], **_: Any) -> None:
    """Settle the duels in `tables` that were fought against a house wizard.

    Settling a duel again has no effect.
    """
    if not (met := [found for table in tables if (found := met_in(table.duel, table.seats))]):
        return
    owners = dict(Mage.objects.filter(pk__in=[one.mage.mage_id for one in met]).values_list("pk", "owner"))
    standings = _locked(set(owners.values()))
    known = set(HouseOutcome.objects.filter(duel__in=[one.duel for one in met]).values_list("duel", flat=True))
    HouseOutcome.objects.bulk_create(
        _settled(one, standings[owners[one.mage.mage_id or 0]]) for one in met if one.duel.pk not in known
    )
    HouseStanding.objects.bulk_update(standings.values(), CHANGED)


def met_in(duel: Duel, seats: Collection[Seat]) -> Met | None:
    """Return the opponents if the duel was between one mage and one house wizard.

    Otherwise, or if the duel began from a position of another duel, return `None`.
    """
    mages, house = [seat for seat in seats if seat.mage_id], [seat for seat in seats if seat.is_house]
    if len(seats) != 2 or not (mages and house) or duel.is_played_on:
        return None
    return Met(duel, mages[0], house[0])


def _locked(users: Collection[int]) -> dict[int, HouseStanding]:
    """Lock these users' standings, and return them by the user's primary key.

    The locks are taken in a fixed order to prevent deadlocks.
    """
    HouseStanding.objects.bulk_create([HouseStanding(user_id=user) for user in sorted(users)], ignore_conflicts=True)
    found = HouseStanding.objects.select_for_update().filter(user__in=users).order_by("pk")
    return {standing.user_id: standing for standing in found}


def _settled(met: Met, standing: HouseStanding) -> HouseOutcome:
    """Update `standing` after a duel and return the outcome, without saving either."""
    result, level = result_for(met.mage.name, met.duel.result or {}), met.house.level or min(RATINGS)
    before = standing.rating
    change(standing, level, result)
    return HouseOutcome(
        duel=met.duel,
        user_id=standing.user_id,
        wizard=met.house.name,
        level=level,
        result=result,
        rating_before=before,
        rating=standing.rating,
        ended=met.duel.ended or timezone.now(),
    )


def result_for(wizard: str, result: dict[str, Any]) -> str:
    """Return this wizard's result in a two-wizard duel: `WON`, `LOST` or `DREW` from `duels.ladder.scores`."""
    if not result.get("winners"):
        return DREW
    return WON if wizard in result["winners"] else LOST


def change(standing: HouseStanding, level: int, result: str) -> None:
    """Update `standing` after a duel against this level, without saving it.

    The rating of the level is constant.
    """
    progress = progress_after(
        Progress(standing.level, standing.best, standing.won_in_a_row, standing.lost_in_a_row), level, result
    )
    standing.level, standing.best, standing.won_in_a_row, standing.lost_in_a_row = progress
    standing.rating, standing.deviation, standing.volatility = ratings.after(
        ratings.rating_in(standing), [Game(RATINGS[level], SCORES[result])]
    )
