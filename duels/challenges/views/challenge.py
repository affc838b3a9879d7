"""The page of a challenge, where users accept it, wait for others, change the terms and vote on changes."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from allauth.decorators import rate_limit
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.selectors import living_mages
from accounts.sessions import log_in_guest
from accounts.views.newcomers import first_mage
from duels.challenges.challenge_page import card_of, page_of, who_may_join
from duels.challenges.forms.joining import AcceptForm, TeamForm, accept_form
from duels.challenges.forms.terms import ChangeForm
from duels.challenges.joining import accept_as_newcomer, accept_challenge, choose_team, decline_challenge
from duels.challenges.open_challenges import challenge_of, is_standing, why_closed
from duels.challenges.posting import challenge_by_link, withdraw_challenge
from duels.challenges.presence import attend
from duels.challenges.proposals import START, accept_everything, propose_change
from duels.challenges.proposals import vote as cast_vote
from duels.challenges.stakes import note_knows, stakes_for
from duels.viewing.pictures import card as draw_card
from duels.wording.qr_codes import qr_code
from duels.wording.refusals import refusal_in_html
from duels.wording.time_controls import Control, control_explained, control_per_round
from wavinghands.web.pictures import picture_response

if TYPE_CHECKING:
    from duels.challenges.forms.joining import FirstMageForm
    from duels.models import Challenge, Duel


@never_cache
@require_http_methods(["GET", "POST"])
@rate_limit(action="challenge")
def challenge(request: HttpRequest, token: str) -> HttpResponse:
    """Show the challenge, or accept it."""
    found = _challenge_or_404(token)
    if _has_part(found, request.user.pk) and found.duel is not None:
        return redirect("duel", found.duel.slug)
    if request.user.is_authenticated:
        attend(user_ids=[request.user.pk])
    joining, _refusal = who_may_join(found, request.user)
    form = accept_form(found, request.user, joining, request.POST or None)
    if is_standing(found) and form.is_valid() and (answer := _accepted(request, token, form)):
        return answer
    return _page(request, found, form=form)


@require_safe
@rate_limit(action="picture", limit_get=True)
def card(request: HttpRequest, token: str) -> HttpResponse:
    """Return a PNG picture of the challenge for link previews."""
    title, lines = card_of(_challenge_or_404(token))
    return picture_response(lambda: draw_card(title, lines), "challenge", title, lines, max_age=60 * 60)


@require_POST
@rate_limit(action="guest")
def friend(request: HttpRequest) -> HttpResponse:
    """Post a challenge that only people with its link can find, and redirect to its page.

    If the user already has such a challenge, redirect to that one. An anonymous visitor becomes a guest with a random
    name.
    """
    try:
        return redirect("challenge", challenge_by_link(challenger=first_mage(request)).token)
    except ValidationError as error:
        messages.error(request, refusal_in_html(error))
        return redirect("lobby")


@login_required
@require_POST
def team(request: HttpRequest, token: str) -> HttpResponse:
    form = TeamForm(living_mages(request.user), request.POST)
    if not form.is_valid():
        messages.error(request, _("Choose one of the teams."))
        return redirect("challenge", token)
    return _back(request, token, lambda: choose_team(token=token, **form.cleaned_data))


@login_required
@require_POST
def decline(request: HttpRequest, token: str) -> HttpResponse:
    """Decline a challenge, or leave one that the user has accepted."""
    return _done(
        request, token, lambda: decline_challenge(token=token, user_id=_user(request)), _("You declined the challenge.")
    )


@login_required
@require_POST
def withdraw(request: HttpRequest, token: str) -> HttpResponse:
    said = _("You cancelled your challenge.")
    return _done(request, token, lambda: withdraw_challenge(token=token, user_id=_user(request)), said)


@login_required
@require_POST
@rate_limit(action="challenge")
def change(request: HttpRequest, token: str) -> HttpResponse:
    found = _challenge_or_404(token)
    form = ChangeForm(found, request.POST)
    if not form.is_valid():
        return _page(request, found, change_form=form)
    try:
        propose_change(token=token, user_id=_user(request), terms=form.cleaned_data)
    except ValidationError as error:
        form.add_error(None, ValidationError(error.messages))
        return _page(request, found, change_form=form)
    return redirect("challenge", token)


@login_required
@require_POST
def start(request: HttpRequest, token: str) -> HttpResponse:
    """Begin the duel with the mages that have accepted, or propose to begin it."""
    return _back(request, token, lambda: propose_change(token=token, user_id=_user(request), terms=START))


@login_required
@require_POST
def vote(request: HttpRequest, token: str, number: int) -> HttpResponse:
    accepts = request.POST.get("vote") == "accept"
    return _back(request, token, lambda: cast_vote(token=token, user_id=_user(request), number=number, accepts=accepts))


@login_required
@require_POST
def everything(request: HttpRequest, token: str) -> HttpResponse:
    """Accept all changes, including future changes, or withdraw this consent."""
    wanted = request.POST.get("everything") == "yes"
    return _back(request, token, lambda: accept_everything(token=token, user_id=_user(request), everything=wanted))


def _page(
    request: HttpRequest,
    found: Challenge,
    *,
    form: AcceptForm | FirstMageForm | None = None,
    change_form: ChangeForm | None = None,
) -> HttpResponse:
    page = page_of(found, request.user)
    joining, refusal = who_may_join(found, request.user)
    form = form or accept_form(found, request.user, joining)
    address = request.build_absolute_uri(reverse("challenge", args=[found.token]))
    clock: Control = {"pace": found.pace, "reserve": found.reserve, "mountain": found.mountain}
    is_decided = found.authoritarian or page["come"] == 1
    context = {
        "challenge": found,
        **page,
        "stakes": stakes_for(found, request.user, [page["accepted_as"]] if page["accepted_as"] else joining),
        "clock_per_round": control_per_round(clock),
        "clock_explained": control_explained(clock),
        "closed": why_closed(found),  # reloaded, because someone may have accepted in the meantime
        "form": form,
        "can_accept": refusal is None,
        "why_not": refusal and refusal.text,
        "accept_button": _("Accept and play") if page["begins_next"] else _("Accept"),
        "change_form": change_form or ChangeForm(found),
        "change_address": reverse("challenge_change", args=[found.token]),
        "change_button": _("Change") if is_decided else _("Propose"),
        "address": address,
        "qr_code": qr_code(address) if page["offer"]["mine"] else "",
    }
    return render(request, "challenges/challenge.html", context)


def _challenge_or_404(token: str) -> Challenge:
    found = challenge_of(token)
    if found is None:
        raise Http404(_("There is no such challenge."))
    return found


def _has_part(challenge: Challenge, user_id: int | None) -> bool:
    """Return whether the user has a seat in the challenge's duel."""
    if challenge.duel is None or user_id is None:
        return False
    return challenge.duel.seats.filter(mage__owner=user_id).exists()


def _user(request: HttpRequest) -> int:
    """Return the primary key of the logged-in user."""
    return request.user.pk or 0


def _accepted(request: HttpRequest, token: str, form: AcceptForm | FirstMageForm) -> HttpResponse | None:
    """Accept the challenge, and redirect to the duel or to the challenge's page.

    The last acceptance begins the duel. If the challenge cannot be accepted, add the error to the form and return
    `None`.
    """
    try:
        duel = _accept(request, token, form)
    except ValidationError as error:
        form.add_error(None, ValidationError(error.messages))
        return None
    return redirect("duel", duel.slug) if duel else redirect("challenge", token)


def _accept(request: HttpRequest, token: str, form: AcceptForm | FirstMageForm) -> Duel | None:
    """Accept the challenge with the user's mage or with a new one.

    An anonymous visitor becomes a guest.
    """
    given = {**form.cleaned_data}
    owner = request.user if request.user.is_authenticated else None
    if given.pop("knows", False) and owner is not None:
        note_knows(owner)
    if isinstance(form, AcceptForm):
        return accept_challenge(token=token, **given)
    mage, duel = accept_as_newcomer(token=token, owner=owner, **given)
    if owner is None:
        log_in_guest(request, mage.owner)
    return duel


def _done(request: HttpRequest, token: str, service: Callable[[], object], said: str) -> HttpResponse:
    """Call the service, and redirect to the lobby with a message about the result."""
    try:
        service()
        messages.success(request, said)
    except ValidationError as error:
        messages.error(request, refusal_in_html(error))
    return redirect("lobby")


def _back(request: HttpRequest, token: str, service: Callable[[], object]) -> HttpResponse:
    """Call the service, and redirect to the challenge.

    The challenge's page shows the result or redirects to the duel.
    """
    try:
        service()
    except ValidationError as error:
        messages.error(request, refusal_in_html(error))
    return redirect("challenge", token)
