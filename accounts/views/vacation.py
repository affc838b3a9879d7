"""The page for a user's vacations. Source: Firetop Mountain, "Vacation"."""

from datetime import datetime
from typing import Any

from allauth.decorators import rate_limit
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.forms.refusals import or_error
from accounts.forms.settings import VacationForm
from accounts.models import Vacation
from accounts.services.vacations import ALLOWANCE, book_vacation, days_left, end_vacation, in_words
from accounts.sessions import UserRequest, not_for_guests


@login_required
@not_for_guests
@require_http_methods(["GET", "POST"])
@rate_limit(action="settings")
def vacation(request: UserRequest) -> HttpResponse:
    """Show current and booked vacations, and a form for a new one."""
    if "end" in request.POST:
        return _end(request)
    form = VacationForm(request.POST or None)
    if form.is_valid() and (booked := or_error(form, book_vacation, user=request.user, **form.cleaned_data)):
        messages.success(request, _booked(booked, timezone.now()))
        return redirect("vacation")
    return render(request, "accounts/vacation.html", {"form": form, **_context(request, timezone.now())})


def _context(request: UserRequest, now: datetime) -> dict[str, Any]:
    return {
        "now": now,
        "vacations": Vacation.objects.filter(user=request.user, until__gt=now).order_by("began"),
        "allowance": ALLOWANCE,
        "left": days_left(request.user, now.year),
    }


def _booked(vacation: Vacation, now: datetime) -> str:
    until = in_words(vacation.until)
    if vacation.began <= now:
        return _("You’re on vacation until %(until)s.") % {"until": until}
    text = _("You’ll be on vacation from %(began)s until %(until)s.")
    return text % {"began": in_words(vacation.began), "until": until}


def _end(request: UserRequest) -> HttpResponse:
    number = request.POST["end"]
    if number.isdecimal() and len(number) < 19:
        end_vacation(user=request.user, vacation_id=int(number))
        messages.success(request, _("Vacation removed."))
    return redirect("vacation")
