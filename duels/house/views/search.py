"""The search for players and spells, which is in the header of every page."""

from typing import Any

from allauth.decorators import rate_limit
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from accounts.models import NAME_LENGTH
from accounts.selectors import users_listed
from duels.books.reference import spell_rows
from duels.house.names import suggested_with_house
from duels.house.wizards import BY_NAME

MOST = 8
"""The maximum number of users, and also of spells, in the results."""
BOOK = "classic"


@require_safe
@rate_limit(action="names", limit_get=True)
def search(request: HttpRequest) -> HttpResponse:
    """Show the mages, users and spells that match `?q=`.

    Mages and users match by name. Spells match by name or gestures.
    """
    typed = " ".join(request.GET.get("q", "").replace("\0", "").split())[:NAME_LENGTH]
    context: dict[str, Any] = {"typed": typed}
    if typed:
        context |= {
            "mages": [{**mage, "url": _page_of(mage["name"])} for mage in suggested_with_house(typed, request.user)],
            "users": users_listed(search=typed)[:MOST],
            "spells": [spell for spell in spell_rows(BOOK) if _matches(spell, typed)][:MOST],
            "book": BOOK,
        }
    return render(request, "house/search.html", context)


def _matches(spell: dict[str, str], typed: str) -> bool:
    return typed.casefold() in spell["name"].casefold() or typed.upper() in spell["gestures"]


def _page_of(name: str) -> str:
    wizard = BY_NAME.get(name)
    return reverse("house_wizard", args=[wizard.slug]) if wizard else reverse("mage", args=[name])
