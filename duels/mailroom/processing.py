"""Processing of stored e-mails.

Each e-mail is processed once, and its answer is stored in the same transaction. A process first claims an e-mail by
moving the time in its column `ripe` into the future. If the process dies, its transaction is rolled back, and another
process tries again later. After locking the row, a process checks whether the e-mail has already been processed.
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
from duels.mailroom import newcomers, strangers
from duels.mailroom.addresses import Claim, confirm_address, read_address, read_confirmation, reply_address
from duels.mailroom.answers import REFUSALS, Answer
from duels.mailroom.execution import execute
from duels.mailroom.grammar import parse
from duels.mailroom.identity import writer_of
from duels.mailroom.layout import fitted
from duels.mailroom.orderset import Orderset
from duels.mailroom.playing import seat_meant
from duels.mailroom.reading import Post, read
from duels.models import IncomingEmail, OutgoingEmail
from wavinghands.db.connections import AWAY

logger = logging.getLogger(__name__)

Outcome = IncomingEmail.Outcome

LEASE: Final = timedelta(seconds=30)
"""The time after which another process may claim an e-mail. It doubles with each attempt."""
MOST_TRIES: Final = 8
"""The maximum number of attempts to process an e-mail. Together, they span about two hours."""
MOST_AT_ONCE: Final = 200
SPAN: Final = timedelta(hours=1)
MOST_OF_A_USER = 120
"""The maximum number of e-mails from one user within `SPAN`. Only a program would write more."""


WITHOUT_KEY: Final = frozenset(
    (
        "SCORES", "STANDINGS", "GAMES", "LIST", "CHALLENGES", "INFO", "RULES", "HELP", "FAQ", "STATS", "SHOW",
        "DESCRIBE", "REPLAY", "RESEND",
    )
)  # fmt: skip
"""The verbs of read-only administration orders. A reply without any other administration orders needs no mail key."""


class Reply(NamedTuple):
    """The outcome of processing an e-mail, and the answer to the e-mail.

    If `text` is empty, no answer is sent.
    """

    outcome: Outcome
    subject: str = ""
    text: str = ""
    user: User | None = None
    reply_to: str = ""


def process_due(now: datetime | None = None) -> int:
    """Process the e-mails that are due, in order of arrival.

    Return the number of e-mails that need no further attempt.
    """
    now = now or timezone.now()
    waiting = IncomingEmail.objects.filter(done=None, ripe__lte=now).order_by("pk").values_list("pk", "tries")
    return sum(_claim_and_process(key, tries, now) for key, tries in list(waiting[:MOST_AT_ONCE]))


def process(email: IncomingEmail) -> bool:
    """Process this e-mail now, unless it has already been processed.

    Return whether this call has processed it completely.
    """
    return _claim_and_process(email.pk, email.tries, timezone.now())


def _claim_and_process(key: int, tries: int, now: datetime) -> bool:
    ours = IncomingEmail.objects.filter(pk=key, done=None, tries=tries)
    if not ours.update(tries=F("tries") + 1, ripe=now + LEASE * 2 ** min(tries, MOST_TRIES)):
        return False
    try:
        return _process(key, now, is_hopeless=tries >= MOST_TRIES)
    except AWAY:
        raise
    except Exception:  # one e-mail must not stop the others
        logger.exception("E-mail %s could not be processed", key)
        return False


@transaction.atomic
def _process(key: int, now: datetime, *, is_hopeless: bool) -> bool:
    email = IncomingEmail.objects.select_for_update().get(pk=key)
    if email.done is not None:
        return False
    post = read(bytes(email.content), email.sender)
    email.author = post.author
    reply = _given_up(post) if is_hopeless else _reply(email, post, now)
    _answer(email, post, reply, now)
    email.done, email.outcome, email.user = now, reply.outcome, reply.user
    email.content = email.content if is_hopeless else b""
    email.save()
    return True


def _given_up(post: Post) -> Reply:
    """Return the reply to an e-mail after the last attempt to process it has failed."""
    text = _(
        "We received your e-mail, but couldn’t process it because of an error on our side. Please use the site instead."
    )
    return Reply(Outcome.FAILED, _("Nothing was carried out"), "" if post.is_machine_made else fitted(text))


def _reply(email: IncomingEmail, post: Post, now: datetime) -> Reply:
    """Process an e-mail and return the reply.

    The e-mail may be a bounce or another automatic e-mail, a newcomer's confirmation, or an e-mail with orders.
    """
    if post.has_failed and note_returned(email.recipient, now):
        return Reply(Outcome.RETURNED)
    if post.is_machine_made:
        return Reply(Outcome.MACHINE)
    with translation.override(post.language or settings.LANGUAGE_CODE):
        newcomer = read_confirmation(email.recipient)
        return _ordered(email, post, now) if newcomer is None else _confirmed(newcomer, now)


def _writes_too_often(user: User, now: datetime) -> bool:
    return IncomingEmail.objects.filter(user=user, done__gt=now - SPAN).count() >= MOST_OF_A_USER


def _confirmed(newcomer: int, now: datetime) -> Reply:
    user, text = newcomers.confirm(newcomer, now)
    return Reply(Outcome.DONE if user else Outcome.REFUSED, _("Your account"), text, user)


def _ordered(email: IncomingEmail, post: Post, now: datetime) -> Reply:
    orderset, claim = parse(post.text), read_address(email.recipient)
    identity = orderset.identity
    if identity is not None and identity.verb == "NEWUSER" and not orderset.errors:
        return _welcomed(email, post, str(identity.given["name"]), now)
    writer = writer_of(email, identity, claim, now)
    if writer.why:
        outcome = Outcome.WRONG_KEY if identity is not None else Outcome.STRANGER
        return Reply(outcome, _("Nothing was carried out"), fitted(writer.why))
    if writer.user is None:
        return Reply(Outcome.STRANGER, *strangers.answer(orderset))
    if _writes_too_often(writer.user, now):
        return Reply(Outcome.TOO_MANY, user=writer.user)
    language = known(writer.user.language) or settings.LANGUAGE_CODE
    if claim is not None and not (writer.has_key or _is_within(claim, orderset, writer.user)):
        text = _(
            "For this, begin your e-mail with USER, your username and your mail key. Without them, a "
            "reply can change only the duel that it is about."
        )
        return Reply(Outcome.REFUSED, _("Nothing was carried out"), fitted(text), writer.user, email.recipient)
    answer = execute(orderset, writer.user, _of(claim, writer.user), language)
    outcome = Outcome.DONE if answer.is_done else Outcome.REFUSED
    return Reply(
        outcome,
        answer.subject,
        answer.text or answer.subject,
        writer.user,
        _reply_to(email, writer.user, answer, claim),
    )


def _reply_to(email: IncomingEmail, user: User, answer: Answer, claim: Claim | None) -> str:
    """Return the address for replies to this answer.

    If the answer is about a duel, this is the reply address for the user, duel and round. Otherwise, it is the reply
    address that the user has written to or, if there is none, the mailroom's plain address.
    """
    if answer.next is not None:
        return reply_address(user, answer.next.slug, answer.next.round)
    return email.recipient if claim is not None else settings.MAILROOM_ADDRESS


def _is_within(claim: Claim, orderset: Orderset, user: User) -> bool:
    """Return whether a reply may contain these orders without a mail key.

    Such orders must change nothing, or only the duel that the reply address identifies. A reply address alone is weak
    proof of identity, because it is passed on when a user forwards an e-mail.
    """
    if any(order.verb not in WITHOUT_KEY for order in orderset.orders):
        return False
    try:
        return orderset.commands is None or seat_meant(orderset.commands, user, claim).duel.slug == claim.slug
    except REFUSALS:
        return True  # nothing will be done, and the answer says why


def _of(claim: Claim | None, user: User) -> Claim | None:
    """Return the claim if it identifies this user, and otherwise `None`.

    The users differ if someone with a mail key replies to an e-mail that was sent to another user.
    """
    return claim if claim is not None and claim.user_id == user.pk else None


def _welcomed(email: IncomingEmail, post: Post, username: str, now: datetime) -> Reply:
    if not strangers.may_be_answered(post.answerable, email.peer, now):
        return Reply(Outcome.STRANGER)
    newcomer, text = newcomers.welcome(email, username, post.language)
    if newcomer is None:
        return Reply(Outcome.REFUSED, _("Your account"), text)
    return Reply(Outcome.NEWCOMER, _("Is this your address?"), text, reply_to=confirm_address(newcomer.pk))


def _answer(email: IncomingEmail, post: Post, reply: Reply, now: datetime) -> None:
    """Store the answer, if there is an address that it may be sent to.

    This must happen in the transaction that carries out the orders. Answers to users go to the confirmed address of
    their account, whatever address they have written from. Everyone else gets only standard texts that quote nothing
    from their e-mail.
    """
    given = address_of(reply.user) if reply.user else None
    if given is not None and not given.takes_news:
        given, reply = None, Reply(reply.outcome, *strangers.without_address())
    address = given.email if given else post.answerable
    if not reply.text or not (given or strangers.may_be_answered(address, email.peer, now)):
        return
    OutgoingEmail.objects.create(
        answers=email,
        user=reply.user,
        address=address,
        subject=reply.subject[:200],
        text=reply.text.replace("\x00", ""),
        reply_to=reply.reply_to or settings.MAILROOM_ADDRESS,
        references=" ".join(post.references if given else post.references[-1:]),
        written=now,
        ripe=now,
    )
