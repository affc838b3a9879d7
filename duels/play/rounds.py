"""The steps of a round: opening, reveal, questions, resolution and timeouts.

The functions in this module refuse nothing, because `duels.play.actions` has already checked the actions.
"""

import logging
from collections.abc import Collection, Iterable
from random import Random

from duels.models import Round, Seat
from duels.play import deadlines
from duels.play.changeset import Changeset
from duels.play.planning import go_by_plan
from duels.play.tables import Table, put
from wavinghands import engine, search
from wavinghands.engine import Json

logger = logging.getLogger(__name__)

MISSES_ALLOWED = 2
"""The number of consecutive timeouts that a wizard is allowed. The next one forfeits the duel."""

MOST_ROUNDS = 500
"""The maximum number of rounds in a duel, which is ten times the longest duel so far.

There is a limit because each round uses memory and is sent to every viewer.
"""

NOTHING = {"left": "-", "right": "-"}
FORFEIT = {"forfeit": True}

FOR_THE_LATE = 1
"""The level at which the house answers questions for a wizard who has run out of time."""


def open_first_round(changeset: Changeset) -> None:
    """Start the clock of a new duel and seal the house's first orders."""
    _open_round(changeset)
    go_on(changeset)


def go_on(changeset: Changeset) -> None:
    """Reveal gestures and resolve rounds until the duel waits for a wizard or is over."""
    table = changeset.table
    while table.duel.result is None and not table.waiting():
        outcome = engine.play(table.state, table.orders(), table.answers())
        if isinstance(outcome, engine.Asked):
            _reveal(changeset)
        else:
            _close_round(changeset, outcome)
    table.duel.deadline = deadlines.deadline(table)


def _reveal(changeset: Changeset) -> None:
    """Reveal the gestures and ask the questions that they lead to."""
    _count_picks(changeset.table)
    changeset.table.duel.asking = True
    _forget_drafts(changeset)
    ask_on(changeset)


def ask_on(changeset: Changeset) -> None:
    """Ask the next questions.

    The house answers immediately, both for its own wizards and for wizards who ran out of time.
    """
    table, before = changeset.table, changeset.table.questions
    table.ask()
    while given := {name: answers for name in table.waiting() if (answers := _given_at_once(table, name))}:
        for name, answers in given.items():
            table.by_name[name].answers = engine.merged(table.by_name[name].answers or {}, answers)
        table.ask()
    if table.questions and table.questions != before:
        changeset.reveals += 1
        _start_clocks(changeset)


def _given_at_once(table: Table, name: str) -> Json | None:
    seat = table.by_name[name]
    if not (seat.is_house or seat.missed) or table.asked is None:
        return None
    return search.answer(table.asked, name, seat.level or FOR_THE_LATE, table.duel.seed)


def _close_round(changeset: Changeset, state: engine.Duel) -> None:
    table = changeset.table
    changeset.played.append(Round(duel=table.duel, **engine.round_record(state), played=changeset.now))
    _count_picks(table)
    _forget_drafts(changeset)
    for seat in table.seats:
        seat.answers = None
        if seat.name in table.state.acting:  # others may have given up: keep it for their next round
            seat.orders = None
    table.state, table.asked, table.questions = state, None, {}
    _open_round(changeset)


def _count_picks(table: Table) -> None:
    """Reset the count of missed rounds for wizards whose picks were sealed by a timeout.

    Call this only after the reveal, because the other players must not learn earlier whether there were picks.
    """
    for seat in table.seats:
        if seat.sealed_by_time == table.duel.round:
            seat.missed = 0


def _forget_drafts(changeset: Changeset) -> None:
    changeset.undrafted.update(changeset.table.by_name)


def _open_round(changeset: Changeset) -> None:
    table, duel = changeset.table, changeset.table.duel
    duel.round, duel.asking = table.state.number + 1, False
    duel.result = None if table.state.result is None else dict(table.state.result)
    duel.ended = None if duel.result is None else changeset.now
    _start_clocks(changeset)
    for seat in table.seats:
        if seat.is_house and seat.name in table.state.acting:
            seat.orders = _found_at_once(table, seat) if _gives_at_once(table, seat) else None
        elif seat.plan is not None and duel.round <= MOST_ROUNDS:
            go_by_plan(table, seat)


def _gives_at_once(table: Table, seat: Seat) -> bool:
    """Return whether the house gives this wizard's orders as soon as the round opens.

    It does not if the wizard needs time to search, or if no people are left. In these cases `duels.house` gives the
    orders later.
    """
    return (seat.level or 0) < search.SLOW and table.has_people


def _found_at_once(table: Table, seat: Seat) -> Json | None:
    """Return the house's orders, or `None` if its search fails.

    The failure is only logged, so that it does not affect the action that opens the round.
    """
    try:
        return orders_at_once(table, seat)
    except Exception:
        logger.exception("The house found no orders in duel %s", table.duel.slug)
        return None


def orders_at_once(table: Table, seat: Seat) -> Json:
    """Return the house's orders without a long search.

    The strongest house wizards play at a lower level here.
    """
    level = min(seat.level or FOR_THE_LATE, search.SLOW - 1)
    return search.choose(table.state, seat.name, level, table.duel.seed, temperament=seat.temperament).orders


def _start_clocks(changeset: Changeset) -> None:
    changeset.table.duel.opened = changeset.now
    for seat in changeset.table.seats:
        seat.spent = 0


def stop_clock(changeset: Changeset, seat: Seat) -> None:
    """Deduct the reserve that this wizard has used. Save it as `spent`, so that taking back orders can restore it."""
    left = deadlines.reserve_left(changeset.table, seat, changeset.now)
    seat.spent, seat.reserve = seat.reserve - left, left


def _settle(changeset: Changeset) -> None:
    """Resolve the round with the orders and answers given so far."""
    table = changeset.table
    _close_round(changeset, engine.settle(table.state, table.orders(), table.answers()))


def miss(table: Table, seat: Seat) -> None:
    """Apply a timeout: the wizard does nothing this round, or forfeits after too many timeouts.

    With the clock of Firetop Mountain, the first timeout forfeits the duel. Timeouts are not counted for the house, nor
    in stopped time, where everybody would see the count.
    """
    asking = table.duel.asking
    if seat.is_house:
        seat.orders = seat.orders or _found_at_once(table, seat) or NOTHING
        return
    if not table.is_secret:
        seat.reserve, seat.closed = 0, table.duel.mountain
        seat.missed += seat.closed or not asking
    if seat.closed or (seat.missed > MISSES_ALLOWED and not asking):
        seat.orders = (seat.orders or NOTHING) | FORFEIT
    elif not asking:
        seat.orders = NOTHING


def answer_for(changeset: Changeset, late: Collection[str]) -> None:
    """Answer for late wizards, with the defaults or at random, until the duel waits only for others."""
    table = changeset.table
    while now_late := [name for name in table.waiting() if name in late]:
        for name in now_late:
            seat = table.by_name[name]
            seat.answers = engine.merged(usual_answers(table, seat), seat.answers or {})
        ask_on(changeset)


def usual_answers(table: Table, seat: Seat) -> Json:
    """Return the default answer to each of a wizard's questions, or a random choice if a question has no default."""
    return _defaults(table.questions[seat.name], _dice(table, seat))


def _defaults(questions: Iterable[Json], dice: Random) -> Json:
    answers: Json = {}
    for question in questions:
        usual = question["default"]
        put(answers, question["field"], dice.choice(question["choices"]) if usual is None else usual)
    return answers


def end_if_settled(changeset: Changeset) -> None:
    """Resolve rounds as long as at most one side has not given up and the duel is not over.

    Several rounds may be needed, because a wizard who has given up need not act in this one. Do not resolve a round
    that would kill a wizard who has not sealed orders, because giving up early must not win or draw a duel.
    """
    table = changeset.table
    while table.duel.result is None and _sides_staying(table) < 2 and not _kills_unready(table):
        _settle(changeset)


def _kills_unready(table: Table) -> bool:
    """Return whether resolving the round would kill a wizard who has yet to act."""
    unready = [name for name in table.waiting() if not _gives_up(table.by_name[name])]
    if not unready:
        return False
    after = engine.settle(table.state, table.orders(), table.answers())
    return any(not after.wizard(name).alive for name in unready)


def _sides_staying(table: Table) -> int:
    """Return the number of sides with a wizard who is still in the duel and has not given up."""
    standing = [table.by_name[wizard.name] for wizard in table.state.wizards if wizard.stands]
    return table.state.sides(seat.name for seat in standing if not _gives_up(seat))


def _gives_up(seat: Seat) -> bool:
    return bool((seat.orders or {}).get("forfeit"))


def _dice(table: Table, seat: Seat) -> Random:
    """Return the random number generator for a seat in this round. It yields the same numbers in each replay."""
    return Random(f"{table.duel.seed}/{table.duel.round}/{seat.name}")  # noqa: S311 - a game
