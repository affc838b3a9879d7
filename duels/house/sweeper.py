"""Gives the orders of wizards of the house for whom a duel waits: of those who need time to think, and of all where the
house is among itself.

Every web process runs a sweeper in a thread, so that its sockets hear at once of what is given; nobody's orders are
given twice. It looks when a duel begins to wait for the house, often while a job is at work, and each second for what
others have left. Where no worker lives, or takes too long, a lower level plays: it needs no time.
"""

import logging
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.conf import settings
from django.db.models import Exists, OuterRef
from django.utils import timezone

from duels.house import thinking
from duels.house.thinking import Key, needs_time
from duels.models import Duel, Seat
from duels.play.actions import GiveOrders, WizardAction
from duels.play.changeset import Changeset
from duels.play.lookout import Failures, Lookout
from duels.play.rounds import MOST_ROUNDS, NOTHING, orders_at_once
from duels.play.tables import table
from duels.play.transaction import perform
from duels.wording.refusals import Refused
from wavinghands.db.connections import AWAY

logger = logging.getLogger(__name__)

PATIENCE, PATIENCE_OF_PEOPLE = 3.0, 1.0
"""Seconds that a duel waits for what is being thought out, while people think too, and once they wait for it."""
LONGEST_SLEEP, SHORTEST_SLEEP = 1.0, 0.1

Json = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayForHouse(WizardAction):
    """Seal the orders of a wizard of the house, once: these, or, if there are none, what is found at once."""

    orders: Json | None

    def apply(self, changeset: Changeset) -> Json:
        seat = self.seat(changeset.table)
        if seat.name not in changeset.table.waiting() or changeset.table.duel.asking:
            raise Refused("stale", "Nobody waits for these orders.")
        orders = orders_at_once(changeset.table, seat) if self.orders is None else self.orders
        given = GiveOrders(slug=self.slug, wizard=self.wizard, round_number=self.round_number, orders=orders)
        return given.apply(changeset)


class Sweeper(Lookout):
    """Gives orders for the house."""

    name = "house"
    longest_sleep = LONGEST_SLEEP

    def __init__(self) -> None:
        super().__init__()
        self._failures = Failures()

    def look(self) -> float:
        """Give all orders that are ripe; seconds until others may be."""
        return sweep(self._failures)

    def waits_for(self, tables: Sequence[Any]) -> bool:
        """Whether the house is awaited in one of these duels."""
        return any(table.awaits_house for table in tables)


def sweep(failures: Failures | None = None) -> float:
    """Give all orders that are ripe, but in duels where it has failed; seconds until others may be."""
    failures = failures or Failures()
    thoughts = thinking.finished()  # before who is awaited: what nobody waits for then can be forgotten
    awaited = _awaited(failures.slugs())
    has_worker = bool(awaited) and thinking.has_worker()
    held, sleep = set[Key](), LONGEST_SLEEP
    for duel, seats in awaited.items():
        with failures.noted(duel.slug):
            if left := _seconds_left(duel, seats, thoughts, has_worker=has_worker):
                held.update(_key(duel, seat) for seat in seats)
                sleep = min(sleep, left)
            else:
                _give(duel, seats, thoughts)
    thinking.forget(job for key, job in thoughts.items() if key not in held)
    return sleep


def _awaited(failed: Collection[str]) -> dict[Duel, list[Seat]]:
    """The seats of the house for which duels wait."""
    people = Seat.objects.filter(duel=OuterRef("duel"), level=None)
    seats = Seat.objects.filter(due=True, level__isnull=False, duel__ended=None, duel__asking=False)
    seats = seats.filter(duel__round__lte=MOST_ROUNDS).exclude(duel__slug__in=failed)
    by_duel: dict[Duel, list[Seat]] = {}
    seats = seats.annotate(has_people=Exists(people), awaits_people=Exists(people.filter(due=True)))
    for seat in seats.select_related("duel").order_by("duel", "position"):
        by_duel.setdefault(seat.duel, []).append(seat)
    return by_duel


def _seconds_left(duel: Duel, seats: Sequence[Any], thoughts: Mapping[Key, Any], *, has_worker: bool) -> float:
    """When to look at these seats of a duel again; 0: their orders are to be given now."""
    waited = (timezone.now() - (duel.opened or duel.started)).total_seconds()
    if waited < settings.EXHIBITION_PACE and _is_among_itself(duel, seats):
        return max(SHORTEST_SLEEP, settings.EXHIBITION_PACE - waited)
    is_thought_out = all(_key(duel, seat) in thoughts for seat in seats if needs_time(seat.level))
    patience = PATIENCE if any(seat.awaits_people for seat in seats) else PATIENCE_OF_PEOPLE
    return 0 if is_thought_out or not has_worker or waited >= patience else SHORTEST_SLEEP


def _is_among_itself(duel: Duel, seats: Sequence[Any]) -> bool:
    """Whether no people are left. Of the dead of a melee the table knows; duels of two are over with them."""
    if any(seat.awaits_people for seat in seats):
        return False
    return not any(seat.has_people for seat in seats) or (duel.melee and not table(duel.slug).has_people)


def _give(duel: Duel, seats: Sequence[Seat], thoughts: Mapping[Key, Any]) -> None:
    """Give the orders of these seats, unless another process has; if they cannot be given, that they do nothing."""
    found = {seat: thoughts.get(_key(duel, seat)) for seat in seats}
    actions = [
        PlayForHouse(
            slug=duel.slug, wizard=seat.name, round_number=duel.round, orders=job.return_value if job else None
        )
        for seat, job in found.items()
    ]
    try:
        _do(actions)
    except AWAY:
        raise  # they can be given in a moment
    except Exception:
        logger.exception("The house could not give its orders in duel %s", duel.slug)
        _do([replace(action, orders=NOTHING) for action in actions])


def _do(actions: Sequence[PlayForHouse]) -> None:
    """Do them; raise `Refused` for orders that the house may not give."""
    for outcome in perform(actions):
        if isinstance(outcome, Refused) and outcome.code == "illegal":
            raise outcome


def _key(duel: Duel, seat: Seat) -> Key:
    return duel.slug, duel.round, seat.name


def start() -> Sweeper:
    """A sweeper that runs beside the server until the process ends."""
    return Sweeper().start()
