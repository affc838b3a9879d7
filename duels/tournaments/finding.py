"""The function that views and the API use to look up a tournament by its slug."""

from typing import Any

from django.http import Http404
from django.utils.translation import gettext as _

from duels.tournaments.listing import tournament_at


def tournament_or_404(slug: str) -> Any:
    found = tournament_at(slug)
    if found is None:
        raise Http404(_("There is no such tournament."))
    return found
