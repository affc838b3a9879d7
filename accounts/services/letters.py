"""News for users: written down here, told by what listens, sent by e-mail when they are ripe."""

from collections.abc import Iterable
from datetime import timedelta
from functools import partial

from django.db import transaction
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
) -> None:
    """Have users told; inside the transaction of what they are told of. A user is told the same `key` once."""
    ripe = timezone.now() + PATIENCE
    letters = [
        Letter(user_id=user_id, about=about, key=key, subject=subject[:200], text=text, path=path, ripe=ripe)
        for user_id in sorted(set(user_ids))
    ]
    Letter.objects.bulk_create(letters, ignore_conflicts=bool(key))
    transaction.on_commit(partial(letters_written.send_robust, None, letters=letters))
