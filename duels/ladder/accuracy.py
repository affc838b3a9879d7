"""The average accuracy of a mage, or of all of a user's mages, in analysed duels."""

from statistics import mean
from typing import NamedTuple

from django.db.models import QuerySet

from accounts.models import Mage, User
from duels.models import Seat

MOST = 100
"""The maximum number of analysed duels to average over, starting with the latest."""


class Accuracy(NamedTuple):
    """An average accuracy, from 0 to 100, and the number of analysed duels that it is based on."""

    average: int
    duels: int


def of_mage(mage: Mage) -> Accuracy | None:
    """Return the mage's accuracy in its analysed public duels, or `None` if there are none.

    This takes one query.
    """
    return _of(Seat.objects.filter(mage=mage))


def of_user(user: User) -> Accuracy | None:
    """Return the average accuracy of all of a user's mages.

    Return `None` if none of their public duels have been analysed.
    """
    return _of(Seat.objects.filter(mage__owner=user))


def _of(seats: QuerySet[Seat]) -> Accuracy | None:
    """Return the average accuracy of the wizards in these seats, in public duels.

    Other duels are left out, because their analyses are visible only to people who have the address.
    """
    analysed = seats.filter(duel__public=True, duel__analysis__result__isnull=False).order_by("-duel__ended", "-pk")
    rows = analysed.values_list("name", "duel__analysis__result__accuracy")[:MOST]
    found = [accuracy[name] for name, accuracy in rows if name in (accuracy or {})]
    return Accuracy(round(mean(found)), len(found)) if found else None
