"""The live duel that is waiting for a user, for the note on every other page."""

from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse

from duels.models import Seat
from duels.notifications.duels import SLOW
from duels.play.deadlines import live_time_up
from duels.wording.duel_lists import seats_waiting_for
from duels.wording.languages import listed


@dataclass(frozen=True, slots=True)
class Turn:
    """A user's turn in a live duel: its page, the opponents' names, and the moment at which the time is up."""

    path: str
    opponents: str
    until: datetime


def turn_of(user_id: int) -> Turn | None:
    """Return the turn for which the user has the least time, or `None` if no live duel is waiting for them."""
    duels = seats_waiting_for(user_id).exclude(SLOW).values("duel")
    seats = Seat.objects.filter(duel__in=duels).select_related("duel", "mage")
    waiting = [seat for seat in seats if seat.due and seat.mage and seat.mage.owner_id == user_id]
    own = min(waiting, key=live_time_up, default=None)
    if own is None:
        return None
    others = [seat for seat in seats if seat.duel_id == own.duel_id and seat != own]
    names = [seat.name for seat in others if own.team is None or seat.team != own.team]
    return Turn(reverse("duel", args=[own.duel.slug]), listed(names), live_time_up(own))
