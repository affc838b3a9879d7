"""Tables (a duel's database rows and its engine state), and the changes made to them in a transaction."""

from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from datetime import datetime
from operator import attrgetter
from typing import Any, Literal

from accounts.selectors import Owner
from duels.models import Draft, Duel, Round, Seat
from wavinghands import engine
from wavinghands.engine import Json

Span = tuple[datetime, datetime]
News = Literal["entered", "waiting", "reveal", "aside", "round", "whole"]
"""The kind of the last change to a duel.

- `entered`: only wizards' own orders, answers or plans have changed
- `waiting`: only the list of wizards the duel is waiting for has changed
- `reveal`: gestures have been revealed, and wizards must answer questions
- `aside`: something has changed in stopped time. Only the acting wizards see it, and the version stays the same
- `round`: a round has been resolved
- `whole`: viewers need the whole duel
"""

_played_fields = attrgetter(*Seat.PLAYED)


@dataclass(slots=True)
class Table:
    """A duel, its seats and the engine's state.

    `owners` maps each wizard with a mage to the user who plays it, and `away` to that user's vacations, earliest first.

    `news` is the kind of the last change. `acted` maps each wizard who has given or taken back orders, answers or a
    plan to the socket that sent them, or to `None` if there were several sockets. `concerned` contains the primary keys
    of the users for whom the duel now waits or no longer waits, or of all its players if the duel has ended.

    `parsed` contains the orders that have been checked at this table, both in the format of the record and in parsed
    form, so that resolving the round does not parse them again.
    """

    duel: Duel
    seats: tuple[Seat, ...]
    state: engine.Duel
    asked: engine.Asked | None = None
    questions: dict[str, list[Json]] = field(default_factory=dict)
    owners: Mapping[str, Owner] = field(default_factory=dict)
    away: Mapping[str, Sequence[Span]] = field(init=False)
    news: News = "whole"
    acted: dict[str, object] = field(default_factory=dict)
    concerned: set[int] = field(default_factory=set)
    parsed: dict[str, tuple[Json, engine.Orders]] = field(default_factory=dict)
    by_name: Mapping[str, Seat] = field(init=False)

    def __post_init__(self) -> None:
        self.by_name = {seat.name: seat for seat in self.seats}
        self.away = {name: owner.vacations for name, owner in self.owners.items() if owner.vacations}
        if self.duel.asking:
            self.ask()

    @property
    def standing(self) -> engine.Duel | engine.Asked:
        """Return the engine's state, including any open questions.

        Views and requests are computed from it.
        """
        return self.asked or self.state

    def orders(self) -> dict[str, Json | engine.Orders]:
        """Return the orders that have been submitted for this round, by wizard.

        Orders that have already been parsed are returned in parsed form.
        """
        given = {name: orders for name in self.state.acting if (orders := self.by_name[name].orders) is not None}
        return given | {name: parsed for name, (orders, parsed) in self.parsed.items() if given.get(name) is orders}

    def answers(self) -> dict[str, Json]:
        """Return the answers that have been submitted in this round, by wizard."""
        return {seat.name: seat.answers for seat in self.seats if seat.answers is not None}

    def ask(self) -> None:
        """Set `asked` and `questions` to the next questions.

        A question that depends on other answers is asked once these have been given. Raise `RuntimeError` if the
        submitted answers do not answer any question, which would otherwise cause an infinite loop.
        """
        answers, known, answered = self.answers(), dict[str, Json](), dict[str, list[Json]]()
        asked = engine.play(self.state, self.orders(), known)
        while isinstance(asked, engine.Asked):
            self.asked = asked
            self.questions = {name: (engine.request(asked, name) or {})["questions"] for name in asked.asks}
            if self.waiting():
                return
            if self.questions == answered:
                raise RuntimeError(f"The answers in duel {self.duel.slug} answer nothing: {answers}")
            answered = self.questions
            for name, questions in self.questions.items():
                for question in questions:
                    put(known.setdefault(name, {}), question["field"], at(answers[name], question["field"]))
            asked = engine.play(self.state, self.orders(), known)
        self.asked, self.questions = None, {}

    def answers_before(self, wizard: str) -> Json | None:
        """Return this wizard's answers to earlier questions in the round, or `None`."""
        answers = deepcopy(self.by_name[wizard].answers or {})
        for question in self.questions[wizard]:
            drop(answers, question["field"])
        return answers or None

    @property
    def is_secret(self) -> bool:
        """Return whether a spell has stopped time.

        In stopped time, only the acting wizards may see changes.
        """
        return self.state.kind == "time_stop"

    @property
    def has_people(self) -> bool:
        """Return whether people play any of the wizards who are still in the duel."""
        return any(self.state.wizard(seat.name).stands for seat in self.seats if not seat.is_house)

    def knows(self, viewer: str | None) -> bool:
        """Return whether this viewer may know which wizards are acting and which ones the duel is waiting for."""
        return not self.is_secret or viewer in self.state.acting or viewer in self.questions

    def is_late(self, wizard: str) -> bool:
        """Return whether this wizard ran out of time before choosing anything, and so does nothing."""
        seat = self.by_name[wizard]
        return seat.orders is not None and seat.missed > 0 and not self.is_sealed_by_time(wizard)

    def is_sealed_by_time(self, wizard: str) -> bool:
        """Return whether a timeout has sealed this wizard's picks for the current round, which is not yet revealed."""
        return not self.duel.asking and self.by_name[wizard].sealed_by_time == self.duel.round

    def is_out_of_time(self, wizard: str) -> bool:
        """Return whether this wizard ran out of time and so cannot change their orders."""
        return self.is_late(wizard) or self.is_sealed_by_time(wizard)

    def waiting(self) -> list[str]:
        """Return the wizards the duel is waiting for."""
        if not self.duel.asking:
            return [name for name in self.state.acting if self.by_name[name].orders is None]
        return [
            name
            for name, questions in self.questions.items()
            if any(at(self.by_name[name].answers, question["field"]) is None for question in questions)
        ]

    def mark_due(self, *, is_new_wait: bool) -> None:
        """Set the seats' `due` and `due_since`, by which queries find the players a duel is waiting for.

        Add affected users to `concerned`.

        `is_new_wait` says whether a round has just begun or new questions have just been asked.
        """
        waiting = self.waiting() if self.duel.result is None else ()
        for seat in self.seats:
            was_due, seat.due = seat.due, seat.name in waiting
            if not seat.due:
                seat.due_since = None
            elif is_new_wait or not was_due:
                seat.due_since = self.duel.opened
            has_changed = seat.due != was_due or (seat.due and is_new_wait) or self.duel.result is not None
            if has_changed and seat.name in self.owners:
                self.concerned.add(self.owners[seat.name].user_id)

    @property
    def awaits_house(self) -> bool:
        return any(seat.due and seat.is_house for seat in self.seats)

    def entered(self, wizard: str) -> Json | None:
        """Return the answers or orders that this wizard has submitted, or `None`.

        While wizards must answer questions, these are answers, otherwise orders.
        """
        seat = self.by_name[wizard]
        return seat.answers if self.duel.asking else seat.orders

    def draft(self, wizard: str) -> Json | None:
        """Return the draft that this wizard has saved in the current round, or `None`."""
        draft: Draft | None = getattr(self.by_name[wizard], "draft", None)
        return draft.content or None if draft is not None and draft.round == self.duel.round else None


@dataclass(slots=True)
class Changeset:
    """A duel (`table`) in a transaction, and the changes made to it since it was read.

    `played` holds the rounds that have been resolved, and `reveals` counts how often questions have been asked.
    `needs_whole` says whether viewers need a frame with the whole duel. `undrafted` holds the names of the wizards
    whose drafts must be deleted.
    """

    table: Table
    now: datetime
    played: list[Round] = field(default_factory=list)
    reveals: int = 0
    needs_whole: bool = False
    undrafted: set[str] = field(default_factory=set)
    _before: tuple[Any, ...] = field(init=False)
    _seats_before: dict[int, tuple[Any, ...]] = field(init=False)

    def __post_init__(self) -> None:
        self._before = self.table.waiting(), self.table.duel.deadline
        self._seats_before = {seat.pk: _played_fields(seat) for seat in self.table.seats}

    def has_progressed(self) -> bool:
        """Return whether a round has been resolved or questions have been asked.

        Both restart the clocks.
        """
        return bool(self.played or self.reveals)

    def has_news(self) -> bool:
        """Return whether viewers can see a change."""
        waiting, _deadline = self._before
        return self.has_progressed() or self.needs_whole or self.table.waiting() != waiting

    def has_changes(self) -> bool:
        """Return whether any row needs to be saved."""
        _waiting, deadline = self._before
        return self.has_news() or self.table.duel.deadline != deadline or bool(self.changed_seats())

    def changed_seats(self) -> list[Seat]:
        """Return the seats that need to be saved."""
        return [seat for seat in self.table.seats if _played_fields(seat) != self._seats_before[seat.pk]]

    def set_news(self) -> None:
        """Set the kind of the change (`Table.news`), and increase the version if all viewers see the change.

        The version increases by the number of rounds and reveals in the change, but at least by one. Changes in stopped
        time do not increase it, because only the acting wizards see them and other viewers would notice the missing
        version.
        """
        steps = len(self.played) + self.reveals
        if not self.has_news():
            self.table.news = "entered"
            return
        if self.table.is_secret and not self.played and not self.needs_whole:
            self.table.news = "aside"
            return
        self.table.duel.version += steps or 1
        if steps > 1 or self.needs_whole:
            self.table.news = "whole"
        else:
            self.table.news = "round" if self.played else "reveal" if steps else "waiting"


def at(answers: Json | None, path: Sequence[str]) -> Any:
    """Return the choice at this path in `answers`, or `None` if there is none."""
    place: Any = answers
    for step in path:
        place = place.get(step) if isinstance(place, dict) else None
    return place


def put(answers: Json, path: Sequence[str], choice: Any) -> None:
    *steps, last = path
    for step in steps:
        answers = answers.setdefault(step, {})
    answers[last] = choice


def drop(answers: Json, path: Sequence[str]) -> None:
    """Remove the choice at this path from `answers`.

    Objects that become empty are removed too.
    """
    first, *rest = path
    if rest and isinstance(answers.get(first), dict):
        drop(answers[first], rest)
    if not rest or not answers.get(first):
        answers.pop(first, None)
