"""Practice: a duel with a wizard of the house, chosen on a page of its own or begun by one press."""

from allauth.decorators import rate_limit
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.views.newcomers import first_mage
from duels.challenges.forms.practice import PracticeForm
from duels.house.practice import start_practice
from duels.house.standings import next_wizard, step_of
from duels.wording.rule_options import OPTION

ASKED = ("book", "opponent", "level", "position")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@rate_limit(action="guest")
def practice(request: HttpRequest) -> HttpResponse:
    """Whom to meet and on which terms; a POST is straight into the duel, a stranger as a guest with a made-up name."""
    asked = {name: request.GET[name] for name in request.GET if name in ASKED or name.startswith(OPTION)}
    form = PracticeForm(request.POST or None, initial=asked)
    if form.is_valid():
        try:
            return redirect("duel", start_practice(mage=first_mage(request), **form.cleaned_data).slug)
        except ValidationError as error:
            form.add_error(None, error)
    user = request.user.pk
    context = {"form": form, "next": next_wizard(user, step_of(user).level)}
    return render(request, "challenges/practice.html", context)
