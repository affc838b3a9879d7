"""The times of tournaments: the site's daily arenas, and the start and end of all tournaments."""

import logging
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from duels.models import Tournament
from duels.signals import tournament_changed
from duels.tournaments.notifications import tell_started
from duels.tournaments.pairing import begin_duels, pair
from duels.tournaments.results import close, expire_absent
from wavinghands.db.after_commit import after_commit
from wavinghands.db.connections import AWAY

logger = logging.getLogger(__name__)

LENGTH = timedelta(minutes=60)
"""The length of a daily arena."""
DAYS_AHEAD = 2
"""The number of days for which daily arenas are scheduled."""
OVERTIME = timedelta(minutes=20)
"""How long duels that are in progress at the end may go on before the results become final without them."""

State = Tournament.State


def schedule_daily(now: datetime | None = None) -> None:
    """Schedule the daily arenas of the next days. An arena is never scheduled twice."""
    now = now or timezone.now()
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
    times = [midnight + timedelta(days=day, hours=hour) for day in range(DAYS_AHEAD) for hour in settings.ARENA_HOURS]
    arenas = [Tournament(starts=time, ends=time + LENGTH) for time in times if time > now]
    Tournament.objects.bulk_create(arenas, ignore_conflicts=True)


def run(now: datetime | None = None) -> None:
    """Start and end tournaments whose time has come, and pair the players of running ones."""
    now = now or timezone.now()
    due = Tournament.objects.exclude(state=State.FINISHED).filter(starts__lte=now).order_by("pk")
    for tournament in list(due):
        try:
            _run(tournament, now)
        except AWAY:
            raise
        except Exception:  # the other tournaments go on
            logger.exception("Tournament %s failed, and is tried again", tournament.slug)


def _run(tournament: Tournament, now: datetime) -> None:
    if tournament.is_upcoming:
        _start(tournament.pk, now)
    expire_absent(tournament.pk, now)
    pair(tournament.pk, now)
    begin_duels(tournament.pk)
    if tournament.ends <= now:
        _finish(tournament.pk, now)


@transaction.atomic
def _start(key: int, now: datetime) -> None:
    found = _locked(key, State.UPCOMING)
    if found is None:
        return
    found.state = State.RUNNING
    found.save(update_fields=["state"])
    found.entries.update(free_since=now)
    tell_started(found)
    after_commit(tournament_changed.send_robust, None, slug=found.slug)


@transaction.atomic
def _finish(key: int, now: datetime) -> None:
    """Make the results final, once all duels are over or have taken too long. Delete a tournament without players."""
    found = _locked(key, State.RUNNING)
    if found is None or (now < found.ends + OVERTIME and found.pairings.filter(ended=None).exists()):
        return
    if not found.entries.exists():
        found.delete()
        return
    found.state = State.FINISHED
    found.save(update_fields=["state"])
    close(found)
    after_commit(tournament_changed.send_robust, None, slug=found.slug)


def _locked(key: int, state: str) -> Tournament | None:
    return Tournament.objects.select_for_update(no_key=True).filter(pk=key, state=state).first()
