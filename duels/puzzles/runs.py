"""Puzzle runs played for fun: a streak until the first mistake, or a storm of three minutes.

A run does not affect ratings. Its puzzles become increasingly difficult.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import transaction
from django.db.models import Max, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from duels.learn.sandbox import Move
from duels.models import Puzzle, PuzzleRun
from duels.puzzles.board import board_after
from duels.puzzles.positions import USUAL_BOOK, open_puzzles, puzzle_named
from duels.puzzles.ratings import slug_near
from duels.wording.refusals import Refused
from wavinghands.engine import Json

DURATION: Final = timedelta(minutes=3)
"""How long a storm lasts."""
PENALTY: Final = timedelta(seconds=10)
"""The time that a mistake or a skipped puzzle costs in a storm."""
LATENCY: Final = timedelta(seconds=2)
"""How long after the end of a storm an answer may still arrive, to allow for slow connections."""
FIRST: Final = 800
"""The rating of the first puzzle of a run."""
STEPS: Final = {PuzzleRun.Kind.STREAK: 50, PuzzleRun.Kind.STORM: 35}
"""How many rating points harder the next puzzle is after a solved one, by kind of run."""
NEAREST: Final = 12
"""The next puzzle is chosen at random from this many puzzles with a suitable rating."""
FAMILIAR: Final = 5
"""A run begins with this many puzzles that follow the Classic rules, because newcomers know no others."""
LONGEST: Final = 200
"""A run ends after this many puzzles."""
WEEK: Final = timedelta(days=7)
LISTED: Final = 10


@dataclass(frozen=True, slots=True)
class Best:
    """A user's best run of one kind in the last week."""

    name: str
    score: int
    place: int
    """The user's place. Users with the same score share a place."""


def begin(kind: str, user: Any) -> PuzzleRun:
    """Start a run, and return it.

    Raise `Refused` if there are no puzzles.
    """
    now = timezone.now()
    closes = now + DURATION if kind == PuzzleRun.Kind.STORM else None
    run = PuzzleRun(kind=kind, user_id=user.pk, begun=now, closes=closes)
    _give_next(run, now)
    if run.puzzle is None:
        raise Refused("failed", _("There are no puzzles yet."))
    run.save()
    return run


def under_way(user: Any, slug: str) -> PuzzleRun | None:
    """Return the latest run that the user can still continue, or `None`.

    For a visitor without an account, this is the run at `slug`.
    """
    now = timezone.now()
    mine = Q(user=user.pk) if user.pk else Q(user=None, slug=slug)
    on_time = Q(closes=None) | Q(closes__gt=now)
    return PuzzleRun.objects.filter(mine, on_time, ended=None, begun__gt=now - WEEK).order_by("-begun").first()


def run_at(slug: str, user: Any) -> PuzzleRun | None:
    """Return a run that this user may see, or `None`.

    Only the user who plays a run may see it while it is in progress. Afterwards, anyone who has its address may.
    """
    mine = Q(user=None) | Q(user=user.pk) | Q(ended__isnull=False)
    return PuzzleRun.objects.filter(mine, slug=slug).select_related("puzzle__duel", "user").first()


def brought_up_to_date(run: PuzzleRun) -> PuzzleRun:
    """End a storm whose time is up, or replace the current puzzle if it has been withdrawn. Return the run."""
    if run.ended is None and (_is_late(run, timezone.now()) or not _is_open(run.puzzle)):
        return _checked(run.pk)
    return run


@transaction.atomic
def _checked(run_id: int) -> PuzzleRun:
    run, now = _locked(run_id), timezone.now()
    if run.ended is None and _is_late(run, now):
        run.ended = run.closes
    elif run.ended is None and not _is_open(run.puzzle):
        _give_next(run, now)
    run.save()
    return run


def tried(run: PuzzleRun, slug: str, moves: Sequence[Move]) -> Json:
    """Return the board of this puzzle after these moves.

    If the moves solve or fail the puzzle, continue or end the run. In that case, `guide["run"]` in the result contains
    the score, and `goes_on` says whether the run continues. Raise `Refused` if a move is not possible, or if the run
    has moved on to another puzzle.
    """
    now = timezone.now()
    if run.puzzle is None or run.puzzle.slug != slug:
        raise _stale()
    board = board_after(run.puzzle, moves)
    is_solved = board["guide"]["over"]
    if is_solved or board["guide"]["strayed"]:
        run = _decide(run.pk, slug, now, is_solved=is_solved)
        board["guide"]["run"] = {"goes_on": run.ended is None, "score": run.score}
    return board


def skip(run: PuzzleRun, slug: str) -> None:
    """Skip the current puzzle.

    This is allowed once per streak, and any number of times in a storm, where it costs time. Raise `Refused` if the
    user has already skipped a puzzle of the streak, or if the run has moved on.
    """
    _decide(run.pk, slug, timezone.now(), is_solved=None)


def may_skip(run: PuzzleRun) -> bool:
    return run.kind == PuzzleRun.Kind.STORM or all(is_solved is not None for _slug, is_solved in run.tries)


@transaction.atomic
def _decide(run_id: int, slug: str, now: datetime, *, is_solved: bool | None) -> PuzzleRun:
    """Record whether the current puzzle was solved, then continue or end the run.

    `is_solved` is `None` if the puzzle was skipped.
    """
    run = _locked(run_id)
    if run.ended is not None or run.puzzle is None or run.puzzle.slug != slug:
        raise _stale()
    if is_solved is None and not may_skip(run):
        raise Refused("over", _("You can skip only one puzzle per streak."))
    if _is_late(run, now - LATENCY):
        run.ended = run.closes
    else:
        _take(run, slug, now, is_solved=is_solved)
    run.save()
    return run


def _stale() -> Refused:
    return Refused("stale", _("Your run has already moved on to another puzzle. Reload the page."))


def _take(run: PuzzleRun, slug: str, now: datetime, *, is_solved: bool | None) -> None:
    run.tries.append([slug, is_solved])
    run.score += is_solved is True
    if run.closes is not None and not is_solved:
        run.closes -= PENALTY
    is_mistake = run.kind == PuzzleRun.Kind.STREAK and is_solved is False
    if is_mistake or _is_late(run, now) or len(run.tries) == LONGEST:
        run.ended = now
    else:
        _give_next(run, now)


def _give_next(run: PuzzleRun, now: datetime) -> None:
    """Choose an untried puzzle with a suitable rating, or end the run if there is none."""
    fitting = open_puzzles().exclude(slug__in=[slug for slug, _is_solved in run.tries])
    if run.kind == PuzzleRun.Kind.STORM:
        fitting = fitting.filter(rounds=1)
    if len(run.tries) < FAMILIAR and (classic := fitting.filter(book=USUAL_BOOK)).exists():
        fitting = classic
    rating = FIRST + STEPS[PuzzleRun.Kind(run.kind)] * run.score
    slug = slug_near(fitting, rating, NEAREST)
    run.puzzle = puzzle_named(slug) if slug else None
    if run.puzzle is None:
        run.ended = now


def _locked(run_id: int) -> PuzzleRun:
    return PuzzleRun.objects.select_for_update(of=("self",)).select_related("puzzle__duel", "user").get(pk=run_id)


def _is_late(run: PuzzleRun, now: datetime) -> bool:
    return run.closes is not None and now >= run.closes


def _is_open(puzzle: Puzzle | None) -> bool:
    return puzzle is not None and not puzzle.withdrawn and not puzzle.hidden


def tried_puzzles(run: PuzzleRun) -> list[tuple[Puzzle, bool | None]]:
    """Return the puzzles that the user has finished in a run, in order, each with its result.

    The result is `True` for a solved puzzle, `False` for a failed one, and `None` for a skipped one. Puzzles that have
    since been withdrawn or hidden are left out.
    """
    known = open_puzzles().defer("data").in_bulk([slug for slug, _is_solved in run.tries], field_name="slug")
    return [(known[slug], is_solved) for slug, is_solved in run.tries if slug in known]


def best_of(user_id: int | None) -> dict[str, int]:
    """Return the user's best score in each kind of run.

    It is 0 for a kind without finished runs.
    """
    runs = PuzzleRun.objects.filter(user=user_id, ended__isnull=False) if user_id else PuzzleRun.objects.none()
    best = dict(runs.values_list("kind").annotate(best=Max("score")))
    return {kind: best.get(kind, 0) for kind in PuzzleRun.Kind.values}


def best_of_week(kind: str, now: datetime) -> list[Best]:
    """Return the best runs of this kind by registered users in the last week, best first."""
    runs = PuzzleRun.objects.filter(
        kind=kind, ended__gte=now - WEEK, score__gt=0, user__is_guest=False, user__is_bot=False
    )
    best = runs.values_list("user__username").annotate(best=Max("score")).order_by("-best", "user__username")
    found = list(best[:LISTED])
    scores = [score for _name, score in found]
    return [Best(name, score, 1 + scores.index(score)) for name, score in found]


def forget_runs(now: datetime) -> None:
    """Delete runs that began more than a week ago if they have no user or were never finished."""
    PuzzleRun.objects.filter(Q(user=None) | Q(ended=None), begun__lt=now - WEEK).delete()
