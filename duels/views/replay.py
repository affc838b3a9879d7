"""Replays: a page for each round of a duel by each pair of eyes, and the record of the duel as files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from duels.selectors import duels as selector
from duels.terms import differences
from wavinghands import engine

if TYPE_CHECKING:
    from duels.models import Duel


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
    names = [wizard["name"] for wizard in course["steps"][0]["wizards"]]
    context = {
        "duel": duel,
        "course": course,
        "number": number,
        "names": names,
        "book": engine.BOOKS[duel.book],
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
def transcript(request: HttpRequest, slug: str) -> HttpResponse:
    """A duel that is over, to read."""
    duel = _duel_or_404(slug)
    try:
        return HttpResponse(selector.transcript(duel), content_type="text/plain; charset=utf-8")
    except selector.NotOpen as error:
        raise Http404(str(error)) from error


def _duel_or_404(slug: str) -> Duel:
    duel = selector.duel_named(slug)
    if duel is None:
        raise Http404("There is no such duel.")
    return duel
