"""Following a duel, and reporting what has happened at one, or elsewhere."""

from urllib.parse import urlencode

from allauth.decorators import rate_limit
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts.forms.moderation import ReportForm
from accounts.services import reports
from accounts.sessions import UserRequest, next_address
from duels.selectors import complaints
from duels.viewing import following
from duels.viewing.views.finding import duel_or_404

PLACES = ("line", "message", "duel", "wizard", "round", "mage", "user")


@login_required
@require_POST
@rate_limit(action="block")
def follow(request: UserRequest, slug: str) -> HttpResponse:
    """Follow a duel, or no more: `do`."""
    duel = duel_or_404(slug)
    service = following.unsubscribe if request.POST.get("do") == "unfollow" else following.subscribe
    try:
        service(user=request.user, duel=duel)
    except ValidationError as error:
        messages.error(request, " ".join(error.messages))
    return redirect("duel", slug)


@login_required
@require_http_methods(["GET", "POST"])
@rate_limit(action="report")
def report(request: UserRequest) -> HttpResponse:
    """Call a moderator; the address says to what: `line`, `message`, `duel`, `wizard`, `round`, `mage`, `user`."""
    asked = {key: request.GET[key] for key in PLACES if key in request.GET}
    place = complaints.place_of(asked, request.user)
    if place is None:
        return _which_wizard(request, asked)
    form = ReportForm(request.POST or None)
    if form.is_valid() and _is_made(form, request, place):
        messages.success(request, _("Thank you. A moderator will look at it."))
        return redirect(next_address(request, default=place.path))
    return render(request, "moderation/report.html", {"form": form, "place": place})


def _is_made(form: ReportForm, request: UserRequest, place: complaints.Place) -> bool:
    try:
        reports.report(
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
    """Of a duel alone: ask which of its wizards is meant."""
    names = complaints.wizards_to_report(asked["duel"], request.user) if "duel" in asked else []
    if not names or "wizard" in asked:
        raise Http404(_("There is nothing here to report."))
    wizards = [(name, "?" + urlencode(asked | {"wizard": name})) for name in names]
    return render(request, "moderation/report_whom.html", {"wizards": wizards})
