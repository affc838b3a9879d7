"""The duel that an address names."""

from typing import Any

from django.http import Http404
from django.utils.translation import gettext as _

from duels.api.problems import Problem
from duels.viewing.duels import duel_named


def duel_or_404(slug: str) -> Any:
    """The duel at this address; raises `Http404` if there is none."""
    found = duel_named(slug)
    if found is None:
        raise Http404(_("There is no such duel."))
    return found


def duel_fought_here(slug: str) -> Any:
    """The duel at this address; raises `Problem` too if it came as a record, which is there to be replayed alone."""
    found = duel_or_404(slug)
    if found.imported:
        raise Problem(409, _("This duel came as a record: read its record or its course."), code="imported")
    return found
