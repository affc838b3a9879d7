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
from duels.mailroom import newcomers, strangers
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
MOST_OF_A_USER = 120
"""Messages in that time of one user: more would be a program's."""


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


def do(letter: IncomingLetter) -> bool:
    """Do what this message orders at once, unless it is done; return whether it was done now."""
    return _do(letter.pk, letter.tries, timezone.now())


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
    told = _(
        "We received your e-mail, but couldn’t carry it out because of an error on our side. Please use "
        "the site instead."
    )
    return Reply(Outcome.FAILED, _("Nothing was carried out"), "" if post.is_machine_made else fitted(told))


def _reply(letter: IncomingLetter, post: Post, now: datetime) -> Reply:
    """What is done about a letter, by what it is."""
    if post.has_failed and note_returned(letter.recipient, now):
        return Reply(Outcome.RETURNED)
    if post.is_machine_made:
        return Reply(Outcome.MACHINE)
    with translation.override(post.language or settings.LANGUAGE_CODE):
        newcomer = read_confirmation(letter.recipient)
        return _ordered(letter, post, now) if newcomer is None else _confirmed(newcomer, now)


def _writes_too_often(user: User, now: datetime) -> bool:
    return IncomingLetter.objects.filter(user=user, done__gt=now - SPAN).count() >= MOST_OF_A_USER


def _confirmed(newcomer: int, now: datetime) -> Reply:
    user, told = newcomers.confirm(newcomer, now)
    return Reply(Outcome.DONE if user else Outcome.REFUSED, _("Your account"), told, user)


def _ordered(letter: IncomingLetter, post: Post, now: datetime) -> Reply:
    orderset, claim = parse(post.text), read_address(letter.recipient)
    identity = orderset.identity
    if identity is not None and identity.verb == "NEWUSER" and not orderset.slips:
        return _welcomed(letter, post, str(identity.given["name"]), now)
    writer = writer_of(letter, identity, claim, now)
    if writer.why:
        outcome = Outcome.WRONG_KEY if identity is not None else Outcome.STRANGER
        return Reply(outcome, _("Nothing was carried out"), fitted(writer.why))
    if writer.user is None:
        return Reply(Outcome.STRANGER, *strangers.answer(orderset))
    if _writes_too_often(writer.user, now):
        return Reply(Outcome.TOO_MANY, user=writer.user)
    language = known(writer.user.language) or settings.LANGUAGE_CODE
    if claim is not None and not (writer.has_key or _is_within(claim, orderset, writer.user)):
        told = _(
            "This needs USER, your username and your mail key at the top of your e-mail. A reply "
            "alone is only enough for its own duel."
        )
        return Reply(Outcome.REFUSED, _("Nothing was carried out"), fitted(told), writer.user, letter.recipient)
    answer = perform(orderset, writer.user, _of(claim, writer.user), language)
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


def _of(claim: Claim | None, user: User) -> Claim | None:
    """The claim, if it is this user's: a message with a key answers nothing that was sent to somebody else."""
    return claim if claim is not None and claim.user_id == user.pk else None


def _welcomed(letter: IncomingLetter, post: Post, username: str, now: datetime) -> Reply:
    if not strangers.may_be_answered(post.answerable, letter.peer, now):
        return Reply(Outcome.STRANGER)
    newcomer, told = newcomers.welcome(letter, username, post.language)
    if newcomer is None:
        return Reply(Outcome.REFUSED, _("Your account"), told)
    return Reply(Outcome.NEWCOMER, _("Is this your address?"), told, reply_to=confirm_address(newcomer.pk))


def _answer(letter: IncomingLetter, post: Post, reply: Reply, now: datetime) -> None:
    """Write the answer down, in the transaction of what was done, if there is an address to which it may go.

    What a user is answered goes to the confirmed address of the account, wherever the message came from. All others get
    only texts without a word of theirs.
    """
    given = address_of(reply.user) if reply.user else None
    if given is not None and not given.takes_news:
        given, reply = None, Reply(reply.outcome, *strangers.without_address())
    address = given.email if given else post.answerable
    if not reply.text or not (given or strangers.may_be_answered(address, letter.peer, now)):
        return
    OutgoingLetter.objects.create(
        answers=letter,
        user=reply.user,
        address=address,
        subject=reply.subject[:200],
        text=reply.text.replace("\x00", ""),
        reply_to=reply.reply_to or settings.MAILROOM_ADDRESS,
        references=" ".join(post.references if given else post.references[-1:]),
        written=now,
        ripe=now,
    )
