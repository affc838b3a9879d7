"""The live duel in which it is a user's turn, for the note on other pages."""

from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse

from duels.models import Seat
from duels.notifications.duels import SLOW
from duels.wording.duel_lists import seats_waiting_for
from duels.wording.languages import listed


@dataclass(frozen=True, slots=True)
class Turn:
    """A user's turn in a live duel: its page, the opponents' names, and the duel's deadline.

    The user may have more time, if it is an opponent whose time is up first.
    """

    path: str
    opponents: str
    until: datetime


def turn_of(user_id: int) -> Turn | None:
    """Return the turn with the earliest deadline, or `None` if no live duel is waiting for the user."""
    duels = seats_waiting_for(user_id).exclude(SLOW).values("duel")
    seats = Seat.objects.filter(duel__in=duels).select_related("duel", "mage").order_by("duel__deadline", "pk")
    own = next((seat for seat in seats if seat.due and seat.mage and seat.mage.owner_id == user_id), None)
    if own is None or own.duel.deadline is None:
        return None
    others = [seat for seat in seats if seat.duel_id == own.duel_id and seat != own]
    names = [seat.name for seat in others if own.team is None or seat.team != own.team]
    return Turn(reverse("duel", args=[own.duel.slug]), listed(names), own.duel.deadline)
