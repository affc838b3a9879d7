"""Pages that explain the game: the rules and spells of a book, and questions and answers."""

import json
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from duels.books.faq import CHAPTERS
from duels.books.reference import ORDERS, chapters, option_rows, other_rules, rule_rows, spell_list, spell_rows
from duels.wording.gestures import GESTURES
from duels.wording.languages import books
from wavinghands import engine


@require_safe
def rules(request: HttpRequest, slug: str = "classic") -> HttpResponse:
    """Show the rules and spells of a book. ``?by=`` sorts its spells."""
    by = request.GET.get("by", "name")
    if slug not in engine.BOOKS or by not in ORDERS:
        raise Http404(_("There is no such rule set."))
    context = {
        "book": books()[slug],
        "books": books().values(),
        "by": by,
        "orders": ORDERS,
        "spells": spell_rows(slug, by=by),
        "option_rows": option_rows(slug),
        "chapters": chapters(slug),
        "rule_rows": other_rules(slug),
        "gestures": GESTURES,
        "is_open": True,
    }
    return render(request, "books/rules.html", context)


@require_safe
def rule_texts(request: HttpRequest) -> HttpResponse:
    """Return the rules that events refer to, by slug, for pages that explain them in place."""
    rules = {row["id"]: {field: row[field] for field in ("name", "text")} for row in rule_rows()}
    return JsonResponse(rules, headers={"Cache-Control": "private, max-age=3600"})


def spells_address(book: str, options: Mapping[str, Any] | None = None) -> str:
    """Return the URL of the spells of a duel's book in the active language. Its content never changes."""
    query = {"options": json.dumps(options or {}), "in": get_language()}
    return f"{reverse('spells', args=[book])}?{urlencode(query)}"


@require_safe
def spells(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the spells of a book for the spell book next to a board; ``?options=``: differing rule options as JSON."""
    try:
        options = dict(json.loads(request.GET.get("options", "{}")))
        found = spell_list(slug, engine.check_options(slug, options))
    except (TypeError, ValueError, RecursionError, engine.EngineError) as error:
        return JsonResponse({"why": str(error)}, status=400)
    return JsonResponse({"spells": found}, headers={"Cache-Control": "private, max-age=3600"})


@require_safe
def faq(request: HttpRequest) -> HttpResponse:
    """Show questions and answers."""
    return render(request, "books/faq.html", {"chapters": CHAPTERS})
