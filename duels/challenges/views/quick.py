"""Quick duels: one button, a page to wait at; and rematches."""

from allauth.decorators import rate_limit
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.selectors import living_mages
from accounts.views.newcomers import first_mage
from duels.challenges.forms.joining import SeekForm
from duels.challenges.matchmaking import duel_meanwhile, offered_meanwhile, seek, stop_seeking
from duels.challenges.rematches import rematch as ask_for_rematch
from duels.house.wizards import BY_SLUG, told_of
from duels.wording.refusals import refusal_in_html


@never_cache
@require_http_methods(["GET", "POST"])
@rate_limit(action="guest")
def quick(request: HttpRequest) -> HttpResponse:
    """Wait for a duel with whoever comes; a stranger becomes a guest with a made-up name."""
    if request.method == "POST":
        first_mage(request)
        return redirect("quick")
    if not living_mages(request.user).exists():
        return redirect("lobby")
    return render(request, "challenges/quick.html", {"form": SeekForm(request.user)})


@never_cache
@login_required
@require_POST
@rate_limit(action="quick")
def beat(request: HttpRequest) -> HttpResponse:
    """Still waiting: ``duel``, where it is once there is one, or ``why`` not, as HTML; ``house``: who is offered."""
    form = SeekForm(request.user, request.POST)
    if not form.is_valid():
        return JsonResponse({"why": _("Choose one of your mages, and a spell book.")}, status=400)
    try:
        duel = seek(mage=form.cleaned_data["mage"], book=form.cleaned_data["book"])
    except ValidationError as error:
        return JsonResponse({"why": refusal_in_html(error)}, status=409)
    if duel:
        return JsonResponse({"duel": reverse("duel", args=[duel.slug]), "house": None})
    offered = offered_meanwhile(user_ids=[request.user.pk or 0]).get(request.user.pk or 0)
    return JsonResponse({"duel": None, "house": offered and told_of(offered)})


@login_required
@require_POST
@rate_limit(action="challenge")
def meanwhile(request: HttpRequest) -> HttpResponse:
    """Duel with a wizard of the house instead of waiting."""
    wizard = BY_SLUG.get(request.POST.get("wizard", ""))
    try:
        if wizard is None:
            raise ValidationError(_("There is no such wizard in the house."))
        return redirect("duel", duel_meanwhile(user_id=request.user.pk or 0, wizard=wizard).slug)
    except ValidationError as error:
        messages.error(request, refusal_in_html(error))
        return redirect("quick")


@login_required
@require_POST
def leave(request: HttpRequest) -> HttpResponse:
    """Wait no more."""
    stop_seeking(user_id=request.user.pk or 0)
    return HttpResponse(status=204)


@login_required
@require_POST
@rate_limit(action="challenge")
def rematch(request: HttpRequest, slug: str) -> HttpResponse:
    """The same again: to the challenge, or into the duel when all have clicked."""
    try:
        offered = ask_for_rematch(slug=slug, user_id=request.user.pk or 0)
    except ValidationError as error:
        messages.error(request, refusal_in_html(error))
        is_dead = getattr(error, "code", None) == "dead"
        return redirect("mages") if is_dead else redirect("duel", slug)
    return redirect("duel", offered.duel.slug) if offered.duel else redirect("challenge", offered.token)
