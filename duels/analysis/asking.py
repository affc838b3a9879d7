"""Requesting and reading computer analyses of duels.

Analyses are made by the search, the program that finds the best orders. An analysis made by another version of the
search is outdated and is repeated when a user views it.
"""

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
from duels.analysis.standing import analysis_of, is_old, is_wanted, standing, why_unfit
from duels.models import Analysis, Duel
from duels.viewing.duels import roles_at
from duels.wording.refusals import Refused
from wavinghands.engine import Json

MOST_AT_ONCE = 3
"""The maximum number of unfinished analyses per user."""
DAY = timedelta(days=1)

State = Analysis.State


def ask(*, duel: Duel, user: Any) -> None:
    """Request the analysis of a duel, unless it has an up-to-date analysis or is already being analysed.

    Raise `Refused` with the code `not_yours` if the user may not request one, `illegal` if the duel is unsuitable, or
    `rate` if the user has too many unfinished analyses.
    """
    try:
        demand("analyse", roles_at(duel, user))
    except ValidationError as error:
        raise Refused("not_yours", " ".join(error.messages)) from error
    if why := why_unfit(duel):
        raise Refused("illegal", why)
    with transaction.atomic():
        hold_users([user.pk])
        Duel.objects.select_for_update().get(pk=duel.pk)  # serializes concurrent requests
        if is_wanted(analysis_of(duel)):
            _demand_few(user)
            fresh = {"state": State.ASKED, "done": 0, "of": 0, "tries": 0, "moved": timezone.now(), "asked_by": user}
            Analysis.objects.update_or_create(duel=duel, defaults=fresh)
            work.queue(duel)


def _demand_few(user: Any) -> None:
    under_way = Analysis.objects.filter(asked_by=user, state__in=[State.ASKED, State.UNDER_WAY])
    if under_way.count() >= MOST_AT_ONCE:
        why = _("You already have %(most)s analyses in progress. Wait until one is finished.")
        raise Refused("rate", why, most=MOST_AT_ONCE)


def refreshed_progress_of(duel: Duel, user: Any) -> Json:
    """Return the progress and result of a duel's analysis.

    If the analysis is outdated and the user may request a new one, queue a new one first.
    """
    analysis = analysis_of(duel)
    if analysis is not None and analysis.result is not None:
        Analysis.objects.filter(pk=analysis.pk, seen__lt=timezone.now() - DAY).update(seen=timezone.now())
        if is_old(analysis) and analysis.state == State.DONE:
            _repeat(duel, user)
    return progress_of(duel, user)


def progress_of(duel: Duel, user: Any) -> Json:
    """Return the progress and result of a duel's analysis, without requesting one."""
    analysis = analysis_of(duel)
    return standing(duel, user, analysis) | {"result": analysis.result if analysis else None}


def _repeat(duel: Duel, user: Any) -> None:
    with suppress(Refused):  # if refused, the old result stays
        ask(duel=duel, user=user)
