"""Notifications for users.

They are saved here, pushed at once by signal receivers, and sent by e-mail when they are due.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import QuerySet
from django.utils import timezone, translation

from accounts.email_rendering import one_line
from accounts.languages import languages_of
from accounts.models import EmailNotification, User
from accounts.signals import notifications_written
from accounts.time_zones import zone_named
from wavinghands.db.after_commit import after_commit

PATIENCE = timedelta(minutes=5)
"""How long an e-mail is held back, in case the user visits the site first."""

NEVER_EMAILED = {EmailNotification.About.FRIEND}
"""Notifications that would be out of date before an e-mail arrives. They are only shown and pushed."""

Words = str | Callable[[], str]
"""A text, or a function that returns the text in the reader's language."""


class News(NamedTuple):
    """A notification for some users.

    The fields are the parameters of `notify`.
    """

    user_ids: Collection[int]
    about: EmailNotification.About
    subject: Words
    text: Words
    path: str = ""
    key: str = ""
    ripe: datetime | None = None
    thread: str = ""
    reply_to: str = ""


def notify(
    user_ids: Iterable[int],
    *,
    about: EmailNotification.About,
    subject: Words,
    text: Words,
    path: str = "",
    key: str = "",
    ripe: datetime | None = None,
    thread: str = "",
    reply_to: str = "",
) -> None:
    """Notify users of an event, in the transaction that saves the event.

    Each user is notified only once for the same `key`. `ripe` is the earliest time for sending the e-mail, by default
    `PATIENCE` from now. `thread` is the Message-ID of the e-mail thread, and `reply_to` is the address for replies.
    With either of these, the notification gets an e-mail of its own.
    """
    _write([News(list(user_ids), about, subject, text, path, key, ripe, thread, reply_to)], once=bool(key))


def notify_each(news: Iterable[News]) -> None:
    """Save many notifications at once, as `notify()` does for one.

    Every item must have a key.
    """
    _write(list(news), once=True)


def _write(news: Sequence[News], *, once: bool) -> None:
    now = timezone.now()
    notifications = _notifications(news, now)
    written = EmailNotification.objects.bulk_create(notifications, ignore_conflicts=once)
    if once:  # rows that already existed have an older `written`
        users, keys = {notification.user_id for notification in notifications}, {one.key for one in news}
        written = list(EmailNotification.objects.filter(user__in=users, key__in=keys, written=now).order_by("pk"))
    if written:
        after_commit(notifications_written.send_robust, None, notifications=written)


def _notifications(news: Sequence[News], now: datetime) -> list[EmailNotification]:
    """Return an unsaved `EmailNotification` for each user of each item of `news`, sorted by user."""
    readers = User.objects.filter(pk__in={id_ for one in news for id_ in one.user_ids}).only("language", "time_zone")
    by_zone, notifications = defaultdict[str, list[User]](list), list[EmailNotification]()
    for reader in readers:
        by_zone[reader.time_zone].append(reader)
    for zone, alike in by_zone.items():
        for language, keys in languages_of(alike).items():
            with translation.override(language), timezone.override(zone_named(zone)):
                for one in news:
                    if to := set(keys).intersection(one.user_ids):
                        notifications += _notifications_alike(one, to, now)
    return sorted(notifications, key=lambda notification: notification.user_id)


def _notifications_alike(one: News, to: Iterable[int], now: datetime) -> list[EmailNotification]:
    """Return an unsaved `EmailNotification` for each of these users, in the current language and time zone."""
    text = _said(one.text).replace("\x00", "")  # PostgreSQL rejects null characters
    said = one._replace(subject=one_line(_said(one.subject)), text=text, ripe=one.ripe or now + PATIENCE)._asdict()
    del said["user_ids"]
    dropped = now if one.about in NEVER_EMAILED else None
    return [EmailNotification(user_id=user_id, written=now, dropped=dropped, **said) for user_id in to]


def _said(words: Words) -> str:
    return words() if callable(words) else str(words)


def on_their_way() -> QuerySet[EmailNotification]:
    """Return the notifications that are neither sent nor dropped."""
    return EmailNotification.objects.filter(sent=None, dropped=None)
