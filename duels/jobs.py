"""Jobs that the site runs periodically, such as sending e-mails and deleting old data.

A worker claims a job before running it. Jobs may be repeated or interrupted without harm.
"""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import Min
from django.utils import timezone

from accounts.services.accounts import forget_sessions
from accounts.services.mail import forget_old
from accounts.services.vacations import tell_ended as tell_ended_vacations
from duels.achievements.awarding import award_some
from duels.analysis import work as analyses
from duels.challenges.notifications import tell_alerts
from duels.explorer.counting import count_some as count_openings
from duels.guesses.settling import settle_guesses
from duels.house import exhibition, orders
from duels.ladder.divisions import update_divisions
from duels.ladder.guests import forget_guests
from duels.ladder.inactivity import retire_inactive
from duels.ladder.seasons import award_trophies
from duels.mailroom import processing, sending
from duels.mailroom.report_emails import write_reports
from duels.models import RecurringJob
from duels.moderation.fair_play import report_suspicions
from duels.notifications.duels import send_notifications, write_turns
from duels.notifications.reminders import remind_late
from duels.puzzles.runs import forget_runs
from duels.stats.tallies import count_finished
from duels.tournaments import schedule as tournaments
from duels.viewing.following import tell_rounds
from wavinghands.db.connections import AWAY

logger = logging.getLogger(__name__)

SHORTEST_PAUSE, LONGEST_PAUSE = 0.1, 5.0
"""The minimum and maximum number of seconds between two checks for due jobs."""
HOUR = 60 * 60.0
DAY = 24 * HOUR


class Job(NamedTuple):
    """A job that calls `do` at intervals of `every` seconds.

    `name` is the primary key of its `RecurringJob`.
    """

    name: str
    every: float
    do: Callable[[], object]


JOBS: tuple[Job, ...] = (
    Job("tallies", 2, count_finished),
    Job("openings", 2, count_openings),
    Job("achievements", 2, award_some),
    Job("exhibition", 2, exhibition.keep_going),
    Job("guesses", 2, settle_guesses),
    Job("tournaments", 2, tournaments.run),
    Job("arenas", HOUR, tournaments.schedule_regular),
    Job("alerts", 5, tell_alerts),
    Job("turns", 5, write_turns),
    Job("rounds", 5, tell_rounds),
    Job("reports", 5, write_reports),
    Job("mailroom", 2, processing.process_due),
    Job("answers", 3, sending.send_answers),
    Job("emails", 15, send_notifications),
    Job("analyses", 15, analyses.revive),
    Job("old analyses", DAY, analyses.forget_old),
    Job("reminders", 15 * 60, remind_late),
    Job("vacations", 60, tell_ended_vacations),
    Job("old emails", DAY, forget_old),
    Job("old answers", DAY, sending.forget_old),
    Job("tasks", 60, orders.forget_tasks),
    Job("idle mages", 6 * HOUR, retire_inactive),
    Job("divisions", 5 * 60, lambda: update_divisions(timezone.now())),
    Job("trophies", HOUR, lambda: award_trophies(timezone.now())),
    Job("fair play", DAY, report_suspicions),
    Job("guests", DAY, lambda: forget_guests(now=timezone.now())),
    Job("puzzle runs", DAY, lambda: forget_runs(timezone.now())),
    Job("sessions", DAY, forget_sessions),
)


def check_jobs() -> float:
    """Run the jobs that are due, and return the number of seconds until the next check."""
    run_due()
    due = RecurringJob.objects.filter(name__in=[job.name for job in JOBS]).aggregate(Min("due"))["due__min"]
    if due is None:
        return LONGEST_PAUSE
    return min(LONGEST_PAUSE, max(SHORTEST_PAUSE, (due - timezone.now()).total_seconds()))


def run_due(jobs: tuple[Job, ...] = JOBS) -> None:
    """Run each job that is due, unless another worker has just claimed it."""
    now, known = timezone.now(), dict(RecurringJob.objects.values_list("name", "due"))
    for job in jobs:
        if known.get(job.name, now) <= now and _claim(job, now):
            try:
                job.do()
            except AWAY:
                raise
            except Exception:
                logger.exception("The job %s has failed", job.name)


def _claim(job: Job, now: datetime) -> bool:
    """Claim a job for this worker, and return whether the claim succeeded.

    All jobs claimed in one check get the same `now`, so that jobs with equal intervals stay due at the same time.
    """
    next_time = {"due": now + timedelta(seconds=job.every), "done": now}
    if RecurringJob.objects.filter(name=job.name, due__lte=now).update(**next_time):
        return True
    _, is_new = RecurringJob.objects.get_or_create(name=job.name, defaults=next_time)
    return is_new
