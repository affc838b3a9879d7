"""The view that suggests what to play after a practice duel."""

from allauth.decorators import rate_limit
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from duels.house.practice import practise_on, ways_on
from duels.house.records import change_by, shown_standing
from duels.viewing.duels import seat_of
from duels.viewing.views.finding import duel_or_404


@never_cache
@require_http_methods(["GET", "POST"])
@rate_limit(action="guest")
def onwards(request: HttpRequest, slug: str) -> HttpResponse:
    """Return suggestions for the next duel, and this duel's effect on the user's rating.

    A POST request starts a duel against the wizard in the parameter `wizard`.
    """
    duel = duel_or_404(slug)
    seat = seat_of(duel, request.user)
    if seat is None or seat.mage is None or not duel.practice:
        raise Http404(_("This isn’t one of your practice duels."))
    if request.method != "POST":
        ways, outcome = ways_on(duel, seat.mage.owner_id), change_by(duel)
        standing = shown_standing(seat.mage.owner_id)
        is_rated = outcome and standing and standing.has_rating
        rating = [round(outcome.rating_before), round(outcome.rating)] if outcome and is_rated else None
        return JsonResponse(
            {
                "ways": [{"wizard": way.wizard, "text": way.text} for way in ways],
                "rating": rating,
                "is_provisional": bool(standing and standing.is_provisional),
            }
        )
    try:
        begun = practise_on(duel=duel, mage=seat.mage, slug=request.POST.get("wizard", ""))
    except ValidationError as error:
        messages.error(request, " ".join(error.messages))
        return redirect("duel", slug)
    return redirect("duel", begun.slug)
