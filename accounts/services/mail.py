"""Letters on their way by e-mail: all that is ripe for a user goes in one message, but for what can be answered.

A letter is sent at least once. Who sends claims the letters first, by putting off when they are ripe, and marks them as
sent when the mail server has taken the message. So two processes never send the same; and if one dies in between, its
letters are ripe again after a while. A message that had been taken just then comes twice, under the same Message-ID.
"""

import logging
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from smtplib import SMTPServerDisconnected
from typing import Any

from django.conf import settings
from django.core.mail import get_connection
from django.db import transaction
from django.db.models import CharField, Exists, OuterRef, Q, QuerySet, Value
from django.db.models.functions import Cast, Concat
from django.utils import timezone

from accounts.email_rendering import message_of
from accounts.models import Letter, Message, User
from accounts.selectors import address_of
from accounts.services.notifications import on_their_way

logger = logging.getLogger(__name__)

CONNECTION_LOST = (ConnectionError, TimeoutError, SMTPServerDisconnected)
"""The mail server is away: what else is to be sent waits."""
LEASE = timedelta(minutes=10)
"""Before that nobody else tries to send a claimed letter; much longer than a mail server may take to answer."""
LONGEST_PAUSE = timedelta(hours=6)
MOST_TRIES = 12
"""After which a letter is given up: two days."""
MOST_AT_ONCE = 200
KEPT = timedelta(days=90)


def send_ripe(now: datetime | None = None) -> int:
    """How many messages the mail server has taken: one for each user for whom there is something to tell now."""
    now = now or timezone.now()
    _drop_unwanted(now)
    users = list(_ripe(now).order_by("user").values_list("user", flat=True).distinct()[:MOST_AT_ONCE])
    return send_by_one_connection(_send_all_to, users, now)


def send_by_one_connection(send: Callable[[int, Any, datetime], int], keys: Sequence[int], now: datetime) -> int:
    """How many messages the mail server has taken; `send` is called with each key, the server and the present time."""
    if not keys:
        return 0
    try:
        with get_connection() as server:  # while it cannot be reached, nothing is claimed and no try is counted
            return sum(send(key, server, now) for key in keys)
    except OSError as error:
        logger.warning("The mail server cannot be reached: %s", error)
        return 0


def forget_old() -> None:
    """Delete letters that nobody will want again."""
    Letter.objects.filter(written__lt=timezone.now() - KEPT).delete()


def last_digest(now: datetime) -> datetime:
    """When those were last to be written to who want one letter a day."""
    today = now.replace(hour=settings.DIGEST_HOUR, minute=0, second=0, microsecond=0)
    return today if today <= now else today - timedelta(days=1)


def _ripe(now: datetime) -> QuerySet[Letter]:
    daily = Q(user__mail=User.Mail.DAILY, written__lte=last_digest(now))
    is_wanted = Q(user__mail__in=[User.Mail.SOON, User.Mail.LETTER]) | daily | Q(asked__isnull=False)
    return on_their_way().filter(is_wanted, ripe__lte=now)


def _drop_unwanted(now: datetime) -> None:
    """Drop what its user has read already, or does not want by e-mail."""
    letters = on_their_way().filter(asked=None, ripe__lte=now)
    letters.filter(user__mail=User.Mail.NEVER).update(dropped=now)
    letters.filter(_is_of_a_read_message()).update(dropped=now)


def _is_of_a_read_message() -> Exists:
    read = Message.objects.alias(letter=Concat(Value("message:"), Cast("pk", CharField())))
    return Exists(read.filter(recipient=OuterRef("user"), letter=OuterRef("key"), read__isnull=False))


def _send_all_to(user_id: int, server: Any, now: datetime) -> int:
    """How many messages he was sent: one, and after each letter that goes alone another."""
    messages = 0
    while letters := _send_to(user_id, server, now):
        messages += 1
        if not letters[0].goes_alone:
            break
    return messages


def _send_to(user_id: int, server: Any, now: datetime) -> list[Letter]:
    """The letters that he was sent in one message."""
    user, letters = _claim(user_id, now)
    if not letters:
        return []
    try:
        server.send_messages([message_of(user, letters, server)])
    except CONNECTION_LOST:
        raise
    except Exception:
        logger.exception("The letters of user %s are not sent yet", user_id)
        return []
    Letter.objects.filter(pk__in=[letter.pk for letter in letters]).update(sent=timezone.now())
    return letters


def _batch(user: User, ripe: list[Letter], now: datetime) -> list[Letter]:
    """What goes in one message: what is ripe, and what else waits for its user, so that he is not written to often.

    What was claimed together before goes together again, and alone: if it was sent then, it is the same message. Who
    plays by letter is sent nothing that is not ripe: it may become a letter that he can answer.
    """
    if alone := [letter for letter in ripe if letter.goes_alone]:
        return alone[:1]
    if tried := [letter for letter in ripe if letter.tries]:
        return [letter for letter in tried if letter.ripe == tried[0].ripe]
    if user.plays_by_letter or all(letter.asked for letter in ripe):
        return ripe
    young = on_their_way().filter(user=user, tries=0, written__lte=now, ripe__gt=now)
    return [*ripe, *young.order_by("pk")]


@transaction.atomic
def _claim(user_id: int, now: datetime) -> tuple[User, list[Letter]]:
    """The letters that are now ours to send; none if another was quicker, or they can reach nobody."""
    user = User.objects.select_for_update(no_key=True).get(pk=user_id)
    letters = _batch(user, list(_ripe(now).filter(user=user).order_by("pk")), now)
    ours = Letter.objects.filter(pk__in=[letter.pk for letter in letters])
    if not address_of(user).takes_news:
        ours.update(dropped=now)
        return user, []
    ours.filter(tries__gte=MOST_TRIES).update(dropped=now)
    letters = [letter for letter in letters if letter.tries < MOST_TRIES]
    for letter in letters:
        letter.tries += 1
        letter.ripe = now + min(LONGEST_PAUSE, LEASE * 2 ** (letter.tries - 1))
    Letter.objects.bulk_update(letters, ["tries", "ripe"])
    return user, letters
