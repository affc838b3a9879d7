"""The signal receiver that pauses the clocks of slow duels during vacations."""

from collections.abc import Collection
from datetime import datetime
from typing import Any

from django.dispatch import receiver

from accounts.selectors import vacations_by_mage
from accounts.signals import vacations_changed
from duels.models import Seat
from duels.play.actions import StayAway
from duels.play.transaction import perform
from wavinghands.db.after_commit import after_commit


@receiver(vacations_changed)
def _tell_duels(user_id: int, now: datetime, **_: Any) -> None:
    """Update this user's vacations in all their current duels.

    These include live duels, because an action in a live duel also ends the user's vacation. Duels that start during
    this transaction are updated after its commit. In addition, each new duel checks its players' vacations after its
    own commit.
    """
    seats = _seats_of(user_id)
    _tell(seats, now)
    after_commit(_tell_new_duels, user_id, now, [seat.pk for seat in seats])


def _tell_new_duels(user_id: int, now: datetime, known: Collection[int]) -> None:
    _tell([seat for seat in _seats_of(user_id) if seat.pk not in known], now)


def _seats_of(user_id: int) -> list[Seat]:
    return list(Seat.objects.filter(mage__owner=user_id, duel__ended=None).select_related("duel"))


def _tell(seats: list[Seat], now: datetime) -> None:
    if not seats:
        return
    since = min(seat.duel.opened or seat.duel.started for seat in seats)
    spans = vacations_by_mage({seat.mage_id for seat in seats if seat.mage_id}, since)
    absences = [(seat.duel.slug, seat.name, spans.get(seat.mage_id or 0, ())) for seat in seats]
    perform([StayAway(slug=slug, wizard=name, spans=away) for slug, name, away in absences], now=now)
