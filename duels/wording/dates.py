"""Days as pages show them: made once a row, where a filter in a template would take most of the page's time."""

from datetime import datetime
from typing import NamedTuple

from django.utils.dateformat import format as formatted
from django.utils.translation import gettext as _


class Day(NamedTuple):
    """A day as machines read it, and in words."""

    iso: str
    told: str


def day_of(time: datetime) -> Day:
    """The day of this time, by UTC."""
    return Day(time.date().isoformat(), formatted(time, _("j M Y")))
