"""The pages of mages and users, and the forms for retiring and quitting."""

from collections.abc import Callable

from allauth.decorators import rate_limit
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.countries import country_of
from accounts.forms.accounts import PasswordForm
from accounts.forms.mages import AboutMageForm
from accounts.forms.refusals import or_error
from accounts.friends import count_followers
from accounts.models import Mage
from accounts.selectors import (
    lives_named,
    lives_of,
    living_mages,
    user_named,
    user_once_named,
    users_listed,
    vacation_of,
)
from accounts.services.mage_lifecycle import describe_mage
from accounts.sessions import UserRequest, not_for_guests
from duels.achievements import listing as achievements
from duels.explorer import best
from duels.ladder import accuracy, active_seats, divisions, retirement, seasons, standings
from duels.ladder.career import best_wins_of, career_of, head_to_head_with, results_of
from duels.ladder.pictures import lines_of
from duels.ladder.rating_history import rating_histories_of, rating_history_of
from duels.ladder.users import user_rows
from duels.ladder.views.listing import SIZES, Column, columns_of, listing_of
from duels.notifications.presence import seen_here
from duels.stats.figures import stats_of_mage
from duels.viewing.now_playing import duels_played_by
from duels.viewing.pictures import card as draw_card
from duels.wording import duel_lists
from duels.wording.paging import page_of, rest_of_query
from duels.wording.provisional import LEAST_DUELS
from duels.wording.sigils import sigil
from wavinghands.web.pictures import picture_response

ROWS_OF_DUELS = 10

USERS_BY = ("name", "active")
USERS = (
    Column(gettext_lazy("User"), "name", number=False, rising=True),
    Column(gettext_lazy("Mages"), number=False),
    Column(gettext_lazy("Member since"), number=False),
    Column(gettext_lazy("Last online"), "active", number=False),
)


@require_safe
def mage(request: HttpRequest, name: str, life: int | None = None) -> HttpResponse:
    """Show a mage's career, duels, standings and rating history.

    `life` is the number of the mage's life. The default is the latest life.
    """
    (found, others), now = _mage_or_404(name, life), timezone.now()
    page = page_of(request, duel_lists.duels_of_mage(found, request.user), ROWS_OF_DUELS)
    known, stats = standings.standings_of(found), stats_of_mage(found)
    context = {
        "mage": found,
        "sigil": sigil(found.name),
        "others": others,
        "career": career_of(found, request.user),
        "standings": [standings.shown(standing) for standing in known.values()],
        "histories": [history for standing in known.values() if (history := rating_history_of(standing))],
        "stats": stats,
        "has_figures": sum(line.times for line in stats["endings"].lines) >= LEAST_DUELS,
        "best": best.of_mage(found),
        "accuracy": accuracy.of_mage(found),
        "page": page,
        "duels": duel_lists.rows(page, of=[found.name]),
        "is_own": found.owner_id == request.user.pk,
        "vacation": vacation_of(found.owner_id, now),
        "now": now,
    }
    return render(request, "ladder/mage.html", context)


@require_safe
@rate_limit(action="picture", limit_get=True)
def card(request: HttpRequest, name: str, life: int) -> HttpResponse:
    """Return a PNG picture of the mage for link previews."""
    found, _others = _mage_or_404(name, life)
    lines = lines_of(found)
    return picture_response(
        lambda: draw_card(found.name, lines, mage=found.name), "mage", found.name, lines, max_age=60 * 60
    )


@require_safe
def user(request: HttpRequest, username: str) -> HttpResponse:
    found, now = user_named(username), timezone.now()
    if found is None and (renamed := user_once_named(username)):
        return redirect("user", renamed.username)
    if found is None or found.is_guest:
        raise Http404(_("There is no user with this name."))
    is_here = found.pk in seen_here(request.user.pk)
    playing = duels_played_by([found.pk], request.user.pk) if is_here else {}
    context = {
        "them": found,
        "sigil": sigil(found.username),
        "country": country_of(found.country),
        "against_me": head_to_head_with(found, request.user),
        "best_wins": best_wins_of(found),
        "results": results_of(found),
        "ratings": rating_histories_of(found),
        "is_here": is_here,
        "playing": duel_lists.rows(playing.values()),
        "followers": count_followers(found.pk),
        "mages": lives_of(found),
        "divisions": divisions.badges_of(found),
        "trophies": seasons.trophies_of(found),
        "achievements": achievements.latest_of(found),
        "best": best.of_user(found),
        "accuracy": accuracy.of_user(found),
        "may_challenge": found.pk != request.user.pk,
        "vacation": vacation_of(found.pk, now),
        "now": now,
    }
    return render(request, "ladder/user.html", context)


@require_safe
def users(request: HttpRequest) -> HttpResponse:
    """List all users with their living mages."""
    listing = listing_of(request, USERS_BY, default="name")
    found = users_listed(search=listing.search, by_activity=listing.sort == "active")
    page = page_of(request, found, listing.size)
    context = {
        "listing": listing,
        "columns": columns_of(USERS, listing.sort),
        "sizes": SIZES,
        "query": rest_of_query(request),
        "page": page,
        "users": user_rows(page, request.user),
    }
    return render(request, "ladder/users.html", context)


@login_required
@require_http_methods(["GET", "POST"])
@rate_limit(action="settings")
def edit(request: UserRequest, name: str) -> HttpResponse:
    """Show the form for describing one of the user's own mages, or save the description."""
    found = _own_or_404(request, name)
    form = AboutMageForm(request.POST or None, instance=found)
    if form.is_valid():
        saved = or_error(form, describe_mage, mage=found, user=request.user, **form.cleaned_data)
        if saved is not None:
            return redirect("mage", found.name)
    return render(request, "ladder/edit.html", {"form": form, "mage": found})


@login_required
@require_POST
def retire(request: UserRequest, name: str) -> HttpResponse:
    found = _own_or_404(request, name)
    if _done(request, retirement.retire, mage=found, user=request.user):
        messages.success(
            request, _("%(mage)s is retired. To come back, challenge someone or accept a challenge.") % {"mage": found}
        )
    return redirect("mage", found.name)


@login_required
@require_http_methods(["GET", "POST"])
def quit_mage(request: UserRequest, name: str) -> HttpResponse:
    """Ask the owner to confirm that the mage should quit. After confirmation, make it quit."""
    found = _own_or_404(request, name)
    if request.method == "POST" and _done(request, retirement.quit_mage, mage=found, user=request.user):
        messages.success(request, _("%(mage)s no longer exists.") % {"mage": found})
        return redirect("mages")
    duels = [seat.duel for seat in active_seats.running_seats([found])]
    return render(request, "ladder/quit.html", {"mage": found, "duels": duel_lists.rows(duels)})


@login_required
@not_for_guests
@require_http_methods(["GET", "POST"])
@rate_limit(action="quit_account")
def quit_account(request: UserRequest) -> HttpResponse:
    """Ask the user to confirm that they want to delete their account.

    After confirmation, close the account and end the lives of its mages.
    """
    form = PasswordForm(request.POST or None, user=request.user)
    if form.is_valid() and _done(request, retirement.quit_account, user=request.user):
        logout(request)
        messages.success(request, _("Your account has been deleted. You’re welcome to sign up again at any time."))
        return redirect("home")
    duels = duel_lists.rows(seat.duel for seat in active_seats.running_seats_of(request.user))
    context = {"form": form, "mages": living_mages(request.user), "duels": duels}
    return render(request, "ladder/quit_account.html", context)


def _mage_or_404(name: str, life: int | None) -> tuple[Mage, list[Mage]]:
    """Return the mage with this name, and the mages of its other lives.

    `life` is the number of the life, or `None` for the latest one. Raise `Http404` if there is no such mage.
    """
    all_lives = lives_named(name)
    found = next((mage for mage in all_lives if life in (None, mage.life)), None)
    if found is None:
        raise Http404(_("There is no mage with this name."))
    return found, [mage for mage in all_lives if mage != found]


def _own_or_404(request: UserRequest, name: str) -> Mage:
    found, _owner = _mage_or_404(name, None)
    if found.owner_id != request.user.pk or found.ended is not None:
        raise Http404(_("You have no mage with this name."))
    return found


def _done(request: HttpRequest, service: Callable[..., object], **given: object) -> bool:
    """Call `service`, and return `True`.

    If the service raises `ValidationError`, show its messages and return `False`.
    """
    try:
        service(**given)
    except ValidationError as error:
        for message in error.messages:
            messages.error(request, message)
        return False
    return True
