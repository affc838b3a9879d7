"""The view through which users follow and unfollow other people's duels."""

from allauth.decorators import rate_limit
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from accounts.sessions import UserRequest
from duels.viewing import following
from duels.viewing.views.finding import duel_or_404


@login_required
@require_POST
@rate_limit(action="follow")
def follow(request: UserRequest, slug: str) -> HttpResponse:
    """Follow a duel, or unfollow it if `do=unfollow` is sent."""
    duel = duel_or_404(slug)
    service = following.unsubscribe if request.POST.get("do") == "unfollow" else following.subscribe
    try:
        service(user=request.user, duel=duel)
    except ValidationError as error:
        messages.error(request, " ".join(error.messages))
    return redirect("duel", slug)
