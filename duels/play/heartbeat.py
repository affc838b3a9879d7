"""The heartbeat of the clocks: a row that every clock keeps fresh, so that a time without any can be given back.

While no clock runs, nobody is to lose time. The first clock that comes back finds the beat old, and moves all that runs
by as long as it has been silent; as it takes the beat in the same transaction, the others find it fresh.
"""

import logging
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from duels.models import Chore, Duel

logger = logging.getLogger(__name__)

NAME = "clock"
BEAT = timedelta(seconds=1)
LONGEST_SILENCE = timedelta(seconds=5)
"""After a longer one, all clocks were down."""


def beat(now: datetime | None = None) -> timedelta | None:
    """Show that a clock runs; gives by how much the duels were moved, if there was none for a while."""
    now = now or timezone.now()
    last, _ = Chore.objects.get_or_create(name=NAME, defaults={"done": now})
    if last.done is not None and now - last.done > LONGEST_SILENCE:
        return _catch_up(last.done, now)
    if last.done is None or now - last.done >= BEAT:
        _take(last.done, now)
    return None


def _take(last: datetime | None, now: datetime) -> bool:
    """Whether it was this clock that went on from the last beat."""
    return bool(Chore.objects.filter(name=NAME, done=last).update(done=now))


@transaction.atomic
def _catch_up(last: datetime, now: datetime) -> timedelta | None:
    if not _take(last, now):
        return None
    gap, running = now - last, Duel.objects.filter(ended=None, deadline__isnull=False)
    fresh = list(running.filter(opened__gt=last))  # begun in between, by whatever has no clock
    _move(running.filter(opened__lte=last), gap)
    for duel in fresh:
        _move(running.filter(pk=duel.pk), now - (duel.opened or now))
    logger.warning("No clock has run for %d seconds: the time is given back", gap.total_seconds())
    return gap


def _move(duels: QuerySet[Duel], gap: timedelta) -> None:
    """Move the clocks; `changes` lets no process go on with what it remembers, `version` has viewers told."""
    duels.update(
        opened=F("opened") + gap, deadline=F("deadline") + gap, changes=F("changes") + 1, version=F("version") + 1
    )
