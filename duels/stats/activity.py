"""The activity on the site.

It is cached, because every visitor of the lobby sees it.
"""

from datetime import UTC, datetime, time, timedelta
from typing import NamedTuple

from django.core.cache import cache
from django.db.models import Count
from django.db.models.functions import ExtractHour
from django.utils import timezone

from accounts.models import User
from duels.models import Duel

KEPT = 10 * 60
"""Seconds for which the numbers are cached."""
A_DAY = timedelta(days=1)
LATELY = timedelta(days=28)
"""The period from which the busiest hours are calculated."""
TELLING = 20
"""The minimum number of duels in the period `LATELY` for which the busiest hours are calculated."""
SPAN = 2
"""The length of the busiest period in hours."""


class Activity(NamedTuple):
    """The recent activity on the site.

    `played` is the number of users who played in the last day. `begins` and `ends` are the times between which the site
    is busiest, with today's date. They are `None` if there were too few duels.
    """

    played: int
    begins: datetime | None = None
    ends: datetime | None = None


def activity() -> Activity:
    """Return the number of users who played in the last day, and the busiest hours.

    In these hours, most duels begin.
    """
    played, hour = cache.get_or_set("activity", _counted, KEPT) or _counted()
    if hour is None:
        return Activity(played)
    begins = datetime.combine(timezone.now().date(), time(hour), UTC)
    return Activity(played, begins, begins + timedelta(hours=SPAN))


def _counted() -> tuple[int, int | None]:
    now = timezone.now()
    return User.objects.filter(active__gt=now - A_DAY).count(), _busiest_hour(now)


def _busiest_hour(now: datetime) -> int | None:
    """Return the UTC hour at which the busiest `SPAN` hours begin.

    These are the hours in which most duels in the period `LATELY` began. Return `None` if there were too few duels.
    """
    lately = Duel.objects.filter(started__gt=now - LATELY, practice=False, imported=False).order_by()
    by_hour = dict(lately.values_list(ExtractHour("started", tzinfo=UTC)).annotate(Count("pk")))
    if sum(by_hour.values()) < TELLING:
        return None
    return max(range(24), key=lambda hour: sum(by_hour.get((hour + more) % 24, 0) for more in range(SPAN)))
