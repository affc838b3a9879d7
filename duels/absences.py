"""Hears of vacations, and has the clocks of slow duels stand still for as long as they last."""

from datetime import datetime
from typing import Any

from django.dispatch import receiver

from accounts.selectors import vacations_by_mage
from accounts.signals import vacations_changed
from duels.models import Seat
from duels.services import deeds
from duels.services.play import Command, perform


@receiver(vacations_changed)
def _stand_still(user_id: int, now: datetime, **_: Any) -> None:
    """Let every running duel of this user know, live ones too: what he plays there ends his vacation."""
    seats = Seat.objects.filter(mage__owner=user_id, duel__ended=None).select_related("duel")
    if not seats:
        return
    since = min(seat.duel.opened or seat.duel.started for seat in seats)
    spans = vacations_by_mage({seat.mage_id for seat in seats if seat.mage_id}, since)
    perform(
        [
            Command(seat.duel.slug, deeds.stay_away(wizard=seat.name, spans=spans.get(seat.mage_id or 0, ())))
            for seat in seats
        ],
        now=now,
    )
