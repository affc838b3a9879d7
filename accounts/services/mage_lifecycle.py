"""The lives of mages: activity, retirement and death.

To avoid deadlocks, users are locked before mages, and rows of the same model in the order of their primary keys.
"""

from collections.abc import Collection
from datetime import datetime
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import Mage, User
from accounts.permissions import Role, demand, standing_of
from accounts.profanity import refuse_forbidden
from accounts.services.vacations import come_back
from wavinghands.db.after_commit import after_commit

ENDED = gettext_lazy("This mage no longer exists. It’s in the graveyard.")

_seen: set[int] = set()
_seen_in: list[datetime] = []
"""The hour in which the mages in `_seen` have given orders."""


def touch(mage_ids: Collection[int], now: datetime | None = None) -> None:
    """Mark these mages as active after they have posted or accepted a challenge.

    This ends their retirement and their owners' vacations.
    """
    now = now or timezone.now()
    _mark(mage_ids, active=now, warned=None, retired=None)
    after_commit(come_back, list(mage_ids), now)


def saw_orders(mage_ids: Collection[int], now: datetime | None = None) -> None:
    """Mark these mages as active after they have given orders.

    Retired mages stay retired. To save queries, each process writes this at most once per mage and hour.
    """
    now = now or timezone.now()
    hour = now.replace(minute=0, second=0, microsecond=0)
    if _seen_in != [hour]:
        _seen_in[:] = [hour]
        _seen.clear()
    if new := set(mage_ids) - _seen:
        _mark(new, active=now, warned=None)
        _seen.update(new)


def hold_users(user_ids: Collection[int]) -> None:
    """Lock the rows of these users.

    While they are locked, no other transaction can start a duel with their mages.
    """
    list(User.objects.select_for_update(no_key=True).filter(pk__in=user_ids).order_by("pk").values_list("pk"))


def hold_mages(mage_ids: Collection[int], others: QuerySet[Any] | None = None) -> dict[int, Mage]:
    """Lock the rows of these mages, so that none of them dies in another transaction.

    Return them with their owners, by primary key. `others` is a subquery for the primary keys of more mages, which
    are locked in the same statement.
    """
    chosen = Q(pk__in=mage_ids) if others is None else Q(pk__in=mage_ids) | Q(pk__in=others)
    locked = Mage.objects.select_for_update(of=["self"], no_key=True).select_related("owner")
    return {it.pk: it for it in locked.filter(chosen).order_by("pk")}


def hold_living(mage_ids: Collection[int]) -> dict[int, Mage]:
    """Lock the rows of these mages, so that they stay alive. Return them with their owners, by primary key.

    Raise `ValidationError` if one of them is dead.
    """
    mages = hold_mages(mage_ids)
    for mage in mages.values():
        if mage.ended is not None:
            raise ValidationError(_("%(name)s no longer exists. It’s in the graveyard.") % {"name": mage.name})
    return mages


@transaction.atomic
def _mark(mage_ids: Collection[int], *, active: datetime, **changes: object) -> None:
    users = User.objects.select_for_update(no_key=True).filter(mages__in=mage_ids).order_by("pk")
    owners = {user.pk for user in users}
    mages = [
        mage.pk
        for mage in Mage.objects.select_for_update(no_key=True).filter(pk__in=mage_ids, ended=None).order_by("pk")
    ]
    User.objects.filter(pk__in=owners).update(active=active)
    Mage.objects.filter(pk__in=mages).update(active=active, **changes)


@transaction.atomic
def retire_mage(*, mage: Mage, user: User, now: datetime | None = None) -> Mage:
    """Retire a mage.

    A retired mage takes part in no new duels until it posts or accepts a challenge. Retiring it again has no effect.
    Raise `Forbidden` if the user does not own the mage, and `ValidationError` if it is dead.
    """
    mage = locked(mage, user, "retire")
    if mage.retired is None:
        mage.retired = mage.active = now or timezone.now()
        mage.warned = None
        mage.save(update_fields=["retired", "active", "warned"])
    return mage


@transaction.atomic
def describe_mage(*, mage: Mage, user: User, about: str, gender: str) -> Mage:
    """Change the description and the gender of a mage.

    Raise `Forbidden` if the user does not own the mage, and `ValidationError` if it is dead or the text is invalid.
    """
    mage = locked(mage, user, "edit_mage")
    mage.about, mage.gender = about, gender
    refuse_forbidden(about)
    mage.full_clean()
    mage.save(update_fields=["about", "gender"])
    return mage


def locked(mage: Mage, user: User, action: str) -> Mage:
    """Lock and return the row of a living mage.

    Raise `Forbidden` if the user may not do `action` with the mage, and `ValidationError` if it is dead.
    """
    found = Mage.objects.select_for_update(no_key=True).get(pk=mage.pk)
    demand(action, standing_of(user) | ({Role.OWNER} if found.owner_id == user.pk else set()))
    if found.ended is not None:
        raise ValidationError(ENDED)
    return found


def end_lives(mage_ids: Collection[int], end: str, now: datetime) -> None:
    """End the lives of the mages that are still alive.

    The caller must have locked their rows. `end` is a value of `Mage.End`.
    """
    Mage.objects.filter(pk__in=mage_ids, ended=None).update(ended=now, end=end)
