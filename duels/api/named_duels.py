"""The duel that an address names, for frames of it."""

from typing import Any

from django.utils.translation import gettext as _

from duels.api.problems import Problem
from duels.viewing.views.finding import duel_or_404


def duel_fought_here(slug: str) -> Any:
    """The duel at this address; raises `Http404` if there is none, `Problem` if it came as a record, to be replayed."""
    found = duel_or_404(slug)
    if found.imported:
        raise Problem(
            409, _("This duel was imported as a record. Read its record or its course instead."), code="imported"
        )
    return found
