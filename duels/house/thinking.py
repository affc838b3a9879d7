"""Orders that are not found at once: jobs for workers, which think beside the web servers.

A job is queued in the transaction that opens the round, and says only whose orders are wanted in which: the worker
reads the rounds that are played, and so knows nothing of what is sealed in this one. What he finds stays with the job
until `duels.house.sweeper` gives it. The same seed gives the same orders, so that thinking twice does no harm.
"""

from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from django.dispatch import receiver
from django.utils import timezone
from django.utils.crypto import get_random_string
from django_tasks import task
from django_tasks_db.management.commands.db_worker import Worker
from django_tasks_db.models import DBTaskResult

from duels.models import Chore
from duels.play.tables import Table, tables
from duels.signals import house_awaited
from wavinghands import search

WORKER = "worker"
"""The name of the row that workers keep fresh."""
BEAT = 1.0
"""Seconds between two beats of a worker."""
LONGEST_SILENCE = timedelta(seconds=3)
"""After a longer one no worker lives."""
KEPT = timedelta(hours=1)
"""How long jobs are kept that nobody has taken."""
QUEUE = "default"
"""Where jobs are queued that are short, and for which duels wait: also done in the midst of a longer one."""
FIRST = 100
"""The priority of what is thought out for a wizard, less his level: who needs least time is first."""

INTERVAL = 0.1
"""Seconds between two looks of a worker for jobs."""

Json = dict[str, Any]
Key = tuple[str, int, str]
"""A duel's slug, the number of a round, a wizard's name."""


@task()
def think(slug: str, round_number: int, wizard: str) -> Json | None:
    """Orders for this wizard of the house in this round; none if nobody waits for them any more."""
    table = tables([slug]).get(slug)
    if table is None or table.duel.round != round_number or wizard not in table.waiting():
        return None
    seat, seed = table.by_name[wizard], table.duel.seed
    return search.choose(table.state, wizard, seat.level or search.SLOW, seed, temperament=seat.temperament).orders


def needs_time(level: int | None) -> bool:
    """Whether a wizard of this level has to think outside of the web server."""
    return level is not None and level >= search.SLOW


@receiver(house_awaited)
def queue(tables: Iterable[Table], **_given: Any) -> None:
    """Queue a job for each wizard who is awaited and needs time; inside the transaction that opens the round."""
    for table in tables:
        for seat in table.seats:
            if seat.due and needs_time(seat.level):
                job = think.using(priority=FIRST - (seat.level or 0))
                job.enqueue(table.duel.slug, table.duel.round, seat.name)


def worker(*queues: str, batch: bool = False) -> Worker:
    """What does the jobs of these queues, until it is stopped, or, `batch`, until none is left."""
    return Worker(
        queue_names=[QUEUE, *queues],
        excluded_queue_names=[],
        interval=INTERVAL,
        batch=batch,
        max_tasks=None,
        startup_delay=False,
        backend_name="default",
        worker_id=get_random_string(32),
    )


def think_meanwhile() -> None:
    """Do the jobs that wait here, in the midst of one that takes long and may wait itself."""
    worker(batch=True).run()


def finished() -> dict[Key, DBTaskResult]:
    """The jobs that have come to an end, with orders or, if they failed, without."""
    done = DBTaskResult.objects.finished().filter(task_path=think.module_path)
    return {tuple(job.args_kwargs["args"]): job for job in done}


def forget(jobs: Iterable[DBTaskResult]) -> None:
    """Forget jobs that are finished."""
    if keys := [job.pk for job in jobs]:
        DBTaskResult.objects.filter(pk__in=keys).delete()


def forget_old() -> None:
    """Forget all jobs that have been there for long: whose workers were killed, or which nobody has taken."""
    DBTaskResult.objects.filter(enqueued_at__lt=timezone.now() - KEPT).delete()


def beat() -> None:
    """Show that a worker lives."""
    Chore.objects.update_or_create(name=WORKER, defaults={"done": timezone.now()})


def has_worker() -> bool:
    """Whether a worker lives."""
    return Chore.objects.filter(name=WORKER, done__gt=timezone.now() - LONGEST_SILENCE).exists()
