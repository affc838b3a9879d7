"""Tables, each of which combines a duel's database rows with the engine's state.

The rows are authoritative. The engine computes its state from the rounds played, and `duels.play.states` caches it.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from datetime import datetime
from operator import attrgetter
from typing import Any, Literal

from django.db import connection
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce

from accounts.models import Vacation
from accounts.selectors import Owner, owners_by_mage
from duels.models import Draft, Duel, Round, Seat
from duels.play.states import states
from wavinghands import engine
from wavinghands.db.after_commit import after_commit
from wavinghands.engine import Json

FORMAT = "wavinghands-duel/1"

Span = tuple[datetime, datetime]
News = Literal["entered", "waiting", "reveal", "aside", "round", "whole"]
"""The kind of the last change to a duel.

A change is `entered` if only wizards' own orders, answers or plans have changed, `waiting` if only the list of wizards
the duel is waiting for has changed, `reveal` if wizards must answer questions, `round` if a round has been resolved,
and `whole` if viewers need the whole duel. An `aside` is a change in stopped time. Only the acting wizards see it, and
it does not change the version.
"""


@dataclass(slots=True)
class Table:
    """A duel, its seats and the engine's state.

    `owners` maps each wizard with a mage to the user who plays it, and `away` to the vacations of this user, in order.

    `news` is the kind of the last change. `acted` maps each wizard who has given or taken back orders, answers or a
    plan to the socket that sent them, if it was a single one. `concerned` contains the primary keys of the users
    affected by the change, because the duel has begun or stopped waiting for them, or has ended.
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
    by_name: Mapping[str, Seat] = field(init=False)

    def __post_init__(self) -> None:
        self.by_name = {seat.name: seat for seat in self.seats}
        self.away = {name: owner.vacations for name, owner in self.owners.items() if owner.vacations}
        if self.duel.asking:
            self.ask()

    @property
    def standing(self) -> engine.Duel | engine.Asked:
        """Return the engine's state, including questions, if any.

        Views and requests are computed from it.
        """
        return self.asked or self.state

    def orders(self) -> dict[str, Json]:
        """Return the orders that have been submitted for this round, by wizard."""
        return {name: orders for name in self.state.acting if (orders := self.by_name[name].orders) is not None}

    def answers(self) -> dict[str, Json]:
        """Return the answers that have been submitted in this round, by wizard."""
        return {seat.name: seat.answers for seat in self.seats if seat.answers is not None}

    def ask(self) -> None:
        """Set `asked` and `questions` to the next questions.

        A question that depends on other answers is asked once these have been given. Raise `RuntimeError` if the
        answers submitted so far do not answer any question, which would otherwise cause an infinite loop.
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
        """Set the seats' `due` and `due_since`, which allow queries to list duels without the engine.

        Add the users for whom this changes something to `concerned`.

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


def record_of(duel: Duel, seats: Iterable[Seat], rounds: Iterable[Round]) -> Json:
    """Return the duel record built from these rows."""
    return {
        "format": FORMAT,
        "spellbook": duel.book,
        "options": duel.options,
        "seed": duel.seed,
        "wizards": [wizard_of(seat) for seat in seats],
        "rounds": [_entry(round_) for round_ in rounds],
        "result": duel.result,
    }


def wizard_of(seat: Seat) -> Json:
    """Return the wizard in this seat in the format of a duel record."""
    team = {} if seat.team is None else {"team": seat.team}
    return {"name": seat.name, "gender": seat.gender, **team}


def _entry(round_: Round) -> Json:
    return {"number": round_.number, "kind": round_.kind, "orders": round_.orders, "chance": round_.chance}


_opened = Coalesce(OuterRef("duel__opened"), OuterRef("duel__started"))
_SEATS: QuerySet[Any] = (
    Seat.objects.select_related("duel", "draft")
    .annotate(
        user=F("mage__owner"),
        has_vacation=Exists(Vacation.objects.filter(user=OuterRef("mage__owner"), until__gt=_opened)),
    )
    .order_by()
)
"""The seats of duels, each with the user who plays it, and whether the user has a vacation since the round began.

A single query reads everything. With several, a commit in between could make the rows inconsistent. The query is built
once, because Django takes longer to build it than the database to run it. That is also why it does not sort the seats.
"""


def tables(slugs: Collection[str]) -> dict[str, Table]:
    """Return a `Table` for each of these duels, by slug.

    Unknown slugs are left out.
    """
    return _tables(_SEATS.filter(duel__slug__in=slugs))


def table(slug: str) -> Table:
    """Return the `Table` of one duel.

    Raise `Duel.DoesNotExist` if no duel has this slug.
    """
    found = tables([slug])
    if slug not in found:
        raise Duel.DoesNotExist(slug)
    return found[slug]


def locked_tables(slugs: Collection[str], *, skip_locked: bool = False) -> dict[str, Table]:
    """Lock these duels until the transaction ends, and return a `Table` for each, by slug.

    Unknown slugs are left out. The duels are locked before their seats are read. They are locked in the order of their
    primary keys, so that two transactions cannot deadlock. If `skip_locked` is true, duels that another transaction has
    locked are left out.
    """
    if not connection.features.has_select_for_update:  # SQLite: the transaction has locked the whole database
        return tables(slugs)
    locked = Duel.objects.select_for_update(skip_locked=skip_locked).filter(slug__in=slugs).order_by("pk")
    return _tables(_SEATS.filter(duel__in=list(locked.values_list("pk", flat=True))))


def _tables(seats: Iterable[Any]) -> dict[str, Table]:
    """Return a `Table` for each duel, by slug."""
    duels = {seat.duel_id: seat.duel for seat in seats}
    seated = {duel: list[Any]() for duel in duels.values()}
    for seat in sorted(seats, key=attrgetter("position")):
        seat.duel = duels[seat.duel_id]
        seated[seat.duel].append(seat)
    running = [duel for duel in seated if duel.result is None]
    owners = {
        duel.slug: {it.name: Owner(it.user, []) for it in seated[duel] if it.user is not None} for duel in running
    }
    if on_vacation := [duel for duel in running if any(seat.has_vacation for seat in seated[duel])]:
        owners |= owners_at(on_vacation, seats)
    return {
        duel.slug: Table(duel, tuple(seated[duel]), state, owners=owners.get(duel.slug, {}))
        for duel, state in _states(seated).items()
    }


def owners_at(duels: Collection[Duel], seats: Iterable[Seat]) -> dict[str, dict[str, Owner]]:
    """Return the users who play in these duels, with their vacations since the current rounds, by slug and wizard."""
    since = min(duel.opened or duel.started for duel in duels)
    slugs = {duel.pk: duel.slug for duel in duels}
    seated = [(seat, seat.mage_id) for seat in seats if seat.mage_id is not None and seat.duel_id in slugs]
    found = owners_by_mage({mage for _, mage in seated}, since)
    owners: dict[str, dict[str, Owner]] = {slug: {} for slug in slugs.values()}
    for seat, mage in seated:
        if mage in found:
            owners[slugs[seat.duel_id]][seat.name] = found[mage]
    return owners


def state_of(duel: Duel, seats: Iterable[Seat]) -> engine.Duel:
    """Return the engine's state of a duel after all rounds played so far."""
    return _states({duel: seats})[duel]


def _states(seated: Mapping[Duel, Iterable[Seat]]) -> dict[Duel, engine.Duel]:
    """Return the engine's state of each duel, replaying only the rounds that are not cached.

    The states are cached after the commit, because this transaction may have written rounds and may still fail.
    """
    known = {duel: states.get(duel.slug, duel.round - 1) for duel in seated}
    later = _rounds_after(known)
    found = dict[Duel, engine.Duel]()
    for duel, state in known.items():
        if state is None:
            state = engine.load(record_of(duel, seated[duel], later.get(duel.pk, ())))
            after_commit(states.put, duel.slug, state)
        elif duel.pk in later:
            for round_ in later[duel.pk]:
                state = engine.advance(state, _entry(round_))
            after_commit(states.put, duel.slug, state)
        found[duel] = state
    return found


def _rounds_after(known: Mapping[Duel, engine.Duel | None]) -> dict[int, list[Round]]:
    """Return the rounds after the known states, by the primary keys of their duels.

    This takes one query.
    """
    behind = {duel: state for duel, state in known.items() if (state.number if state else 0) < duel.round - 1}
    if not behind:
        return {}
    wanted = Q(duel__in=[duel for duel, state in behind.items() if state is None])
    for duel, state in behind.items():
        if state is not None:
            wanted |= Q(duel=duel, number__gt=state.number)
    rounds = {duel.pk: duel.round for duel in behind}
    later = dict[int, list[Round]]()
    for round_ in Round.objects.filter(wanted).order_by("number"):
        if round_.number < rounds[round_.duel_id]:  # another round may have been played since the duel was read
            later.setdefault(round_.duel_id, []).append(round_)
    return later
