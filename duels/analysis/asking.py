"""An analysis ordered, and looked at: made once, and made anew when the search has changed and somebody looks."""

from contextlib import suppress
from datetime import timedelta
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.permissions import demand
from accounts.services.mage_lifecycle import hold_users
from duels.analysis import work
from duels.analysis.standing import Json, analysis_of, is_old, is_wanted, standing, why_unfit
from duels.models import Analysis, Duel
from duels.viewing.duels import roles_at
from duels.wording.refusals import Refused

MOST_AT_ONCE = 3
"""Analyses that one user may have under way."""
DAY = timedelta(days=1)

State = Analysis.State


def ask(*, duel: Duel, user: Any) -> None:
    """Order the analysis of a duel, unless it is made or under way.

    Raises `Refused`: `not_yours` to who may not, `illegal` for a duel that cannot be analysed, `rate` to who has too
    many under way.
    """
    try:
        demand("analyse", roles_at(duel, user))
    except ValidationError as error:
        raise Refused("not_yours", " ".join(error.messages)) from error
    if why := why_unfit(duel):
        raise Refused("illegal", why)
    with transaction.atomic():
        hold_users([user.pk])
        Duel.objects.select_for_update().get(pk=duel.pk)  # of two who ask in one moment, one is second
        if is_wanted(analysis_of(duel)):
            _demand_few(user)
            fresh = {"state": State.ASKED, "done": 0, "of": 0, "tries": 0, "moved": timezone.now(), "asked_by": user}
            Analysis.objects.update_or_create(duel=duel, defaults=fresh)
            work.queue(duel)


def _demand_few(user: Any) -> None:
    under_way = Analysis.objects.filter(asked_by=user, state__in=[State.ASKED, State.UNDER_WAY])
    if under_way.count() >= MOST_AT_ONCE:
        why = _("You have %(most)s analyses under way: wait for one of them.")
        raise Refused("rate", why, most=MOST_AT_ONCE)


def look(duel: Duel, user: Any) -> Json:
    """How far the analysis of this duel is, with what it says; if that is old, and he may, it is ordered anew."""
    analysis = analysis_of(duel)
    if analysis is not None and analysis.result is not None:
        Analysis.objects.filter(pk=analysis.pk, seen__lt=timezone.now() - DAY).update(seen=timezone.now())
        if is_old(analysis) and analysis.state == State.DONE:
            _ask_anew(duel, user)
    return told(duel, user)


def told(duel: Duel, user: Any) -> Json:
    """The same, and nothing is ordered."""
    analysis = analysis_of(duel)
    return standing(duel, user, analysis) | {"result": analysis.result if analysis else None}


def _ask_anew(duel: Duel, user: Any) -> None:
    with suppress(Refused):  # he reads the old one until then, or who may not order one
        ask(duel=duel, user=user)
