"""Deletion of guest accounts that are no longer used."""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce

from accounts.models import Mage, User
from duels.models import Duel, Seat

KEPT_FOR = timedelta(days=30)


def forget_guests(*, now: datetime) -> int:
    """Delete guests who last logged in over a month ago, and return their number.

    A guest who has played a duel is kept, because the duel needs the guest's mage. However, a guest whose only duels
    are unfinished practice duels that started over a month ago is deleted together with these duels.
    """
    with transaction.atomic():
        gone = list(_gone(now).select_for_update(of=["self"]).values_list("pk", flat=True))
        Duel.objects.filter(Exists(_seats_of(gone)), practice=True).delete()
        Mage.objects.filter(owner__in=gone).delete()
        User.objects.filter(pk__in=gone).delete()
    return len(gone)


def _gone(now: datetime) -> QuerySet[User]:
    long_ago = now - KEPT_FOR
    left = Q(duel__practice=True, duel__ended=None, duel__started__lt=long_ago)
    still_needed = Seat.objects.filter(~left, mage__owner=OuterRef("pk"))
    guests = User.objects.filter(is_guest=True).alias(came=Coalesce("last_login", "date_joined"))
    return guests.filter(~Exists(still_needed), came__lt=long_ago)


def _seats_of(users: list[int]) -> QuerySet[Seat]:
    return Seat.objects.filter(duel=OuterRef("pk"), mage__owner__in=users)
