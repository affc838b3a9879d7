"""What somebody may do at a table: give orders, answer, give up, let the time pass.

A deed works on a table that is locked, and writes no rows: `duels.services.play` does, once all deeds of a transaction
are done. It raises `Refused` before it has changed anything, or gives what it has sealed.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from random import Random
from typing import Any

import msgspec
from django.utils.translation import gettext_lazy as _

from duels import apprentice, plans
from duels.models import Round, Seat
from duels.refusals import Refused
from duels.selectors import times
from duels.selectors.tables import Span, Table, put
from duels.services.planning import go_by_plan, refuse_to_plan
from duels.services.talk import refuse_say
from wavinghands import engine

MISSES_ALLOWED = 2
"""Time-outs in a row that a wizard survives; the next one forfeits the duel."""

MOST_ROUNDS = 500
"""Rounds that a duel may last, ten times what any has; each costs memory, and every viewer is sent all of them."""

NOTHING = {"left": "-", "right": "-"}
FORFEIT = {"forfeit": True}
LONGEST_SAY = 300
LARGEST_DRAFT = 4096
"""Bytes of a draft, as JSON."""

Json = dict[str, Any]


@dataclass(slots=True)
class Work:
    """A table while deeds are done at it. `played`: rounds resolved; `reveals`: how often it asked.

    `retold`: viewers need the whole duel.
    """

    table: Table
    now: datetime
    played: list[Round] = field(default_factory=list)
    reveals: int = 0
    retold: bool = False

    def is_anew(self) -> bool:
        """Whether the duel waits for something else than before."""
        return bool(self.played or self.reveals)


Deed = Callable[[Work], Json]


def give_orders(*, wizard: str, round_number: int, orders: Json) -> Deed:
    """Seal or change a wizard's orders of this round."""

    def deed(work: Work) -> Json:
        seat = _seat(work, wizard, round_number)
        checked = _checked_orders(work.table, wizard, orders)
        if checked == seat.orders:
            return checked
        _refuse_if_sealed_for_good(work.table, seat)
        if seat.orders is None:
            _stop_clock(work, seat)
        seat.orders, seat.missed, seat.draft = checked, 0, None
        _go_on(work)
        return checked

    return deed


def give_answers(*, wizard: str, round_number: int, answers: Json) -> Deed:
    """Seal or change a wizard's answers to what was asked after the reveal."""

    def deed(work: Work) -> Json:
        seat = _seat(work, wizard, round_number)
        if seat.answers is not None and _merged(seat.answers, answers) == seat.answers:
            return answers
        if wizard not in work.table.questions:
            raise Refused(
                "illegal",
                _("round %(round)s, %(wizard)s: nothing is asked of you now"),
                round=round_number,
                wizard=wizard,
            )
        checked = _checked(engine.check_answers, work.table.asked, wizard, answers)
        was_awaited = wizard in work.table.waiting()
        seat.answers, seat.draft = _merged(seat.answers or {}, checked), None
        if was_awaited and wizard not in work.table.waiting():
            _stop_clock(work, seat)
        _ask_on(work)
        _go_on(work)
        return checked

    return deed


def take_back(*, wizard: str, round_number: int) -> Deed:
    """Take back what a wizard has sealed of what is asked now, as if he never had: his clock has run all the while."""

    def deed(work: Work) -> Json:
        seat, table = _seat(work, wizard, round_number), work.table
        if wizard in table.waiting():
            return {}
        _refuse_if_it_stands(work, seat)
        if table.duel.asking:
            seat.answers = table.answers_before(wizard)
        else:
            seat.orders = None
        seat.reserve, seat.spent = seat.reserve + seat.spent, 0
        _go_on(work)
        return {}

    return deed


def keep_draft(*, wizard: str, round_number: int, draft: Json) -> Deed:
    """Keep what the page of a wizard holds and has not sealed, until the round is resolved; an empty one is none."""

    def deed(work: Work) -> Json:
        seat = _seat(work, wizard, round_number)
        if len(msgspec.json.encode(draft)) > LARGEST_DRAFT:
            raise Refused("oversized", _("A draft has at most %(most)s bytes."), most=LARGEST_DRAFT)
        seat.draft = draft or None
        return {}

    return deed


def forfeit(*, wizard: str, round_number: int | None = None) -> Deed:
    """Give the duel up; when that leaves one wizard, it is over at once."""

    def deed(work: Work) -> Json:
        seat = _seat(work, wizard, work.table.duel.round if round_number is None else round_number)
        if not work.table.state.wizard(wizard).stands:
            raise Refused("over", _("You are out of this duel already."))
        seat.orders = {**(seat.orders or NOTHING), **FORFEIT}
        _end_if_settled(work)
        _go_on(work)
        return seat.orders or FORFEIT

    return deed


def plan(*, wizard: str, round_number: int, plan: Json) -> Deed:
    """Say what to do next if this round shows what he foresees; without lines, no plan."""

    def deed(work: Work) -> Json:
        seat = _seat(work, wizard, round_number)
        refuse_to_plan(work.table, seat)
        lines = plans.read(plan, work.table.state, wizard)
        seat.plan = {"round": round_number, "lines": lines} if lines else None
        return {"lines": lines}

    return deed


def pass_time() -> Deed:
    """Go on without those whose time is up; who lets it pass too often has given up, on the Mountain with the first."""

    def deed(work: Work) -> Json:
        table, deadline = work.table, work.table.duel.deadline
        if deadline is None or deadline > work.now:
            raise Refused("stale", _("There is time left."))
        late = times.late(table, work.now)
        for name in late:
            _miss(table, table.by_name[name])
        _end_if_settled(work)
        if table.duel.asking:
            _answer_for(work, late)
        _go_on(work)
        work.retold = bool(table.waiting()) and not work.is_anew() and not table.is_secret
        return {}

    return deed


def stay_away(*, wizard: str, spans: Sequence[Span]) -> Deed:
    """Know of the vacations of a wizard's user: these, and no others."""

    def deed(work: Work) -> Json:
        if work.table.duel.result is not None:
            raise Refused("over", _("This duel is over."))
        work.table.away = {**work.table.away, wizard: spans}
        work.retold = True
        _go_on(work)
        return {}

    return deed


def open_first_round(work: Work) -> None:
    """Set the clock of a new duel and have the house give its orders."""
    _open_round(work)
    _go_on(work)


# What is refused ------------------------------------------------------------------------------------------------------


def _seat(work: Work, wizard: str, round_number: int) -> Seat:
    duel = work.table.duel
    if duel.result is not None:
        raise Refused("over", _("This duel is over."))
    if round_number != duel.round:
        raise Refused("stale", _("This is round %(round)s, not round %(asked)s."), round=duel.round, asked=round_number)
    if wizard not in work.table.by_name:
        raise Refused("not_yours", _("You have no seat at this duel."))
    return work.table.by_name[wizard]


def _checked_orders(table: Table, wizard: str, orders: Json) -> Json:
    if wizard not in table.state.acting:
        raise Refused(
            "illegal",
            _("round %(round)s, %(wizard)s: you are asked for no orders in this round"),
            round=table.duel.round,
            wizard=wizard,
        )
    if table.duel.round > MOST_ROUNDS:
        raise Refused(
            "over", _("After %(most)s rounds nobody can follow this duel any more: give it up."), most=MOST_ROUNDS
        )
    checked = _checked(engine.check_orders, table.state, wizard, orders)
    if len(checked.get("say", "")) > LONGEST_SAY:
        raise Refused(
            "illegal",
            _("round %(round)s, %(wizard)s, say: at most %(most)s characters"),
            round=table.duel.round,
            wizard=wizard,
            most=LONGEST_SAY,
        )
    if "say" in checked:
        refuse_say(table.by_name[wizard], checked["say"])
    return checked


def _checked(check: Callable[[Any, str, Json], Json], standing: Any, wizard: str, given: Json) -> Json:
    try:
        return check(standing, wizard, given)
    except engine.EngineError as error:
        raise Refused("illegal", str(error)) from error


def _refuse_if_sealed_for_good(table: Table, seat: Seat) -> None:
    if table.duel.asking:
        raise Refused(
            "stale", _("The gestures of round %(round)s are revealed; your orders stand."), round=table.duel.round
        )
    if seat.orders and seat.orders.get("forfeit") and len(table.seats) > 2:
        raise Refused("over", _("You have given up."))
    if table.is_late(seat.name):
        raise Refused("stale", _("Your time for round %(round)s is up: you do nothing in it."), round=table.duel.round)


def _refuse_if_it_stands(work: Work, seat: Seat) -> None:
    """Refuse to take back what others have built upon, or what there would be no time to seal anew."""
    table = work.table
    asked = table.questions if table.duel.asking else table.state.acting
    if seat.name not in asked:
        raise Refused("stale", _("You cannot take back now what you have sealed: others have built upon it."))
    if not table.duel.asking:
        _refuse_if_sealed_for_good(table, seat)
    if table.is_late(seat.name) or times.is_up(table, seat, work.now):
        raise Refused("stale", _("Your time for this round is up: what you have sealed stands."))


# How it goes on -------------------------------------------------------------------------------------------------------


def _go_on(work: Work) -> None:
    """Take step after step until the duel waits for somebody, or is over."""
    table = work.table
    while table.duel.result is None and not table.waiting():
        outcome = engine.play(table.state, table.orders(), table.answers())
        if isinstance(outcome, engine.Asked):
            _reveal(work)
        else:
            _close_round(work, outcome)
    table.duel.deadline = times.deadline(table)


def _reveal(work: Work) -> None:
    """Have everybody see the gestures, and ask."""
    work.table.duel.asking = True
    for seat in work.table.seats:
        seat.draft = None
    _ask_on(work)


def _ask_on(work: Work) -> None:
    """Find what is asked now. The house answers at once, for those too who let the time pass."""
    table, before = work.table, work.table.questions
    table.ask()
    while given := {name: answers for name in table.waiting() if (answers := _given_at_once(table, name))}:
        for name, answers in given.items():
            table.by_name[name].answers = _merged(table.by_name[name].answers or {}, answers)
        table.ask()
    if table.questions and table.questions != before:
        work.reveals += 1
        _start_clocks(work)


def _given_at_once(table: Table, name: str) -> Json | None:
    seat, request = table.by_name[name], {"questions": table.questions[name]}
    return apprentice.answers(request, _dice(table, seat)) if seat.is_house or seat.missed else None


def _close_round(work: Work, state: engine.Duel) -> None:
    table = work.table
    entry = engine.round_record(state)
    work.played.append(
        Round(
            duel=table.duel,
            number=entry["number"],
            kind=entry["kind"],
            orders=entry["orders"],
            chance=entry.get("chance", {}),
            played=work.now,
        )
    )
    for seat in table.seats:
        seat.answers = seat.draft = None
        if seat.name in table.state.acting:  # who gave up when he was not asked does so in his next round
            seat.orders = None
    table.state, table.asked, table.questions = state, None, {}
    _open_round(work)


def _open_round(work: Work) -> None:
    table, duel = work.table, work.table.duel
    duel.round, duel.asking = table.state.number + 1, False
    duel.result = None if table.state.result is None else dict(table.state.result)
    duel.ended = None if duel.result is None else work.now
    _start_clocks(work)
    for seat in table.seats:
        if seat.is_house and seat.name in table.state.acting:
            orders = apprentice.orders(engine.request(table.state, seat.name) or {}, _dice(table, seat))
            seat.orders = engine.check_orders(table.state, seat.name, orders)
        elif seat.plan is not None and duel.round <= MOST_ROUNDS:
            go_by_plan(table, seat)


def _start_clocks(work: Work) -> None:
    work.table.duel.opened = work.now
    for seat in work.table.seats:
        seat.spent = 0


def _stop_clock(work: Work, seat: Seat) -> None:
    left = times.reserve_left(work.table, seat, work.now)
    seat.spent, seat.reserve = seat.reserve - left, left


def _settle(work: Work) -> None:
    """Resolve the round with what is there."""
    table = work.table
    _close_round(work, engine.settle(table.state, table.orders(), table.answers()))


def _miss(table: Table, seat: Seat) -> None:
    """Hold it against a wizard that his time is up; not in a stopped time: all would see it."""
    asking = table.duel.asking
    if not table.is_secret:
        seat.reserve, seat.closed = 0, table.duel.mountain
        seat.missed += seat.closed or not asking
    if seat.closed or (seat.missed > MISSES_ALLOWED and not asking):
        seat.orders = (seat.orders or NOTHING) | FORFEIT
    elif not asking:
        seat.orders = NOTHING


def _answer_for(work: Work, late: Collection[str]) -> None:
    """Answer what is asked of those who are late, by the defaults or the dice, until others are asked."""
    table = work.table
    while now_late := [name for name in table.waiting() if name in late]:
        for name in now_late:
            seat = table.by_name[name]
            seat.answers = _merged(_defaults(table.questions[name], _dice(table, seat)), seat.answers or {})
        _ask_on(work)


def _defaults(questions: Iterable[Json], dice: Random) -> Json:
    answers: Json = {}
    for question in questions:
        usual = question["default"]
        put(answers, question["field"], dice.choice(question["choices"]) if usual is None else usual)
    return answers


def _end_if_settled(work: Work) -> None:
    """Resolve the round, once one side is left; or more than one, if who has given up is not asked in this."""
    while work.table.duel.result is None and _sides_staying(work.table) < 2:
        _settle(work)


def _sides_staying(table: Table) -> int:
    """How many sides still have wizards who stand and have not given up."""
    standing = [table.by_name[wizard.name] for wizard in table.state.wizards if wizard.stands]
    return table.state.sides(seat.name for seat in standing if not (seat.orders or {}).get("forfeit"))


def _merged(answers: Json, more: Json) -> Json:
    """Answers with more of them; what stands in both is as in the latter."""
    inner = {
        key: _merged(answers[key], value) for key, value in more.items() if isinstance(value, dict) and key in answers
    }
    return {**answers, **more, **inner}


def _dice(table: Table, seat: Seat) -> Random:
    """The house's own dice of this round: the same whenever it is played again."""
    return Random(f"{table.duel.seed}/{table.duel.round}/{seat.name}")  # noqa: S311 - a game
