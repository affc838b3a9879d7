"""Users' attempts at puzzles.

The first try is rated as a game between the user and the puzzle. Hints and giving up cost points.
"""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.permissions import may, standing_of
from duels.ladder.ratings import Game, Rating, after, idle, rating_in
from duels.models import Puzzle, PuzzleAttempt, PuzzleStanding
from duels.puzzles import daily, hints

DAY = timedelta(days=1)
RATED = ("rating", "deviation", "volatility", "plays", "solved")
"""The columns of a puzzle that a user's first try changes."""


@dataclass(frozen=True, slots=True)
class Decided:
    """The result of a user's first try at a puzzle.

    `before` and `after` are the user's rounded ratings. `plays` is the number of puzzles that the user has tried.
    """

    before: int
    after: int
    plays: int


def hint(puzzle: Puzzle, user: Any, number: int) -> list[str]:
    """Return the first `number` hints.

    If the user has not tried the puzzle yet, record the number of hints that they have seen.
    """
    given = hints.hints_at(puzzle, number)
    if may("solve_rated", standing_of(user)):
        _take_hints(puzzle, user.pk, len(given))
    return given


@transaction.atomic
def _take_hints(puzzle: Puzzle, user_id: int, number: int) -> None:
    attempt, _standing = _locked(puzzle, user_id)
    if attempt.solved is None and attempt.hints < number:
        attempt.hints = number
        attempt.save(update_fields=["hints"])


@transaction.atomic
def try_once(puzzle: Puzzle, user: Any, *, is_right: bool, gives_up: bool = False) -> Decided | None:
    """Record a user's try at a puzzle. Return the result if this is the user's first try, and otherwise `None`.

    Nothing is recorded for users whose tries are not rated. Solving the puzzle of the day continues the user's streak,
    even after wrong tries, but not after the user has asked for the solution.
    """
    if not may("solve_rated", standing_of(user)):
        return None
    now = timezone.now()
    attempt, standing = _locked(puzzle, user.pk)
    decided = None
    if attempt.solved is None:
        decided = _decide(puzzle, attempt, standing, is_right=is_right, now=now)
    if gives_up and not attempt.solved:
        attempt.given_up = True
    if is_right and not attempt.solved and not attempt.given_up:
        attempt.solved_later = True
    attempt.save()
    if is_right and not attempt.given_up:
        _continue_streak(standing, puzzle, daily.today(now))
    standing.save()
    return decided


def _locked(puzzle: Puzzle, user_id: int) -> tuple[PuzzleAttempt, PuzzleStanding]:
    """Lock and return the user's attempt and standing.

    The lock on the standing serializes the user's tries.
    """
    PuzzleStanding.objects.get_or_create(user_id=user_id)
    standing = PuzzleStanding.objects.select_for_update().get(user=user_id)
    attempt, _ = PuzzleAttempt.objects.get_or_create(user_id=user_id, puzzle=puzzle, defaults={"made": timezone.now()})
    return attempt, standing


def _decide(
    puzzle: Puzzle, attempt: PuzzleAttempt, standing: PuzzleStanding, *, is_right: bool, now: datetime
) -> Decided:
    """Update the ratings of the user and of the puzzle after the user's first try. Return the result of the try."""
    row = Puzzle.objects.select_for_update().only(*RATED).get(pk=puzzle.pk)
    score = max(0.0, 1 - attempt.hints / hints.MOST) if is_right else 0.0
    mine = idle(rating_in(standing), (now - standing.rated) / DAY if standing.rated else 0)
    its = rating_in(row)
    attempt.rating_before, attempt.solved, attempt.made = mine.rating, is_right, now
    _rate(standing, after(mine, [Game(its, score)]), is_right=is_right)
    _rate(row, after(its, [Game(mine, 1 - score)]), is_right=is_right)
    standing.rated, attempt.rating = now, standing.rating
    row.save(update_fields=RATED)
    return Decided(round(mine.rating), round(standing.rating), standing.plays)


def _rate(row: Puzzle | PuzzleStanding, rating: Rating, *, is_right: bool) -> None:
    row.rating, row.deviation, row.volatility = rating
    row.plays += 1
    row.solved += is_right


def _continue_streak(standing: PuzzleStanding, puzzle: Puzzle, day: date) -> None:
    """Continue the user's streak if `puzzle` is the daily puzzle for `day`."""
    if standing.latest == day or not daily.is_daily(puzzle.slug, day):
        return
    standing.streak = standing.streak + 1 if standing.latest == day - DAY else 1
    standing.best_streak = max(standing.best_streak, standing.streak)
    standing.latest = day
