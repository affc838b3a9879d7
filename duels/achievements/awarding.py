"""The job that searches each finished duel once for achievements.

A duel is replayed before the transaction that saves its achievements. If several processes replay the same duel, only
the first one that locks its row saves them. Duels are searched in the order in which they ended, including those that
ended before the site had achievements.
"""

import logging
from collections import Counter
from collections.abc import Iterable, Sequence

from django.db import transaction
from django.db.models import Prefetch, QuerySet
from django.utils import timezone

from duels.achievements.catalogue import GOALS
from duels.achievements.facts import facts_of
from duels.models import Achievement, Duel, Seat
from duels.play.loading import record_of
from duels.stats.tallies import lock_unmarked
from duels.wording.strengths import house_levels

logger = logging.getLogger(__name__)

AT_ONCE = 10
"""The number of duels searched per call. Each of them is replayed."""


def award_some() -> int:
    """Search up to `AT_ONCE` duels, and return how many were searched.

    A call is short, so that other jobs can run between two calls.
    """
    batch = list(_not_searched()[:AT_ONCE])
    return save(batch, [found for duel in batch for found in achievements_in(duel)]) if batch else 0


def _not_searched() -> QuerySet[Duel]:
    seats = Prefetch("seats", Seat.objects.select_related("mage__owner"))
    found = Duel.objects.filter(ended__isnull=False, awarded=None).order_by("ended", "pk")
    return found.prefetch_related(seats, "rounds")


def achievements_in(duel: Duel) -> list[Achievement]:
    """Return an unsaved `Achievement` for each goal that a user reached in this duel.

    This includes achievements that the user has already earned. The list is empty for a duel that cannot be replayed,
    and the error is logged.
    """
    seats = list(duel.seats.all())
    earners = _earners(duel, seats)
    if duel.ended is None or not earners:
        return []
    try:
        rated = duel.counts and not duel.practice
        facts = facts_of(record_of(duel, seats, duel.rounds.all()), rated=rated, levels=house_levels(seats))
    except Exception:  # one broken record must not stop the whole job
        logger.exception("The duel %s cannot be played again, and earns no achievements", duel.slug)
        return []
    return [
        Achievement(user_id=user, slug=slug, duel=duel, earned=duel.ended)
        for name, user in earners.items()
        for slug, goal in GOALS.items()
        if name in facts and goal.is_met(facts[name])
    ]


def _earners(duel: Duel, seats: Iterable[Seat]) -> dict[str, int]:
    """Return the ids of the users who may earn achievements in a duel, by the names of their wizards.

    Guests earn none, and neither do users who play several wizards in the duel. Nobody earns any in an imported duel,
    or in one that began from a position of another duel.
    """
    if duel.imported or duel.is_played_on:
        return {}
    owners = {seat.name: seat.mage.owner for seat in seats if seat.mage}
    times = Counter(owners.values())
    return {name: user.pk for name, user in owners.items() if times[user] == 1 and not user.is_guest}


def save(duels: Sequence[Duel], found: Iterable[Achievement]) -> int:
    """Save the achievements that are new to their users, and mark the duels as searched.

    Return the number of duels that this call has marked. Duels that another process has marked in the meantime are
    skipped.
    """
    with transaction.atomic():
        fresh = lock_unmarked([duel.pk for duel in duels], "awarded")
        Achievement.objects.bulk_create((one for one in found if one.duel_id in fresh), ignore_conflicts=True)
        Duel.objects.filter(pk__in=fresh).update(awarded=timezone.now())
    return len(fresh)
