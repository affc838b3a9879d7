"""Guests who are gone, and their names."""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce

from accounts.models import Mage, User
from duels.models import Duel, Seat

KEPT_FOR = timedelta(days=30)


def forget_guests(*, now: datetime) -> int:
    """Free the names of guests who came a month ago, have begun nothing since and finished no duel; how many they were.

    Their practice, which nobody will go on with, is forgotten with them. Who sits at a duel with somebody else stays
    until its clock has ended it, and then, as that duel tells of him, for good.
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
    told_of = Seat.objects.filter(~left, mage__owner=OuterRef("pk"))
    guests = User.objects.filter(is_guest=True).alias(came=Coalesce("last_login", "date_joined"))
    return guests.filter(~Exists(told_of), came__lt=long_ago)


def _seats_of(users: list[int]) -> QuerySet[Seat]:
    return Seat.objects.filter(duel=OuterRef("pk"), mage__owner__in=users)
