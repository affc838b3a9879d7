"""Views for requesting and reading the analysis of a finished duel, used by its replay."""

from allauth.decorators import rate_limit
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from duels.analysis import asking
from duels.analysis.retrying import NothingToTry, retry_board
from duels.books.reference import spell_facts
from duels.books.views import spells_address
from duels.learn.sandbox import read_play
from duels.viewing.duels import NotOpen
from duels.viewing.views.finding import duel_or_404
from duels.wording.gestures import GESTURES
from duels.wording.languages import books
from duels.wording.refusals import Refused


@never_cache
@require_safe
def analysis(request: HttpRequest, slug: str) -> JsonResponse:
    """Return the progress of the analysis and its `result`, as described in docs/protocol.md."""
    return JsonResponse(asking.refreshed_progress_of(duel_or_404(slug), request.user))


@require_POST
@rate_limit(action="analyse")
def analyse(request: HttpRequest, slug: str) -> HttpResponse:
    """Request an analysis of the duel.

    Respond to a JSON request with the progress of the analysis, and to a form with a redirect to the replay. If the
    request is refused, the JSON response contains the reason as `why`.
    """
    duel = duel_or_404(slug)
    try:
        asking.ask(duel=duel, user=request.user)
    except Refused as refused:
        return JsonResponse({"why": refused.why}, status=403 if refused.code == "not_yours" else 400)
    if request.content_type == "application/json":
        return JsonResponse(asking.refreshed_progress_of(duel, request.user))
    return redirect(f"{reverse('replay', args=[slug])}#analysis")


@require_http_methods(["GET", "HEAD", "POST"])
@rate_limit(action="try")
def retry(request: HttpRequest, slug: str, number: int, wizard: str) -> HttpResponse:
    """Show the board for retrying a round of an analysed duel.

    For a POST request, evaluate the submitted orders.
    """
    duel = duel_or_404(slug)
    try:
        if request.method == "POST":
            return JsonResponse(retry_board(duel, number, wizard, read_play(request.body).moves))
        board = retry_board(duel, number, wizard, ())
    except (NotOpen, NothingToTry) as error:
        raise Http404(_("There is no move to retry in this round.")) from error
    except Refused as refused:
        return JsonResponse({"why": refused.why}, status=400)
    next_round = board["guide"]["next"]
    context = {
        "duel": duel,
        "number": number,
        "wizard": wizard,
        "next": reverse("retry", args=[slug, next_round, wizard]) if next_round else None,
        "book": books()[duel.book],
        "frame": board["frame"],
        "guide": board["guide"],
        "spell_facts": spell_facts(duel.book, duel.options),
        "spells": spells_address(duel.book, duel.options),
        "gestures": GESTURES,
    }
    return render(request, "analysis/retry.html", context)
