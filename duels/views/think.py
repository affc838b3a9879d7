"""What somebody thinks through: rounds played beforehand, hints, and duels played on from one of their rounds."""

from collections.abc import Callable
from typing import Any

from allauth.decorators import rate_limit
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from accounts.views.newcomers import first_mage
from duels.selectors import rehearsals as selector
from duels.viewing.branch import begin_from, check
from duels.viewing.duels import NotOpen, record
from duels.viewing.views.finding import duel_or_404
from duels.wording.refusals import Refused


@never_cache
@require_POST
@rate_limit(action="think")
def rehearse(request: HttpRequest, slug: str) -> JsonResponse:
    """``rehearsals``: what the round would come to, for each of the replies that the page has made up."""
    return _answer(lambda duel: {"rehearsals": selector.rehearsals(duel, request.user, _given(request))}, slug)


@never_cache
@require_POST
@rate_limit(action="think")
def hint(request: HttpRequest, slug: str) -> JsonResponse:
    """Where to look, and what the apprentice would do, with its reasons."""
    return _answer(lambda duel: selector.hint(duel, request.user), slug)


@require_POST
@rate_limit(action="guest")
def play_on(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """From this round of a duel that is over into one against the apprentice; a stranger becomes a guest."""
    duel = duel_or_404(slug)
    try:
        found: Any = {"record": record(duel), "number": number, "wizard": request.POST.get("wizard", "")}
        check(**found)
        return redirect("duel", begin_from(**found, mage=first_mage(request), of=duel).slug)
    except NotOpen as error:
        raise Http404(str(error)) from error
    except ValidationError as error:
        messages.error(request, " ".join(error.messages))
        return redirect("replay", slug)


def _given(request: HttpRequest) -> selector.WhatIfs:
    return selector.read_what_ifs(request.body)


def _answer(think: Callable[[Any], Any], slug: str) -> JsonResponse:
    try:
        return JsonResponse(think(duel_or_404(slug)))
    except Refused as refused:
        return JsonResponse({"why": refused.why}, status=400)
