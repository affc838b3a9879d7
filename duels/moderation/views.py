"""The page for sending reports to the moderators."""

from urllib.parse import urlencode

from allauth.decorators import rate_limit
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.forms.moderation import ReportForm
from accounts.services.reports import report as write_report
from accounts.sessions import UserRequest, next_address
from duels.moderation import reports

PLACES = ("line", "message", "duel", "wizard", "round", "mage", "user", "puzzle", "club", "club_message")


@login_required
@require_http_methods(["GET", "POST"])
@rate_limit(action="report")
def report(request: UserRequest) -> HttpResponse:
    """Show the form for a report, or send the report.

    Keys from `PLACES` in the query string identify the subject of the report.
    """
    asked = {key: request.GET[key] for key in PLACES if "\0" not in request.GET.get(key, "\0")}
    place = reports.place_of(asked, request.user)
    if place is None:
        return _which_wizard(request, asked)
    form = ReportForm(request.POST or None)
    if form.is_valid() and _is_made(form, request, place):
        messages.success(request, _("Thank you. A moderator will review your report."))
        return redirect(next_address(request, default=place.path))
    return render(request, "moderation/report.html", {"form": form, "place": place})


def _is_made(form: ReportForm, request: UserRequest, place: reports.Place) -> bool:
    try:
        write_report(
            reporter=request.user,
            accused=place.accused,
            path=place.path,
            about=place.about,
            quote=place.quote,
            why=form.cleaned_data["why"],
        )
    except ValidationError as error:
        form.add_error(None, error)
    return not form.errors


def _which_wizard(request: HttpRequest, asked: dict[str, str]) -> HttpResponse:
    """Ask the user which wizard in a duel they want to report.

    Raise `Http404` if the duel has no wizards of other users, or if the request already names a wizard.
    """
    names = reports.wizards_to_report(asked["duel"], request.user) if "duel" in asked else []
    if not names or "wizard" in asked:
        raise Http404(_("There is nothing to report here."))
    wizards = [(name, "?" + urlencode(asked | {"wizard": name})) for name in names]
    return render(request, "moderation/report_whom.html", {"wizards": wizards})
