"""The page on which users turn their account into a bot account."""

from allauth.decorators import rate_limit
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.sessions import UserRequest, not_for_guests
from duels.ladder.bots import become_bot, has_fought, name_author
from duels.wording.refusals import refusal_in_html


@login_required
@not_for_guests
@never_cache
@require_http_methods(["GET", "POST"])
@rate_limit(action="settings")
def bot(request: UserRequest) -> HttpResponse:
    """Explain bots. Let users turn their account permanently into a bot account, or name the author of their bot."""
    if request.method == "POST":
        try:
            if request.user.is_bot:
                name_author(user=request.user, author=request.POST.get("author", ""))
                messages.success(request, _("Saved."))
            else:
                become_bot(user=request.user)
                messages.success(request, _("This is now a bot account."))
        except ValidationError as error:
            messages.error(request, refusal_in_html(error))
        return redirect("bot")
    return render(request, "ladder/bot.html", {"has_fought": has_fought(request.user.pk)})
