"""The lives of mages: what shows that they are about, retirement, and their ends.

Users are locked before mages, and rows of a kind in the order of their keys, so that nobody waits for another.
"""

from collections.abc import Collection
from datetime import date, datetime

from django.core.exceptions import ValidationError
from django.db import transaction
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
_seen_on: list[date] = []


def touch(mage_ids: Collection[int], now: datetime | None = None) -> None:
    """These mages challenge somebody, or accept: they are about, and back if they had retired or were on vacation."""
    now = now or timezone.now()
    _mark(mage_ids, active=now, warned=None, retired=None)
    after_commit(come_back, list(mage_ids), now)


def saw_orders(mage_ids: Collection[int], now: datetime | None = None) -> None:
    """These mages gave orders: they are about. Written down once a day; who has retired stays so."""
    now = now or timezone.now()
    if _seen_on != [now.date()]:
        _seen_on[:] = [now.date()]
        _seen.clear()
    if new := set(mage_ids) - _seen:
        _mark(new, active=now, warned=None)
        _seen.update(new)


def hold_users(user_ids: Collection[int]) -> None:
    """Let nobody else begin a duel of these users until the transaction ends; in one order, so that no two wait."""
    list(User.objects.select_for_update(no_key=True).filter(pk__in=user_ids).order_by("pk").values_list("pk"))


def hold_living(mage_ids: Collection[int]) -> None:
    """Keep these mages alive until the transaction ends; raises `ValidationError` if one of them is no more."""
    for mage in Mage.objects.select_for_update(no_key=True).filter(pk__in=mage_ids).order_by("pk"):
        if mage.ended is not None:
            raise ValidationError(_("%(name)s no longer exists. It’s in the graveyard.") % {"name": mage.name})


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
    """The mage takes part in nothing new until it challenges somebody or accepts. Retired twice is retired once.

    Raises `Forbidden` for who does not own it, `ValidationError` if it is no more.
    """
    mage = locked(mage, user, "retire")
    if mage.retired is None:
        mage.retired = mage.active = now or timezone.now()
        mage.warned = None
        mage.save(update_fields=["retired", "active", "warned"])
    return mage


@transaction.atomic
def describe_mage(*, mage: Mage, user: User, about: str, gender: str) -> Mage:
    """What its owner tells of a mage.

    Raises `Forbidden` for who does not own it, `ValidationError` if it is no more, or for words that cannot be.
    """
    mage = locked(mage, user, "edit_mage")
    mage.about, mage.gender = about, gender
    refuse_forbidden(about)
    mage.full_clean()
    mage.save(update_fields=["about", "gender"])
    return mage


def locked(mage: Mage, user: User, action: str) -> Mage:
    """The row of a living mage, ours until the transaction ends.

    Raises `Forbidden` if this user may not do that with it, `ValidationError` if it is no more.
    """
    found = Mage.objects.select_for_update(no_key=True).get(pk=mage.pk)
    demand(action, standing_of(user) | ({Role.OWNER} if found.owner_id == user.pk else set()))
    if found.ended is not None:
        raise ValidationError(ENDED)
    return found


def end_lives(mage_ids: Collection[int], end: str, now: datetime) -> None:
    """These living mages, whose rows are locked, are no more."""
    Mage.objects.filter(pk__in=mage_ids, ended=None).update(ended=now, end=end)
