"""News for users: written down here, told at once by what listens, sent by e-mail when they are ripe."""

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta

from django.db.models import QuerySet
from django.utils import timezone, translation

from accounts.email_rendering import one_line
from accounts.languages import languages_of
from accounts.models import Letter, User
from accounts.signals import letters_written
from wavinghands.commits import after_commit

PATIENCE = timedelta(minutes=5)
"""How long a letter waits for its user to come by himself."""

Words = str | Callable[[], str]
"""What somebody has written, or what writes it in the language of who is to read it."""


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
    """Have users told; inside the transaction of what they are told of. A user is told the same `key` once.

    `ripe`: when it may go by e-mail, if he has not come by himself until then; in some minutes, if nothing is said.
    `thread`: the Message-ID that it belongs to; `reply_to`: where it can be answered. With either it goes alone.
    """
    now = timezone.now()
    about_it = {"about": about, "key": key, "path": path, "written": now, "ripe": ripe or now + PATIENCE}
    about_it |= {"thread": thread, "reply_to": reply_to}
    letters = [Letter(user_id=user_id, **words, **about_it) for user_id, words in _written(user_ids, subject, text)]
    written = Letter.objects.bulk_create(letters, ignore_conflicts=bool(key))
    if key:  # what was there already says nothing of itself, but is older
        written = list(Letter.objects.filter(user__in=[letter.user_id for letter in letters], key=key, written=now))
    if written:
        after_commit(letters_written.send_robust, None, letters=written)


def _written(user_ids: Iterable[int], subject: Words, text: Words) -> list[tuple[int, dict[str, str]]]:
    """What each of these users is told, by their keys and in that order."""
    readers = User.objects.filter(pk__in=set(user_ids)).only("language")
    letters = []
    for language, keys in languages_of(readers).items():
        with translation.override(language):
            words = {
                "subject": one_line(_said(subject)),
                "text": _said(text).replace("\x00", ""),
            }  # PostgreSQL takes none
            letters += [(key, words) for key in keys]
    return sorted(letters, key=lambda letter: letter[0])


def _said(words: Words) -> str:
    return words() if callable(words) else str(words)


def on_their_way() -> QuerySet[Letter]:
    """Letters that are neither sent nor dropped."""
    return Letter.objects.filter(sent=None, dropped=None)
