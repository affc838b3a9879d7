"""Execution of an orderset (all orders in an e-mail), and the answer to it.

An orderset is executed either completely or not at all. Orders call the same services as the pages. If a service
refuses an order, the answer contains the reason.
"""

import logging
from typing import NamedTuple

from django.db import InterfaceError, OperationalError, transaction
from django.utils import translation
from django.utils.translation import gettext as _

from accounts.models import User
from duels.mailroom import errors, playing
from duels.mailroom.addresses import Claim
from duels.mailroom.administration import DOING
from duels.mailroom.answers import REFUSALS, Answer, Part, about_mistake, in_line
from duels.mailroom.commands import COMMANDS
from duels.mailroom.forms import FORMS, SECRET
from duels.mailroom.layout import fitted
from duels.mailroom.orderset import Commands, Order, OrderError, Orderset
from duels.wording.refusals import FAILED

logger = logging.getLogger(__name__)

NOTHING = OrderError(line=1, text="", kind="nothing")


class _NotCarriedOut(Exception):
    """Raised to roll back the transaction if an orderset cannot be carried out.

    `parts` holds the reasons.
    """

    def __init__(self, parts: list[Part]) -> None:
        super().__init__(parts)
        self.parts = parts


class _Done(NamedTuple):
    subject: str
    parts: list[Part]
    next: Claim | None = None


def execute(orderset: Orderset, user: User, claim: Claim | None, language: str) -> Answer:
    """Carry out this user's orders, and return the answer in this language.

    `claim` holds the duel and round from the reply address, or is `None`. If there is any error, nothing is carried
    out, and the answer explains the error. The only exceptions raised are `OperationalError` and `InterfaceError`,
    which mean that the database is unavailable or that the transaction must be retried.
    """
    with translation.override(language):
        try:
            with transaction.atomic():
                done = _execute(orderset, user, claim)
        except _NotCarriedOut as error:
            return Answer(_("Nothing was carried out"), [*error.parts, _nothing_done()], is_done=False)
        except (OperationalError, InterfaceError):
            raise
        except Exception:
            logger.exception("An orderset could not be carried out")
            return Answer(_("Nothing was carried out"), [Part("", fitted(str(FAILED)))], is_done=False)
        return Answer(done.subject, done.parts, is_done=True, next=done.next)


def _nothing_done() -> Part:
    return Part(
        "", fitted(_("None of the commands in your message were carried out. Correct the message and send it again."))
    )


def _execute(orderset: Orderset, user: User, claim: Claim | None) -> _Done:
    if orderset.errors:
        raise _NotCarriedOut([errors.about_error(error) for error in orderset.errors])
    if orderset.commands is not None:
        return _play(orderset.commands, user, claim)
    return _administer(orderset.orders, user)


def _play(commands: Commands, user: User, claim: Claim | None) -> _Done:
    try:
        return _Done(*playing.play(commands, user, claim))
    except REFUSALS as refusal:
        order = getattr(refusal, "order", None)
        raise _NotCarriedOut([about_mistake(refusal, order, COMMANDS[order.verb].usage if order else "")]) from refusal


def _administer(orders: tuple[Order, ...], user: User) -> _Done:
    """Carry out administration orders one after another.

    Continue after an order that fails, so that the answer lists all errors.
    """
    if not orders:
        raise _NotCarriedOut([errors.about_error(NOTHING)])
    parts, mistakes = [], []
    for order in orders:
        try:
            with transaction.atomic():
                parts.append(Part(_title(order), DOING[order.verb](order, user)))
        except REFUSALS as refusal:
            mistakes.append(about_mistake(refusal, order, FORMS[order.verb].usage))
    if mistakes:
        raise _NotCarriedOut(mistakes)
    return _Done(_("Your commands were carried out"), parts)


def _title(order: Order) -> str:
    return in_line(order.line, f"{order.verb} ..." if order.verb in SECRET else order.text)
