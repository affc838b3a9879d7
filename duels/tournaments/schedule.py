"""The site's regular tournaments, and the job that starts, runs and ends all tournaments."""

import logging
from collections.abc import Iterable
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from duels.models import Tournament
from duels.signals import tournament_changed
from duels.tournaments.formats import expected_end
from duels.tournaments.notifications import SOON, tell_soon, tell_started, tell_too_few
from duels.tournaments.pairing import begin_duels, pair
from duels.tournaments.results import close, end_round, expire_absent
from duels.tournaments.rounds import advance, seed
from wavinghands.db.after_commit import after_commit
from wavinghands.db.connections import AWAY

logger = logging.getLogger(__name__)

LENGTH = timedelta(minutes=60)
"""The length of a daily arena."""
DAYS_AHEAD = 2
"""How many days ahead daily arenas are scheduled."""
LOOK_AHEAD = 40
"""How many days ahead the next Swiss, the next melee cup and the next monthly cup are scheduled."""
WEEK = 7
ROUNDS = {Tournament.Format.SWISS: 5, Tournament.Format.MELEE: 3}
"""The numbers of rounds in the weekly Swiss and the weekly melee cup."""
OVERTIME = timedelta(minutes=20)
"""How long to wait for duels that are still in progress at the end before the results become final."""

Format, State = Tournament.Format, Tournament.State


def schedule_regular(now: datetime | None = None) -> None:
    """Schedule the site's next daily arenas, weekly arena for bots, weekly Swiss and melee cup, and monthly cups.

    A tournament is never scheduled twice.
    """
    now = now or timezone.now()
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
    days = [midnight + timedelta(days=day) for day in range(LOOK_AHEAD)]
    arenas = [day.replace(hour=hour) for day in days[:DAYS_AHEAD] for hour in settings.ARENA_HOURS]
    of_bots = _on(settings.BOT_ARENA_TIMES, days, now)[:1]
    weekly = [(Format.SWISS, time) for time in _on(settings.SWISS_TIMES, days, now)[:1]]
    weekly += [(Format.MELEE, time) for time in _on(settings.MELEE_TIMES, days, now)[:1]]
    cups = _on(settings.CUP_TIMES, [day for day in days if day.day <= WEEK], now)[:1]
    made = [Tournament(starts=time, ends=time + LENGTH) for time in arenas if time > now]
    made += [Tournament(starts=time, ends=time + LENGTH, bots=True, only_bots=True) for time in of_bots]
    made += [Tournament(starts=time, format=format_, rounds=ROUNDS[format_]) for format_, time in weekly]
    made += [Tournament(starts=time, format=Format.KNOCKOUT) for time in cups]
    for tournament in made:
        if not tournament.is_arena:
            tournament.ends = expected_end(tournament, tournament.starts)
    Tournament.objects.bulk_create(made, ignore_conflicts=True)


def _on(times: Iterable[str], days: Iterable[datetime], now: datetime) -> list[datetime]:
    """Return the moments after `now` at which these times occur on these days. "6:17" means Saturday at 17:00."""
    parsed = [tuple(map(int, time.split(":"))) for time in times]
    found = (day.replace(hour=hour) for day in days for weekday, hour in parsed if day.isoweekday() == weekday)
    return sorted(time for time in found if time > now)


def run(now: datetime | None = None) -> None:
    """Start and end tournaments that are due, and pair the players of running ones."""
    now = now or timezone.now()
    _remind(now)
    due = Tournament.objects.exclude(state=State.FINISHED).filter(starts__lte=now).order_by("pk")
    for tournament in list(due):
        try:
            _run(tournament, now)
        except AWAY:
            raise
        except Exception:  # the other tournaments continue
            logger.exception("Tournament %s failed, and is tried again", tournament.slug)


def _remind(now: datetime) -> None:
    """Remind the players of tournaments that start soon."""
    for tournament in Tournament.objects.filter(state=State.UPCOMING, starts__gt=now, starts__lte=now + SOON):
        try:
            tell_soon(tournament)
        except AWAY:
            raise
        except Exception:  # a reminder must not hold up the tournaments
            logger.exception("The players of tournament %s cannot be reminded", tournament.slug)


def _run(tournament: Tournament, now: datetime) -> None:
    if tournament.is_upcoming:
        _start(tournament.pk, now)
    if tournament.is_live:
        expire_absent(tournament.pk, now)
    if tournament.is_arena:
        pair(tournament.pk, now)
    else:
        end_round(tournament.pk, now)
        advance(tournament.pk, now)
    begin_duels(tournament.pk, now)
    if tournament.is_arena and tournament.ends <= now:
        _finish(tournament.pk, now)


@transaction.atomic
def _start(key: int, now: datetime) -> None:
    found = _locked(key, State.UPCOMING)
    if found is None:
        return
    if not found.is_arena and not seed(found):
        tell_too_few(found)
        after_commit(tournament_changed.send_robust, None, slug=found.slug)
        found.delete()
        return
    found.state = State.RUNNING
    found.save(update_fields=["state", "rounds", "ends"])
    found.entries.update(free_since=now)
    if found.is_arena:  # with rounds, players are notified of their first duel or bye
        tell_started(found)
    after_commit(tournament_changed.send_robust, None, slug=found.slug)


@transaction.atomic
def _finish(key: int, now: datetime) -> None:
    """Make the results final when all duels are over or have taken too long. Delete a tournament without players.

    If another transaction is saving a result, do nothing, and leave the tournament to the next run of the job. Once the
    pairings are locked, no more results are counted.
    """
    found = _locked(key, State.RUNNING)
    if found is None:
        return
    late = found.pairings.filter(ended=None)
    locked = late.select_for_update(no_key=True, skip_locked=True).order_by("pk")
    if now < found.ends + OVERTIME and late.exists():
        return
    if len(locked) < late.count():
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
