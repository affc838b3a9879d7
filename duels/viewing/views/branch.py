"""The view that starts a practice duel from a round of a finished duel."""

from typing import Any

from allauth.decorators import rate_limit
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from accounts.views.newcomers import first_mage
from duels.viewing.branch import begin_from, check
from duels.viewing.duels import NotOpen, record
from duels.viewing.views.finding import duel_or_404


@require_POST
@rate_limit(action="guest")
def play_on(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Start a practice duel that continues a finished duel from round `number`.

    Anonymous visitors become guests.
    """
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
