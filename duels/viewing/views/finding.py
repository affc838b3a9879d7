"""Lookup of duels by slug, for views."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import Http404
from django.utils.translation import gettext as _

from duels.viewing.duels import duel_named
from duels.wording.endings import CANCELLED

if TYPE_CHECKING:
    from duels.models import Duel


def duel_or_404(slug: str) -> Duel:
    """Return the duel with this slug. Raise `Http404` if there is none, or if it was cancelled."""
    duel = duel_named(slug)
    if duel is None or duel.ending == CANCELLED:
        raise Http404(_("There is no such duel."))
    return duel
