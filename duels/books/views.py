"""Pages that explain the game: rules, spells, and questions and answers."""

import json
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from duels.books.faq import CHAPTERS
from duels.books.reference import (
    CLASSES,
    EASIEST,
    SPELL_ORDERS,
    first_spells,
    option_rows,
    other_rules,
    rule_address,
    rule_rows,
    search,
    spell_groups,
    spell_list,
)
from duels.wording.gestures import GESTURES
from duels.wording.languages import books
from wavinghands import engine

BOOK = "classic"
"""The default spell book."""
LONGEST_SEARCH = 50


@require_safe
def how_to_play(request: HttpRequest) -> HttpResponse:
    """Show a short explanation of the game: four pictures and an example of a round."""
    return render(request, "books/how_to_play.html", {"first_spells": first_spells(BOOK), "gestures": GESTURES})


@require_safe
def rules(request: HttpRequest, slug: str = BOOK) -> HttpResponse:
    """Show the first chapter of the rules for a spell book.

    With `?q=`, also show search results. With `?by=` or `?spell=`, redirect to the page of spells, which used to
    be part of this page.
    """
    if request.GET.keys() & {"by", "spell"}:
        return redirect(f"{reverse('rules_spells', args=[_known(slug)])}?{request.GET.urlencode()}")
    typed = " ".join(request.GET.get("q", "").replace("\0", "").split())[:LONGEST_SEARCH]
    context = {"typed": typed, "found": search(slug, typed) if typed else (), "gestures": GESTURES, "is_open": True}
    return _chapter(request, slug, "game", context)


@require_safe
def rules_spells(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the spells in a spell book.

    `?by=` sets their order, `?kind=` limits them to one class, and `?spell=` is the spell to expand.
    """
    by, kind = request.GET.get("by", EASIEST), request.GET.get("kind", "")
    if by not in SPELL_ORDERS or kind not in {"", *CLASSES}:
        raise Http404(_("There is no such list of spells."))
    context = {
        "by": by,
        "orders": SPELL_ORDERS,
        "kind": kind,
        "kinds": CLASSES,
        "groups": spell_groups(_known(slug), by=by, kind=kind),
        "unfolded": request.GET.get("spell", ""),
    }
    return _chapter(request, slug, "spells", context)


@require_safe
def rules_options(request: HttpRequest, slug: str) -> HttpResponse:
    return _chapter(request, slug, "options", {"option_rows": option_rows(_known(slug))})


@require_safe
def rules_details(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the rules that events in a duel refer to, except rules for spells."""
    return _chapter(request, slug, "details", {"rule_rows": other_rules(_known(slug))})


@require_safe
def rule(request: HttpRequest, slug: str, rule: str) -> HttpResponse:
    """Redirect to the spell or rule with this id."""
    address = rule_address(_known(slug), rule)
    if address is None:
        raise Http404(_("There is no such rule."))
    return redirect(address)


def _known(slug: str) -> str:
    if slug not in engine.BOOKS:
        raise Http404(_("There is no such rule set."))
    return slug


def _chapter(request: HttpRequest, slug: str, chapter: str, context: Mapping[str, Any]) -> HttpResponse:
    known = {"book": books()[_known(slug)], "books": books().values(), "here": f"rules_{chapter}"}
    return render(request, f"books/{chapter}.html", {**known, **context})


@require_safe
def rule_texts(request: HttpRequest) -> HttpResponse:
    """Return the rules that events refer to, by id.

    Pages show them next to the events.
    """
    rules = {row["id"]: {field: row[field] for field in ("name", "text")} for row in rule_rows()}
    return JsonResponse(rules, headers={"Cache-Control": "private, max-age=3600"})


def spells_address(book: str, options: Mapping[str, Any] | None = None) -> str:
    """Return the URL at which `spells()` serves a spell book with these options, in the active language.

    The content at this URL never changes.
    """
    query = {"options": json.dumps(options or {}), "in": get_language()}
    return f"{reverse('spells', args=[book])}?{urlencode(query)}"


@require_safe
def spells(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the spells in a spell book as JSON, for the list next to a board.

    `?options=` contains the rule options that differ from the spell book, as JSON.
    """
    try:
        options = dict(json.loads(request.GET.get("options", "{}")))
        found = spell_list(slug, engine.check_options(slug, options))
    except (TypeError, ValueError, RecursionError, engine.EngineError) as error:
        return JsonResponse({"why": str(error)}, status=400)
    return JsonResponse({"spells": found}, headers={"Cache-Control": "private, max-age=3600"})


@require_safe
def faq(request: HttpRequest) -> HttpResponse:
    return render(request, "books/faq.html", {"chapters": CHAPTERS})
