"""Lookup of duels by slug, for views."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import Http404
from django.utils.translation import gettext as _

from duels.viewing.duels import duel_named

if TYPE_CHECKING:
    from duels.models import Duel


def duel_or_404(slug: str) -> Duel:
    duel = duel_named(slug)
    if duel is None:
        raise Http404(_("There is no such duel."))
    return duel
