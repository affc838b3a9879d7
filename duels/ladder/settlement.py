"""Settlement of finished duels, which records their outcomes, scores, ratings and deaths.

A duel is settled once, in the transaction that ends it. To prevent deadlocks, the mages in all duels that end in a
transaction are locked first, always in the same order. Their standings are changed only while they are locked.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from types import MappingProxyType
from typing import Any

from django.db import transaction
from django.db.models import Min
from django.dispatch import receiver
from django.utils import timezone

from accounts.models import Mage
from accounts.services.mage_lifecycle import end_lives, hold_mages
from duels.ladder import ratings
from duels.ladder.ratings import Game, Rating
from duels.ladder.repeats import FIRST, Repeat, repeat_of
from duels.ladder.retirement import leave_challenges
from duels.ladder.scores import DREW, LOST, WON, Share, Wizard, left_alone, shares, wizards_of
from duels.ladder.standings import new_standing, rating_now
from duels.models import Duel, Outcome, Seat, Standing
from duels.play.loading import record_of
from duels.play.tables import Table
from duels.signals import duel_settled, duels_ended, mages_died
from duels.wording.endings import ending_of
from wavinghands import engine
from wavinghands.db.after_commit import after_commit
from wavinghands.engine import Json

COUNTS = {WON: "wins", LOST: "losses", DREW: "draws"}
SCORES = {WON: 1.0, LOST: 0.0, DREW: 0.5}
NEVER = 10**6
"""A number higher than any round number, for wizards who did not fall."""


@receiver(duels_ended)
def settle_all(tables: Collection[Table], **_: Any) -> None:
    """Settle the duels in `tables`, in the transaction that ends them.

    The signal `duel_settled` is sent only after all duels are settled, because its receivers depend on all results.
    """
    hold_players(seat for table in tables for seat in table.seats)
    fallen = [falls(table.state) for table in tables]
    for table, fell in zip(tables, fallen, strict=True):
        left = {wizard.name: wizard.hp for wizard in table.state.wizards}
        settle(table.duel, table.seats, fell, left, engine.round_record(table.state))
    for table, fell in zip(tables, fallen, strict=True):
        duel_settled.send(None, duel=table.duel, seats=table.seats, falls=fell)


def falls(state: engine.Duel) -> dict[str, int]:
    """Return the number of the round in which each fallen wizard died or surrendered, by name.

    If a wizard was raised from the dead and fell again, this is the last such round.
    """
    found: dict[str, int] = {}
    seen_standing = set[str]()
    for past in state.course():  # latest first
        seen_standing.update(wizard.name for wizard in past.wizards if wizard.stands)
        found.update({wizard.name: past.number for wizard in past.wizards if wizard.name not in seen_standing})
    return found


@transaction.atomic
def settle(
    duel: Duel,
    seats: Sequence[Seat],
    falls: Mapping[str, int],
    hit_points: Mapping[str, int] = MappingProxyType({}),
    last: Mapping[str, Any] = MappingProxyType({}),
) -> None:
    """Save the results of this finished duel, unless it has already been settled.

    `falls` maps each fallen wizard's name to the number of the round in which they fell. `hit_points` maps names to hit
    points at the end. Wizards whose hit points are unknown may be left out. `last` is the record of the last round.
    """
    result = duel.result or {}
    mages = hold_players(seats)
    if duel.outcomes.exists():
        return
    duel.ending = ending_of(result, is_closed=any(seat.closed for seat in seats), last=last)
    duel.save(update_fields=["ending"])
    wizards = wizards_of(seats, result, falls)
    worth = shares(wizards, killed_all=left_alone(wizards) and _killed_all(duel, seats))
    sitting = {seat.name: mages[seat.mage_id] for seat in seats if seat.mage_id is not None}
    now = duel.ended or timezone.now()
    counted = _count(duel, wizards, worth, sitting, now) if duel.counts and not duel.practice else {}
    _write_outcomes(duel, seats, wizards, worth, hit_points, counted, now)
    _bury(duel, [sitting[name] for name in counted if worth[name].died], now)


def _write_outcomes(
    duel: Duel,
    seats: Sequence[Seat],
    wizards: Sequence[Wizard],
    worth: Mapping[str, Share],
    hit_points: Mapping[str, int],
    counted: Mapping[str, Json],
    now: datetime,
) -> None:
    Outcome.objects.bulk_create(
        Outcome(
            seat=seat,
            duel=duel,
            mage_id=seat.mage_id,
            melee=duel.melee,
            result=worth[seat.name].result,
            fate=fate_of(wizard),
            hit_points=hit_points.get(seat.name),
            ended=now,
            **counted.get(seat.name, {}),
        )
        for seat, wizard in zip(seats, wizards, strict=True)
    )


def hold_players(seats: Iterable[Seat]) -> dict[int, Mage]:
    """Lock the mages in these seats and the oldest mage of each of their owners. Return them by primary key.

    A user's oldest mage is locked in place of the user, so that two wins over the same user are counted one after the
    other, even if the user plays another mage in the second duel. Locking the user could cause a deadlock, because
    booking or ending a vacation locks the user before their duels.
    """
    mages = {seat.mage_id for seat in seats if seat.mage_id is not None}
    owned = Mage.objects.filter(owner__in=Mage.objects.filter(pk__in=mages).values("owner"))
    return hold_mages(mages, owned.order_by().values("owner").annotate(oldest=Min("pk")).values("oldest"))


def _killed_all(duel: Duel, seats: Sequence[Seat]) -> bool:
    return killed_all(record_of(duel, seats, duel.rounds.order_by("number")))


def killed_all(record: Json) -> bool:
    """Return whether the spells of the last wizards to surrender killed all wizards of the other sides.

    To find out, the engine replays the record with the rule option `surrender_and_kill` set to `"wins"`. Under this
    option, such wizards win the duel. Raise `RecordError` if the record cannot be replayed.
    """
    judged = engine.load(record | {"options": {**record["options"], "surrender_and_kill": "wins"}, "result": None})
    return judged.result is not None and judged.result["outcome"] == "victory"


def fate_of(wizard: Wizard) -> str:
    """Return the wizard's fate: death, surrender, or neither."""
    if wizard.died:
        return Outcome.Fate.DIED
    return Outcome.Fate.SURRENDERED if wizard.surrendered else Outcome.Fate.STOOD


# Standings ------------------------------------------------------------------------------------------------------------


def _count(
    duel: Duel, wizards: Sequence[Wizard], worth: Mapping[str, Share], sitting: Mapping[str, Mage], now: datetime
) -> dict[str, Json]:
    """Update the standings of living mages, and return the score and rating fields of their outcomes.

    The keys are the wizards' names. A mage that has died in another duel gains nothing, but a win against it still
    counts.
    """
    standings = _standings(duel.melee, sitting)
    living = [name for name, mage in sitting.items() if mage.ended is None]
    repeat = FIRST if duel.melee else _repeat(worth, sitting, now)
    changed = change(standings, living, wizards, worth, now, melee=duel.melee, repeat=repeat)
    for name in living:
        standings[name].save()
    return changed


def change(
    standings: Mapping[str, Standing],
    living: Collection[str],
    wizards: Sequence[Wizard],
    worth: Mapping[str, Share],
    now: datetime,
    *,
    melee: bool,
    repeat: Repeat = FIRST,
) -> dict[str, Json]:
    """Change the standings of living mages without saving them.

    Return the score and rating fields of the mages' outcomes, by the wizards' names. `repeat` says how much the
    win in a two-wizard duel counts.
    """
    before = {name: rating_now(standing, now) for name, standing in standings.items()}
    rated = _rated_in_melee(wizards, before) if melee else _rated(worth, before)
    return {name: _changed(standings[name], worth[name], before[name], rated[name], now, repeat) for name in living}


def _repeat(worth: Mapping[str, Share], sitting: Mapping[str, Mage], now: datetime) -> Repeat:
    """Return how much the win in a two-wizard duel counts, as a `Repeat`. A duel without a winner counts in full."""
    owners = {worth[name].result: mage.owner_id for name, mage in sitting.items()}
    return repeat_of(owners[WON], owners[LOST], now) if owners.keys() == {WON, LOST} else FIRST


def _standings(melee: bool, sitting: Mapping[str, Mage]) -> dict[str, Standing]:
    mages = sitting.values()
    known = {standing.mage_id: standing for standing in Standing.objects.filter(mage__in=mages, melee=melee)}
    return {name: known.get(mage.pk) or new_standing(mage, melee=melee) for name, mage in sitting.items()}


def _rated(worth: Mapping[str, Share], before: Mapping[str, Rating]) -> dict[str, Rating]:
    return {
        name: ratings.after(
            own, [Game(other, SCORES[worth[name].result]) for foe, other in before.items() if foe != name]
        )
        for name, own in before.items()
    }


def _rated_in_melee(wizards: Sequence[Wizard], before: Mapping[str, Rating]) -> dict[str, Rating]:
    """Return the ratings after a melee, by name.

    The last survivor takes first place, and a team takes the place of its last surviving member.
    """
    sides: dict[int | str, list[Wizard]] = {}
    for wizard in wizards:
        sides.setdefault(wizard.side, []).append(wizard)
    teams = [[before[wizard.name] for wizard in side] for side in sides.values()]
    places = [min(_place(wizard) for wizard in side) for side in sides.values()]
    rated = ratings.after_melee(teams, places)
    return {
        wizard.name: rating
        for side, their in zip(sides.values(), rated, strict=True)
        for wizard, rating in zip(side, their, strict=True)
    }


def _place(wizard: Wizard) -> int:
    """Return the wizard's place as a number.

    The later a wizard fell, the lower the number and the better the place.
    """
    return -(NEVER if wizard.won or wizard.fell is None else wizard.fell)


def _changed(standing: Standing, share: Share, before: Rating, rated: Rating, now: datetime, repeat: Repeat) -> Json:
    after = ratings.partly(before, rated, repeat.weight)
    won = repeat.points_of(share.points) if share.result == WON else share.points
    points = -standing.score if share.died else won
    standing.score += points
    standing.deaths += share.died
    setattr(standing, COUNTS[share.result], getattr(standing, COUNTS[share.result]) + 1)
    standing.rating, standing.deviation, standing.volatility = after
    standing.rated = now
    return {
        "points": points,
        "repeat": repeat.number,
        "weight": repeat.weight,
        "score": standing.score,
        "rating_before": before.rating,
        "rating": after.rating,
        "deviation": after.deviation,
    }


def _bury(duel: Duel, mages: Sequence[Mage], now: datetime) -> None:
    """Record the deaths of these mages, and set their scores in duels and melees to zero."""
    if dead := [mage.pk for mage in mages]:
        end_lives(dead, Mage.End.DIED, now)
        Standing.objects.filter(mage__in=dead).update(score=0)
        mages_died.send(None, mages=mages, duel=duel)
        after_commit(leave_challenges, dead)
