"""Views for puzzles: the pages, and the JSON responses for their boards.

No account is needed.
"""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

import msgspec
from allauth.decorators import rate_limit
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from duels.books.reference import spell_facts
from duels.books.views import spells_address
from duels.learn.sandbox import read_play
from duels.puzzles import attempts, board, ratings, runs, words
from duels.puzzles.daily import is_daily, slug_for, today
from duels.puzzles.hints import MOST
from duels.puzzles.positions import puzzle_named
from duels.puzzles.preview import picture_of
from duels.wording.gestures import GESTURES
from duels.wording.languages import books
from duels.wording.refusals import Refused
from wavinghands.web.pictures import picture_response

ASKED = ("kind", "theme", "book")
RUN_COOKIE = "puzzle-run"
"""The cookie with the slug of the latest run of a visitor without an account."""


@never_cache
@require_safe
def puzzles(request: HttpRequest) -> HttpResponse:
    """Show the puzzle of the day, the user's rating and streak, and the available puzzles."""
    day, supply, best = today(), ratings.supply(), runs.best_of(request.user.pk)
    standing = ratings.shown_standing(request.user.pk, day)
    context = {
        "daily": _shown(slug_for(day, is_newcomer=ratings.is_newcomer(standing))),
        "day": day,
        "standing": standing,
        "latest": [(attempt, words.title_of(attempt.puzzle)) for attempt in ratings.latest_attempts(request.user.pk)],
        "under_way": runs.under_way(request.user, request.COOKIES.get(RUN_COOKIE, "").replace("\0", "")),
        "runs": [(kind, *words.RUNS[kind], best[kind]) for kind in words.RUNS],
        "kinds": [(kind, name, words.ABOUT[kind], supply.kinds[kind]) for kind, name in words.KIND_NAMES.items()],
        "themes": [(slug, name, supply.themes[slug]) for slug, name in words.THEMES.items() if supply.themes[slug]],
        "books": [(slug, book.title, supply.books[slug]) for slug, book in books().items() if supply.books[slug]],
    }
    return render(request, "puzzles/puzzles.html", context)


def _shown(slug: str | None) -> dict[str, str] | None:
    found = puzzle_named(slug) if slug else None
    if found is None:
        return None
    words_of = {"title": words.title_of(found), "book": words.book_title(found)}
    return {"slug": found.slug, "difficulty": words.difficulty_of(found), **words_of}


@never_cache
@require_safe
def daily(request: HttpRequest) -> HttpResponse:
    """Redirect to the puzzle of the day."""
    day = today()
    standing = ratings.shown_standing(request.user.pk, day)
    slug = slug_for(day, is_newcomer=ratings.is_newcomer(standing))
    return redirect("puzzle", slug) if slug else redirect("puzzles")


@never_cache
@require_safe
def next_puzzle(request: HttpRequest) -> HttpResponse:
    """Redirect to a puzzle whose rating is close to the user's.

    `kind`, `theme` and `book` limit the choice.
    """
    asked = {name: request.GET.get(name, "").replace("\0", "") for name in ASKED}
    slug = ratings.next_slug(request.user.pk, after=request.GET.get("after", "").replace("\0", ""), **asked)
    if slug is None:
        return redirect("puzzles")
    rest = urlencode({name: value for name, value in asked.items() if value})
    return redirect(reverse("puzzle", args=[slug]) + (f"?{rest}" if rest else ""))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@rate_limit(action="puzzle")
def puzzle(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a puzzle on its board, or judge the moves in a POST request."""
    found = _puzzle_or_404(slug)
    if request.method == "POST":
        return answer_of(lambda: board.tried(found, request.user, read_play(request.body).moves))
    return render(request, "puzzles/puzzle.html", _page(request, found))


@require_safe
@rate_limit(action="picture", limit_get=True)
def card(request: HttpRequest, slug: str) -> HttpResponse:
    """Return a PNG image of the puzzle's position for link previews."""
    found = _puzzle_or_404(slug)
    return picture_response(lambda: picture_of(found), "puzzle", found.slug, max_age=24 * 60 * 60)


@never_cache
@require_POST
@rate_limit(action="puzzle")
def hint(request: HttpRequest, slug: str) -> JsonResponse:
    """Return the first hints as `hints`.

    The body of the request, such as `{"number": 1}`, says how many.
    """
    found = _puzzle_or_404(slug)
    return answer_of(lambda: {"hints": attempts.hint(found, request.user, _number(request.body))})


@never_cache
@require_POST
@rate_limit(action="puzzle")
def solution(request: HttpRequest, slug: str) -> JsonResponse:
    """Return the moves of the solution to a user who has given up."""
    found = _puzzle_or_404(slug)
    return answer_of(lambda: board.solution(found, request.user))


def answer_of(answer: Callable[[], Any]) -> JsonResponse:
    """Return the result of `answer` as JSON. If it raises `Refused`, return the reason with status 400."""
    try:
        return JsonResponse(answer())
    except Refused as refused:
        return JsonResponse({"why": str(refused.why)}, status=400)


class Wanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request for hints."""

    number: int


def _number(body: bytes) -> int:
    try:
        return max(1, msgspec.json.decode(body, type=Wanted).number)
    except (msgspec.DecodeError, UnicodeError) as error:
        raise Refused("malformed", _("Choose how many hints you want.")) from error


def _puzzle_or_404(slug: str) -> Any:
    found = puzzle_named(slug)
    if found is None:
        raise Http404(_("There is no such puzzle."))
    return found


def _page(request: HttpRequest, found: Any) -> dict[str, Any]:
    """Return the data for a puzzle's page, without the solution."""
    asked = {name: request.GET[name] for name in ASKED if name in request.GET}
    return {
        **board_data(found),
        "is_daily": is_daily(found.slug, today()),
        "attempt": ratings.attempt_at(found, request.user.pk),
        "hints": MOST,
        "next": f"{reverse('puzzle_next')}?{urlencode({'after': found.slug} | asked)}",
        "address": request.build_absolute_uri(reverse("puzzle", args=[found.slug])),
    }


def board_data(found: Any) -> dict[str, Any]:
    """Return the data that a page needs to display this puzzle's board, without the solution."""
    first = board.board_after(found, ())
    return {
        "puzzle": {
            "slug": found.slug,
            "kind": found.kind,
            "title": words.title_of(found),
            "rating": round(found.rating),
            "difficulty": words.difficulty_of(found),
        },
        "book": {"slug": found.book, "title": words.book_title(found), "notes": words.book_notes(found)},
        "frame": first["frame"],
        "guide": first["guide"],
        "spell_facts": spell_facts(found.book),
        "spells": spells_address(found.book),
        "gestures": GESTURES,
    }
