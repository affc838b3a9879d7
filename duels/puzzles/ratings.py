"""Queries for puzzles and for users' puzzle results.

They return a user's rating, streak, latest puzzles and next puzzle, and the numbers of available puzzles.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from random import SystemRandom
from typing import Any, Final

from django.db.models import F, QuerySet
from django.db.models.functions import Abs

from duels.models import Puzzle, PuzzleAttempt, PuzzleStanding
from duels.puzzles.positions import USUAL_BOOK, open_puzzles
from duels.wording.provisional import is_provisional

LATEST: Final = 12
NEWCOMER: Final = 3
"""Users who have tried fewer puzzles than this get one of the easiest puzzles next, and see no rating yet."""
NEAREST: Final = 8
"""The next puzzle is chosen at random from this many puzzles with similar ratings."""
DIE: Final = SystemRandom()


@dataclass(frozen=True, slots=True)
class Shown:
    """A user's puzzle results as shown on the site."""

    rating: int
    deviation: int
    is_provisional: bool
    plays: int
    solved: int
    streak: int
    best_streak: int

    @property
    def has_rating(self) -> bool:
        """Return whether the rating is shown."""
        return self.plays >= NEWCOMER


@dataclass(frozen=True, slots=True)
class Supply:
    kinds: Counter[str]
    themes: Counter[str]
    books: Counter[str]


def shown_standing(user_id: int | None, day: date) -> Shown | None:
    """Return this user's puzzle results as of `day`, or `None` if the user has not tried a puzzle yet."""
    found = PuzzleStanding.objects.filter(user=user_id).first() if user_id else None
    if found is None:
        return None
    return Shown(
        rating=round(found.rating),
        deviation=round(found.deviation),
        is_provisional=is_provisional(found.deviation, melee=False),
        plays=found.plays,
        solved=found.solved,
        streak=streak_on(found, day),
        best_streak=found.best_streak,
    )


def is_newcomer(standing: Shown | None) -> bool:
    """Return whether the puzzle of the day should be an easy one: the user has tried few puzzles or solved none."""
    return standing is None or not standing.has_rating or not standing.solved


def streak_on(standing: PuzzleStanding, day: date) -> int:
    """Return the streak as of this day.

    The streak does not end until the day is over, even if that day's puzzle is still unsolved.
    """
    is_alive = standing.latest is not None and standing.latest >= day - timedelta(days=1)
    return standing.streak if is_alive else 0


def attempt_at(puzzle: Puzzle, user_id: int | None) -> PuzzleAttempt | None:
    """Return this user's attempt at a puzzle, or `None` if there is none."""
    return PuzzleAttempt.objects.filter(puzzle=puzzle, user=user_id).first() if user_id else None


def latest_attempts(user_id: int | None) -> Sequence[PuzzleAttempt]:
    """Return the user's latest attempts at puzzles that they have solved or failed, newest first."""
    if not user_id:
        return ()
    decided = PuzzleAttempt.objects.filter(user=user_id, solved__isnull=False)
    return list(decided.select_related("puzzle").defer("puzzle__data").order_by("-made", "-pk")[:LATEST])


def supply() -> Supply:
    """Return the number of available puzzles for each kind, theme and book."""
    found = Supply(Counter(), Counter(), Counter())
    for kind, themes, book in open_puzzles().values_list("kind", "themes", "book"):
        found.kinds[kind] += 1
        found.themes.update(themes.split())
        found.books[book] += 1
    return found


def next_slug(user_id: int | None, *, after: str = "", kind: str = "", theme: str = "", book: str = "") -> str | None:
    """Return the slug of a puzzle that the user has not tried and whose rating is close to theirs.

    `kind`, `theme` and `book` limit the choice. Newcomers and anonymous users get one of the easiest puzzles. Unless
    `book` is given, this puzzle follows the rules that the lessons teach, if possible. If the user has tried all
    suitable puzzles, repeat a random one. Never choose the puzzle with the slug `after`. Return `None` if there is no
    suitable puzzle.
    """
    given = {"kind": kind, "book": book, "themes__contains": theme and f" {theme} "}
    fitting = open_puzzles().filter(**{field: value for field, value in given.items() if value}).exclude(slug=after)
    fresh = fitting.exclude(attempts__in=PuzzleAttempt.objects.filter(user=user_id, solved__isnull=False))
    rating, plays = PuzzleStanding.objects.filter(user=user_id).values_list("rating", "plays").first() or (0, 0)
    if plays >= NEWCOMER:
        return slug_near(fresh, rating) or _drawn(fitting)
    taught = fresh.filter(book=book or USUAL_BOOK)
    return slug_near(taught, 0) or slug_near(fresh, 0) or _drawn(fitting)


def slug_near(puzzles: QuerySet[Puzzle], rating: float, number: int = NEAREST) -> str | None:
    """Return the slug of one of the `number` puzzles closest to this rating, chosen at random.

    Return `None` if there are no puzzles.
    """
    near = puzzles.annotate(off=Abs(F("rating") - rating)).order_by("off", "slug").values_list("slug", flat=True)
    return _one_of(list(near[:number]))


def _drawn(fitting: QuerySet[Puzzle]) -> str | None:
    return _one_of(list(fitting.values_list("slug", flat=True)))


def _one_of(slugs: Sequence[Any]) -> str | None:
    return DIE.choice(slugs) if slugs else None
