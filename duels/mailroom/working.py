"""What waits in the mailroom is done: each letter once, in one transaction with its answer.

Who does a letter claims it first, by putting off when it is looked at; if he dies before he has come to its end nothing
of it is done, and it is looked at again. What somebody else has done meanwhile is seen when its row is locked.
"""

import logging
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from accounts.languages import known
from accounts.models import User
from accounts.selectors import address_of
from accounts.services.returned_mail import note_returned
from accounts.signed_addresses import is_of_the_mailroom
from duels.mailroom import newcomers
from duels.mailroom.addresses import Claim, confirm_address, read_address, read_confirmation, reply_address
from duels.mailroom.answers import REFUSALS, Answer
from duels.mailroom.grammar import parse
from duels.mailroom.identity import writer_of
from duels.mailroom.layout import fitted
from duels.mailroom.orderset import Orderset
from duels.mailroom.performing import perform
from duels.mailroom.playing import seat_meant
from duels.mailroom.reading import Post, read
from duels.models import IncomingLetter, OutgoingLetter
from wavinghands.db.connections import AWAY

logger = logging.getLogger(__name__)

Outcome = IncomingLetter.Outcome

LEASE: Final = timedelta(seconds=30)
"""Before that nobody else looks at a claimed letter; then twice as long, and so on."""
MOST_TRIES: Final = 8
"""After which nobody can do it: an hour and two."""
MOST_AT_ONCE: Final = 200
SPAN: Final = timedelta(hours=1)
MOST_TO_A_STRANGER, MOST_TO_A_USER = 10, 120
"""Answers in that time to one address: more would be a machine's."""


WITHOUT_KEY: Final = frozenset(
    (
        "SCORES", "STANDINGS", "GAMES", "LIST", "CHALLENGES", "INFO", "RULES", "HELP", "FAQ", "STATS", "SHOW",
        "DESCRIBE", "REPLAY", "RESEND",
    )
)  # fmt: skip
"""Orders that change nothing."""


class Reply(NamedTuple):
    """What a letter came to, and what is answered; nothing is, where `text` is empty."""

    outcome: Outcome
    subject: str = ""
    text: str = ""
    user: User | None = None
    reply_to: str = ""


def do_what_waits(now: datetime | None = None) -> int:
    """How many letters are done: all that have come, in their order."""
    now = now or timezone.now()
    waiting = IncomingLetter.objects.filter(done=None, ripe__lte=now).order_by("pk").values_list("pk", "tries")
    return sum(_do(key, tries, now) for key, tries in list(waiting[:MOST_AT_ONCE]))


def _do(key: int, tries: int, now: datetime) -> bool:
    ours = IncomingLetter.objects.filter(pk=key, done=None, tries=tries)
    if not ours.update(tries=F("tries") + 1, ripe=now + LEASE * 2 ** min(tries, MOST_TRIES)):
        return False
    try:
        return _worked(key, now, is_hopeless=tries >= MOST_TRIES)
    except AWAY:
        raise
    except Exception:  # whatever is in a letter, the others are done
        logger.exception("Letter %s could not be done", key)
        return False


@transaction.atomic
def _worked(key: int, now: datetime, *, is_hopeless: bool) -> bool:
    letter = IncomingLetter.objects.select_for_update().get(pk=key)
    if letter.done is not None:
        return False
    post = read(bytes(letter.content), letter.sender)
    letter.author = post.author
    reply = _given_up(post) if is_hopeless else _reply(letter, post, now)
    _answer(letter, post, reply, now)
    letter.done, letter.outcome, letter.user = now, reply.outcome, reply.user
    letter.content = letter.content if is_hopeless else b""
    letter.save()
    return True


def _given_up(post: Post) -> Reply:
    """What he is told whose letter we could not do, however often we tried."""
    told = _("Your letter came, but it could not be done, by a fault of ours. Please come to the site for it.")
    return Reply(Outcome.FAILED, _("Your orders: nothing is done"), "" if post.is_machine_made else fitted(told))


def _reply(letter: IncomingLetter, post: Post, now: datetime) -> Reply:
    """What is done about a letter, by what it is."""
    if post.has_failed and note_returned(letter.recipient, now):
        return Reply(Outcome.RETURNED)
    if post.is_machine_made:
        return Reply(Outcome.MACHINE)
    if _has_enough(post.author, MOST_TO_A_USER, now):
        return Reply(Outcome.TOO_MANY)
    with translation.override(post.language or settings.LANGUAGE_CODE):
        newcomer = read_confirmation(letter.recipient)
        reply = _ordered(letter, post, now) if newcomer is None else _confirmed(newcomer, now)
    if reply.user is None and _has_enough(post.author, MOST_TO_A_STRANGER, now):
        return reply._replace(text="")
    return reply


def _has_enough(address: str, most: int, now: datetime) -> bool:
    return OutgoingLetter.objects.filter(address__iexact=address, written__gt=now - SPAN).count() >= most


def _confirmed(newcomer: int, now: datetime) -> Reply:
    user, told = newcomers.confirm(newcomer, now)
    return Reply(Outcome.DONE if user else Outcome.REFUSED, _("Your account"), told, user)


def _ordered(letter: IncomingLetter, post: Post, now: datetime) -> Reply:
    orderset, claim = parse(post.text), read_address(letter.recipient)
    identity = orderset.identity
    if identity is not None and identity.verb == "NEWUSER" and not orderset.slips:
        return _welcomed(letter, str(identity.given["name"]), post.language)
    writer = writer_of(letter, identity, claim, now)
    if writer.why:
        outcome = Outcome.WRONG_KEY if identity is not None else Outcome.STRANGER
        return Reply(outcome, _("Your orders: nothing is done"), fitted(writer.why))
    language = known(writer.user.language if writer.user else post.language) or settings.LANGUAGE_CODE
    if claim is not None and not (writer.user is None or writer.has_key or _is_within(claim, orderset, writer.user)):
        told = _(
            "For this your letter needs USER, your name and your mail key at its top: an answer by itself only orders"
            " in its own duel."
        )
        return Reply(Outcome.REFUSED, _("Your orders: nothing is done"), fitted(told), writer.user, letter.recipient)
    answer = perform(orderset, writer.user, _of(claim, writer.user), language)
    if writer.user is None:
        return Reply(Outcome.STRANGER, answer.subject, answer.text or answer.subject)
    outcome = Outcome.DONE if answer.is_done else Outcome.REFUSED
    return Reply(
        outcome,
        answer.subject,
        answer.text or answer.subject,
        writer.user,
        _reply_to(letter, writer.user, answer, claim),
    )


def _reply_to(letter: IncomingLetter, user: User, answer: Answer, claim: Claim | None) -> str:
    """Where the answer is answered: where one plays on, else where the letter went."""
    if answer.next is not None:
        return reply_address(user, answer.next.slug, answer.next.round)
    return letter.recipient if claim is not None else settings.MAILROOM_ADDRESS


def _is_within(claim: Claim, orderset: Orderset, user: User) -> bool:
    """Whether all that is ordered is so without a key: to read, and what concerns the duel of the letter answered.

    Letters are forwarded, and their address for answers with them.
    """
    if any(order.verb not in WITHOUT_KEY for order in orderset.orders):
        return False
    try:
        return orderset.commands is None or seat_meant(orderset.commands, user, claim).duel.slug == claim.slug
    except REFUSALS:
        return True  # nothing will be done, and the answer says why


def _of(claim: Claim | None, user: User | None) -> Claim | None:
    """The claim, if it is this user's: who writes under his own name answers no letter to another."""
    return claim if claim is not None and user is not None and claim.user_id == user.pk else None


def _welcomed(letter: IncomingLetter, username: str, language: str) -> Reply:
    newcomer, told = newcomers.welcome(letter, username, language)
    if newcomer is None:
        return Reply(Outcome.REFUSED, _("Your account"), told)
    subject = _("Is this your address, %(username)s?") % {"username": newcomer.username}
    return Reply(Outcome.NEWCOMER, subject, told, reply_to=confirm_address(newcomer.pk))


def _answer(letter: IncomingLetter, post: Post, reply: Reply, now: datetime) -> None:
    """Write the answer down, in the transaction of what was done."""
    if not reply.text:
        return
    OutgoingLetter.objects.create(
        answers=letter,
        user=reply.user,
        address=_address(letter, post, reply.user),
        subject=reply.subject[:200],
        text=reply.text.replace("\x00", ""),
        reply_to=reply.reply_to or settings.MAILROOM_ADDRESS,
        references=" ".join(post.references),
        written=now,
        ripe=now,
    )


def _address(letter: IncomingLetter, post: Post, user: User | None) -> str:
    """Where an answer goes: from where the letter came, or where that went which it answers.

    Who answers a letter of ours has proved that he could read it, not that the address is his from which he writes.
    """
    is_by_key = bool(letter.claimed)
    if user is None or is_by_key or not is_of_the_mailroom(letter.recipient):
        return post.author
    given = address_of(user)
    return given.email if given.takes_news else post.author
