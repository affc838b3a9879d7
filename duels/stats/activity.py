"""The amount of activity on the site.

The numbers are cached, because every visitor of the lobby sees them.
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
"""The time for which the numbers are cached, in seconds."""
A_DAY = timedelta(days=1)
LATELY = timedelta(days=28)
"""The period from which the busiest hours are calculated."""
TELLING = 20
"""The minimum number of duels within `LATELY` that is needed to calculate the busiest hours."""
SPAN = 2
"""The length of the busiest period in hours."""


class Activity(NamedTuple):
    """The recent activity on the site.

    `played` is the number of users who played in the last day. `begins` and `ends` are times of today: the start and
    the end of the hours in which most duels begin. They are `None` if there were too few duels.
    """

    played: int
    begins: datetime | None = None
    ends: datetime | None = None


def activity() -> Activity:
    """Return the number of users who played in the last day, and the hours in which most duels begin."""
    played, hour = cache.get_or_set("activity", _counted, KEPT) or _counted()
    if hour is None:
        return Activity(played)
    begins = datetime.combine(timezone.now().date(), time(hour), UTC)
    return Activity(played, begins, begins + timedelta(hours=SPAN))


def _counted() -> tuple[int, int | None]:
    now = timezone.now()
    return User.objects.filter(active__gt=now - A_DAY).count(), _busiest_hour(now)


def _busiest_hour(now: datetime) -> int | None:
    """Return the UTC hour at which the busiest period of `SPAN` hours begins.

    Consider only duels that began less than `LATELY` ago. Return `None` if there were too few.
    """
    lately = Duel.objects.filter(started__gt=now - LATELY, practice=False, imported=False).order_by()
    by_hour = dict(lately.values_list(ExtractHour("started", tzinfo=UTC)).annotate(Count("pk")))
    if sum(by_hour.values()) < TELLING:
        return None
    return max(range(24), key=lambda hour: sum(by_hour.get((hour + more) % 24, 0) for more in range(SPAN)))
