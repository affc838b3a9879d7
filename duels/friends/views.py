"""The page of the players whom a user follows, and the view for following and unfollowing a player."""

from typing import Literal

import msgspec
from allauth.decorators import rate_limit
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import BadRequest, ValidationError
from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import redirect, render, resolve_url
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.friends import count_followers
from accounts.selectors import user_named
from accounts.services.friends import follow, unfollow
from accounts.sessions import UserRequest, next_address, not_for_guests
from duels.friends.listing import follows_here_first, friends
from duels.notifications.presence import seen_here
from duels.wording.paging import page_of

FRIENDS_A_PAGE = 25


@login_required
@not_for_guests
@never_cache
@require_safe
def overview(request: UserRequest) -> HttpResponse:
    """Show the players whom the user follows.

    Those who are online come first.
    """
    here = seen_here(request.user.pk)
    page = page_of(request, follows_here_first(request.user, here), FRIENDS_A_PAGE)
    context = {"page": page, "friends": friends(page, here), "followers": count_followers(request.user.pk)}
    return render(request, "friends/friends.html", context)


@login_required
@not_for_guests
@require_POST
@rate_limit(action="friends")
def friend(request: UserRequest, username: str) -> HttpResponse:
    """Follow a player, or unfollow them if `do` is `unfollow`.

    The response to a JSON request contains the new state. If the request is refused, it contains the reason as `why`.
    """
    is_script = request.content_type == "application/json"
    is_ending = (_asked(request.body).do if is_script else request.POST.get("do")) == "unfollow"
    other = user_named(username)
    if other is None:
        raise Http404(_("There is no user with this name."))
    try:
        (unfollow if is_ending else follow)(user=request.user, other=other)
    except ValidationError as error:
        if is_script:
            return JsonResponse({"why": " ".join(error.messages)}, status=409)
        messages.error(request, " ".join(error.messages))
    if is_script:
        return JsonResponse({"follows": not is_ending})
    return redirect(next_address(request, default=resolve_url("friends")))


class Asked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The JSON body of a request to follow or unfollow a player."""

    do: Literal["follow", "unfollow"]


def _asked(body: bytes) -> Asked:
    try:
        return msgspec.json.decode(body, type=Asked)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise BadRequest('Send {"do": "follow"} or {"do": "unfollow"}.') from error
