"""The lessons that a user has completed."""

from collections.abc import Iterable
from typing import Any

from django.db import transaction

from accounts.models import User
from duels.learn.lessons import LESSONS


@transaction.atomic
def complete_lessons(user: Any, slugs: Iterable[str]) -> None:
    """Add lessons to those that the user has completed.

    Slugs of other lessons are ignored. Visitors and guests have no account: their browser stores their progress.
    """
    if not user.is_authenticated or user.is_guest:
        return
    locked = User.objects.select_for_update().get(pk=user.pk)
    completed = {*locked.lessons.split(), *slugs}
    locked.lessons = " ".join(slug for slug in LESSONS if slug in completed)
    locked.save(update_fields=["lessons"])
