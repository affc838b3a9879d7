"""Views for streaks and storms of puzzles.

No account is needed.
"""

from contextlib import suppress
from typing import Any

from allauth.decorators import rate_limit
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from duels.learn.sandbox import read_play
from duels.puzzles import runs, words
from duels.puzzles.views.puzzles import RUN_COOKIE, answer_of, board_data
from duels.wording.refusals import Refused


@require_POST
@rate_limit(action="puzzle")
def begin(request: HttpRequest) -> HttpResponse:
    kind = request.POST.get("kind", "")
    if kind not in words.RUNS:
        raise Http404(_("There is no such kind of run."))
    try:
        run = runs.begin(kind, request.user)
    except Refused:  # there are no puzzles, and their page says so
        return redirect("puzzles")
    response = redirect("puzzle_run", run.slug)
    if run.user_id is None:
        secure = settings.SESSION_COOKIE_SECURE
        response.set_cookie(RUN_COOKIE, run.slug, runs.WEEK, httponly=True, secure=secure, samesite="Lax")
    return response


@never_cache
@require_safe
def run(request: HttpRequest, run: str) -> HttpResponse:
    """Redirect to the current puzzle of a run, or show the result if the run is over."""
    found = runs.brought_up_to_date(_run_or_404(request, run))
    if found.ended is None and found.puzzle is not None:
        return redirect("puzzle_step", found.slug, found.puzzle.slug)
    name, about = words.RUNS[found.kind]
    context = {
        "run": found,
        "name": name,
        "about": about,
        "is_mine": found.user_id in (None, request.user.pk),
        "tries": [(one.slug, words.title_of(one), is_solved) for one, is_solved in runs.tried_puzzles(found)],
        "best": runs.best_of(request.user.pk)[found.kind],
        "week": runs.best_of_week(found.kind, timezone.now()),
    }
    return render(request, "puzzles/run.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@rate_limit(action="puzzle")
def step(request: HttpRequest, run: str, puzzle: str) -> HttpResponse:
    """Show the current puzzle of a run on its board, or judge the moves in a POST request."""
    found = _run_or_404(request, run)
    if request.method == "POST":
        return answer_of(lambda: runs.tried(found, puzzle, read_play(request.body).moves))
    found = runs.brought_up_to_date(found)
    if found.ended is not None or found.puzzle is None or found.puzzle.slug != puzzle:
        return redirect("puzzle_run", found.slug)
    return render(request, "puzzles/step.html", _page(found))


@never_cache
@require_POST
@rate_limit(action="puzzle")
def skip(request: HttpRequest, run: str, puzzle: str) -> HttpResponse:
    found = _run_or_404(request, run)
    with suppress(Refused):  # the run's own page shows its current state
        runs.skip(found, puzzle)
    return redirect("puzzle_run", found.slug)


def _run_or_404(request: HttpRequest, slug: str) -> Any:
    found = runs.run_at(slug, request.user)
    if found is None:
        raise Http404(_("There is no such run of puzzles."))
    return found


def _page(run: Any) -> dict[str, Any]:
    """Return the data for a page that shows a run's current puzzle, without the solution."""
    return {
        **board_data(run.puzzle),
        "run": run,
        "name": words.RUNS[run.kind][0],
        "may_skip": runs.may_skip(run),
        "last": run.tries[-1][1] if run.tries else None,
        "milliseconds": run.closes and max(0, round((run.closes - timezone.now()).total_seconds() * 1000)),
    }
