"""The function that views and the API use to look up a club by its slug."""

from typing import Any

from django.http import Http404
from django.utils.translation import gettext as _

from duels.clubs.membership import club_at


def club_or_404(slug: str) -> Any:
    found = club_at(slug)
    if found is None:
        raise Http404(_("There is no such club."))
    return found
