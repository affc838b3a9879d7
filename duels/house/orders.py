"""Orders that house wizards (computer players) give some time after a round has been opened.

Wizards of levels 3 to 5 need time to think. Wizards in duels without people play at a pace that spectators can follow.
The transaction that opens the round queues a task for each wizard. A worker then finds the wizard's orders and submits
them. If a task fails or takes too long, a lower level plays immediately.

A task contains only the duel's slug, the round and the wizard's name. The worker loads only finished rounds, so that
the search for good orders cannot see orders sealed for the current round.
"""

import logging
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db.models import Q
from django.db.models.functions import Coalesce
from django.dispatch import receiver
from django.utils import timezone
from django.utils.crypto import get_random_string
from django_tasks import task
from django_tasks.base import TaskResultStatus
from django_tasks_db.management.commands.db_worker import Worker
from django_tasks_db.models import DBTaskResult

from duels.models import Duel, Seat
from duels.play.actions import GiveOrders, WizardAction
from duels.play.loading import table as read_table
from duels.play.rounds import MOST_ROUNDS, NOTHING, orders_at_once
from duels.play.tables import Changeset, Table
from duels.play.transaction import perform
from duels.play.watcher import Failures
from duels.signals import house_awaited
from duels.wording.refusals import Refused
from wavinghands import search
from wavinghands.db.connections import AWAY
from wavinghands.engine import Json

logger = logging.getLogger(__name__)

PATIENCE = timedelta(seconds=2)
"""How long a duel waits for a task before a lower level plays."""
PAUSE = 1.0
"""Seconds between two checks for overdue orders."""
STALE = timedelta(minutes=1)
"""How long a task may wait for a worker. After this time, its round is over or soon will be."""
KEPT = timedelta(hours=1)
"""How long failed and interrupted tasks are kept."""
QUEUE = "default"
"""The queue for tasks that duels are waiting for. A longer task pauses to run the tasks in this queue."""
FIRST = 100
"""A task's priority is this number minus the wizard's level, so the lowest and fastest level goes first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayForHouse(WizardAction):
    """An action that submits orders for a house wizard.

    If `orders` is `None`, the action itself chooses orders, without a long search.
    """

    orders: Json | None

    def apply(self, changeset: Changeset) -> Json:
        seat = self.seat(changeset.table)
        if seat.name not in changeset.table.waiting() or changeset.table.duel.asking:
            raise Refused("stale", "Nobody waits for these orders.")
        orders = orders_at_once(changeset.table, seat) if self.orders is None else self.orders
        given = GiveOrders(slug=self.slug, wizard=self.wizard, round_number=self.round_number, orders=orders)
        return given.apply(changeset)


# Tasks


@receiver(house_awaited)
def queue(tables: Iterable[Table], **_: Any) -> None:
    """Queue a task for each house wizard that these duels are waiting for.

    This must be called inside the transaction that opens the round.
    """
    for table in tables:
        run_after = None if table.has_people else _began(table) + timedelta(seconds=settings.EXHIBITION_PACE)
        for seat in table.seats:
            if seat.due and seat.level is not None:
                it = think.using(priority=FIRST - seat.level, run_after=run_after)
                it.enqueue(table.duel.slug, table.duel.round, seat.name)


@task()
def think(slug: str, round_number: int, wizard: str) -> None:
    """Find and submit the orders of this house wizard, unless the duel is no longer waiting for them.

    The result depends only on the duel and its seed, so running a task twice does no harm.
    """
    try:
        table = read_table(slug)
    except Duel.DoesNotExist:
        return
    if table.duel.round != round_number or wizard not in table.waiting():
        return
    seat = table.by_name[wizard]
    level = seat.level or search.SLOW
    orders = search.choose(table.state, wizard, level, table.duel.seed, temperament=seat.temperament).orders
    _give([PlayForHouse(slug=slug, wizard=wizard, round_number=round_number, orders=orders)])


def run_tasks(*queues: str) -> None:
    """Run the tasks in these queues until no task is ready."""
    if not DBTaskResult.objects.ready().filter(queue_name__in=queues).exists():
        return  # checked first, because the library would take a lock
    Worker(
        queue_names=list(queues),
        excluded_queue_names=[],
        interval=PAUSE,
        batch=True,
        max_tasks=None,
        startup_delay=False,
        backend_name="default",
        worker_id=get_random_string(32),
    ).run()


def forget_tasks() -> None:
    """Delete tasks that are no longer needed.

    These tasks succeeded, failed or were interrupted long ago, or their rounds are over.
    """
    now, ready = timezone.now(), Q(status=TaskResultStatus.READY)
    stale = now - STALE - timedelta(seconds=settings.EXHIBITION_PACE)
    over = ready & Q(task_path=think.module_path, enqueued_at__lt=stale)
    old = ~ready & Q(enqueued_at__lt=now - KEPT)
    DBTaskResult.objects.filter(Q(status=TaskResultStatus.SUCCESSFUL) | over | old).delete()


# Orders that are overdue


def check_overdue(failures: Failures) -> float:
    """Submit overdue orders for house wizards, except in duels that have failed recently (`failures`).

    Return the number of seconds until the next check.
    """
    give_overdue(failures)
    return PAUSE


def give_overdue(failures: Failures | None = None) -> None:
    """Submit orders, chosen at a lower level, for house wizards whose tasks are overdue.

    Duels that have failed recently (`failures`) are skipped.
    """
    failures = failures or Failures()
    seats = Seat.objects.alias(since=Coalesce("duel__opened", "duel__started"))
    seats = seats.filter(since__lt=timezone.now() - PATIENCE, due=True, level__isnull=False)
    seats = seats.filter(duel__ended=None, duel__asking=False, duel__round__lte=MOST_ROUNDS)
    slugs = seats.exclude(duel__slug__in=failures.slugs()).values_list("duel__slug", flat=True).distinct()
    for slug in list(slugs.order_by("duel__slug")):
        with failures.noted(slug):
            _give_if_overdue(read_table(slug))


def _give_if_overdue(table: Table) -> None:
    """Submit orders for all house wizards that this duel is waiting for, if their orders are overdue.

    In duels without people, orders become overdue later than in other duels. If no orders can be found, the house
    wizards do nothing in this round.
    """
    if not table.has_people and timezone.now() < _began(table) + timedelta(seconds=settings.EXHIBITION_PACE) + PATIENCE:
        return
    duel = table.duel
    house = [name for name in table.waiting() if table.by_name[name].is_house]
    if not house:
        return  # a task has been faster
    actions = [PlayForHouse(slug=duel.slug, wizard=name, round_number=duel.round, orders=None) for name in house]
    try:
        _give(actions)
    except AWAY:
        raise
    except Exception:
        logger.exception("The house could not give its orders in duel %s", duel.slug)
        _give([replace(action, orders=NOTHING) for action in actions])


def _give(actions: Sequence[PlayForHouse]) -> None:
    """Submit these orders.

    Raise `Refused` if they are illegal. Orders that arrive too late have no effect.
    """
    for outcome in perform(actions):
        if isinstance(outcome, Refused) and outcome.code == "illegal":
            raise outcome


def _began(table: Table) -> datetime:
    return table.duel.opened or table.duel.started
