"""The periodic check with which the worker enforces deadlines.

It continues duels in which a wizard's time is up. Between checks, the worker sleeps until the next deadline, but for at
most a second. Each check renews the workers' heartbeat.
"""

from datetime import datetime

from django.db.models import Min
from django.utils import timezone

from duels.models import Duel
from duels.play import heartbeat
from duels.play.transaction import time_out
from duels.play.watcher import Failures

SHORTEST_PAUSE, LONGEST_PAUSE = 0.02, heartbeat.BEAT.total_seconds()
"""The minimum and maximum number of seconds between checks."""
MOST_AT_ONCE = 50


def check_deadlines(failures: Failures) -> float:
    """Continue the duels whose deadline has passed.

    Return the number of seconds until the next check.
    """
    heartbeat.beat()
    following = sweep(failures)
    if following is None:
        return LONGEST_PAUSE
    return min(LONGEST_PAUSE, max(SHORTEST_PAUSE, (following - timezone.now()).total_seconds()))


def sweep(failures: Failures | None = None) -> datetime | None:
    """Continue up to `MOST_AT_ONCE` duels whose deadline has passed.

    Duels in `failures` are skipped. Return the earliest deadline of all running duels that are not in `failures`, or
    `None` if there is none.
    """
    failures = failures or Failures()
    running, now = Duel.objects.filter(ended=None), timezone.now()
    due = running.exclude(slug__in=failures.slugs()).filter(deadline__lte=now).order_by("deadline")
    for slug in list(due.values_list("slug", flat=True)[:MOST_AT_ONCE]):
        with failures.noted(slug):
            time_out(slug=slug, now=now)
    return running.exclude(slug__in=failures.slugs()).aggregate(Min("deadline"))["deadline__min"]
