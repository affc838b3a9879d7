"""Actions in a duel, such as giving orders, answering questions and giving up.

An action changes a locked duel (a `Table`) in memory. `duels.play.transaction` saves the changes after all actions in a
transaction. An action either returns the data that it has stored, such as a wizard's orders, or raises `Refused` before
it changes anything.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from django.utils.translation import gettext_lazy as _

from duels.chat.talk import refuse_say
from duels.models import Duel, Line, Seat
from duels.play import deadlines, plans, rounds
from duels.play.picks import picked
from duels.play.rounds import FORFEIT, NOTHING, TIMED_OUT
from duels.play.tables import Changeset, Span, Table
from duels.wording.refusals import Refused
from wavinghands import engine
from wavinghands.engine import Json

NO_SEAT = _("You aren’t playing in this duel.")
UNKNOWN = _("There is no such duel.")

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Action:
    """An action in the duel identified by `slug`."""

    slug: str

    def apply(self, changeset: Changeset) -> Json:
        """Apply the action, and return the data that it has stored, such as a wizard's orders.

        Raise `Refused` if the action is not allowed. In that case, nothing has changed.
        """
        raise NotImplementedError


@dataclass(frozen=True, slots=True, kw_only=True)
class WizardAction(Action):
    """An action by a wizard.

    `round_number` is the round for which the action is meant, or `None` for the current round. `origin` is the socket
    that sent the action, or `None`.
    """

    wizard: str
    round_number: int | None
    origin: object = field(default=None, compare=False, repr=False)

    def seat(self, table: Table) -> Seat:
        """Return the wizard's seat.

        Raise `Refused` if the duel is over or in another round, or if the wizard does not play in the duel.
        """
        refuse_other_round(table.duel, self.round_number)
        if self.wizard not in table.by_name:
            raise Refused("not_yours", NO_SEAT)
        return table.by_name[self.wizard]


@dataclass(frozen=True, slots=True, kw_only=True)
class GiveOrders(WizardAction):
    """An action that seals (submits) a wizard's orders for this round.

    They replace any orders that were sealed earlier.
    """

    orders: Json

    def apply(self, changeset: Changeset) -> Json:
        table = changeset.table
        seat = self.seat(table)
        checked = _checked_orders(table, self.wizard, self.orders)
        if checked == seat.orders:
            return checked
        _refuse_if_sealed_for_good(table, seat)
        if seat.orders is None:
            rounds.stop_clock(changeset, seat)
        seat.orders, seat.missed = checked, 0
        changeset.undrafted.add(self.wizard)
        rounds.go_on(changeset)
        return checked


@dataclass(frozen=True, slots=True, kw_only=True)
class GiveAnswers(WizardAction):
    """An action that seals (submits) a wizard's answers to questions.

    Questions arise when the gestures are revealed. The new answers replace any that were sealed earlier.
    """

    answers: Json

    def apply(self, changeset: Changeset) -> Json:
        table = changeset.table
        seat = self.seat(table)
        if seat.answers is not None and engine.merged(seat.answers, self.answers) == seat.answers:
            return self.answers
        checked = _checked_answers(table, self.wizard, self.answers)
        was_awaited = self.wizard in table.waiting()
        seat.answers = engine.merged(seat.answers or {}, checked)
        changeset.undrafted.add(self.wizard)
        if was_awaited and self.wizard not in table.waiting():
            rounds.stop_clock(changeset, seat)
        rounds.ask_on(changeset)
        rounds.go_on(changeset)
        return checked


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeBack(WizardAction):
    """An action that takes back a wizard's submitted orders or answers.

    The wizard's clock continues as if it had never stopped.
    """

    def apply(self, changeset: Changeset) -> Json:
        table = changeset.table
        seat = self.seat(table)
        if self.wizard in table.waiting():
            return {}
        _refuse_if_it_stands(changeset, seat)
        if table.duel.asking:
            seat.answers = table.answers_before(self.wizard)
        else:
            seat.orders = None
        seat.reserve, seat.spent = seat.reserve + seat.spent, 0
        rounds.go_on(changeset)
        return {}


@dataclass(frozen=True, slots=True, kw_only=True)
class MakePlan(WizardAction):
    """An action that sets a wizard's plan.

    A plan contains orders for the next rounds. The gestures in this round decide which of these orders are used. An
    empty plan deletes the previous one.
    """

    plan: Json

    def apply(self, changeset: Changeset) -> Json:
        table = changeset.table
        seat = self.seat(table)
        plans.refuse_to_plan(table, seat)
        lines = plans.read(self.plan, table.state, self.wizard)
        seat.plan = {"round": table.duel.round, "lines": lines} if lines else None
        return {"lines": lines}


@dataclass(frozen=True, slots=True, kw_only=True)
class Forfeit(WizardAction):
    """An action that gives up the duel for a wizard.

    If both of the wizard's hands are free, they make the gesture of surrender (two palms). If only one side is left,
    the duel ends immediately.
    """

    def apply(self, changeset: Changeset) -> Json:
        table = changeset.table
        seat = self.seat(table)
        if not table.state.wizard(self.wizard).stands:
            raise Refused("over", _("You’re already out of this duel."))
        _give_up(table, seat)
        rounds.end_if_settled(changeset)
        rounds.go_on(changeset)
        return seat.orders or FORFEIT


@dataclass(frozen=True, slots=True, kw_only=True)
class Adjudicate(Action):
    """An action by which the site ends the duel immediately, without killing anyone.

    The orders of the open round are dropped. The groups of wizards in `losers` lose one after the other, and the first
    group takes the last place. If no wizard is left, the last group shares a draw. `absent` says whether the wizards
    lose because they did not show up.
    """

    losers: Sequence[Collection[str]]
    absent: bool = False

    def apply(self, changeset: Changeset) -> Json:
        table = changeset.table
        refuse_other_round(table.duel, None)
        rounds.adjudicate(changeset, self.losers, absent=self.absent)
        return {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Expel(Action):
    """An action by which the site gives up the duel for wizards who did not show up.

    This does not count as activity of these wizards' mages.
    """

    wizards: Collection[str]

    def apply(self, changeset: Changeset) -> Json:
        table = changeset.table
        refuse_other_round(table.duel, None)
        for name in self.wizards:
            seat = table.by_name[name]
            _give_up(table, seat)
            seat.orders = {**(seat.orders or {}), **rounds.ABSENT}
        rounds.end_if_settled(changeset)
        rounds.go_on(changeset)
        return {}


@dataclass(frozen=True, slots=True, kw_only=True)
class PassTime(Action):
    """An action that continues the duel without the wizards whose time is up.

    It seals (submits) their picks, which are the orders or answers that they have chosen but not sealed. Wizards
    without legal picks do nothing this round. A wizard who misses too many rounds forfeits the duel. With the clock of
    Firetop Mountain, one missed round is enough.
    """

    def apply(self, changeset: Changeset) -> Json:
        table, deadline = changeset.table, changeset.table.duel.deadline
        if deadline is None or deadline > changeset.now:
            raise Refused("stale", _("The time isn’t up yet."))
        awaited = deadlines.late(table, changeset.now)
        late = [name for name in awaited if not _seal_picks(changeset, name)]
        for name in late:
            rounds.miss(table, table.by_name[name])
        rounds.end_if_settled(changeset)
        if table.duel.asking:
            rounds.answer_for(changeset, late)
            rounds.ask_on(changeset)
        rounds.go_on(changeset)
        changeset.needs_whole = bool(table.waiting()) and not changeset.has_progressed() and not table.is_secret
        return {}


@dataclass(frozen=True, slots=True, kw_only=True)
class StayAway(Action):
    """An action that sets the vacations of the user who plays a wizard.

    `spans` replaces the vacations set earlier.
    """

    wizard: str
    spans: Sequence[Span]

    def apply(self, changeset: Changeset) -> Json:
        table = changeset.table
        if table.duel.result is not None:
            raise Refused("over", _("This duel is over."))
        table.away = {**table.away, self.wizard: self.spans}
        changeset.needs_whole = table.duel.vacations
        rounds.go_on(changeset)
        return {}


def _seal_picks(changeset: Changeset, wizard: str) -> bool:
    """Seal the legal orders or answers that this wizard has picked, and return whether there were any."""
    table, seat = changeset.table, changeset.table.by_name[wizard]
    if seat.is_house or (picks := picked(table, seat)) is None:
        return False
    try:
        if table.duel.asking:
            answers = engine.merged(rounds.usual_answers(table, seat), picks)
            seat.answers = engine.merged(seat.answers or {}, _checked_answers(table, wizard, answers))
        else:
            seat.orders = _checked_orders(table, wizard, NOTHING | picks)
    except Refused:
        return False
    rounds.stop_clock(changeset, seat)
    seat.sealed_by_time = table.duel.round
    changeset.undrafted.add(wizard)
    return True


def _give_up(table: Table, seat: Seat) -> None:
    """Give up the duel for the wizard in this seat, with two palms if their hands are free."""
    orders = _palms(table, seat.name) or seat.orders or NOTHING
    seat.orders = {field: value for field, value in orders.items() if field not in TIMED_OUT} | FORFEIT


def _palms(table: Table, wizard: str) -> Json | None:
    """Return orders that surrender by gesture, or `None` if the wizard cannot make the gestures."""
    if wizard not in table.state.acting or table.duel.asking or table.is_out_of_time(wizard):
        return None
    palms = engine.palms(table.state, wizard)
    return palms.as_json() if palms else None


# Refusals -------------------------------------------------------------------------------------------------------------


def refuse_other_round(duel: Duel, number: int | None) -> None:
    """Raise `Refused` if the duel is over or not in round `number`.

    If `number` is `None`, the duel may be in any round.
    """
    if duel.result is not None:
        raise Refused("over", _("This duel is over."))
    if number not in (None, duel.round):
        raise Refused("stale", _("This is round %(round)s, not round %(asked)s."), round=duel.round, asked=number)


def _checked_orders(table: Table, wizard: str, orders: Json) -> Json:
    """Return these orders in the format of the duel record.

    Raise `Refused` if they are illegal.
    """
    where = {"round": table.duel.round, "wizard": wizard}
    if wizard not in table.state.acting:
        why = _("round %(round)s, %(wizard)s: you don’t give orders in this round")
        raise Refused("illegal", why, **where)
    if table.duel.round > rounds.MOST_ROUNDS:
        why = _("This duel has reached the limit of %(most)s rounds. All you can do is forfeit.")
        raise Refused("over", why, most=rounds.MOST_ROUNDS)
    parsed = _checked(engine.understood, table.state, wizard, orders)
    if len(parsed.say) > Line.LONGEST:
        why = _("round %(round)s, %(wizard)s, say: at most %(most)s characters")
        raise Refused("illegal", why, **where, most=Line.LONGEST)
    if parsed.say:
        refuse_say(table.by_name[wizard], parsed.say)
    checked = parsed.as_json()
    table.parsed[wizard] = checked, parsed
    return checked


def _checked_answers(table: Table, wizard: str, answers: Json) -> Json:
    if wizard not in table.questions:
        why = _("round %(round)s, %(wizard)s: you have no question to answer now")
        raise Refused("illegal", why, round=table.duel.round, wizard=wizard)
    return _checked(engine.check_answers, table.asked, wizard, answers)


def _checked(check: Callable[[Any, str, Json], T], standing: Any, wizard: str, given: Json) -> T:
    try:
        return check(standing, wizard, given)
    except engine.EngineError as error:
        raise Refused("illegal", str(error)) from error


def _refuse_if_sealed_for_good(table: Table, seat: Seat) -> None:
    if table.duel.asking:
        raise Refused(
            "stale",
            _("The gestures of round %(round)s are already revealed, so you can’t change your orders."),
            round=table.duel.round,
        )
    if seat.orders and seat.orders.get("forfeit") and len(table.seats) > 2:
        raise Refused("over", _("You gave up."))
    if table.is_sealed_by_time(seat.name):
        why = _("Your time for round %(round)s is up. Your selections were sealed for you.")
        raise Refused("stale", why, round=table.duel.round)
    if table.is_late(seat.name):
        raise Refused(
            "stale", _("Your time for round %(round)s is up. Your hands do nothing this round."), round=table.duel.round
        )


def _refuse_if_it_stands(changeset: Changeset, seat: Seat) -> None:
    """Raise `Refused` if it is too late to take back the wizard's orders or answers.

    It is too late if the duel has moved on, or if the wizard has no time left to submit new ones.
    """
    table = changeset.table
    asked = table.questions if table.duel.asking else table.state.acting
    if seat.name not in asked:
        raise Refused("stale", _("It’s too late to take back what you sealed. The round has already moved on."))
    if not table.duel.asking:
        _refuse_if_sealed_for_good(table, seat)
    if table.is_late(seat.name) or deadlines.is_up(table, seat, changeset.now):
        raise Refused("stale", _("Your time for this round is up, so you can’t take back what you sealed."))
