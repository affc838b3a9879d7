"""Lookup of duels by slug, for API operations whose responses have the form of WebSocket frames."""

from typing import Any

from django.utils.translation import gettext as _

from duels.api.problems import Problem
from duels.viewing.views.finding import duel_or_404


def duel_fought_here(slug: str) -> Any:
    """Return the duel with this slug.

    Raise `Http404` if there is no such duel, and `Problem` if it was not played on this site.
    """
    found = duel_or_404(slug)
    if found.imported:
        raise Problem(
            409,
            _("This duel was imported. Get its record or its course instead."),
            code="imported",
        )
    return found
