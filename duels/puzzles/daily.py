"""The puzzle of the day.

The order is pseudorandom. Each puzzle appears once before any is repeated.
"""

from collections.abc import Sequence
from datetime import UTC, date, datetime, time, timedelta
from hashlib import sha256

from django.utils import timezone

from duels.puzzles.positions import open_puzzles


def today(now: datetime | None = None) -> date:
    """Return the date of the current puzzle of the day, which changes at midnight UTC."""
    return (now or timezone.now()).date()


def next_change(now: datetime) -> datetime:
    """Return the time at which the next puzzle of the day begins."""
    return datetime.combine(today(now) + timedelta(days=1), time(), UTC)


def chosen(slugs: Sequence[str], day: date) -> str | None:
    """Return the slug that is chosen for this day, or `None` if there are no slugs."""
    if not slugs:
        return None
    turn, place = divmod(day.toordinal(), len(slugs))
    return sorted(slugs, key=lambda slug: sha256(f"{turn} {slug}".encode()).digest())[place]


def slug_of(day: date) -> str | None:
    """Return the slug of this day's puzzle, or `None` if there are no puzzles."""
    return chosen(list(open_puzzles().values_list("slug", flat=True)), day)
