"""Reads of what mages are in the midst of."""

from collections.abc import Iterable

from django.db.models import Exists, OuterRef, QuerySet

from accounts.models import Mage, User
from duels.models import Seat


def running_seats(mages: Iterable[Mage]) -> QuerySet[Seat]:
    """Where these mages sit in duels that go on; practice is not in earnest."""
    return _running().filter(mage__in=mages).select_related("duel").order_by("duel_id")


def running_seats_of(user: User) -> QuerySet[Seat]:
    """Where the user's mages sit in duels that go on."""
    return _running().filter(mage__owner=user).select_related("duel").order_by("duel_id")


def is_in_play() -> Exists:
    """Whether the mage (of the outer query) sits in a duel that goes on."""
    return Exists(_running().filter(mage=OuterRef("pk")))


def _running() -> QuerySet[Seat]:
    return Seat.objects.filter(duel__ended=None, duel__practice=False)
