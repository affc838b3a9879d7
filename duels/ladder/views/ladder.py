"""The ladder, the honour roll and the graveyard."""

from collections.abc import Iterable
from typing import Any

from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from duels.ladder import divisions, seasons, standings
from duels.ladder.views.listing import SIZES, Column, Listing, columns_of, listing_of
from duels.wording.paging import page_of, rest_of_query

RANKS = (
    Column(_("Rank")),
    Column(_("Mage"), "name", number=False, rising=True),
    Column(_("Score"), "score"),
    Column(_("Rating"), "rating"),
    Column(_("Wins"), "wins"),
    Column(_("Losses"), "losses"),
    Column(_("Draws"), "draws"),
)
HONOURS = (*RANKS, Column(_("Retired"), "retired", number=False))
GRAVES = (
    Column(_("Mage"), "name", number=False, rising=True),
    Column(_("Ended"), "ended", number=False),
    Column(_("Reason"), number=False),
    Column(_("Score lost")),
    Column(_("Wins")),
    Column(_("Losses")),
    Column(_("Draws")),
    Column(_("Registered"), "registered", number=False, rising=True),
)


@require_safe
def ladder(request: HttpRequest) -> HttpResponse:
    """Show living mages by score or rating in duels.

    With `?kind=melee`, show scores or ratings in melees.
    """
    listing = listing_of(request, standings.ORDERS)
    return render(request, "ladder/ladder.html", _ranks(request, listing, RANKS, standings.LIVING))


@require_safe
def season(request: HttpRequest, slug: str = "") -> HttpResponse:
    """Show the table of a season, by default the current one.

    `?division=adepts`, for example, shows only this division.
    """
    current = seasons.Season.at(timezone.now())
    shown = seasons.Season.parse(slug) if slug else current
    if shown is None or shown > current:
        raise Http404(gettext("There is no such season."))
    division = divisions.BY_SLUG.get(request.GET.get("division", ""))
    lines = divisions.table_of_division(shown, division) if division else [(it, 0) for it in seasons.table_of(shown)]
    context = {
        "season": shown,
        "is_current": shown == current,
        "later": shown.next if shown < current else None,
        "division": division,
        "divisions": divisions.DIVISIONS,
        "own_division": divisions.division_of(request.user, shown),
        "lines": lines,
    }
    return render(request, "ladder/season.html", context)


@require_safe
def honours(request: HttpRequest) -> HttpResponse:
    """Show retired mages with a positive score."""
    listing = listing_of(request, standings.ORDERS)
    return render(request, "ladder/honours.html", _ranks(request, listing, HONOURS, standings.HONOURED))


@require_safe
def graveyard(request: HttpRequest) -> HttpResponse:
    """Show mages that have died or quit.

    By default, the mage that died or quit most recently comes first.
    """
    listing = listing_of(request, standings.GRAVES, default="ended")
    page = page_of(request, standings.graves(search=listing.search, sort=listing.sort), listing.size)
    context = _context(request, listing, GRAVES) | {"page": page, "graves": standings.tombs(list(page))}
    return render(request, "ladder/graveyard.html", context)


def _ranks(request: HttpRequest, listing: Listing, columns: Iterable[Column], who: Q) -> dict[str, Any]:
    who &= standings.PLAYED_BY[listing.who]
    if "rating" in (listing.by, listing.sort):
        who &= standings.RATED
    places = standings.places(melee=listing.melee, who=who, by=listing.by)
    found = standings.ranked(melee=listing.melee, who=who, search=listing.search, sort=listing.sort)
    page = page_of(request, found, listing.size)
    ranks = standings.lines(page, places, listing.by, request.user.pk)
    return _context(request, listing, columns) | {"page": page, "ranks": ranks}


def _context(request: HttpRequest, listing: Listing, columns: Iterable[Column]) -> dict[str, Any]:
    return {
        "listing": listing,
        "columns": columns_of(columns, listing.sort),
        "sizes": SIZES,
        "query": rest_of_query(request),
    }
