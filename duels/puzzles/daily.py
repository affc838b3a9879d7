"""Which puzzle is that of a day: all in turn, in an order of chance, none twice before each has been."""

from collections.abc import Sequence
from datetime import date, datetime
from hashlib import sha256

from django.utils import timezone

from duels.puzzles.positions import open_puzzles


def today(now: datetime | None = None) -> date:
    """The day by which puzzles of the day change: the same for all, by UTC."""
    return (now or timezone.now()).date()


def chosen(slugs: Sequence[str], day: date) -> str | None:
    """The one of these slugs that is this day's; none of none."""
    if not slugs:
        return None
    turn, place = divmod(day.toordinal(), len(slugs))
    return sorted(slugs, key=lambda slug: sha256(f"{turn} {slug}".encode()).digest())[place]


def slug_of(day: date) -> str | None:
    """The slug of the puzzle of this day, if there are puzzles."""
    return chosen(list(open_puzzles().values_list("slug", flat=True)), day)
