"""The pages of tournaments, and the views for joining and leaving them."""

from typing import Any

from allauth.decorators import rate_limit
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.sessions import UserRequest, not_for_guests
from accounts.views.newcomers import first_mage
from duels.challenges.stakes import note_knows
from duels.clubs.membership import is_member
from duels.tournaments.bots import bots
from duels.tournaments.calendar import MEDIA_TYPE, calendar_of
from duels.tournaments.entering import cancel_tournament, create_tournament, join, leave, may_cancel, stay, why_no_more
from duels.tournaments.finding import tournament_or_404
from duels.tournaments.formats import tie_breaks_of, time_limit
from duels.tournaments.forms import JoinForm, TournamentForm
from duels.tournaments.listing import (
    ROWS,
    Shown,
    coming_for_bots,
    entries_of,
    finished_tournaments,
    highlights_of,
    open_tournaments,
    shown,
    standings,
)
from duels.tournaments.live import boards_to_watch, parts_for_all, standings_for_visitors
from duels.tournaments.words import FORMATS, TIE_BREAKS, rules_of
from duels.wording.paging import page_of
from duels.wording.refusals import refusal_in_html

TOURNAMENTS_A_PAGE = 20


@never_cache
@require_safe
def overview(request: HttpRequest) -> HttpResponse:
    """List running, upcoming and finished tournaments."""
    coming = shown(open_tournaments(request.user.pk), request.user.pk)
    page = page_of(request, finished_tournaments(request.user.pk), TOURNAMENTS_A_PAGE)
    context = {
        "running": [it for it in coming if it.tournament.is_running],
        **_upcoming([it for it in coming if it.tournament.is_upcoming]),
        "page": page,
        "finished": shown(page, request.user.pk),
        "formats": FORMATS.values(),
        "calendar": request.build_absolute_uri("calendar.ics"),
    }
    return render(request, "tournaments/tournaments.html", context)


def _upcoming(coming: list[Shown]) -> dict[str, list[Shown]]:
    """Split upcoming tournaments into those to show first, and `later` repetitions of the site's own tournaments."""
    seen, parts = set[tuple[str, bool]](), dict[str, list[Shown]](upcoming=[], later=[])
    for it in coming:
        kind = (it.tournament.format, it.tournament.only_bots)
        is_repeated = not it.tournament.name and kind in seen
        parts["later" if is_repeated else "upcoming"].append(it)
        if not it.tournament.name:
            seen.add(kind)
    return parts


def _is_bot(user: Any) -> bool:
    return bool(user.is_authenticated and user.is_bot)


@never_cache
@require_safe
def bot_leaderboard(request: HttpRequest) -> HttpResponse:
    """Show the leaderboard of bots, and their next arena."""
    return render(request, "tournaments/bots.html", {"bots": bots(), "coming": coming_for_bots()})


@require_safe
@cache_control(public=True, max_age=300)
def calendar(request: HttpRequest) -> HttpResponse:
    """Return a calendar of the tournaments that are not over."""
    return HttpResponse(calendar_of(shown(open_tournaments()), _("Waving Hands: tournaments")), content_type=MEDIA_TYPE)


@never_cache
@require_safe
def tournament(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a tournament. Opening the page marks a player as ready to be paired."""
    found = tournament_or_404(slug)
    user_id = request.user.pk
    if user_id and found.is_running:
        stay(slug, [user_id])
    page = page_of(request, standings(found), ROWS, count=found.players)
    mine = entries_of(found, [user_id]).get(user_id) if user_id else None
    limit = time_limit(found)
    parts = parts_for_all(found, page.number)
    context = {
        **parts,
        "boards": boards_to_watch(parts["cards"], mine),
        "standings": "" if mine else standings_for_visitors(parts),
        "page": page,
        "mine": mine,
        "shown": shown([found], user_id)[0],
        "rules": rules_of(found, limit.total_seconds() if limit else None),
        "tie_break_rules": [TIE_BREAKS[it][1] for it in tie_breaks_of(found)],
        "form": JoinForm(found, request.user, initial={"mage": mine.entry.mage_id if mine else None}),
        "is_closed": found.club_id is not None and not is_member(found.club_id, user_id),
        "is_for_others": found.only_bots and not _is_bot(request.user),
        "highlights": highlights_of(found),
        "may_cancel": found.is_upcoming and may_cancel(found, request.user),
    }
    return render(request, "tournaments/tournament.html", context)


@login_required
@not_for_guests
@require_safe
def choose(request: UserRequest) -> HttpResponse:
    """Show the tournament formats to choose from."""
    return render(
        request,
        "tournaments/choose.html",
        {"formats": FORMATS, "club": request.GET.get("club", ""), "why_no_more": why_no_more(request.user)},
    )


@login_required
@not_for_guests
@never_cache
@require_http_methods(["GET", "POST"])
@rate_limit(action="tournament")
def new(request: UserRequest, kind: str) -> HttpResponse:
    """Show the form for a tournament in this format, or create the tournament."""
    if kind not in FORMATS:
        raise Http404(_("There is no such format."))
    club = {"club": request.GET.get("club", "")}
    form = TournamentForm(request.user, kind, request.POST or None, initial=club)
    if form.is_valid():
        try:
            return redirect("tournament", create_tournament(host=request.user, **form.cleaned_data).slug)
        except ValidationError as error:
            form.add_error(None, error)
    return render(
        request,
        "tournaments/new.html",
        {"form": form, "format": FORMATS[kind], "why_no_more": why_no_more(request.user)},
    )


@require_POST
def enter(request: HttpRequest, slug: str) -> HttpResponse:
    """Join a tournament or return to it. An anonymous visitor joins as a guest with a random name.

    Only new guests are rate-limited per IP address, because a whole school may share an address.
    """
    limited = rate_limit(action="tournament" if request.user.is_authenticated else "guest")
    return limited(_enter)(request, slug)


def _enter(request: HttpRequest, slug: str) -> HttpResponse:
    found = tournament_or_404(slug)
    if found.only_bots and not _is_bot(request.user):
        messages.error(request, _("Only bots can join this tournament."))
        return redirect("tournament", slug)
    if not found.friendly and not request.user.is_authenticated:
        return redirect(reverse("account_signup", query={"next": reverse("tournament", args=[slug])}))
    form = JoinForm(found, request.user, request.POST)
    if not form.is_valid():
        for errors in form.errors.values():
            messages.error(request, " ".join(str(error) for error in errors))
        return redirect("tournament", slug)
    try:
        given = form.cleaned_data
        join(slug=slug, mage=given.get("mage") or first_mage(request))
        if given.get("knows"):
            note_knows(request.user)
    except ValidationError as error:
        messages.error(request, refusal_in_html(error))
    return redirect("tournament", slug)


@login_required
@require_POST
@rate_limit(action="tournament")
def withdraw(request: UserRequest, slug: str) -> HttpResponse:
    """Withdraw the user from a tournament, or pause their participation once it has started."""
    leave(slug=tournament_or_404(slug).slug, user_id=request.user.pk)
    return redirect("tournament", slug)


@login_required
@require_POST
@rate_limit(action="tournament")
def cancel(request: UserRequest, slug: str) -> HttpResponse:
    """Cancel a tournament that has not started."""
    try:
        cancel_tournament(slug=tournament_or_404(slug).slug, user=request.user)
    except ValidationError as error:
        messages.error(request, refusal_in_html(error))
        return redirect("tournament", slug)
    messages.success(request, _("The tournament is cancelled."))
    return redirect("tournaments")
