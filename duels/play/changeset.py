"""What actions change at a table: how it was read, what has happened, what of it has to be written and told."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple

from duels.models import Duel, Seat
from duels.play.tables import Table


class Played(NamedTuple):
    """A round that has been resolved, as its row will have it."""

    duel: Duel
    number: int
    kind: str
    orders: dict[str, Any]
    chance: dict[str, Any]
    at: datetime


@dataclass(slots=True)
class Changeset:
    """A table while actions are done at it. `played`: rounds resolved; `reveals`: how often it asked.

    `retold`: viewers need the whole duel. `undrafted`: wizards of whom no draft is kept any more.
    """

    table: Table
    now: datetime
    played: list[Played] = field(default_factory=list)
    reveals: int = 0
    retold: bool = False
    undrafted: set[str] = field(default_factory=set)
    _before: tuple[Any, ...] = field(init=False)
    _seats_before: dict[int, tuple[Any, ...]] = field(init=False)

    def __post_init__(self) -> None:
        self._before = self.table.waiting(), self.table.duel.deadline
        self._seats_before = {seat.pk: _columns(seat) for seat in self.table.seats}

    def is_anew(self) -> bool:
        """Whether the duel waits for something else than before."""
        return bool(self.played or self.reveals)

    def has_news(self) -> bool:
        """Whether something has changed that viewers see."""
        waiting, _deadline = self._before
        return self.is_anew() or self.retold or self.table.waiting() != waiting

    def has_changes(self) -> bool:
        """Whether something has to be written."""
        _waiting, deadline = self._before
        return self.has_news() or self.table.duel.deadline != deadline or bool(self.changed_seats())

    def changed_seats(self) -> list[Seat]:
        """The seats that have to be written."""
        return [seat for seat in self.table.seats if _columns(seat) != self._seats_before[seat.pk]]

    def awaits_others(self) -> bool:
        """Whether other seats are due than before."""
        return any(seat.due != self._seats_before[seat.pk][0] for seat in self.table.seats)

    def undrafted_seats(self) -> list[Seat]:
        """The seats whose drafts have to go."""
        return [self.table.by_name[name] for name in self.undrafted] if self.table.has_drafts else []

    def number_news(self) -> None:
        """Count the version up, once for each thing that all viewers see one after the other.

        What only those hear who act in a stopped time has no number: the others would miss it.
        """
        steps = len(self.played) + self.reveals
        self.table.before = self.table.duel.version
        if self.table.is_secret and not self.played and not self.retold:
            self.table.news = "aside"
            return
        self.table.duel.version += steps or 1
        if steps > 1 or self.retold:
            self.table.news = "whole"
        else:
            self.table.news = "round" if self.played else "reveal" if steps else "waiting"


def _columns(seat: Seat) -> tuple[Any, ...]:
    sealed, clock = (seat.orders, seat.answers, seat.plan), (seat.reserve, seat.spent)
    return seat.due, *sealed, seat.due_since, seat.missed, *clock, seat.closed
