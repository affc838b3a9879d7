"""Queueing, running, recovering and deleting analyses in the worker.

If a worker reports no progress for a long time, the analysis is restarted by another worker, and the first one can no
longer write to it. Between two rounds of an analysis, the worker runs the tasks of computer players, because duels are
waiting for them.
"""

import logging
import time
from datetime import timedelta
from typing import Any

from django.db.models import F, Q
from django.utils import timezone
from django_tasks import task

from duels.house import orders
from duels.models import Analysis, Duel
from duels.viewing.duels import record
from wavinghands.search import analysis as search

logger = logging.getLogger(__name__)

QUEUE = "analysis"
WRITTEN_EVERY = 0.4
"""Seconds between two writes of the progress."""
LONGEST_SILENCE = timedelta(minutes=1)
"""How long a worker may report no progress before it is considered dead."""
LONGEST_WAIT = timedelta(minutes=10)
"""How long an analysis may wait for a free worker before it fails."""
MOST_TRIES = 2
KEPT, KEPT_OLD = timedelta(days=180), timedelta(days=30)
"""How long an analysis is kept after its last view. `KEPT_OLD` applies to results of another version of the search."""

State = Analysis.State


class Lost(Exception):
    """Raised if this worker no longer owns an analysis, for example because another worker has restarted it."""


def queue(duel: Duel) -> None:
    """Queue a task that analyses this duel.

    Call this inside the transaction that saves the unfinished analysis.
    """
    make.enqueue(duel.pk)


@task(queue_name=QUEUE)
def make(key: int) -> None:
    """Analyse the duel with this primary key, unless another worker is already doing so."""
    begun = Analysis.objects.filter(pk=key, state=State.ASKED)
    if not begun.update(state=State.UNDER_WAY, tries=F("tries") + 1, done=0, of=0, moved=timezone.now()):
        return
    analysis = Analysis.objects.select_related("duel").get(pk=key)
    try:
        result = search.analyse(record(analysis.duel), Progress(analysis))
        _write(analysis, state=State.DONE, result=result, version=result["version"], made=timezone.now())
    except Lost:
        logger.warning("The analysis of duel %s was lost to another worker", analysis.duel.slug)
    except search.Unfit as unfit:
        logger.info("Duel %s is not analysed: %s", analysis.duel.slug, unfit)
        _write(analysis, state=State.FAILED)
    except Exception:
        logger.exception("Duel %s could not be analysed", analysis.duel.slug)
        _write(analysis, state=State.FAILED)


class Progress:
    """A callback that saves the progress of an analysis.

    It also runs the tasks of computer players between rounds. It raises `Lost` if this worker no longer owns the
    analysis.
    """

    def __init__(self, analysis: Analysis) -> None:
        self._analysis = analysis
        self._written = -WRITTEN_EVERY

    def __call__(self, done: int, of: int) -> None:
        if (now := time.monotonic()) - self._written >= WRITTEN_EVERY:
            self._written = now
            if not _write(self._analysis, done=done, of=of):
                raise Lost
            orders.run_tasks(orders.QUEUE)


def _write(analysis: Analysis, **fields: Any) -> bool:
    """Save these fields of an analysis if this worker still owns the analysis. Return whether it does."""
    own = Analysis.objects.filter(pk=analysis.pk, state=State.UNDER_WAY, tries=analysis.tries)
    return bool(own.update(moved=timezone.now(), **fields))


def revive() -> None:
    """Restart analyses whose workers seem to be dead.

    Mark an analysis as failed if it has already been restarted once, or if it has waited too long for a worker.
    """
    now = timezone.now()
    silent = Analysis.objects.filter(state=State.UNDER_WAY, moved__lt=now - LONGEST_SILENCE)
    for analysis in silent.filter(tries__lt=MOST_TRIES).select_related("duel"):
        if silent.filter(pk=analysis.pk).update(state=State.ASKED, moved=now):
            queue(analysis.duel)
    silent.filter(tries__gte=MOST_TRIES).update(state=State.FAILED, moved=now)
    Analysis.objects.filter(state=State.ASKED, moved__lt=now - LONGEST_WAIT).update(state=State.FAILED, moved=now)


def forget_old() -> None:
    """Delete analyses that have not been viewed for a long time."""
    now = timezone.now()
    unseen = Q(seen__lt=now - KEPT) | (Q(seen__lt=now - KEPT_OLD) & ~Q(version=search.VERSION))
    Analysis.objects.filter(unseen, state__in=[State.DONE, State.FAILED]).delete()
