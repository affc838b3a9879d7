"""What users are to each other, and to the moderators: who has blocked, muted, been silenced. Reads only."""

from collections.abc import Collection
from datetime import UTC, datetime
from typing import Any, NamedTuple

from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from accounts.models import Block, Measure
from accounts.permissions import BARRED, Forbidden, Role, standing_of

FOR_GOOD = datetime.max.replace(tzinfo=UTC)


class Peace(NamedTuple):
    """What one user has done about another."""

    blocks: bool = False
    mutes: bool = False


def has_block_between(user_id: int, other_ids: Collection[int]) -> bool:
    """Whether this user has blocked one of the others, or one of them him; mutes do not count."""
    others = list(other_ids)
    between = Q(user=user_id, blocked__in=others) | Q(user__in=others, blocked=user_id)
    return Block.objects.filter(between, mutes_only=False).exists()


def blocked_with(user_id: int) -> set[int]:
    """The users whom this one has blocked, or who have blocked him."""
    rows = Block.objects.filter(Q(user=user_id) | Q(blocked=user_id), mutes_only=False)
    return {one for pair in rows.values_list("user", "blocked") for one in pair} - {user_id}


def peace_with(user: Any, other_id: int) -> Peace:
    """What this user has done about that one; an anonymous one has done nothing."""
    if not user.is_authenticated:
        return Peace()
    mutes = Block.objects.filter(user=user, blocked=other_id).values_list("mutes_only", flat=True).first()
    return Peace(blocks=mutes is False, mutes=mutes is True)


def blocks_of(user: Any) -> QuerySet[Block]:
    """Whom this user has blocked or muted, the latest first."""
    return Block.objects.filter(user=user).select_related("blocked").order_by("-pk")


def silenced_until(user_id: int) -> datetime | None:
    """When a moderator's silence over this user ends; `FOR_GOOD`, none if he may talk."""
    now = timezone.now()
    silences = _in_force(Measure.Kind.SILENCED, now).filter(user=user_id).values_list("until", flat=True)
    return max((until or FOR_GOOD for until in silences), default=None)


def _in_force(kind: Measure.Kind, now: datetime) -> QuerySet[Measure]:
    return Measure.objects.filter(Q(until=None) | Q(until__gt=now), kind=kind, lifted=None)


def is_banned(user_id: int) -> bool:
    """Whether a moderator keeps this user from logging in."""
    return _in_force(Measure.Kind.BANNED, timezone.now()).filter(user=user_id).exists()


def roles_of(user: Any) -> frozenset[Role]:
    """What a user is in general, and whether he is silenced."""
    silenced = user.is_authenticated and silenced_until(user.pk) is not None
    return standing_of(user) | ({Role.SILENCED} if silenced else set())


def demand_voice(user_id: int) -> None:
    """Raise `Forbidden`, which tells until when, if a moderator has silenced this user."""
    until = silenced_until(user_id)
    if until is not None:
        raise Forbidden(silence_text(until), code="silenced")


def silence_text(until: datetime) -> str:
    """What a silenced user is told."""
    if until == FOR_GOOD:
        return str(BARRED[Role.SILENCED])
    return _("A moderator has silenced you until %(moment)s UTC.") % {"moment": date_format(until, _("j F Y, H:i"))}
