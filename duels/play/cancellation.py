"""Cancellation of duels that nobody could ever finish, because their rows cannot be loaded."""

import logging
from datetime import datetime
from typing import Final

from django.db import DatabaseError, transaction
from django.utils import timezone

from duels.models import Duel
from duels.play.loading import locked_tables
from duels.signals import duel_cancelled
from duels.wording.endings import CANCELLED
from wavinghands.engine import Json

logger = logging.getLogger(__name__)

NO_RESULT: Final[Json] = {"outcome": "draw", "winners": [], "killed": [], "surrendered": []}


@transaction.atomic
def cancel_broken(slug: str, now: datetime | None = None) -> bool:
    """End a running duel that cannot be loaded, so that its players are free. Return whether it was cancelled.

    The duel changes nobody's results, disappears from the public lists, and is skipped by all jobs. Its rows are kept.
    A duel that can be loaded is left unchanged.
    """
    if not _is_broken(slug):
        return False
    duel = Duel.objects.select_for_update().filter(slug=slug, ended=None).first()
    if duel is None:
        return False
    now = now or timezone.now()
    duel.result, duel.ended, duel.ending, duel.deadline = NO_RESULT, now, CANCELLED, None
    duel.counts = duel.public = False
    duel.tallied = duel.mined = duel.explored = duel.awarded = now
    duel.changes += 1
    duel.save()
    duel.seats.update(due=False, due_since=None)
    duel_cancelled.send(None, duel=duel, seats=list(duel.seats.all()))
    return True


def _is_broken(slug: str) -> bool:
    """Lock a duel, and return whether it cannot be loaded."""
    try:
        locked_tables([slug])
    except DatabaseError:
        raise
    except Exception:
        logger.exception("Duel %s cannot be loaded", slug)
        return True
    return False
