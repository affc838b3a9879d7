"""How much is going on, for who asks himself whether somebody is about: counted now and then, not for each who asks."""

from datetime import UTC, datetime, time, timedelta
from typing import NamedTuple

from django.core.cache import cache
from django.db.models import Count
from django.db.models.functions import ExtractHour
from django.utils import timezone

from accounts.models import User
from duels.models import Duel

KEPT = 10 * 60
"""Seconds for which it is not counted again."""
A_DAY = timedelta(days=1)
LATELY = timedelta(days=28)
"""The days whose duels tell at which hours most is going on."""
TELLING = 20
"""Duels in those days below which their hours are chance."""
SPAN = 2
"""Hours that are told together."""


class Activity(NamedTuple):
    """``played``: users who played in the last day; ``begins``, ``ends``: between which hours most duels begin, as
    times of today, none where too few do.
    """

    played: int
    begins: datetime | None = None
    ends: datetime | None = None


def activity() -> Activity:
    """How many play, and when most do."""
    played, hour = cache.get_or_set("activity", _counted, KEPT) or _counted()
    if hour is None:
        return Activity(played)
    begins = datetime.combine(timezone.now().date(), time(hour), UTC)
    return Activity(played, begins, begins + timedelta(hours=SPAN))


def _counted() -> tuple[int, int | None]:
    now = timezone.now()
    return User.objects.filter(active__gt=now - A_DAY).count(), _busiest_hour(now)


def _busiest_hour(now: datetime) -> int | None:
    """The first of the hours, by UTC, in which most duels between people have begun lately."""
    lately = Duel.objects.filter(started__gt=now - LATELY, practice=False, imported=False).order_by()
    by_hour = dict(lately.values_list(ExtractHour("started", tzinfo=UTC)).annotate(Count("pk")))
    if sum(by_hour.values()) < TELLING:
        return None
    return max(range(24), key=lambda hour: sum(by_hour.get((hour + more) % 24, 0) for more in range(SPAN)))
