"""The ladder, a mage's page, the lists of duels."""

from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.selectors import mage_named
from duels.selectors import ladder as reads

ROWS_OF_THE_LADDER = 50
ROWS_OF_DUELS = 25


@require_safe
def ladder(request: HttpRequest) -> HttpResponse:
    """Mages by score."""
    return render(request, "ladder/ladder.html", {"page": _page(request, reads.ladder(), ROWS_OF_THE_LADDER)})


@require_safe
def mage(request: HttpRequest, name: str) -> HttpResponse:
    """One mage: standing and duels."""
    found = mage_named(name)
    if found is None:
        raise Http404("There is no mage of this name.")
    page = _page(request, reads.duels_of_mage(found), ROWS_OF_DUELS)
    context = {
        "mage": found,
        "standing": reads.standing_of(found),
        "page": page,
        "duels": reads.rows(page),
        "is_own": found.owner_id == request.user.pk,
    }
    return render(request, "ladder/mage.html", context)


@require_safe
def duels(request: HttpRequest) -> HttpResponse:
    """Duels under way, or with ``?show=finished`` those that are over."""
    finished = request.GET.get("show") == "finished"
    page = _page(request, reads.duels_finished() if finished else reads.duels_under_way(), ROWS_OF_DUELS)
    context = {
        "finished": finished,
        "page": page,
        "duels": reads.rows(page),
        "own": reads.duels_of_user(request.user),
    }
    return render(request, "ladder/duels.html", context)


def _page(request: HttpRequest, things: QuerySet[Any], size: int) -> Page:
    return Paginator(things, size).get_page(request.GET.get("page"))
