"""The list of clubs, the page of each club, and forms for members and officers."""

from collections.abc import Callable
from typing import Any

from allauth.decorators import rate_limit
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import BadRequest, ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.permissions import Forbidden
from accounts.selectors import user_named
from accounts.sessions import UserRequest, not_for_guests
from duels.clubs import listing, running
from duels.clubs.finding import club_or_404
from duels.clubs.forms import ClubForm, MessageForm
from duels.clubs.joining import join, leave
from duels.clubs.membership import club_at, clubs_of, membership_of, memberships
from duels.ladder.views.ladder import RANKS
from duels.ladder.views.listing import Column
from duels.notifications.presence import seen_here
from duels.wording.paging import page_of, rest_of_query
from duels.wording.refusals import refusal_in_html

CLUBS_A_PAGE, MEMBERS_A_PAGE = 25, 50
LONGEST_SEARCH = 40


@never_cache
@require_safe
def overview(request: HttpRequest) -> HttpResponse:
    """List the clubs.

    The user's own clubs come first.
    """
    search = " ".join(request.GET.get("q", "").replace("\0", "").split())[:LONGEST_SEARCH]
    sort = request.GET.get("sort", "")
    sort = sort if sort in listing.SORTS else "members"
    page = page_of(request, listing.clubs_found(search, sort), CLUBS_A_PAGE)
    own = list(clubs_of(request.user)) if request.user.is_authenticated else []
    context = {
        "page": page,
        "query": rest_of_query(request),
        "clubs": listing.rows(page, {it.pk for it in own}),
        "own": own,
        "search": search,
        "sort": sort,
        "longest_search": LONGEST_SEARCH,
    }
    return render(request, "clubs/clubs.html", context)


@never_cache
@require_safe
def club(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a club. Everyone sees its description and members; its lobby and leaderboard are for members only."""
    return _page(request, slug)


def _page(request: HttpRequest, slug: str, form: MessageForm | None = None) -> HttpResponse:
    found, user_id = club_or_404(slug), request.user.pk
    own = membership_of(found, user_id)
    is_in, is_officer = own is not None and own.is_member, own is not None and own.is_officer
    here = seen_here(user_id) if is_in else set()
    page = page_of(request, listing.members_here_first(found, here), MEMBERS_A_PAGE)
    context = {
        "club": found,
        "own": own,
        "is_in": is_in,
        "is_officer": is_officer,
        "has_asked": own is not None and own.state == listing.State.REQUESTED,
        "page": page,
        "members": listing.member_rows(page, here, own),
        "here_now": memberships(found).filter(user__in=here).count() if is_in else 0,
    }
    return render(
        request, "clubs/club.html", context | (_for_members(request, found, form, is_officer) if is_in else {})
    )


def _for_members(request: HttpRequest, found: Any, form: MessageForm | None, is_officer: bool) -> dict[str, Any]:
    return {
        "messages_of_club": listing.messages(found, request.user.pk or 0),
        "requests": listing.requests(found, request.user.pk or 0) if is_officer else [],
        "ranks": listing.leaderboard(found, request.user.pk),
        "columns": [Column(it.label, number=it.number) for it in RANKS],
        "form": form or MessageForm(),
    }


@login_required
@not_for_guests
@never_cache
@require_http_methods(["GET", "POST"])
@rate_limit(action="club")
def new(request: UserRequest) -> HttpResponse:
    """Show the form for a new club, or found the club."""
    form = ClubForm(request.POST or None)
    if form.is_valid():
        try:
            return redirect("club", running.found_club(founder=request.user, **form.cleaned_data).slug)
        except ValidationError as error:
            form.add_error(None, error)
    return render(request, "clubs/edit.html", {"form": form})


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
@rate_limit(action="club")
def edit(request: UserRequest, slug: str) -> HttpResponse:
    """Show an officer the form for editing the club, or save the changes."""
    found = club_or_404(slug)
    own = membership_of(found, request.user.pk)
    if own is None or not own.is_officer:
        raise Http404(_("There is no such club."))
    form = ClubForm(request.POST or None, initial={name: getattr(found, name) for name in ClubForm.base_fields})
    if form.is_valid():
        try:
            running.edit_club(slug=slug, officer=request.user, **form.cleaned_data)
            return redirect("club", slug)
        except ValidationError as error:
            form.add_error(None, error)
    return render(request, "clubs/edit.html", {"form": form, "club": found})


@login_required
@not_for_guests
@require_POST
@rate_limit(action="club")
def enter(request: UserRequest, slug: str) -> HttpResponse:
    """Join a club, or ask to join it."""
    club_or_404(slug)
    return _back(request, slug, lambda: join(slug=slug, user=request.user))


@login_required
@require_POST
@rate_limit(action="club")
def withdraw(request: UserRequest, slug: str) -> HttpResponse:
    """Leave a club, or withdraw a request to join it."""
    club_or_404(slug)
    _back(request, slug, lambda: leave(slug=slug, user_id=request.user.pk))
    return redirect("club", slug) if club_at(slug) else redirect("clubs")


@login_required
@require_POST
@rate_limit(action="club")
def write(request: UserRequest, slug: str) -> HttpResponse:
    """Send a message to all members."""
    form = MessageForm(request.POST)
    if form.is_valid():
        try:
            running.write_to_members(slug=club_or_404(slug).slug, author=request.user, **form.cleaned_data)
            return redirect("club", slug)
        except Forbidden as error:  # the page might have no form on which to show the error
            messages.error(request, refusal_in_html(error))
            return redirect("club", slug)
        except ValidationError as error:
            form.add_error(None, error)
    return _page(request, slug, form)


@login_required
@require_POST
@rate_limit(action="club")
def member(request: UserRequest, slug: str, username: str) -> HttpResponse:
    """Apply the action in the parameter `do` to a member, or to a user who has asked to join."""
    club_or_404(slug)
    other, action = user_named(username), running.ACTIONS.get(request.POST.get("do", ""))
    if other is None:
        raise Http404(_("There is no user with this name."))
    if action is None:
        raise BadRequest(f"Send one of these as `do`: {', '.join(running.ACTIONS)}.")
    done = _("%(name)s leads the club now.") % {"name": other.username} if action is running.hand_over else ""
    return _back(request, slug, lambda: action(slug=slug, officer=request.user, user=other), done)


def _back(request: HttpRequest, slug: str, service: Callable[[], object], done: str = "") -> HttpResponse:
    """Call the service and redirect to the club's page.

    The page shows the message `done` if there is one, or the reason for a refusal.
    """
    try:
        service()
    except ValidationError as error:
        messages.error(request, refusal_in_html(error))
    else:
        if done:
            messages.success(request, done)
    return redirect("club", slug)
