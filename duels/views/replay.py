"""Replays: a page for each round of a duel by each pair of eyes, and the record of the duel as files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from duels.reference import lore
from duels.selectors import duels as selector
from duels.terms import differences, facts_of, versus
from wavinghands import engine

if TYPE_CHECKING:
    from duels.models import Duel

_UNKEPT = {"Cache-Control": "private, no-cache"}
"""It differs by viewer, and goes on."""


@require_safe
def replay(request: HttpRequest, slug: str, number: int = 0) -> HttpResponse:
    """The duel as it stood after round `number`; 0 is the bow. `?eyes=`: through whose eyes."""
    duel = _duel_or_404(slug)
    try:
        course = selector.course(duel, request.user, request.GET.get("eyes"))
    except selector.NotOpen as error:
        raise Http404(str(error)) from error
    if number > course["last"]:
        raise Http404(f"This duel has no round {number}.")
    wizards = course["steps"][0]["wizards"]
    context = {
        "duel": duel,
        "course": course,
        "lore": lore(duel.book, duel.options),
        "number": number,
        "versus": versus(wizards),
        "book": engine.BOOKS[duel.book],
        "facts": facts_of(duel, wizards),
        "options": differences(duel.book, duel.options),
    }
    return render(request, "duels/replay.html", context)


@require_safe
def record(request: HttpRequest, slug: str) -> HttpResponse:
    """The duel record of a duel that is over."""
    duel = _duel_or_404(slug)
    try:
        return HttpResponse(selector.record_json(duel), content_type="application/json")
    except selector.NotOpen as error:
        raise Http404(str(error)) from error


@require_safe
def last_round(request: HttpRequest, slug: str) -> HttpResponse:
    """To the latest round that this user has seen."""
    course = selector.course(_duel_or_404(slug), request.user)
    return redirect("replay_round", slug, course["last"])


@require_safe
def reading(request: HttpRequest, slug: str, form: str = "transcript") -> HttpResponse:
    """A duel to read, so far. `form`: of `selectors.duels.READINGS`; `?eyes=`: through whose eyes."""
    duel = _duel_or_404(slug)
    if form not in selector.READINGS:
        raise Http404("A duel is read as show, describe or transcript.")
    try:
        text = selector.reading(duel, request.user, form, request.GET.get("eyes"))
    except selector.NotOpen as error:
        raise Http404(str(error)) from error
    return HttpResponse(text, content_type="text/plain; charset=utf-8", headers=_UNKEPT)


def _duel_or_404(slug: str) -> Duel:
    duel = selector.duel_named(slug)
    if duel is None:
        raise Http404("There is no such duel.")
    return duel
