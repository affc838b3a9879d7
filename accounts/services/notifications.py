"""Notifications of users. They are saved here, pushed at once by signal receivers, and e-mailed when they are due."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import QuerySet
from django.utils import timezone, translation

from accounts.email_rendering import one_line
from accounts.languages import languages_of
from accounts.models import Letter, User
from accounts.signals import letters_written
from accounts.time_zones import zone_named
from wavinghands.db.after_commit import after_commit

PATIENCE = timedelta(minutes=5)
"""How long an e-mail waits for its user to visit the site."""

Words = str | Callable[[], str]
"""A text, or a function that returns it in the language of its reader."""


class News(NamedTuple):
    """A notification for some users. The fields are the parameters of `notify`."""

    user_ids: Collection[int]
    about: Letter.About
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
    about: Letter.About,
    subject: Words,
    text: Words,
    path: str = "",
    key: str = "",
    ripe: datetime | None = None,
    thread: str = "",
    reply_to: str = "",
) -> None:
    """Notify users. Call this inside the event's transaction. Each user is notified only once for the same `key`.

    `ripe`: the earliest time for the e-mail, by default after `PATIENCE`. `thread`: the Message-ID of the e-mail
    thread; `reply_to`: the address for answers. With either of these, the notification gets an e-mail of its own.
    """
    _write([News(list(user_ids), about, subject, text, path, key, ripe, thread, reply_to)], once=bool(key))


def notify_each(news: Iterable[News]) -> None:
    """Send many notifications like `notify`. Each of them must have a key."""
    _write(list(news), once=True)


def _write(news: Sequence[News], *, once: bool) -> None:
    now = timezone.now()
    letters = _letters(news, now)
    written = Letter.objects.bulk_create(letters, ignore_conflicts=once)
    if once:  # rows that existed already have an older `written`
        users, keys = {letter.user_id for letter in letters}, {one.key for one in news}
        written = list(Letter.objects.filter(user__in=users, key__in=keys, written=now).order_by("pk"))
    if written:
        after_commit(letters_written.send_robust, None, letters=written)


def _letters(news: Sequence[News], now: datetime) -> list[Letter]:
    """Return an unsaved row for each user of each notification, sorted by user."""
    readers = User.objects.filter(pk__in={id_ for one in news for id_ in one.user_ids}).only("language", "time_zone")
    by_zone, letters = defaultdict[str, list[User]](list), list[Letter]()
    for reader in readers:
        by_zone[reader.time_zone].append(reader)
    for zone, alike in by_zone.items():
        for language, keys in languages_of(alike).items():
            with translation.override(language), timezone.override(zone_named(zone)):
                for one in news:
                    if to := set(keys).intersection(one.user_ids):
                        letters += _letters_alike(one, to, now)
    return sorted(letters, key=lambda letter: letter.user_id)


def _letters_alike(one: News, to: Iterable[int], now: datetime) -> list[Letter]:
    """Return an unsaved row for each of these users, in the current language and time zone."""
    text = _said(one.text).replace("\x00", "")  # PostgreSQL refuses it
    said = one._replace(subject=one_line(_said(one.subject)), text=text, ripe=one.ripe or now + PATIENCE)._asdict()
    del said["user_ids"]
    return [Letter(user_id=user_id, written=now, **said) for user_id in to]


def _said(words: Words) -> str:
    return words() if callable(words) else str(words)


def on_their_way() -> QuerySet[Letter]:
    """Return the notifications that are neither sent nor dropped."""
    return Letter.objects.filter(sent=None, dropped=None)
