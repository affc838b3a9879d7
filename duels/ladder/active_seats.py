"""Reads of what mages are in the midst of."""

from collections.abc import Iterable

from django.db.models import Exists, OuterRef, QuerySet

from accounts.models import Mage, User
from duels.models import Seat


def running_seats(mages: Iterable[Mage]) -> QuerySet[Seat]:
    """Where these mages sit in duels that go on; practice is not in earnest."""
    return _told(_running().filter(mage__in=mages))


def running_seats_of(user: User) -> QuerySet[Seat]:
    """Where the user's mages sit in duels that go on."""
    return _told(_running().filter(mage__owner=user))


def is_in_play() -> Exists:
    """Whether the mage (of the outer query) sits in a duel that goes on."""
    return Exists(_running().filter(mage=OuterRef("pk")))


def _running() -> QuerySet[Seat]:
    return Seat.objects.filter(duel__ended=None, duel__practice=False)


def _told(seats: QuerySet[Seat]) -> QuerySet[Seat]:
    """With all that lists tell of their duels."""
    return seats.select_related("duel").prefetch_related("duel__seats").order_by("duel_id")
