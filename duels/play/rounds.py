"""The steps of a round: opening, reveal, questions, resolution and timeouts.

These functions do not check the submitted orders and answers, because `duels.play.actions` has done so.
"""

import logging
from collections.abc import Collection, Iterable, Sequence
from random import Random

from duels.models import MISSES_ALLOWED, Round, Seat
from duels.play import deadlines
from duels.play.plans import go_by_plan
from duels.play.tables import Changeset, Table, put
from wavinghands import engine, search
from wavinghands.engine import Json

logger = logging.getLogger(__name__)

MOST_ROUNDS = 500
"""The maximum number of rounds in a duel, ten times as many as in the longest duel so far.

There is a limit because each round uses memory and is sent to every viewer.
"""

NOTHING = {"left": "-", "right": "-"}
FORFEIT = {"forfeit": True}
TIMED_OUT = {"timed_out": True}
ABSENT = {"absent": True}

FOR_THE_LATE = 1
"""The level at which the computer answers questions for a wizard who has run out of time."""


def open_first_round(changeset: Changeset) -> None:
    """Start the clock of a new duel, and submit its computer players' first orders."""
    _open_round(changeset)
    go_on(changeset)


def go_on(changeset: Changeset) -> None:
    """Reveal gestures and resolve rounds until the duel is waiting for a wizard or is over."""
    table = changeset.table
    while table.duel.result is None and not table.waiting():
        outcome = engine.play(table.state, table.orders(), table.answers())
        if isinstance(outcome, engine.Asked):
            _reveal(changeset)
        else:
            _close_round(changeset, outcome)
    table.duel.deadline = deadlines.deadline(table)


def _reveal(changeset: Changeset) -> None:
    """Reveal the gestures, and ask the questions that follow from them."""
    _count_picks(changeset.table)
    changeset.table.duel.asking = True
    _forget_drafts(changeset)
    ask_on(changeset)


def ask_on(changeset: Changeset) -> None:
    """Ask the wizards the next questions.

    The computer answers immediately, both for computer players and for wizards who ran out of time.
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
    return search.answer(table.asked, name, seat.level or FOR_THE_LATE)


def adjudicate(changeset: Changeset, losers: Sequence[Collection[str]], *, absent: bool = False) -> None:
    """Make wizards lose without resolving any orders of the open round.

    Each group in `losers` loses in a round of its own, and nobody dies. `absent` says whether they lose because they
    did not show up. Forced gestures, open questions and missing orders do not prevent this.
    """
    table = changeset.table
    for seat in table.seats:
        seat.orders = None
    *earlier, last = losers
    for group in earlier:
        table.state = engine.adjudicate(table.state, [*group], absent=absent)
        changeset.played.append(_row(changeset, table.state))
    _close_round(changeset, engine.adjudicate(table.state, [*last], absent=absent))
    table.duel.deadline = deadlines.deadline(table)


def _row(changeset: Changeset, state: engine.Duel) -> Round:
    """Return a database row for the last round in `state`."""
    return Round(duel=changeset.table.duel, **engine.round_record(state), played=changeset.now)


def _close_round(changeset: Changeset, state: engine.Duel) -> None:
    table = changeset.table
    changeset.played.append(_row(changeset, state))
    _count_picks(table)
    _forget_drafts(changeset)
    for seat in table.seats:
        seat.answers = None
        if seat.name in table.state.acting:  # other wizards' orders, such as giving up, are for their next round
            seat.orders = None
    table.state, table.asked, table.questions = state, None, {}
    _open_round(changeset)


def _count_picks(table: Table) -> None:
    """Set the number of missed rounds to 0 for wizards whose picks a timeout has sealed in this round.

    This must not happen before the reveal, because the number shows the other players that there were picks.
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
    """Return whether this computer player gives its orders as soon as the round opens.

    `duels.house` gives the orders later if the computer player's level needs a long search, or if no people are left in
    the duel.
    """
    return (seat.level or 0) < search.SLOW and table.has_people


def _found_at_once(table: Table, seat: Seat) -> Json | None:
    """Return the orders of a computer player, or `None` if the search fails.

    An exception is only logged, so that it does not affect the action that opens the round.
    """
    try:
        return orders_at_once(table, seat)
    except Exception:
        logger.exception("The house found no orders in duel %s", table.duel.slug)
        return None


def orders_at_once(table: Table, seat: Seat) -> Json:
    """Return a computer player's orders, without a long search.

    Levels from `search.SLOW` on play at the level below it.
    """
    level = min(seat.level or FOR_THE_LATE, search.SLOW - 1)
    return search.choose(table.state, seat.name, level, table.duel.seed, temperament=seat.temperament).orders


def _start_clocks(changeset: Changeset) -> None:
    changeset.table.duel.opened = changeset.now
    for seat in changeset.table.seats:
        seat.spent = 0


def stop_clock(changeset: Changeset, seat: Seat) -> None:
    """Reduce this wizard's reserve by the part of it that was used in this round.

    That part is kept as `spent`, so that it can be restored if the wizard takes back their orders.
    """
    left = deadlines.reserve_left(changeset.table, seat, changeset.now)
    seat.spent, seat.reserve = seat.reserve - left, left


def _settle(changeset: Changeset) -> None:
    """Resolve the round with the orders and answers given so far."""
    table = changeset.table
    _close_round(changeset, engine.settle(table.state, table.orders(), table.answers()))


def miss(table: Table, seat: Seat) -> None:
    """Apply a timeout: the wizard does nothing this round, or forfeits the duel after too many timeouts.

    With the clock of Firetop Mountain, the first timeout forfeits the duel. Timeouts are not counted for computer
    players. They are not counted in stopped time either, because everyone would see the count.
    """
    asking = table.duel.asking
    if seat.is_house:
        seat.orders = seat.orders or _found_at_once(table, seat) or NOTHING
        return
    if not table.is_secret:
        seat.reserve, seat.closed = 0, table.duel.mountain
        seat.missed += seat.closed or not asking
    if seat.closed or (seat.missed > MISSES_ALLOWED and not asking):
        seat.orders = (seat.orders or NOTHING) | FORFEIT | TIMED_OUT
    elif not asking:
        seat.orders = NOTHING if table.is_secret else NOTHING | TIMED_OUT


def answer_for(changeset: Changeset, late: Collection[str]) -> None:
    """Answer questions for the wizards in `late` until the duel is no longer waiting for any of them.

    The answers are the defaults or, for questions without a default, random choices.
    """
    table = changeset.table
    while now_late := [name for name in table.waiting() if name in late]:
        for name in now_late:
            seat = table.by_name[name]
            seat.answers = engine.merged(usual_answers(table, seat), seat.answers or {})
        ask_on(changeset)


def usual_answers(table: Table, seat: Seat) -> Json:
    """Return the default answer to each of a wizard's questions.

    A question without a default gets a random choice.
    """
    return _defaults(table.questions[seat.name], _dice(table, seat))


def _defaults(questions: Iterable[Json], dice: Random) -> Json:
    answers: Json = {}
    for question in questions:
        usual = question["default"]
        put(answers, question["field"], dice.choice(question["choices"]) if usual is None else usual)
    return answers


def end_if_settled(changeset: Changeset) -> None:
    """If all sides but one have given up, resolve rounds until the duel is over.

    This may take several rounds, because a wizard who has given up may not act in the current one. Stop before a round
    that would kill a wizard who has not given orders. Otherwise, players could win or draw a duel by giving up early.
    """
    table = changeset.table
    while table.duel.result is None and _sides_staying(table) < 2 and not _kills_unready(table):
        _settle(changeset)


def _kills_unready(table: Table) -> bool:
    """Return whether resolving the round now would kill a wizard the duel is still waiting for."""
    unready = [name for name in table.waiting() if not gives_up(table.by_name[name])]
    if not unready:
        return False
    after = engine.settle(table.state, table.orders(), table.answers())
    return any(not after.wizard(name).alive for name in unready)


def _sides_staying(table: Table) -> int:
    """Return the number of sides that still have a wizard who has neither left the duel nor given up."""
    standing = [table.by_name[wizard.name] for wizard in table.state.wizards if wizard.stands]
    return table.state.sides(seat.name for seat in standing if not gives_up(seat))


def gives_up(seat: Seat) -> bool:
    """Return whether the wizard in this seat has given up in the open round."""
    return bool((seat.orders or {}).get("forfeit"))


def _dice(table: Table, seat: Seat) -> Random:
    """Return the random number generator of a seat in this round.

    It is seeded with the duel, the round and the wizard, so that it always yields the same numbers.
    """
    return Random(f"{table.duel.seed}/{table.duel.round}/{seat.name}")  # noqa: S311 - a game
