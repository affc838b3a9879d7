"""What Prometheus is told of duels: what this process holds open, and what waits in the database for all of them."""

import logging
from collections.abc import Iterable, Iterator

from django.db import DatabaseError
from django.db.models import Count
from django.utils import timezone
from django_tasks_db.models import DBTaskResult
from prometheus_client import REGISTRY, Metric
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from accounts.models import Letter
from duels.jobs import JOBS
from duels.models import Chore, Duel
from duels.play import heartbeat
from duels.realtime.connections import DUELS, KINDS
from duels.realtime.process import Process

logger = logging.getLogger(__name__)


class DuelsCollector(Collector):
    """Counts anew each time it is asked; may be asked by any thread."""

    def describe(self) -> Iterable[Metric]:
        """Nothing beforehand: to ask for it when the site starts would ask the database."""
        return []

    def collect(self) -> Iterator[Metric]:
        yield from _here()
        try:
            yield from list(_in_the_database())
        except DatabaseError:  # what this process does itself is worth knowing then more than ever
            logger.warning("The database told no figures", exc_info=True)


def _here() -> Iterator[Metric]:
    if (process := Process.running()) is None:
        return
    sockets = GaugeMetricFamily("wavinghands_sockets", "Sockets open here, by what they are for.", labels=["kind"])
    for kind in KINDS:
        sockets.add_metric([kind], len(process.connections(kind)))
    yield sockets
    duels = {it.presence_group for it in process.connections(DUELS)}
    yield _gauge("wavinghands_duels_open", "Duels with sockets here.", len(duels))
    waiting = len(process.orders) + len(process.drafts)
    yield _gauge("wavinghands_writer_queue", "What sockets have asked for that the writer has not begun.", waiting)


def _in_the_database() -> Iterator[Metric]:
    now, running = timezone.now(), Duel.objects.filter(ended=None)
    yield _gauge("wavinghands_duels_running", "Duels that go on.", running.count())
    overdue = running.filter(deadline__lt=now).count()
    yield _gauge("wavinghands_duels_overdue", "Duels whose time is up, and which no clock has played on.", overdue)
    letters = Letter.objects.filter(sent=None, dropped=None, ripe__lt=now).count()
    yield _gauge("wavinghands_letters_waiting", "Letters that should have been sent.", letters)
    jobs = GaugeMetricFamily("wavinghands_jobs", "Jobs for workers, by how they stand.", labels=["status"])
    for status, count in DBTaskResult.objects.order_by().values_list("status").annotate(Count("pk")):
        jobs.add_metric([status.lower()], count)
    yield jobs
    what = "Since a worker last renewed its heartbeat, or a periodic job was started."
    since = GaugeMetricFamily("wavinghands_since_done_seconds", what, labels=["name"])
    names = [heartbeat.NAME, *(job.name for job in JOBS)]
    for name, done in Chore.objects.filter(name__in=names).values_list("name", "done"):
        if done is not None:
            since.add_metric([name], (now - done).total_seconds())
    yield since


def _gauge(name: str, what: str, value: float) -> Metric:
    return GaugeMetricFamily(name, what, value=value)


REGISTRY.register(DuelsCollector())
