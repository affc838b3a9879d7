"""Execution of the orders for a mage.

The orders are translated into the format of the duel record, and then submitted.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from duels.mailroom import reports, resolution
from duels.mailroom.addresses import Claim
from duels.mailroom.answers import Mistake, Part
from duels.mailroom.layout import fitted
from duels.mailroom.orderset import Commands, Order
from duels.mailroom.translating import BY_HAND, answers_meant, as_written, asked_now, fitting, orders_meant
from duels.models import Duel, Seat
from duels.notifications.duels import note_seen
from duels.play.loading import table
from duels.play.tables import Table
from duels.play.transaction import submit_answers, submit_orders
from duels.wording.headings import versus_of
from duels.wording.languages import catalogue, listed
from wavinghands import engine
from wavinghands.engine import Json

TOO_MUCH = gettext_lazy("You’ve answered more questions than we asked.")


# Choice of the duel --------------------------------------------------------------------------------------------------


def seat_meant(commands: Commands, user: User, claim: Claim | None) -> Seat:
    """Return the seat that the orders are for.

    If the orders name neither a duel nor a mage, `claim`, which comes from the reply address, determines the duel.
    Raise `Mistake` if no seat or more than one seat is possible.
    """
    if commands.game:
        return _seat_at(resolution.duel_of(commands.game), user, commands.mage)
    if commands.mage:
        return _only_seat(user, commands.mage)
    if claim is None or not claim.slug:
        raise Mistake(_("Say which mage these orders are for. Put GAME, MOVE or MAGE before them."))
    return _seat_at(resolution.duel_of(claim.slug), user, "")


def _seat_at(duel: Duel, user: User, name: str) -> Seat:
    seats = list(duel.seats.select_related("duel").filter(mage__owner=user))
    if not seats:
        raise Mistake(_("You aren’t playing in this duel."))
    if not name and len(seats) == 1:
        return seats[0]
    return _named(seats, name)


def _named(seats: Sequence[Seat], name: str) -> Seat:
    found = [seat for seat in seats if resolution.is_same(seat.name, name)]
    if not found:
        about = {"names": listed([seat.name for seat in seats])}
        raise Mistake(_("Say which mage these orders are for. Your mages in this duel: %(names)s.") % about)
    return found[0]


def _only_seat(user: User, name: str) -> Seat:
    """Return the seat of the user's mage called `name` in the mage's current duel.

    If the mage is in several duels, return the seat in the only duel that is waiting for the mage. Raise `Mistake` if
    the mage is in no duel, or if it is in several and not exactly one of them is waiting for the mage.
    """
    mage = resolution.own_mage(user, name)
    seats = list(Seat.objects.select_related("duel").filter(mage=mage, duel__ended=None).order_by("pk"))
    due = [seat for seat in seats if seat.due]
    if not seats:
        raise Mistake(_("%(name)s isn’t in a duel.") % {"name": mage})
    found = seats if len(seats) == 1 else due
    if len(found) != 1:
        games = listed([seat.duel.slug for seat in seats])
        raise Mistake(_("%(name)s is in several duels. Choose one with GAME: %(games)s.") % _about(mage, games))
    return found[0]


def _about(mage: object, games: str) -> Json:
    return {"name": mage, "games": games}


# Orders -----------------------------------------------------------------------------------------------------


class Played(NamedTuple):
    """The answer to the orders for a mage.

    `next` is the user, duel and round for its reply address.
    """

    subject: str
    parts: list[Part]
    next: Claim


def play(commands: Commands, user: User, claim: Claim | None) -> Played:
    """Carry out these orders, and return the answer.

    Raise one of `REFUSALS` if they cannot be carried out.
    """
    seat = seat_meant(commands, user, claim)
    number = _round_meant(commands, seat, claim)
    orders = [order for order in commands.orders if order.verb != "TURN"]
    if not orders:
        return _played(seat, user, number, [Part("", reports.status(seat.duel, user, name=seat.name))])
    sealed = _sealed(orders, seat, number)
    seat.duel.refresh_from_db()
    first = [Part("", "\n".join([_heading(seat, number), "", *as_written(sealed)]))]
    return _played(seat, user, number, [*first, *_what_now(seat, user, number)])


def _played(seat: Seat, user: User, number: int, parts: list[Part]) -> Played:
    """Return the answer, with a reply address for the current round.

    If the current round is secret because a spell has stopped time, the reply address is for round `number` instead.
    """
    asked = _request(table(seat.duel.slug), seat.name)
    return Played(_subject(seat.duel), parts, Claim(user.pk, seat.duel.slug, asked.get("round", number)))


def _subject(duel: Duel) -> str:
    """Return the subject of e-mails about a duel, with the names of the wizards.

    The subject omits the round, because the round is secret while time is stopped.
    """
    return versus_of(duel.seats.all())


def _round_meant(commands: Commands, seat: Seat, claim: Claim | None) -> int:
    """Return the current round.

    Raise `Mistake` if the e-mail was written for another round. The message does not reveal the current round to a
    wizard who cannot act because time has stopped.
    """
    duel, turn = seat.duel, commands.first("TURN")
    number = turn.given["turn"] if turn else claim.round if claim and claim.slug == duel.slug else None
    if duel.result is not None or not commands.orders:
        return duel.round
    if seat.name not in table(duel.slug).state.acting:
        raise Mistake(_("It isn’t your turn, so nothing was changed."), turn)
    if number not in (None, duel.round):
        text = _("The duel is in round %(round)s, but your e-mail is for round %(asked)s. Nothing was changed.")
        raise Mistake(text % {"round": duel.round, "asked": number}, turn)
    return duel.round


def _sealed(orders: Sequence[Order], seat: Seat, number: int) -> Json:
    """Submit the orders for the round, and return them in the format of the duel record.

    If the orders only answer the current questions, submit and return the answers.
    """
    there, has_hands = table(seat.duel.slug), any(order.verb in BY_HAND for order in orders)
    if there.duel.asking and not has_hands:
        return _answered(orders, there, seat, number)
    if not has_hands and there.duel.result is None:
        raise Mistake(
            _("Choose a gesture for each hand with LH and RH. You have no questions to answer right now."), orders[0]
        )
    meant = orders_meant(orders, there, _request(there, seat.name))
    return submit_orders(duel=seat.duel, wizard=seat.name, round_number=number, orders=meant)


def _answered(orders: Sequence[Order], there: Table, seat: Seat, number: int) -> Json:
    """Submit the answers to the current questions, and then the answers to the questions that follow from them.

    Return all submitted answers.
    """
    meant, sealed = answers_meant(orders, there, _request(there, seat.name)), Json()
    while meant:
        if seat.duel.round != number:
            raise Mistake(TOO_MUCH, orders[-1])
        request = _request(table(seat.duel.slug), seat.name)
        now, later = asked_now(fitting(meant, request), request)
        if sealed and not now:
            raise Mistake(TOO_MUCH, orders[-1])
        answers = submit_answers(duel=seat.duel, wizard=seat.name, round_number=number, answers=now or later)
        sealed = engine.merged(sealed, answers)
        seat.duel.refresh_from_db()
        meant = later
    return sealed


def _request(there: Table, wizard: str) -> Json:
    """Return the engine's request to a wizard, with the current questions and the known beings.

    The dict is empty if the duel is over.
    """
    if there.duel.result is not None:
        return {}
    asked = engine.request(there.standing, wizard, catalogue=catalogue()) or {}
    known = engine.request(there.state, wizard, catalogue=catalogue()) or {}
    return {**known, "questions": asked.get("questions", [])}


# Answers --------------------------------------------------------------------------------------------------------


def _heading(seat: Seat, number: int) -> str:
    return fitted(_("Sealed for %(name)s in round %(round)s:") % {"name": seat.name, "round": number})


def _what_now(seat: Seat, user: User, number: int) -> Iterator[Part]:
    """Yield the parts of the answer that describe the duel after the orders.

    If the duel has moved on, they contain the news and a report, so that the user gets no other e-mail about it.
    Otherwise, they name the players that the duel is waiting for.
    """
    duel = seat.duel
    if duel.round > number or duel.asking or duel.result is not None:
        yield Part("", fitted(_come_to(duel, number)))
        yield Part("", reports.status(duel, user, name=seat.name))
        note_seen(seat)
        return
    there = table(duel.slug)
    if awaited := there.waiting() if not there.is_secret else []:
        yield Part("", fitted(_("Waiting for %(names)s.") % {"names": listed(awaited)}))


def _come_to(duel: Duel, number: int) -> str:
    if duel.result is not None:
        return _("The duel is over.")
    if duel.round > number:
        return _("Round %(round)s has been played.") % {"round": number}
    return _("The gestures of round %(round)s have been revealed.") % {"round": number}
