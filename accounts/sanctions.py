"""Queries for active silences and bans."""

from datetime import UTC, datetime
from typing import Any

from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from accounts.models import Measure
from accounts.permissions import BARRED, Forbidden, Role, standing_of

FOR_GOOD = datetime.max.replace(tzinfo=UTC)


def silenced_until(user_id: int) -> datetime | None:
    """Return the time when the user's silence ends.

    Return `FOR_GOOD` if it never ends, and `None` if the user is not silenced.
    """
    now = timezone.now()
    silences = _in_force(Measure.Kind.SILENCED, now).filter(user=user_id).values_list("until", flat=True)
    return max((until or FOR_GOOD for until in silences), default=None)


def _in_force(kind: Measure.Kind, now: datetime) -> QuerySet[Measure]:
    return Measure.objects.filter(Q(until=None) | Q(until__gt=now), kind=kind, lifted=None)


def is_banned(user_id: int) -> bool:
    return _in_force(Measure.Kind.BANNED, timezone.now()).filter(user=user_id).exists()


def roles_of(user: Any) -> frozenset[Role]:
    """Return the site-wide roles of a user, including `SILENCED` if a moderator has silenced them."""
    silenced = user.is_authenticated and silenced_until(user.pk) is not None
    return standing_of(user) | ({Role.SILENCED} if silenced else set())


def demand_voice(user_id: int) -> None:
    """Raise `Forbidden` if a moderator has silenced this user.

    The message contains the end of the silence.
    """
    until = silenced_until(user_id)
    if until is not None:
        raise Forbidden(silence_text(until), code="silenced")


def silence_text(until: datetime) -> str:
    """Return the message for a user who is silenced until this time, which may be `FOR_GOOD`."""
    if until == FOR_GOOD:
        return str(BARRED[Role.SILENCED])
    return _("A moderator has muted you until %(moment)s UTC.") % {"moment": date_format(until, _("j F Y, H:i"))}
