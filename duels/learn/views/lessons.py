"""The pages of lessons and examples.

Users need no account to play on their boards.
"""

from collections.abc import Callable

from allauth.decorators import rate_limit
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from duels.books.examples import EXAMPLES
from duels.books.reference import spell_facts, spell_rows
from duels.books.scenes import Lesson
from duels.books.views import spells_address
from duels.learn.lessons import LESSONS, panels_of
from duels.learn.progress import complete_lessons
from duels.learn.sandbox import Play, read_play
from duels.learn.tutor import example_board, lesson_board
from duels.wording.gestures import GESTURES
from duels.wording.languages import books
from duels.wording.refusals import Refused
from wavinghands.engine import Json


@require_http_methods(["GET", "HEAD", "POST"])
@rate_limit(action="board")
def lessons(request: HttpRequest) -> HttpResponse:
    """List the lessons.

    For a POST request, record that the user has completed the lessons named in it.
    """
    if request.method == "POST":
        complete_lessons(request.user, request.POST.getlist("lesson"))
        return HttpResponse(status=204)
    return render(request, "learn/lessons.html", {"lessons": LESSONS.values()})


@require_http_methods(["GET", "HEAD", "POST"])
@rate_limit(action="board")
def lesson(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a lesson.

    For a POST request, return the lesson's board after the moves in the request.
    """
    found = LESSONS.get(slug)
    if found is None:
        raise Http404("There is no such lesson.")
    if request.method == "POST":
        return answer(request, lambda play: lesson_board(found, play.moves))
    return render(request, "learn/lesson.html", _page(found))


@require_http_methods(["GET", "HEAD", "POST"])
@rate_limit(action="board")
def example(request: HttpRequest, book: str, spell: str) -> HttpResponse:
    """Show an example of a spell.

    For a POST request, return its board after the moves in the request.
    """
    found = EXAMPLES.get(book, {}).get(spell)
    if found is None:
        raise Http404("There is no such example.")
    if request.method == "POST":
        return answer(request, lambda play: example_board(found, book, play.moves, play.variation))
    board = example_board(found, book, (), 0)
    context = {
        "book": books()[book],
        "spell": next(row for row in spell_rows(book) if row["slug"] == spell),
        "variations": [str(variation.title) for variation in found.variations_in(book)],
        "frame": board["frame"],
        "guide": board["guide"],
        "spell_facts": spell_facts(book),
        "spells": spells_address(book),
        "gestures": GESTURES,
    }
    return render(request, "learn/example.html", context)


def answer(request: HttpRequest, board: Callable[[Play], Json]) -> JsonResponse:
    """Return the board after the moves in a POST request, or the reason for a refusal."""
    try:
        return JsonResponse(board(read_play(request.body)))
    except Refused as refused:
        return JsonResponse({"why": str(refused.why)}, status=400)


def _page(lesson: Lesson) -> Json:
    slugs = list(LESSONS)
    number = slugs.index(lesson.slug) + 1
    board = lesson_board(lesson, ())
    return {
        "lesson": lesson,
        "panels": panels_of(lesson.slug),
        "keeps_round": number == 1,
        "number": number,
        "next": LESSONS[slugs[number]] if number < len(slugs) else None,
        "frame": board["frame"],
        "guide": board["guide"],
        "spell_facts": spell_facts(lesson.book),
        "spells": spells_address(lesson.book),
        "gestures": GESTURES,
    }
