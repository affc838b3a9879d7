"""The heartbeat of the workers: a row that all workers keep renewing.

It ensures that players lose no time in an outage. The first worker after an outage finds an old heartbeat and postpones
the deadlines of all running duels by the length of the outage. It renews the row in the same transaction, so that
players get the time back only once.
"""

import logging
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from duels.models import Duel, RecurringJob

logger = logging.getLogger(__name__)

NAME = "worker"
BEAT = timedelta(seconds=1)
LONGEST_SILENCE = timedelta(seconds=5)
"""The maximum age of the heartbeat while a worker is running."""


def beat(now: datetime | None = None) -> timedelta | None:
    """Renew the heartbeat.

    If no worker has run for a while, postpone the deadlines of the running duels. Return the time by which deadlines
    were postponed, or `None` if they were not.
    """
    now = now or timezone.now()
    last, _ = RecurringJob.objects.get_or_create(name=NAME, defaults={"done": now})
    if last.done is not None and now - last.done > LONGEST_SILENCE:
        return _catch_up(last.done, now)
    if last.done is None or now - last.done >= BEAT:
        _renew(last.done, now)
    return None


def _renew(last: datetime | None, now: datetime) -> bool:
    """Renew the heartbeat, and return whether this succeeded.

    It fails if another worker has renewed the heartbeat since `last`.
    """
    return bool(RecurringJob.objects.filter(name=NAME, done=last).update(done=now))


@transaction.atomic
def _catch_up(last: datetime, now: datetime) -> timedelta | None:
    if not _renew(last, now):
        return None
    gap, running = now - last, Duel.objects.filter(ended=None, deadline__isnull=False)
    list(running.select_for_update().order_by("pk").values_list("pk"))  # in the same order as `locked_tables()`
    fresh = list(running.filter(opened__gt=last))  # started or continued by web servers during the gap
    _move(running.filter(opened__lte=last), gap)
    for duel in fresh:
        _move(running.filter(pk=duel.pk), now - (duel.opened or now))
    logger.warning("No worker has run for %d seconds: the players get this time back", gap.total_seconds())
    return gap


def _move(duels: QuerySet[Duel], gap: timedelta) -> None:
    """Postpone the deadlines of these duels by `gap`.

    Incrementing `changes` invalidates cached tables. Incrementing `version` makes viewers request the duel again.
    """
    duels.update(
        opened=F("opened") + gap, deadline=F("deadline") + gap, changes=F("changes") + 1, version=F("version") + 1
    )
