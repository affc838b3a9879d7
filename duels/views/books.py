"""The pages that explain: the rules with the spells of a book, questions and answers."""

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from duels.faq import CHAPTERS
from duels.reference import ORDERS, option_rows, rule_rows, spell_rows
from duels.views.gestures import GESTURES
from wavinghands import engine


@require_safe
def rules(request: HttpRequest, slug: str = "classic") -> HttpResponse:
    """How to duel by the book of this slug; ``?by=`` one of the orders of its spells."""
    by = request.GET.get("by", "name")
    if slug not in engine.BOOKS or by not in ORDERS:
        raise Http404("There is no such book.")
    context = {
        "book": engine.BOOKS[slug],
        "books": engine.BOOKS.values(),
        "by": by,
        "orders": ORDERS,
        "spells": spell_rows(slug, by=by),
        "option_rows": option_rows(slug),
        "rule_rows": rule_rows(),
        "gestures": GESTURES,
        "is_open": True,
    }
    return render(request, "duels/rules.html", context)


@require_safe
def rule_texts(request: HttpRequest) -> HttpResponse:
    """The rules that events refer to, by their slugs, for pages that tell them in place."""
    rules = {row["id"]: {field: row[field] for field in ("name", "text")} for row in rule_rows()}
    return JsonResponse(rules, headers={"Cache-Control": "private, max-age=3600"})


@require_safe
def faq(request: HttpRequest) -> HttpResponse:
    """Questions and answers."""
    return render(request, "duels/faq.html", {"chapters": CHAPTERS})
