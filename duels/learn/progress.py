"""The lessons that a user has completed."""

from collections.abc import Iterable
from typing import Any

from django.db import transaction

from accounts.models import User
from duels.learn.lessons import LESSONS

PUZZLE = "puzzle"
"""The entry for a puzzle that the user solved, perhaps before they had an account."""


@transaction.atomic
def complete_lessons(user: Any, slugs: Iterable[str]) -> None:
    """Add lessons to those that the user has completed.

    `PUZZLE` is stored too; other slugs are ignored. Visitors and guests have no account: their browser stores their
    progress.
    """
    if not user.is_authenticated or user.is_guest:
        return
    locked = User.objects.select_for_update().get(pk=user.pk)
    completed = {*locked.lessons.split(), *slugs}
    locked.lessons = " ".join(slug for slug in (*LESSONS, PUZZLE) if slug in completed)
    locked.save(update_fields=["lessons"])
