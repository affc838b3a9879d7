"""The page of a duel in progress.

The page contains the frame that the socket would send first, so that the browser can render the duel immediately.
"""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from duels.books.reference import spell_facts
from duels.books.views import spells_address
from duels.chat.listeners import manner_of
from duels.guesses.tallies import guessing_of
from duels.viewing import duels as reads
from duels.viewing.followed import is_followed
from duels.viewing.views.finding import duel_or_404
from duels.wording.bots import bots_at
from duels.wording.contests import contests_of
from duels.wording.gestures import GESTURES
from duels.wording.headings import facts_of, versus
from duels.wording.languages import books
from duels.wording.rule_options import differences
from wavinghands.engine import Json


@never_cache
@require_safe
def duel(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a duel as this user may see it, with its spell book and an explanation of the gestures."""
    found = duel_or_404(slug)
    if found.imported:
        return redirect("replay", slug)
    frame = reads.duel_frame(found, request.user)
    wizards, bots = frame["view"]["wizards"], bots_at(found)
    context = {
        "duel": found,
        "frame": frame,
        "versus": versus(wizards),
        "is_seated": frame["view"]["viewer"] is not None,
        "is_newcomer": reads.is_newcomer(request.user),
        "is_first_practice": reads.is_first_practice(found, request.user),
        "talk": manner_of(reads.listener_of(found, request.user)),
        "guessing": _guessing(found, frame, request.user),
        "is_followed": is_followed(found, request.user),
        "socket": reads.socket_address(found, request.user),
        "book": books()[found.book],
        "contest": contests_of([found.pk]).get(found.pk),
        "bots": bots,
        "facts": facts_of(found, wizards, bots),
        "options": differences(found.book, found.options),
        "spell_facts": spell_facts(found.book, found.options),
        "spells": spells_address(found.book, found.options),
        "gestures": GESTURES,
    }
    return render(request, "viewing/duel.html", context)


def _guessing(found: Any, frame: Json, user: Any) -> Json | None:
    """Return the state of a spectator's guesses, or `None` for players and for finished duels."""
    is_watched = frame["view"]["viewer"] is None and frame["view"]["result"] is None
    return guessing_of(user, found.slug) if is_watched else None
