"""The page where users download their data."""

from allauth.decorators import rate_limit
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.forms.accounts import PasswordForm
from accounts.sessions import UserRequest, not_for_guests
from duels.export.archive import archive_of


@never_cache
@login_required
@not_for_guests
@require_http_methods(["GET", "POST"])
@rate_limit(action="export")
def data(request: UserRequest) -> HttpResponse:
    """Ask for the user's password, then send a zip archive with all their data."""
    form = PasswordForm(request.POST or None, user=request.user)
    if not form.is_valid():
        return render(request, "export/data.html", {"form": form})
    answer = HttpResponse(archive_of(request.user), content_type="application/zip")
    answer["Content-Disposition"] = 'attachment; filename="waving-hands.zip"'
    return answer
