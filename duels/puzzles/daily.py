"""The choice of the puzzle of the day.

The puzzle is one that most users can solve, and is of a different kind every day. Newcomers get an easy one instead.
"""

from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime, time, timedelta
from hashlib import sha256
from typing import Final, NamedTuple

from django.utils import timezone

from duels.models import Puzzle
from duels.puzzles.positions import USUAL_BOOK, open_puzzles

EASIEST: Final = 1000
HARDEST: Final = 1700
"""The lower and upper limits on the rating of the puzzle of the day."""
TURNS: Final = (Puzzle.Kind.WIN, Puzzle.Kind.SAVE, Puzzle.Kind.READ, Puzzle.Kind.GUARD)
"""The kinds of puzzles, in the order in which they take turns."""


class Choice(NamedTuple):
    """A candidate for the puzzle of the day. `day` is the last day on which it was chosen."""

    slug: str
    kind: str
    rating: float
    day: date | None


def today(now: datetime | None = None) -> date:
    """Return the date of the current puzzle of the day, which changes at midnight UTC."""
    return (now or timezone.now()).date()


def next_change(now: datetime) -> datetime:
    """Return the time at which the next puzzle of the day begins."""
    return datetime.combine(today(now) + timedelta(days=1), time(), UTC)


def slug_of(day: date) -> str | None:
    """Return the slug of the puzzle for this day, or `None` if there are no puzzles.

    The first call on a day chooses the puzzle and saves the choice, so that later changes to ratings do not affect it.
    """
    return _kept(_choose, day=day)


def easy_slug_of(day: date) -> str | None:
    """Return the slug of this day's puzzle for newcomers, or `None` if there is no suitable one.

    It is an easy puzzle for two wizards, with the rules that the lessons teach. The choice is saved like the other one.
    """
    return _kept(_choose_easy, easy_day=day)


def _kept(choose: Callable[[date], str | None], **column: date) -> str | None:
    """Return the slug of the puzzle with this date in this column. If there is none, choose one, and save the date."""
    saved = open_puzzles().filter(**column).order_by("pk").values_list("slug", flat=True).first()
    if saved:
        return saved
    (day,) = column.values()
    if slug := choose(day):
        Puzzle.objects.filter(slug=slug).update(**column)
    return slug


def _choose(day: date) -> str | None:
    rows = open_puzzles().order_by("pk").values_list("slug", "kind", "rating", "day")
    return chosen([Choice(*row) for row in rows], day)


def _choose_easy(day: date) -> str | None:
    easy = open_puzzles().filter(rating__lt=EASIEST, book=USUAL_BOOK).exclude(themes__contains=" melee ")
    return min(easy.values_list("slug", flat=True), key=lambda slug: _shuffled(slug, day), default=None)


def slug_for(day: date, *, is_newcomer: bool) -> str | None:
    """Return the slug of the puzzle of the day for one user, or `None` if there are no puzzles."""
    return (easy_slug_of(day) if is_newcomer else None) or slug_of(day)


def is_daily(slug: str, day: date) -> bool:
    """Return whether this is the puzzle of the day, for newcomers or for others."""
    return slug in (slug_of(day), easy_slug_of(day))


def chosen(choices: Sequence[Choice], day: date) -> str | None:
    """Return the slug of the best candidate for this day, or `None` if there are no candidates.

    Puzzles of moderate difficulty come first. Among these, puzzles of the day's kind come first, and then puzzles that
    have not been chosen for the longest time. Ties are broken pseudorandomly, in the same way in all processes.
    """
    turn = TURNS[day.toordinal() % len(TURNS)]

    def rank(choice: Choice) -> tuple[float, bool, date, bytes]:
        beyond = max(EASIEST - choice.rating, choice.rating - HARDEST, 0)
        return beyond, choice.kind != turn, choice.day or date.min, _shuffled(choice.slug, day)

    return min(choices, key=rank).slug if choices else None


def _shuffled(slug: str, day: date) -> bytes:
    """Return a sort key that puts puzzles into a different, pseudorandom order each day."""
    return sha256(f"{day} {slug}".encode()).digest()
