"""Formatting of dates and times for pages, in the reader's time zone.

Lists call these functions once per row, because template filters would make pages slow.
"""

from datetime import datetime, timedelta
from typing import NamedTuple

from django.utils import timezone
from django.utils.dateformat import format as formatted
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

AGO = timedelta(days=7)
"""Times longer ago than this are shown as dates instead of relative times."""


class Day(NamedTuple):
    """A date in ISO format and in words."""

    iso: str
    text: str


def day_of(time: datetime) -> Day:
    """Return the date of this time in the current time zone, as ISO 8601 and in words."""
    local = timezone.localtime(time)
    return Day(local.date().isoformat(), formatted(local, _("j M Y")))


def ago(time: datetime, now: datetime) -> str:
    """Return a short relative time in the format that browsers use, such as "5 min ago".

    If the time is more than a week ago, return the date.
    """
    past = max(now - time, timedelta(minutes=1))
    if past >= AGO:
        return day_of(time).text
    if past.days:
        return ngettext("%(count)s day ago", "%(count)s days ago", past.days) % {"count": past.days}
    hours, minutes = divmod(past.seconds // 60, 60)
    if hours:
        return ngettext("%(count)s hr ago", "%(count)s hr ago", hours) % {"count": hours}
    return ngettext("%(count)s min ago", "%(count)s min ago", minutes) % {"count": minutes}


def until(time: datetime, now: datetime) -> str:
    """Return a short relative time in the format that browsers use, such as "in 5 min".

    `time` must be less than a day after `now`.
    """
    hours, minutes = divmod(max(1, (time - now).seconds // 60), 60)
    if hours:
        return ngettext("in %(count)s hr", "in %(count)s hr", hours) % {"count": hours}
    return ngettext("in %(count)s min", "in %(count)s min", minutes) % {"count": minutes}
