"""Queries for the seats of mages in running duels."""

from collections.abc import Iterable

from django.db.models import Exists, OuterRef, QuerySet

from accounts.models import Mage, User
from duels.models import Seat


def running_seats(mages: Iterable[Mage]) -> QuerySet[Seat]:
    """Return the seats of these mages in running duels, except practice duels."""
    return _with_duels(_running().filter(mage__in=mages))


def running_seats_of(user: User) -> QuerySet[Seat]:
    """Return the seats of the user's mages in running duels, except practice duels."""
    return _with_duels(_running().filter(mage__owner=user))


def is_in_play() -> Exists:
    """Return the condition that the mage in the outer query is in a running duel.

    Practice duels do not count.
    """
    return Exists(_running().filter(mage=OuterRef("pk")))


def _running() -> QuerySet[Seat]:
    return Seat.objects.filter(duel__ended=None, duel__practice=False)


def _with_duels(seats: QuerySet[Seat]) -> QuerySet[Seat]:
    """Prefetch the duels of these seats, and all the seats in those duels."""
    return seats.select_related("duel").prefetch_related("duel__seats").order_by("duel_id")
