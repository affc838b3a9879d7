"""Prometheus metrics about duels: connections to this process, and queues in the database."""

import logging
from collections import Counter
from collections.abc import Iterable, Iterator

from django.db import DatabaseError
from django.db.models import Count
from django.utils import timezone
from django_tasks_db.models import DBTaskResult
from prometheus_client import REGISTRY, Metric
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from accounts.models import EmailNotification
from duels.jobs import JOBS
from duels.models import Duel, RecurringJob
from duels.play import heartbeat
from duels.realtime.consumers.base import SocketConsumer
from duels.realtime.consumers.duel import DuelConsumer
from duels.realtime.process import Process

logger = logging.getLogger(__name__)

KINDS = ("duels", "lobby", "users", "events", "tournaments")
"""The kinds of sockets, each of which has a consumer."""


class DuelsCollector(Collector):
    """A Prometheus collector that reads all values each time they are requested.

    It is thread-safe.
    """

    def describe(self) -> Iterable[Metric]:
        """Return an empty list.

        Without this method, registering the collector would call `collect()`, which queries the database.
        """
        return []

    def collect(self) -> Iterator[Metric]:
        yield from _here()
        try:
            yield from list(_in_the_database())
        except DatabaseError:  # still report on this process, which matters even more in this case
            logger.warning("The metrics in the database could not be read", exc_info=True)


def _here() -> Iterator[Metric]:
    if (process := Process.running()) is None:
        return
    sockets = GaugeMetricFamily("wavinghands_sockets", "Open sockets of this process, by kind.", labels=["kind"])
    kinds = Counter(it.kind for it in process.connections(SocketConsumer))
    for kind in KINDS:
        sockets.add_metric([kind], kinds[kind])
    yield sockets
    duels = {it.slug for it in process.connections(DuelConsumer)}
    yield _gauge("wavinghands_duels_open", "Duels with open sockets in this process.", len(duels))
    waiting = len(process.orders) + len(process.drafts)
    yield _gauge("wavinghands_writer_queue", "Requests of sockets that the writer has not started.", waiting)


def _in_the_database() -> Iterator[Metric]:
    now, running = timezone.now(), Duel.objects.filter(ended=None)
    yield _gauge("wavinghands_duels_running", "Running duels.", running.count())
    overdue = running.filter(deadline__lt=now).count()
    yield _gauge("wavinghands_duels_overdue", "Duels past their deadline that the worker has not played on.", overdue)
    overdue = EmailNotification.objects.filter(sent=None, dropped=None, ripe__lt=now).count()
    yield _gauge("wavinghands_emails_waiting", "Overdue e-mails.", overdue)
    jobs = GaugeMetricFamily("wavinghands_jobs", "Tasks for workers, by status.", labels=["status"])
    for status, count in DBTaskResult.objects.order_by().values_list("status").annotate(Count("pk")):
        jobs.add_metric([status.lower()], count)
    yield jobs
    what = "Seconds since the last heartbeat of a worker, or since a periodic job last started."
    since = GaugeMetricFamily("wavinghands_since_done_seconds", what, labels=["name"])
    names = [heartbeat.NAME, *(job.name for job in JOBS)]
    for name, done in RecurringJob.objects.filter(name__in=names).values_list("name", "done"):
        if done is not None:
            since.add_metric([name], (now - done).total_seconds())
    yield since


def _gauge(name: str, what: str, value: float) -> Metric:
    return GaugeMetricFamily(name, what, value=value)


REGISTRY.register(DuelsCollector())
