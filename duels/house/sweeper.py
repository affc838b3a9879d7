"""Gives the orders of wizards of the house for whom a duel waits: of those who need time to think, and of all where the
house is among itself.

Every web process runs a sweeper in a thread, so that its sockets hear at once of what is given. They need not know of
each other: a duel is locked before anything is given, and nobody's orders are given twice. It looks when a duel begins
to wait for the house, often while a job is at work, and each second for what others have left. Where no worker lives,
or takes too long, a lower level plays: it needs no time.
"""

import logging
import threading
import time
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.conf import settings
from django.db import connections
from django.db.models import Exists, OuterRef
from django.utils import timezone

from duels.house import thinking
from duels.house.thinking import Key, needs_time
from duels.models import Duel, Seat
from duels.play.actions import GiveOrders, WizardAction
from duels.play.changeset import Changeset
from duels.play.rounds import MOST_ROUNDS, NOTHING, orders_at_once
from duels.play.transaction import perform
from duels.signals import duels_changed
from duels.wording.refusals import Refused
from wavinghands.connections import refresh_connections

logger = logging.getLogger(__name__)

PATIENCE, PATIENCE_OF_PEOPLE = 3.0, 1.0
"""Seconds that a duel waits for what is being thought out, while people think too, and once they wait for it."""
LONGEST_SLEEP, SHORTEST_SLEEP = 1.0, 0.1
PAUSE_AFTER_FAILURE = 60.0

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


class Sweeper:
    """Gives orders for the house until it is stopped."""

    def __init__(self) -> None:
        self._news = threading.Event()
        self._stopped = False
        self._failed: dict[str, float] = {}

    def run(self) -> None:
        """Until `stop` is called."""
        duels_changed.connect(self._hear)
        while not self._stopped:
            self._news.wait(self._look())
            self._news.clear()
        duels_changed.disconnect(self._hear)
        connections.close_all()

    def stop(self) -> None:
        """Have `run` return; from any thread."""
        self._stopped = True
        self._news.set()

    def _look(self) -> float:
        try:
            refresh_connections()
            return sweep(self._failed)
        except Exception:
            logger.exception("The house could not look at its duels")
            return LONGEST_SLEEP

    def _hear(self, tables: Sequence[Any], **_: Any) -> None:
        if any(seat.due and seat.is_house for table in tables for seat in table.seats):
            self._news.set()


def sweep(failed: dict[str, float] | None = None) -> float:
    """Give all orders that are ripe; seconds until others may be. `failed`: when to try again what has failed."""
    failed = {} if failed is None else failed
    for slug in [slug for slug, until in failed.items() if until < time.monotonic()]:
        del failed[slug]
    thoughts = thinking.finished()  # before who is awaited: what nobody waits for then can be forgotten
    awaited = _awaited(failed)
    has_worker = bool(awaited) and thinking.has_worker()
    held, sleep = set[Key](), LONGEST_SLEEP
    for duel, seats in awaited.items():
        if left := _seconds_left(duel, seats, thoughts, has_worker=has_worker):
            held.update(_key(duel, seat) for seat in seats)
            sleep = min(sleep, left)
        elif not _give(duel, seats, thoughts):
            failed[duel.slug] = time.monotonic() + PAUSE_AFTER_FAILURE
    thinking.forget(job for key, job in thoughts.items() if key not in held)
    return sleep


def _awaited(failed: Collection[str]) -> dict[Duel, list[Seat]]:
    """The seats of the house for which duels wait."""
    people = Seat.objects.filter(duel=OuterRef("duel"), level=None)
    seats = Seat.objects.filter(due=True, level__isnull=False, duel__ended=None, duel__asking=False)
    seats = seats.filter(duel__round__lte=MOST_ROUNDS).exclude(duel__slug__in=list(failed))
    by_duel: dict[Duel, list[Seat]] = {}
    seats = seats.annotate(has_people=Exists(people), awaits_people=Exists(people.filter(due=True)))
    for seat in seats.select_related("duel").order_by("duel", "position"):
        by_duel.setdefault(seat.duel, []).append(seat)
    return by_duel


def _seconds_left(duel: Duel, seats: Sequence[Any], thoughts: Mapping[Key, Any], *, has_worker: bool) -> float:
    """When to look at these seats of a duel again; 0: their orders are to be given now."""
    waited = (timezone.now() - (duel.opened or duel.started)).total_seconds()
    if _is_among_itself(seats) and waited < settings.EXHIBITION_PACE:
        return max(SHORTEST_SLEEP, settings.EXHIBITION_PACE - waited)
    is_thought_out = all(_key(duel, seat) in thoughts for seat in seats if needs_time(seat.level))
    patience = PATIENCE if any(seat.awaits_people for seat in seats) else PATIENCE_OF_PEOPLE
    return 0 if is_thought_out or not has_worker or waited >= patience else SHORTEST_SLEEP


def _is_among_itself(seats: Sequence[Any]) -> bool:
    """Whether no people are left in the duel: else, all who need no time had given their orders at once."""
    return not all(seat.has_people and needs_time(seat.level) for seat in seats)


def _give(duel: Duel, seats: Sequence[Seat], thoughts: Mapping[Key, Any]) -> bool:
    """Whether the orders of these seats are given, by this process or by another."""
    found = {seat: thoughts.get(_key(duel, seat)) for seat in seats}
    actions = [
        PlayForHouse(
            slug=duel.slug, wizard=seat.name, round_number=duel.round, orders=job.return_value if job else None
        )
        for seat, job in found.items()
    ]
    return _do(actions) or _do([replace(action, orders=NOTHING) for action in actions])


def _do(actions: Sequence[PlayForHouse]) -> bool:
    try:
        outcomes = perform(actions)
    except Exception:
        logger.exception("The house could not give its orders in duel %s", actions[0].slug)
        return False
    illegal = [outcome for outcome in outcomes if isinstance(outcome, Refused) and outcome.code == "illegal"]
    for outcome in illegal:
        logger.error("The house gave orders in duel %s that it may not give: %s", actions[0].slug, outcome)
    return not illegal


def _key(duel: Duel, seat: Seat) -> Key:
    return duel.slug, duel.round, seat.name


def start() -> Sweeper:
    """A sweeper that runs beside the server until the process ends."""
    sweeper = Sweeper()
    threading.Thread(target=sweeper.run, name="house", daemon=True).start()
    return sweeper
