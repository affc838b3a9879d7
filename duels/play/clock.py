"""The worker's loop for deadlines: play on the duels in which a wizard's time is up.

The worker sleeps until the next deadline, at most a second. Each check renews its heartbeat.
"""

from datetime import datetime

from django.db.models import Min
from django.utils import timezone

from duels.models import Duel
from duels.play import heartbeat
from duels.play.transaction import time_out
from duels.play.watcher import Failures

SHORTEST_PAUSE, LONGEST_PAUSE = 0.02, heartbeat.BEAT.total_seconds()
"""Seconds between two checks."""
MOST_AT_ONCE = 50


def look(failures: Failures) -> float:
    """Play on all duels whose time is up; return the seconds until the next deadline."""
    heartbeat.beat()
    following = sweep(failures)
    if following is None:
        return LONGEST_PAUSE
    return min(LONGEST_PAUSE, max(SHORTEST_PAUSE, (following - timezone.now()).total_seconds()))


def sweep(failures: Failures | None = None) -> datetime | None:
    """Play on the duels whose time is up, except those in `failures`; return the next deadline."""
    failures = failures or Failures()
    running, now = Duel.objects.filter(ended=None), timezone.now()
    due = running.exclude(slug__in=failures.slugs()).filter(deadline__lte=now).order_by("deadline")
    for slug in list(due.values_list("slug", flat=True)[:MOST_AT_ONCE]):
        with failures.noted(slug):
            time_out(slug=slug, now=now)
    return running.exclude(slug__in=failures.slugs()).aggregate(Min("deadline"))["deadline__min"]
