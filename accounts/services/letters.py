"""News for users: written down here, told at once by what listens, sent by e-mail when they are ripe."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from functools import partial

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import Letter
from accounts.signals import letters_written

PATIENCE = timedelta(minutes=5)
"""How long a letter waits for its user to come by himself."""


def tell(
    user_ids: Iterable[int],
    *,
    about: Letter.About,
    subject: str,
    text: str,
    path: str = "",
    key: str = "",
    ripe: datetime | None = None,
) -> None:
    """Have users told; inside the transaction of what they are told of. A user is told the same `key` once.

    `ripe`: when it may go by e-mail, if he has not come by himself until then; in some minutes, if nothing is said.
    """
    now = timezone.now()
    text = text.replace("\x00", "")  # which PostgreSQL does not take
    about_it = {"about": about, "key": key, "subject": one_line(subject), "text": text, "path": path}
    letters = [
        Letter(user_id=user_id, written=now, ripe=ripe or now + PATIENCE, **about_it)
        for user_id in sorted(set(user_ids))
    ]
    written = Letter.objects.bulk_create(letters, ignore_conflicts=bool(key))
    if key:  # what was there already says nothing of itself, but is older
        written = list(Letter.objects.filter(user__in=[letter.user_id for letter in letters], key=key, written=now))
    if written:
        transaction.on_commit(partial(letters_written.send_robust, None, letters=written))


def on_their_way() -> QuerySet[Letter]:
    """Letters that are neither sent nor dropped."""
    return Letter.objects.filter(sent=None, dropped=None)


def one_line(subject: str) -> str:
    """A subject that can stand in the header of a message, whatever names are in it."""
    printable = "".join(character if character.isprintable() else " " for character in subject)
    return " ".join(printable.split())[:200]
