"""Times as pages show them, by the clock of who reads: made once a row, where a filter in a template would take most of
the page's time.
"""

from datetime import datetime, timedelta
from typing import NamedTuple

from django.utils import timezone
from django.utils.dateformat import format as formatted
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

AGO = timedelta(days=7)
"""What is longer past is told by its day."""


class Day(NamedTuple):
    """A day as machines read it, and in words."""

    iso: str
    told: str


def day_of(time: datetime) -> Day:
    """The day of this time."""
    local = timezone.localtime(time)
    return Day(local.date().isoformat(), formatted(local, _("j M Y")))


def ago(time: datetime, now: datetime) -> str:
    """How long ago it was, as a browser says it in short: "5 min ago", "2 hr ago"; of what is long past the day."""
    past = max(now - time, timedelta(minutes=1))
    if past >= AGO:
        return day_of(time).told
    if past.days:
        return ngettext("%(count)s day ago", "%(count)s days ago", past.days) % {"count": past.days}
    hours, minutes = divmod(past.seconds // 60, 60)
    if hours:
        return ngettext("%(count)s hr ago", "%(count)s hr ago", hours) % {"count": hours}
    return ngettext("%(count)s min ago", "%(count)s min ago", minutes) % {"count": minutes}
