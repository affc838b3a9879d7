"""Scores of mages. Source: the rules of Firetop Mountain, "Winning" and "Surrender"."""

from dataclasses import dataclass
from typing import Any

from duels.models import Duel, Standing


@dataclass(frozen=True, slots=True)
class Change:
    """What one duel does to a mage's standing. ``loses_all``: the score dies with the mage."""

    points: int = 0
    loses_all: bool = False
    wins: int = 0
    losses: int = 0
    draws: int = 0
    deaths: int = 0


def settle_scores(duel: Duel, result: dict[str, Any]) -> None:
    """Write what a duel's result does to its mages; inside the transaction that ends the duel."""
    if not duel.counts or duel.practice:
        return
    seats = list(duel.seats.order_by("mage_id"))  # rows are locked in one order in every process
    names = [seat.name for seat in seats]
    for seat in seats:
        if seat.mage_id is not None:
            _apply(seat.mage_id, duel.melee, change_for(seat.name, names, result))


def change_for(name: str, names: list[str], result: dict[str, Any]) -> Change:
    """What `result` of a duel between `names` means for the one of this name.

    A win counts one for each wizard defeated, surrender costs one, who dies loses his score. In a draw nobody gains
    and surrender costs nothing: two who surrender at once have nobody's points to share, and who surrenders as he kills
    the last opponent "loses no points, but does not get any points either".
    """
    died = name in result["killed"]
    if result["outcome"] == "draw":
        return Change(draws=1, loses_all=died, deaths=int(died))
    if name in result["winners"]:
        return Change(wins=1, points=len(names) - len(result["winners"]))
    return Change(losses=1, points=0 if died else -1, loses_all=died, deaths=int(died))


def _apply(mage_id: int, melee: bool, change: Change) -> None:
    Standing.objects.get_or_create(mage_id=mage_id, melee=melee)
    standing = Standing.objects.select_for_update().get(mage_id=mage_id, melee=melee)
    standing.score = 0 if change.loses_all else standing.score + change.points
    for count in ("wins", "losses", "draws", "deaths"):
        setattr(standing, count, getattr(standing, count) + getattr(change, count))
    standing.save()
