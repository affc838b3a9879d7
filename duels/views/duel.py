"""The page of a duel: what its socket would say first, drawn by the browser."""

from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from duels.reference import spell_rows
from duels.selectors import duels as selector
from duels.terms import as_fields, differences
from duels.views.gestures import GESTURES
from wavinghands import engine


@never_cache
@require_safe
def duel(request: HttpRequest, slug: str) -> HttpResponse:
    """A duel as this user may see it, its book and a legend of the gestures."""
    found = selector.duel_named(slug)
    if found is None:
        raise Http404("There is no such duel.")
    frame = selector.duel_frame(found, request.user)
    names = [wizard["name"] for wizard in frame["view"]["wizards"]]
    rival = _rival(frame["view"]["viewer"], names)
    context = {
        "duel": found,
        "frame": frame,
        "names": names,
        "is_seated": frame["view"]["viewer"] is not None,
        "rival": rival,
        "again": urlencode({"opponent": rival or "", "book": found.book, **as_fields(found.options)}),
        "socket": f"/ws/duel/{found.slug}/",
        "book": engine.BOOKS[found.book],
        "options": differences(found.book, found.options),
        "spells": spell_rows(found.book, options=found.options),
        "gestures": GESTURES,
    }
    return render(request, "duels/duel.html", context)


def _rival(viewer: str | None, names: list[str]) -> str | None:
    """Whom this viewer may challenge to another duel like this one."""
    others = [name for name in names if name != viewer]
    return others[0] if viewer is not None and len(others) == 1 else None
