"""Sending notifications by e-mail.

A user's due notifications share one message, except those that need their own. A notification is sent at least once. A
process claims notifications before it sends them: it moves `ripe`, the time when they are due, into the future, and
other processes then ignore them. After the mail server has accepted the message, the process marks its notifications as
sent. If the process dies before that, the notifications become due again later. If the mail server had already accepted
the message, it arrives twice, with the same Message-ID.
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
from accounts.models import EmailNotification, Message, User
from accounts.selectors import address_of
from accounts.services.notifications import on_their_way

logger = logging.getLogger(__name__)

CONNECTION_LOST = (ConnectionError, TimeoutError, SMTPServerDisconnected)
"""Errors that mean that the mail server is unreachable, so that the remaining messages have to wait."""
LEASE = timedelta(minutes=10)
"""How long a process's claim on notifications lasts, which is much longer than the timeout of the mail server."""
LONGEST_PAUSE = timedelta(hours=6)
MOST_TRIES = 12
"""The number of attempts before a notification is dropped. They take about two days."""
MOST_AT_ONCE = 200
KEPT = timedelta(days=90)


def send_ripe(now: datetime | None = None) -> int:
    """Send all due notifications.

    Return the number of messages that the mail server has accepted.
    """
    now = now or timezone.now()
    _drop_unwanted(now)
    users = list(_ripe(now).order_by("user").values_list("user", flat=True).distinct()[:MOST_AT_ONCE])
    return send_by_one_connection(_send_all_to, users, now)


def send_by_one_connection(send: Callable[[int, Any, datetime], int], keys: Sequence[int], now: datetime) -> int:
    """Call `send` for each key, passing it the key, a shared connection to the mail server, and `now`.

    Return the sum of the results, or 0 if the connection to the mail server fails.
    """
    if not keys:
        return 0
    try:
        with get_connection() as server:  # if it is unreachable, nothing is claimed and no attempt is counted
            return sum(send(key, server, now) for key in keys)
    except OSError as error:
        logger.warning("The mail server cannot be reached: %s", error)
        return 0


def forget_old() -> None:
    """Delete notifications older than `KEPT`."""
    EmailNotification.objects.filter(written__lt=timezone.now() - KEPT).delete()


def last_digest(now: datetime) -> datetime:
    """Return the time at which the latest daily e-mails were due."""
    today = now.replace(hour=settings.DIGEST_HOUR, minute=0, second=0, microsecond=0)
    return today if today <= now else today - timedelta(days=1)


def _ripe(now: datetime) -> QuerySet[EmailNotification]:
    daily = Q(user__mail=User.Mail.DAILY, written__lte=last_digest(now))
    is_wanted = Q(user__mail__in=[User.Mail.SOON, User.Mail.PLAY]) | daily | Q(asked__isnull=False)
    return on_their_way().filter(is_wanted, ripe__lte=now)


def _drop_unwanted(now: datetime) -> None:
    """Drop due notifications for users who want no e-mail, and those about messages that have been read.

    Notifications that the user has asked for again are kept.
    """
    notifications = on_their_way().filter(asked=None, ripe__lte=now)
    notifications.filter(user__mail=User.Mail.NEVER).update(dropped=now)
    notifications.filter(_is_of_a_read_message()).update(dropped=now)


def _is_of_a_read_message() -> Exists:
    read = Message.objects.alias(notification=Concat(Value("message:"), Cast("pk", CharField())))
    return Exists(read.filter(recipient=OuterRef("user"), notification=OuterRef("key"), read__isnull=False))


def _send_all_to(user_id: int, server: Any, now: datetime) -> int:
    """Send a user's due notifications and return the number of messages.

    Some notifications need a message of their own.
    """
    messages = 0
    while notifications := _send_to(user_id, server, now):
        messages += 1
        if not notifications[0].goes_alone:
            break
    return messages


def _send_to(user_id: int, server: Any, now: datetime) -> list[EmailNotification]:
    """Send one message to a user, and return its notifications.

    The list is empty if no message was sent.
    """
    user, notifications = _claim(user_id, now)
    if not notifications:
        return []
    try:
        server.send_messages([message_of(user, notifications, server)])
    except CONNECTION_LOST:
        raise
    except Exception:
        logger.exception("The notifications of user %s are not sent yet", user_id)
        return []
    EmailNotification.objects.filter(pk__in=[notification.pk for notification in notifications]).update(
        sent=timezone.now()
    )
    return notifications


def _batch(user: User, ripe: list[EmailNotification], now: datetime) -> list[EmailNotification]:
    """Return the notifications for the user's next message.

    `ripe` contains the notifications that are due. To send fewer messages, notifications that are not due yet are
    usually added. There are four exceptions:

    - A notification that needs an e-mail of its own is sent alone.
    - Notifications that were claimed together are retried without others, so that the message keeps its Message-ID.
    - Users who play by e-mail get only due notifications, because the others might still become e-mails of their own.
    - Notifications that the user has asked for again are sent without others.
    """
    if alone := [notification for notification in ripe if notification.goes_alone]:
        return alone[:1]
    if tried := [notification for notification in ripe if notification.tries]:
        return [notification for notification in tried if notification.ripe == tried[0].ripe]
    if user.plays_by_email or all(notification.asked for notification in ripe):
        return ripe
    young = on_their_way().filter(user=user, tries=0, written__lte=now, ripe__gt=now)
    return [*ripe, *young.order_by("pk")]


@transaction.atomic
def _claim(user_id: int, now: datetime) -> tuple[User, list[EmailNotification]]:
    """Claim the notifications for a user's next message, and return the user and the notifications.

    The list is empty if another process was faster or if the user's address takes no e-mail.
    """
    user = User.objects.select_for_update(no_key=True).get(pk=user_id)
    notifications = _batch(user, list(_ripe(now).filter(user=user).order_by("pk")), now)
    ours = EmailNotification.objects.filter(pk__in=[notification.pk for notification in notifications])
    if not address_of(user).takes_news:
        ours.update(dropped=now)
        return user, []
    ours.filter(tries__gte=MOST_TRIES).update(dropped=now)
    notifications = [notification for notification in notifications if notification.tries < MOST_TRIES]
    for notification in notifications:
        notification.tries += 1
        notification.ripe = now + min(LONGEST_PAUSE, LEASE * 2 ** (notification.tries - 1))
    EmailNotification.objects.bulk_update(notifications, ["tries", "ripe"])
    return user, notifications
