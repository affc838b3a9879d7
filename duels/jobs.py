"""What has to be done from time to time beside the clocks of duels: letters, statistics, retirements.

Every clock has a worker for them, in a thread of its own, so that a slow mail server holds up no duel. Whoever claims a
job does it; each can be done twice, or be broken off, without harm.
"""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import Min
from django.utils import timezone

from accounts.services.mail import forget_old
from duels.analysis import work as analyses
from duels.challenges.alerts import tell_alerts
from duels.explorer.counting import count_some as count_openings
from duels.guesses.settling import settle_guesses
from duels.house import exhibition, thinking
from duels.ladder.inactivity import retire_inactive
from duels.mailroom import sending, working
from duels.mailroom.letters import write_reports
from duels.models import Chore
from duels.notifications.duels import send_letters, write_turns
from duels.notifications.reminders import remind_late
from duels.play.lookout import Lookout
from duels.stats.tallies import count_finished
from duels.viewing.following import tell_rounds

logger = logging.getLogger(__name__)

LONGEST_SLEEP = 5.0  # seconds


class Job(NamedTuple):
    """Work that is done every so many seconds; `name` is the key of its row, by which it is claimed."""

    name: str
    every: float
    do: Callable[[], object]


JOBS: tuple[Job, ...] = (
    Job("tallies", 2, count_finished),
    Job("openings", 2, count_openings),
    Job("exhibition", 2, exhibition.keep_going),
    Job("guesses", 2, settle_guesses),
    Job("alerts", 5, tell_alerts),
    Job("turns", 5, write_turns),
    Job("rounds", 5, tell_rounds),
    Job("reports", 5, write_reports),
    Job("mailroom", 2, working.do_what_waits),
    Job("answers", 3, sending.send_answers),
    Job("letters", 15, send_letters),
    Job("analyses", 15, analyses.revive),
    Job("old analyses", 24 * 60 * 60, analyses.forget_old),
    Job("reminders", 15 * 60, remind_late),
    Job("old letters", 24 * 60 * 60, forget_old),
    Job("old answers", 24 * 60 * 60, sending.forget_old),
    Job("old jobs", 10 * 60, thinking.forget_old),
    Job("idle mages", 6 * 60 * 60, retire_inactive),
)


def do_what_is_due(jobs: tuple[Job, ...] = JOBS) -> None:
    """Do each job that is due, unless another process has claimed it in this moment."""
    now, known = timezone.now(), dict(Chore.objects.values_list("name", "due"))
    for job in jobs:
        if known.get(job.name, now) <= now and _claim(job, now):
            try:
                job.do()
            except Exception:
                logger.exception("%s could not be done", job.name)


def _claim(job: Job, now: datetime) -> bool:
    """Whether it is for us to do; what is done in one look will be due in one, so that looks are few."""
    next_time = {"due": now + timedelta(seconds=job.every), "done": now}
    if Chore.objects.filter(name=job.name, due__lte=now).update(**next_time):
        return True
    _, is_new = Chore.objects.get_or_create(name=job.name, defaults=next_time)
    return is_new


def _seconds_left() -> float:
    due = Chore.objects.filter(name__in=[job.name for job in JOBS]).aggregate(Min("due"))["due__min"]
    if due is None:
        return LONGEST_SLEEP
    return min(LONGEST_SLEEP, max(0.1, (due - timezone.now()).total_seconds()))


class Worker(Lookout):
    """Does what is due."""

    name = "jobs"
    longest_sleep = LONGEST_SLEEP

    def look(self) -> float:
        """Do what is due; seconds until something else is."""
        do_what_is_due()
        return _seconds_left()


def start() -> Worker:
    """A worker that runs beside the server until the process ends."""
    return Worker().start()
