"""The front page, the lobby and the list of challenges."""

from typing import Any

from allauth.decorators import rate_limit
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.selectors import name_of
from accounts.services.web_push import public_key
from accounts.sessions import UserRequest
from accounts.views.newcomers import first_mage
from duels.challenges.forms.terms import CreateForm
from duels.challenges.front_page import featured, featured_replay, first_steps, front_page
from duels.challenges.house_wizards import accept_house_offer, clock_of_offers, house_offers, offered_by
from duels.challenges.lobby import mage_to_accept, offer, offers_for, others_online, running_exhibition
from duels.challenges.notifications import ask_alert, end_alert, is_alert
from duels.challenges.open_challenges import challenges_listed, open_challenges
from duels.challenges.posting import post_challenge
from duels.challenges.stakes import note_knows
from duels.chat.listeners import NO_DUEL, Listener, lines_for, manner_in_lobby
from duels.chat.talk import LONGEST
from duels.notifications.presence import seen_here
from duels.wording.duel_lists import duels_of_user
from duels.wording.refusals import refusal_in_html
from duels.wording.rule_options import OPTION

CHALLENGES_A_PAGE = 50
STEPS = "steps"
"""The cookie that remembers that the user has hidden the first steps."""
ASKED = ("book", "control", "audience", "club", "limit")
"""The fields of the challenge form that a query string may fill in, besides the opponent and rule options."""


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    shown, replay = featured(request.user), featured_replay()
    facts = [it["spell_facts"] for it in (replay, shown) if it]
    context = {
        **front_page(request.user, shown["duel"] if shown else None),
        "accepting": mage_to_accept(request.user),
        **_alerts(request),
        "steps": [] if request.COOKIES.get(STEPS) else first_steps(request.user),
        "featured": shown,
        "replay": replay,
        "spell_facts": {slug: fact for of_a_book in facts for slug, fact in of_a_book.items()},
    }
    return render(request, "challenges/home.html", context)


@never_cache
@require_safe
def next_featured(request: HttpRequest) -> HttpResponse:
    """Render the next featured duel, to replace a finished one.

    Respond with 204 if no duel can be featured.
    """
    shown = featured(request.user)
    return render(request, "challenges/_featured.html", {"featured": shown}) if shown else HttpResponse(status=204)


@never_cache
@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """Show the open challenges and the users who are online.

    If the query string contains terms, redirect to the challenge form.
    """
    if _asked_for(request):
        return redirect(f"{reverse('new_challenge')}?{request.GET.urlencode()}")
    here = seen_here(request.user.pk)
    context = {
        **_alerts(request),
        "offers": offers_for(open_challenges([request.user.pk]), request.user.pk),
        "accepting": mage_to_accept(request.user),
        "house": house_offers(),
        "house_clock": clock_of_offers(request.GET.get("clock", "")),
        "own": duels_of_user(request.user),
        "me": name_of(request.user) if request.user.is_authenticated else "",
        "online": others_online(request.user.pk, here) if request.user.is_authenticated else [],
        "chat": _chat(request),
        "here_now": len(here),
        "exhibition": running_exhibition(),
    }
    return render(request, "challenges/lobby.html", context)


@never_cache
@require_http_methods(["GET", "POST"])
@rate_limit(action="challenge")
@rate_limit(action="guest")
def new_challenge(request: HttpRequest) -> HttpResponse:
    """Show the challenge form, or post the challenge.

    An anonymous visitor becomes a guest. In the lobby, the script `static/js/lobby/create.js` shows the form in a
    dialog.
    """
    form = CreateForm(request.user, request.POST or None, initial=_asked_for(request))
    if form.is_valid() and (token := _posted(request, form)):
        return redirect("challenge", token)
    return render(request, "challenges/new.html", {"form": form})


@never_cache
@require_safe
def challenges(request: HttpRequest) -> HttpResponse:
    """List all challenges that can still be accepted, including those by invitation only.

    Source: the e-mail server Firetop Mountain, "Challenges".
    """
    page = Paginator(challenges_listed(), CHALLENGES_A_PAGE).get_page(request.GET.get("page"))
    offers = [offer(challenge, request.user.pk) for challenge in page]
    return render(request, "challenges/challenges.html", {"page": page, "offers": offers})


@require_POST
@rate_limit(action="guest")
def house_offer(request: HttpRequest, slug: str) -> HttpResponse:
    """Begin a duel with a house wizard (a computer player).

    An anonymous visitor becomes a guest with a random name.
    """
    control = request.POST.get("control", "")
    try:
        wizard = offered_by(slug, control)
        return redirect("duel", accept_house_offer(mage=first_mage(request), wizard=wizard, control=control).slug)
    except ValidationError as error:
        messages.error(request, refusal_in_html(error))
        return redirect("lobby")


@login_required
@require_POST
@rate_limit(action="settings")
def alert(request: UserRequest) -> HttpResponse:
    """Save the user's request to get a push message as soon as an opponent is waiting.

    If the form contains `stop`, cancel an earlier request.
    """
    if "stop" in request.POST:
        end_alert(user=request.user)
    else:
        ask_alert(user=request.user)
    return JsonResponse({})


def _alerts(request: HttpRequest) -> dict[str, Any]:
    """Return the template context for push messages.

    It says whether the user has requested a push message, and whether they have a browser that can receive one. It also
    contains the public key for subscribing.
    """
    return {
        "is_alert": is_alert(request.user),
        "has_pushes": request.user.is_authenticated and request.user.push_subscriptions.exists(),
        "push_key": public_key(settings.VAPID_PRIVATE_KEY),
    }


def _chat(request: HttpRequest) -> dict[str, Any]:
    reader, manner = Listener(NO_DUEL, user_id=request.user.pk), manner_in_lobby(request.user.pk)
    lines = lines_for([reader])[reader] if manner != "off" else []
    return {"manner": manner, "lines": lines, "longest": LONGEST}


def _asked_for(request: HttpRequest) -> dict[str, Any]:
    """Return the form's initial values from the query string.

    They may include the opponent and the terms.
    """
    asked = request.GET
    initial: dict[str, Any] = {name: asked[name] for name in asked if name in ASKED or name.startswith(OPTION)}
    if asked.get("opponent"):
        initial |= {"audience": "mage", "named": asked["opponent"]}
    return initial


def _posted(request: HttpRequest, form: CreateForm) -> str | None:
    """Post the challenge and return its token.

    If this fails, add the error to the form and return `None`.
    """
    given = form.cleaned_data
    try:
        mage = given.pop("challenger") or first_mage(request)
        token = post_challenge(challenger=mage, **given).token
    except ValidationError as error:
        form.add_error(None, error)
        return None
    if not given["terms"].friendly:
        note_knows(mage.owner)
    return token
