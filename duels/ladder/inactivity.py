"""Retirement and, eventually, removal of inactive mages, with a warning to the owner before each step.

The condition for a step is checked again after the mage's row has been locked. Each step therefore happens only once,
and does not happen at all if the mage has just returned. Source: the e-mail server Firetop Mountain, "Retire".
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import EmailNotification, Mage
from accounts.services.notifications import notify
from duels.ladder.active_seats import is_in_play
from duels.ladder.retirement import bury, leave_challenges
from wavinghands.db.after_commit import after_commit

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

RETIRES_AFTER = timedelta(days=90)
QUITS_AFTER = timedelta(days=365)
NOTICE = timedelta(days=14)

WILL_RETIRE = (
    _("%(name)s will retire soon"),
    _(
        "%(name)s hasn’t played since %(active)s and will retire after %(day)s. A positive score "
        "stays on the honour roll. You can come back at any time: challenge someone or accept a "
        "challenge."
    ),
)
HAS_RETIRED = (
    _("%(name)s has retired"),
    _(
        "%(name)s hasn’t played since %(active)s and has retired. To come back, challenge someone or "
        "accept a challenge."
    ),
)
WILL_QUIT = (
    _("%(name)s will soon be removed"),
    _(
        "%(name)s is retired and hasn’t played since %(active)s. After %(day)s, the mage and its "
        "score will be removed permanently. To keep the mage, challenge someone or accept a "
        "challenge before then."
    ),
)
HAS_QUIT = (
    _("%(name)s has been removed"),
    _(
        "%(name)s hasn’t played since %(active)s and now lies in the graveyard. You can register the "
        "name again and start a new life with a score of zero."
    ),
)
Words = tuple["StrPromise", "StrPromise"]
"""The subject and text of a notification."""


def retire_inactive(now: datetime | None = None) -> None:
    """Warn the owners of inactive mages, retire mages that remain inactive, and eventually make them quit."""
    now = now or timezone.now()
    was_warned, is_unwarned = Q(warned__lte=now - NOTICE), Q(warned=None)
    is_retired = Q(retired__isnull=False)
    for idle, step in (
        (was_warned & ~is_retired & Q(active__lt=now - RETIRES_AFTER), _retire),
        (was_warned & is_retired & Q(active__lt=now - QUITS_AFTER), _quit),
        (is_unwarned & ~is_retired & Q(active__lt=now - RETIRES_AFTER + NOTICE), _warn),
        (is_unwarned & is_retired & Q(active__lt=now - QUITS_AFTER + NOTICE), _warn),
    ):
        for mage_id in list(_idle(idle).values_list("pk", flat=True)):
            _take_step(mage_id, idle, step, now)


def _idle(conditions: Q) -> QuerySet[Mage]:
    return Mage.objects.filter(conditions, ~Q(is_in_play()), ended=None, owner__is_guest=False).order_by("pk")


@transaction.atomic
def _take_step(mage_id: int, idle: Q, step: Callable[[Mage, datetime], None], now: datetime) -> None:
    """Lock the mage, and call `step` with it if it still matches `idle`."""
    mage = _idle(idle).filter(pk=mage_id).select_for_update(of=["self"], no_key=True).first()
    if mage is not None:
        step(mage, now)


def _warn(mage: Mage, now: datetime) -> None:
    after, words = (RETIRES_AFTER, WILL_RETIRE) if mage.retired is None else (QUITS_AFTER, WILL_QUIT)
    Mage.objects.filter(pk=mage.pk).update(warned=now)
    _notify_owner(mage, words, day=max(mage.active + after, now + NOTICE))


def _retire(mage: Mage, now: datetime) -> None:
    Mage.objects.filter(pk=mage.pk).update(retired=now, warned=None)
    after_commit(leave_challenges, [mage.pk])
    _notify_owner(mage, HAS_RETIRED)


def _quit(mage: Mage, now: datetime) -> None:
    bury([mage], now)
    _notify_owner(mage, HAS_QUIT)


def _notify_owner(mage: Mage, words: Words, day: datetime | None = None) -> None:
    subject, text = words
    notify(
        [mage.owner_id],
        about=EmailNotification.About.MAGE,
        subject=lambda: subject % {"name": mage.name},
        text=lambda: text % {"name": mage.name, **_dates(mage.active, day or mage.active)},
        path=reverse("mage", args=[mage.name]),
    )


def _dates(active: datetime, day: datetime) -> dict[str, str]:
    return {"active": date_format(active, gettext("j F Y")), "day": date_format(day, gettext("j F"))}
