"""Tables: a duel's rows together with the engine's state of it.

The rounds in the database are the truth; the engine's duel is made from them. A process keeps the latest duels that it
has made, by address and number of rounds: what they stand for never changes, so that they are never out of date.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

from django.utils import timezone
from msgspec.json import decode

from accounts.models import Mage, Vacation
from accounts.selectors import vacations_by_mage
from duels.models import Duel, Round, Seat
from duels.play.memory import Memory
from duels.play.rows import rows, rows_again
from duels.play.statements import fetched
from wavinghands import engine

FORMAT = "wavinghands-duel/1"

DUELS, SEATS, ROUNDS, VACATIONS, MAGES = (model._meta.db_table for model in (Duel, Seat, Round, Vacation, Mage))
AWAY = (
    f"SELECT 1 FROM {VACATIONS} JOIN {MAGES} ON {MAGES}.owner_id = {VACATIONS}.user_id"  # noqa: S608 - names of ours
    f" WHERE {MAGES}.id = mage_id AND until > COALESCE(opened, started)"
)
DUEL_IN_PLAY = ("round", "asking", "version", "changes", "opened", "deadline")
SEAT_IN_PLAY = ("orders", "answers", "plan", "due_since", "missed", "reserve", "spent", "closed")
"""The columns that change as long as a duel goes on, in the order in which `duels.play.sql` writes them.

Beside them a seat's `due`, which is written only where it changes.
"""

SELECT_DUELS = f"SELECT * FROM {DUELS} WHERE slug IN"  # noqa: S608
SELECT_DUELS_IN_PLAY = f"SELECT id, {', '.join(DUEL_IN_PLAY)} FROM {DUELS} WHERE ended IS NULL AND id IN"  # noqa: S608
SELECT_SEATS = (
    f"SELECT {{columns}}, changes AS changes_of_duel, EXISTS({AWAY}) AS is_away"  # noqa: S608
    f" FROM {SEATS} JOIN {DUELS} ON {DUELS}.id = duel_id WHERE duel_id IN ({{duels}}) ORDER BY position"
)
WHOLE_SEAT = f"{SEATS}.*"
PLAYED_SEAT = ", ".join([f"{SEATS}.{column}" for column in ("id", "due", *SEAT_IN_PLAY)])
SPAN = "(duel_id = %s AND number > %s AND number < %s)"
SELECT_ROUNDS = f"SELECT duel_id, number, kind, orders, chance FROM {ROUNDS} WHERE"  # noqa: S608
"""Written out, as each change in another process has them run here: the ORM takes twice as long to say so."""

Json = dict[str, Any]
Span = tuple[datetime, datetime]
News = Literal["waiting", "reveal", "aside", "round", "whole"]
"""What the last change was. `aside`: of a stopped time, told to those alone who act in it; it has no version."""


kept: Memory[tuple[str, int], engine.Duel] = Memory()


def keep(slug: str, state: engine.Duel) -> None:
    """Remember a duel after its latest round, instead of after the one before."""
    kept.take((slug, state.number - 1))
    kept.put((slug, state.number), state, rounds=state.number)


def forget(duel: Duel) -> None:
    """Remember this duel as it stands no more: it was made of what this transaction wrote, which may yet fail."""
    kept.take((duel.slug, duel.round - 1))


@dataclass(slots=True)
class Table:
    """A duel, its seats, the engine's state of it, and, while answers are asked, what is asked of whom.

    `away`: by wizard, the vacations of his user, one after the other.
    `news` is what the last change of it was, `before` the version that viewers knew until then.
    `has_drafts`: drafts were kept at its seats when it was locked.
    """

    duel: Duel
    seats: tuple[Seat, ...]
    state: engine.Duel
    asked: engine.Asked | None = None
    questions: dict[str, list[Json]] = field(default_factory=dict)
    away: Mapping[str, Sequence[Span]] = field(default_factory=dict)
    news: News = "whole"
    before: int = 0
    has_drafts: bool = False
    understood: dict[str, tuple[Json, engine.Orders]] = field(default_factory=dict)
    """What wizards sealed here for this round, as the engine understood it."""
    by_name: Mapping[str, Seat] = field(init=False)

    def __post_init__(self) -> None:
        self.by_name = {seat.name: seat for seat in self.seats}
        if self.duel.asking:
            self.ask()

    @property
    def standing(self) -> engine.Duel | engine.Asked:
        """What views and requests are made from."""
        return self.asked or self.state

    def orders(self) -> dict[str, Json | engine.Orders]:
        """The orders that are sealed for this round, by wizard: as they were understood, if they have been here."""
        sealed = {name: orders for name in self.state.acting if (orders := self.by_name[name].orders) is not None}
        return {name: self._understood(name, orders) for name, orders in sealed.items()}

    def _understood(self, name: str, sealed: Json) -> Json | engine.Orders:
        known, orders = self.understood.get(name, (None, None))
        return orders if orders is not None and known is sealed else sealed

    def answers(self) -> dict[str, Json]:
        """The answers that are sealed, by wizard."""
        return {seat.name: seat.answers for seat in self.seats if seat.answers is not None}

    def ask(self) -> None:
        """Find what is asked now: nothing that depends on an answer before all who were asked with it have answered.

        Raises `RuntimeError` where answers stand that answer nothing, so that the same would be asked for ever.
        """
        answers, known, answered = self.answers(), dict[str, Json](), dict[str, list[Json]]()
        asked = engine.play(self.state, self.orders(), known)
        while isinstance(asked, engine.Asked):
            self.asked = asked
            self.questions = {name: (engine.request(asked, name) or {})["questions"] for name in asked.asks}
            if self.waiting():
                return
            if self.questions == answered:
                raise RuntimeError(f"What stands in duel {self.duel.slug} answers nothing: {answers}")
            answered = self.questions
            for name, questions in self.questions.items():
                for question in questions:
                    put(known.setdefault(name, {}), question["field"], at(answers[name], question["field"]))
            asked = engine.play(self.state, self.orders(), known)
        self.asked, self.questions = None, {}

    def answers_before(self, wizard: str) -> Json | None:
        """What this wizard has answered but for what is asked now; none if nothing."""
        answers = deepcopy(self.by_name[wizard].answers or {})
        for question in self.questions[wizard]:
            drop(answers, question["field"])
        return answers or None

    @property
    def is_secret(self) -> bool:
        """Whether only those who act are to know what goes on: time is stopped."""
        return self.state.kind == "time_stop"

    @property
    def has_people(self) -> bool:
        """Whether people are left in the duel, and not the house alone."""
        return any(self.state.wizard(seat.name).stands for seat in self.seats if not seat.is_house)

    def knows(self, viewer: str | None) -> bool:
        """Whether this viewer may know who acts now, and whom the duel waits for."""
        return not self.is_secret or viewer in self.state.acting or viewer in self.questions

    def is_late(self, wizard: str) -> bool:
        """Whether his time for orders was up in this round, so that he does nothing in it."""
        seat = self.by_name[wizard]
        return seat.orders is not None and seat.missed > 0

    def waiting(self) -> list[str]:
        """The wizards whom the duel waits for."""
        if not self.duel.asking:
            return [name for name in self.state.acting if self.by_name[name].orders is None]
        return [
            name
            for name, questions in self.questions.items()
            if any(at(self.by_name[name].answers, question["field"]) is None for question in questions)
        ]

    def mark_due(self, *, anew: bool) -> None:
        """Write down at the seats whom the duel waits for: lists ask for it without the engine.

        `anew`: it waits for something else than before.
        """
        waiting = self.waiting() if self.duel.result is None else ()
        for seat in self.seats:
            was_due, seat.due = seat.due, seat.name in waiting
            if not seat.due:
                seat.due_since = None
            elif anew or not was_due:
                seat.due_since = self.duel.opened

    @property
    def awaits_house(self) -> bool:
        """Whether it waits for a wizard of the house."""
        return any(seat.due and seat.is_house for seat in self.seats)

    def entered(self, wizard: str) -> Json | None:
        """What this wizard has sealed of what is asked now."""
        seat = self.by_name[wizard]
        return seat.answers if self.duel.asking else seat.orders


def at(answers: Json | None, path: Sequence[str]) -> Any:
    """What stands at this path of answers; none if nothing does."""
    place: Any = answers
    for step in path:
        place = place.get(step) if isinstance(place, dict) else None
    return place


def put(answers: Json, path: Sequence[str], choice: Any) -> None:
    """Write a choice at this path of answers."""
    *steps, last = path
    for step in steps:
        answers = answers.setdefault(step, {})
    answers[last] = choice


def drop(answers: Json, path: Sequence[str]) -> None:
    """Take the choice at this path out of answers, and what it leaves empty."""
    first, *rest = path
    if rest and isinstance(answers.get(first), dict):
        drop(answers[first], rest)
    if not rest or not answers.get(first):
        answers.pop(first, None)


def record_of(duel: Duel, seats: Iterable[Seat], rounds: Iterable[Round]) -> dict[str, Any]:
    """The duel record of these rows."""
    return {
        "format": FORMAT,
        "spellbook": duel.book,
        "options": duel.options,
        "seed": duel.seed,
        "wizards": [wizard_of(seat) for seat in seats],
        "rounds": [_entry(round_.number, round_.kind, round_.orders, round_.chance) for round_ in rounds],
        "result": duel.result,
    }


def wizard_of(seat: Seat) -> Json:
    """The wizard of a seat, as the duel record has him."""
    team = {} if seat.team is None else {"team": seat.team}
    return {"name": seat.name, "gender": seat.gender, **team}


def _entry(number: int, kind: str, orders: Json, chance: Json) -> Json:
    return {"number": number, "kind": kind, "orders": orders, "chance": chance}


def state_of(duel: Duel, seats: Iterable[Seat]) -> engine.Duel:
    """The engine's state of a duel after the rounds played."""
    return _states([duel], {duel.pk: seats})[duel.pk]


def _states(duels: Collection[Duel], seats: Mapping[int, Iterable[Seat]]) -> dict[int, engine.Duel]:
    """The engine's states of duels by their keys: of what is remembered, only later rounds have to be played."""
    known = {duel.pk: _latest_kept(duel) for duel in duels}
    later = _later_rounds(duels, known)
    states = {}
    for duel in duels:
        state, rounds = known[duel.pk], later.get(duel.pk, [])
        if state is None:
            state = engine.load({**record_of(duel, seats[duel.pk], ()), "rounds": rounds})
        else:
            for entry in rounds:
                state = engine.advance(state, entry)
        keep(duel.slug, state)
        states[duel.pk] = state
    return states


def _latest_kept(duel: Duel) -> engine.Duel | None:
    """The latest state that is remembered of a duel, and no longer if rounds have been played since."""
    if (state := kept.get((duel.slug, duel.round - 1))) is not None:
        return state
    earlier = (kept.take((duel.slug, number)) for number in range(duel.round - 2, -1, -1))
    return next((state for state in earlier if state is not None), None)


def _later_rounds(duels: Iterable[Duel], known: Mapping[int, engine.Duel | None]) -> dict[int, list[Json]]:
    """The rounds played since what is known of these duels, by their keys, as the record has them, read together."""
    spans = list[tuple[int, int, int]]()
    for duel in duels:
        state = known[duel.pk]
        number = 0 if state is None else state.number
        if number < duel.round - 1:
            spans.append((duel.pk, number, duel.round))
    later: dict[int, list[Json]] = {}
    if spans:
        statement = f"{SELECT_ROUNDS} {' OR '.join([SPAN] * len(spans))} ORDER BY number"
        _columns, found = fetched(statement, [value for span in spans for value in span])
        for duel_id, number, kind, orders, chance in found:
            later.setdefault(duel_id, []).append(_entry(number, kind, decode(orders), decode(chance)))
    return later


def tables(slugs: Iterable[str]) -> dict[str, Table]:
    """The tables of these duels by slug; those that are unknown are missing."""
    wanted = list(slugs)
    if not wanted:
        return {}
    duels = f"{SELECT_DUELS} ({_places(wanted)}) ORDER BY id"
    return _tables(lambda: rows(Duel, duels, wanted), lambda ids: rows(Seat, _select_seats(WHOLE_SEAT, ids), ids))


def tables_again(held: Collection[Table]) -> dict[str, Table]:
    """Tables that nobody else has, by slug, as they stand now: of them is read what changes as long as they go on.

    Those that are over are missing.
    """
    known = {table.duel.pk: table.duel for table in held}
    seats = {seat.pk: seat for table in held for seat in table.seats}
    if not known:
        return {}
    duels = f"{SELECT_DUELS_IN_PLAY} ({_places(known)}) ORDER BY id"
    return _tables(
        lambda: rows_again(known, duels, list(known)),
        lambda ids: rows_again(seats, _select_seats(PLAYED_SEAT, ids), ids),
    )


def _places(values: Collection[Any]) -> str:
    return ", ".join(["%s"] * len(values))


def _select_seats(columns: str, duels: Collection[int]) -> str:
    return SELECT_SEATS.format(columns=columns, duels=_places(duels))


def _tables(
    read_duels: Callable[[], Sequence[Duel]], read_seats: Callable[[Sequence[int]], Iterable[Seat]]
) -> dict[str, Table]:
    while duels := read_duels():
        if (seats := _seats(duels, read_seats)) is not None:
            return {table.duel.slug: table for table in _seated(duels, seats)}
    return {}


def _seats(duels: Sequence[Duel], read: Callable[[Sequence[int]], Iterable[Seat]]) -> dict[int, list[Seat]] | None:
    """The seats of duels by their keys; none if one has changed since it was read: its orders would look as if gone."""
    by_id = {duel.pk: duel for duel in duels}
    seats: dict[int, list[Seat]] = {id_: [] for id_ in by_id}
    for seat in read(list(by_id)):
        seat.duel = by_id[seat.duel_id]
        if seat.changes_of_duel != seat.duel.changes:  # type: ignore[attr-defined]
            return None
        seats[seat.duel_id].append(seat)
    return seats


def _seated(duels: Sequence[Duel], seats: Mapping[int, list[Seat]]) -> Iterator[Table]:
    going_on = [duel for duel in duels if duel.result is None]
    here = [seat for duel in going_on for seat in seats[duel.pk]]
    away = away_at(going_on, here) if any(seat.is_away for seat in here) else {}  # type: ignore[attr-defined]
    states = _states(duels, seats)
    for duel in duels:
        yield Table(duel, tuple(seats[duel.pk]), states[duel.pk], away=away.get(duel.slug, {}))


def away_at(duels: Collection[Duel], seats: Iterable[Seat]) -> dict[str, dict[str, list[Span]]]:
    """Who is away from these duels when, by their slugs and the names of wizards."""
    since = min((duel.opened or duel.started for duel in duels), default=timezone.now())
    seated = [seat for seat in seats if seat.mage_id is not None]
    spans = vacations_by_mage({seat.mage_id for seat in seated if seat.mage_id}, since)
    away: dict[str, dict[str, list[Span]]] = {duel.slug: {} for duel in duels}
    for seat in seated:
        if seat.mage_id in spans:
            away[seat.duel.slug][seat.name] = spans[seat.mage_id]
    return away


def table(slug: str) -> Table:
    """The table of one duel; raises `Duel.DoesNotExist`."""
    found = tables([slug])
    if slug not in found:
        raise Duel.DoesNotExist(slug)
    return found[slug]
