"""The list of the house wizards (computer players), and a page for each of them."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from duels.house import records
from duels.house.wizards import BY_SLUG, WIZARDS
from duels.wording.duel_lists import rows
from duels.wording.paging import page_of

ROWS_OF_DUELS = 25


@require_safe
def house(request: HttpRequest) -> HttpResponse:
    """List the house wizards, with the user's record against each of them."""
    own = records.records_of(request.user.pk)
    context = {"met": [(wizard, own.get(wizard.name)) for wizard in WIZARDS]}
    return render(request, "house/house.html", context)


@require_safe
def wizard(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a house wizard's style of play, record and most recent duels."""
    found = BY_SLUG.get(slug)
    if found is None:
        raise Http404(_("There is no computer player with this name."))
    page = page_of(request, records.duels_of(found), ROWS_OF_DUELS)
    context = {
        "wizard": found,
        "record": records.records_against_people([found]).get(found.name, records.Record()),
        "own": records.records_of(request.user.pk).get(found.name),
        "page": page,
        "duels": rows(page, of=[found.name]),
    }
    return render(request, "house/wizard.html", context)
