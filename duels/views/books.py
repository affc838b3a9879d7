"""The page of the rules: how a duel goes, and the spells of a book."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from duels.views.gestures import GESTURES
from wavinghands import engine


@require_safe
def rules(request: HttpRequest, slug: str = "classic") -> HttpResponse:
    """How to duel by the book of this slug."""
    if slug not in engine.BOOKS:
        raise Http404("There is no such book.")
    context = {
        "book": engine.BOOKS[slug],
        "books": engine.BOOKS.values(),
        "spells": engine.book_table(slug),
        "gestures": GESTURES,
        "is_open": True,
    }
    return render(request, "duels/rules.html", context)
