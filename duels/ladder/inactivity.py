"""Inactive mages: they retire and finally quit, with a warning before each step.

Source: Firetop Mountain, "Retire". Each step is checked again with the mage's row locked, so that it happens once,
and not at all if the mage has just come back.
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

from accounts.models import Letter, Mage
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
    _("%(name)s will retire"),
    _(
        "Nothing has been heard of %(name)s since %(active)s. After %(day)s it will retire: a positive score"
        " stays in the honour roll, and it comes back as soon as it challenges somebody or accepts a challenge."
    ),
)
HAS_RETIRED = (
    _("%(name)s has retired"),
    _(
        "Nothing has been heard of %(name)s since %(active)s, so it has retired. It comes back as soon as it"
        " challenges somebody or accepts a challenge."
    ),
)
WILL_QUIT = (
    _("%(name)s will leave the Mountain"),
    _(
        "%(name)s is retired, and nothing has been heard of it since %(active)s. After %(day)s it will be gone for"
        " good, and its score with it. To keep it, challenge somebody or accept a challenge until then."
    ),
)
HAS_QUIT = (
    _("%(name)s has left the Mountain"),
    _(
        "Nothing has been heard of %(name)s since %(active)s, so it lies in the graveyard now. You may register the"
        " name again, for a new life from zero."
    ),
)
Words = tuple["StrPromise", "StrPromise"]
"""The subject and the text of a notification."""


def retire_inactive(now: datetime | None = None) -> None:
    """Warn and retire inactive mages, and let long inactive ones quit."""
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
    """Take this step with the mage if it is still inactive."""
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
        about=Letter.About.MAGE,
        subject=lambda: subject % {"name": mage.name},
        text=lambda: text % {"name": mage.name, **_dates(mage.active, day or mage.active)},
        path=reverse("mage", args=[mage.name]),
    )


def _dates(active: datetime, day: datetime) -> dict[str, str]:
    return {"active": date_format(active, gettext("j F Y")), "day": date_format(day, gettext("j F"))}
