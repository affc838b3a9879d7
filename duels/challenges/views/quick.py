"""Views that start a duel without a challenge.

They cover quick duels, practice against computer players, and rematches.
"""

import msgspec
from allauth.decorators import rate_limit
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import BadRequest, ValidationError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.selectors import living_mages
from accounts.views.newcomers import first_mage
from duels.challenges.forms.joining import SeekForm
from duels.challenges.forms.practice import MeleeForm, PracticeForm
from duels.challenges.matchmaking import CONTROL, duel_meanwhile, offered_meanwhile, seek, stop_seeking
from duels.challenges.rematches import cancel_rematch, rematch_of
from duels.challenges.rematches import rematch as ask_for_rematch
from duels.challenges.stakes import note_knows, stakes_of_quick_duel
from duels.house.practice import start_melee, start_practice
from duels.house.records import next_wizard, progress_of
from duels.house.wizards import BY_SLUG, wizard_json
from duels.wording.refusals import refusal_in_html
from duels.wording.rule_options import OPTION
from duels.wording.time_controls import control_explained, control_of

ASKED = ("book", "opponent", "level", "position")
"""The fields of the practice form that a query string may fill in."""


@never_cache
@require_http_methods(["GET", "POST"])
@rate_limit(action="guest")
def quick(request: HttpRequest) -> HttpResponse:
    """Show the page on which a user waits for an opponent.

    An anonymous visitor becomes a guest with a random name.
    """
    if request.method == "POST":
        first_mage(request)
        return redirect("quick")
    if not living_mages(request.user).exists():
        return redirect("lobby")
    clock = control_of(CONTROL)
    context = {
        "form": SeekForm(request.user),
        "stakes": stakes_of_quick_duel(request.user),
        "clock_explained": control_explained(clock),
    }
    return render(request, "challenges/quick.html", context)


@never_cache
@login_required
@require_POST
@rate_limit(action="quick")
def beat(request: HttpRequest) -> HttpResponse:
    """Keep waiting for a duel.

    The response contains the URL of the `duel` if there is one, and the computer player (`house`) offered in the
    meantime. If waiting is refused, it contains the reason as HTML in `why`.
    """
    form = SeekForm(request.user, request.POST)
    if not form.is_valid():
        if form.has_error("knows"):
            return JsonResponse({"why": _("Tick the box below to start the search.")}, status=400)
        return JsonResponse({"why": _("Choose one of your mages and a rule set.")}, status=400)
    given = {**form.cleaned_data}
    if given.pop("knows", False) and not given["friendly"]:
        note_knows(request.user)
    try:
        duel = seek(**given)
    except ValidationError as error:
        return JsonResponse({"why": refusal_in_html(error)}, status=409)
    if duel:
        return JsonResponse({"duel": reverse("duel", args=[duel.slug]), "house": None})
    offered = offered_meanwhile(user_ids=[request.user.pk or 0]).get(request.user.pk or 0)
    return JsonResponse({"duel": None, "house": offered and wizard_json(offered)})


@login_required
@require_POST
@rate_limit(action="challenge")
def meanwhile(request: HttpRequest) -> HttpResponse:
    """Begin a duel with a house wizard (a computer player) instead of waiting."""
    wizard = BY_SLUG.get(request.POST.get("wizard", ""))
    try:
        if wizard is None:
            raise ValidationError(_("There is no such computer player."))
        return redirect("duel", duel_meanwhile(user_id=request.user.pk or 0, wizard=wizard).slug)
    except ValidationError as error:
        messages.error(request, refusal_in_html(error))
        return redirect("quick")


@login_required
@require_POST
def leave(request: HttpRequest) -> HttpResponse:
    stop_seeking(user_id=request.user.pk or 0)
    return HttpResponse(status=204)


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
@rate_limit(action="challenge")
def rematch(request: HttpRequest, slug: str) -> HttpResponse:
    """Request or accept a rematch, or cancel the request.

    A GET request only returns the state as JSON. A JSON request returns the new state or, if it is refused, the reason
    as HTML in `why`. A form submission redirects to the challenge, or to the duel if all players have accepted.
    """
    user, is_script = request.user.pk or 0, request.content_type == "application/json"
    if request.method == "GET":
        return _rematch_state(slug, user)
    try:
        if is_script and _asked(request.body).cancel:
            cancel_rematch(slug=slug, user_id=user)
            return _rematch_state(slug, user)
        offered = ask_for_rematch(slug=slug, user_id=user)
    except ValidationError as error:
        if is_script:
            return JsonResponse({"why": refusal_in_html(error)}, status=409)
        messages.error(request, refusal_in_html(error))
        is_dead = getattr(error, "code", None) == "dead"
        return redirect("mages") if is_dead else redirect("duel", slug)
    if is_script:
        return _rematch_state(slug, user)
    return redirect("duel", offered.duel.slug) if offered.duel else redirect("challenge", offered.token)


class Asked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    cancel: bool = False


def _asked(body: bytes) -> Asked:
    """Parse the body of a request about a rematch.

    An empty body requests a rematch.
    """
    try:
        return msgspec.json.decode(body or b"{}", type=Asked)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise BadRequest('Send {} to ask for a rematch, or {"cancel": true} to cancel it.') from error


def _rematch_state(slug: str, user_id: int) -> JsonResponse:
    state = rematch_of(slug, user_id)
    return JsonResponse({**state, "duel": state["duel"] and reverse("duel", args=[state["duel"]])})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@rate_limit(action="guest")
def practice(request: HttpRequest) -> HttpResponse:
    """Show the form for a practice duel, or begin the duel.

    An anonymous visitor becomes a guest with a random name.
    """
    asked = {name: request.GET[name] for name in request.GET if name in ASKED or name.startswith(OPTION)}
    form = PracticeForm(request.POST or None, initial=asked)
    if form.is_valid():
        try:
            return redirect("duel", start_practice(mage=first_mage(request), **form.cleaned_data).slug)
        except ValidationError as error:
            form.add_error(None, error)
    user = request.user.pk
    melee = MeleeForm(auto_id="melee_%s", initial={"book": "classic"})
    context = {"form": form, "melee": melee, "next": next_wizard(user, progress_of(user).level)}
    return render(request, "challenges/practice.html", context)


@require_POST
@rate_limit(action="guest")
def practice_melee(request: HttpRequest) -> HttpResponse:
    """Begin a practice melee.

    An anonymous visitor becomes a guest with a random name.
    """
    form = MeleeForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Choose 2 to 5 opponents, a level and a rule set."))
        return redirect("practice")
    try:
        return redirect("duel", start_melee(mage=first_mage(request), **form.cleaned_data).slug)
    except ValidationError as error:
        messages.error(request, refusal_in_html(error))
        return redirect("practice")
