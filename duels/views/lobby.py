"""The front page, the lobby, a challenge's page, practice."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from allauth.decorators import rate_limit
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.forms import MageForm
from accounts.models import Mage
from accounts.selectors import mages_of, name_of
from accounts.services.mages import free_name, register_mage, welcome_guest
from accounts.sessions import log_in_guest
from duels.forms import AcceptForm, ChallengeForm, PracticeForm, accept_form
from duels.selectors.ladder import duels_of_user, duels_under_way, rows
from duels.selectors.lobby import challenge_of, is_standing, offer, offers_for, open_challenges, why_closed
from duels.services.lobby import (
    accept_challenge,
    decline_challenge,
    post_challenge,
    start_practice,
    withdraw_challenge,
)
from duels.terms import OPTION

if TYPE_CHECKING:
    from duels.models import Challenge

EXCERPT = 5


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """What this is, and the shortest ways into a duel."""
    context = {
        "practice": PracticeForm(),
        "offers": offers_for(open_challenges(), request.user.pk)[:EXCERPT],
        "under_way": rows(duels_under_way()[:EXCERPT]),
    }
    return render(request, "lobby/home.html", context)


@never_cache
@require_http_methods(["GET", "POST"])
@rate_limit(action="challenge")
def lobby(request: HttpRequest) -> HttpResponse:
    """Open challenges, who is here, and a form to challenge."""
    if request.method == "POST" and not request.user.is_authenticated:
        return redirect("guest")
    form = _challenge_form(request)
    if form is not None and form.is_valid():
        challenge = _posted(form)
        if challenge is not None:
            return redirect("challenge", challenge.token)
    context = {
        "form": form,
        "offers": offers_for(open_challenges(), request.user.pk),
        "own": duels_of_user(request.user),
        "here": [name_of(request.user)] if request.user.is_authenticated else [],
    }
    return render(request, "lobby/lobby.html", context)


@never_cache
@require_http_methods(["GET", "POST"])
@rate_limit(action="challenge")
def challenge(request: HttpRequest, token: str) -> HttpResponse:
    """A challenge: for its maker to wait at, for others to accept in one step."""
    found = _challenge_or_404(token)
    if _has_part(found, request.user.pk) and found.duel is not None:
        return redirect("duel", found.duel.slug)
    seen = offer(found, request.user.pk)
    form = accept_form(found, request.user, request.POST or None)
    is_welcome = seen["may_accept"] and is_standing(found)
    if is_welcome and form.is_valid() and (answer := _accepted(request, token, form)):
        return answer
    context = {
        "challenge": found,
        "offer": seen,
        "closed": why_closed(found),  # looked at again: another may have accepted in this moment
        "form": form,
        "address": request.build_absolute_uri(request.path),
    }
    return render(request, "lobby/challenge.html", context)


@login_required
@require_POST
def decline(request: HttpRequest, token: str) -> HttpResponse:
    """Turn a challenge down."""
    return _done(request, decline_challenge, token, "You have declined.")


@login_required
@require_POST
def withdraw(request: HttpRequest, token: str) -> HttpResponse:
    """Take one's challenge back."""
    return _done(request, withdraw_challenge, token, "Your challenge is withdrawn.")


@require_POST
@rate_limit(action="guest")
def practice(request: HttpRequest) -> HttpResponse:
    """Straight into a duel with the apprentice; a stranger becomes a guest with a made-up name."""
    form = PracticeForm(request.POST)
    if not form.is_valid():
        messages.error(request, "Please choose a spell book to practise.")
        return redirect("home")
    return redirect("duel", start_practice(mage=_first_mage(request), book=form.cleaned_data["book"]).slug)


def _challenge_form(request: HttpRequest) -> ChallengeForm | None:
    """The form to challenge; none for who has no mage yet."""
    if not request.user.is_authenticated or not mages_of(request.user).exists():
        return None
    asked = request.GET
    initial = {name: asked[name] for name in asked if name in ("opponent", "book") or name.startswith(OPTION)}
    if "opponent" in initial:
        initial["audience"] = "mage"
    return ChallengeForm(request.user, request.POST or None, initial=initial)


def _posted(form: ChallengeForm) -> Challenge | None:
    given = dict(form.cleaned_data)
    try:
        return post_challenge(challenger=given.pop("mage"), **given)
    except ValidationError as error:
        form.add_error(None, error)
        return None


def _challenge_or_404(token: str) -> Challenge:
    found = challenge_of(token)
    if found is None:
        raise Http404("There is no such challenge.")
    return found


def _has_part(challenge: Challenge, user_id: int | None) -> bool:
    """Whether one of the duel's seats is this user's."""
    if challenge.duel is None or user_id is None:
        return False
    return challenge.duel.seats.filter(mage__owner=user_id).exists()


def _accepted(request: HttpRequest, token: str, form: AcceptForm | MageForm) -> HttpResponse | None:
    """The way into the duel; or nothing, and the form says why not."""
    try:
        mage = _new_mage(request, form) if isinstance(form, MageForm) else form.cleaned_data["mage"]
        return redirect("duel", accept_challenge(token=token, mage=mage).slug)
    except ValidationError as error:
        form.add_error(None, error)
        return None


def _new_mage(request: HttpRequest, form: MageForm) -> Mage:
    """A first mage; a stranger becomes a guest by it."""
    if request.user.is_authenticated:
        return register_mage(owner=request.user, **form.cleaned_data)
    mage = welcome_guest(**form.cleaned_data)
    log_in_guest(request, mage.owner)
    return mage


def _first_mage(request: HttpRequest) -> Mage:
    """The user's first mage; who has none gets one with a made-up name."""
    if request.user.is_authenticated:
        return mages_of(request.user).first() or register_mage(
            owner=request.user, name=free_name(), gender=Mage.Gender.PERSON
        )
    mage = welcome_guest()
    log_in_guest(request, mage.owner)
    return mage


def _done(request: HttpRequest, service: Callable[..., None], token: str, said: str) -> HttpResponse:
    try:
        service(token=token, user_id=request.user.pk)
        messages.success(request, said)
    except ValidationError as error:
        messages.error(request, " ".join(error.messages))
    return redirect("lobby")
