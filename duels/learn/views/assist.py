"""Help for players who are choosing their orders: hints, and rehearsals (trial runs) of the round."""

from collections.abc import Callable
from typing import Any, Final

from allauth.decorators import rate_limit
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from duels.learn import what_if
from duels.viewing.views.finding import duel_or_404
from duels.wording.refusals import Refused

TOO_LATE: Final = ("stale", "over")
"""The codes of refusals that are not the client's fault, because the duel has moved on."""


@never_cache
@require_POST
@rate_limit(action="think")
def rehearse(request: HttpRequest, slug: str) -> JsonResponse:
    """Return the outcomes of the round for the user's orders and each of the `replies` in the request.

    A reply contains the other wizards' orders. The field `rehearsals` of the response contains the outcomes.
    """
    return _answer(lambda duel: {"rehearsals": what_if.rehearsals(duel, request.user, _given(request))}, slug)


@never_cache
@require_POST
@rate_limit(action="think")
def hint(request: HttpRequest, slug: str) -> JsonResponse:
    """Return the computer's advice for the round.

    It says where to look first, which orders the computer would give, and why.
    """
    return _answer(lambda duel: what_if.hint(duel, request.user), slug)


def _given(request: HttpRequest) -> what_if.WhatIfs:
    return what_if.read_what_ifs(request.body)


def _answer(think: Callable[[Any], Any], slug: str) -> JsonResponse:
    try:
        return JsonResponse(think(duel_or_404(slug)))
    except Refused as refused:
        return JsonResponse({"why": refused.why}, status=200 if refused.code in TOO_LATE else 400)
