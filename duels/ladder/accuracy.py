"""How exactly a mage, or a user with all his mages, played, by the analyses that there are."""

from statistics import mean
from typing import NamedTuple

from django.db.models import QuerySet

from accounts.models import Mage, User
from duels.models import Seat

MOST = 100
"""Analysed duels that are looked at, the latest."""


class Accuracy(NamedTuple):
    """The average of `duels` analysed duels, from 0 to 100."""

    average: int
    duels: int


def of_mage(mage: Mage) -> Accuracy | None:
    """How exactly this mage played in its public duels that have been analysed; none without one. One query."""
    return _of(Seat.objects.filter(mage=mage))


def of_user(user: User) -> Accuracy | None:
    """The same of all mages of a user."""
    return _of(Seat.objects.filter(mage__owner=user))


def _of(seats: QuerySet[Seat]) -> Accuracy | None:
    """Of public duels alone: of others an analysis is for those who have the address."""
    analysed = seats.filter(duel__public=True, duel__analysis__result__isnull=False).order_by("-duel__ended", "-pk")
    rows = analysed.values_list("name", "duel__analysis__result__accuracy")[:MOST]
    found = [accuracy[name] for name, accuracy in rows if name in (accuracy or {})]
    return Accuracy(round(mean(found)), len(found)) if found else None
