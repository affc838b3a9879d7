"""Analyses made by workers: queued, gone on with, given up, and forgotten.

Whoever has begun an analysis goes on with it only as long as it is his: one that has been silent for long is begun anew
by another, and what the first still writes then is lost. Between two rounds a worker thinks for the house, for
which duels wait.
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
TOLD_EVERY = 0.4
"""Seconds between two words of how far it is."""
LONGEST_SILENCE = timedelta(minutes=1)
"""After a longer one whoever was at an analysis is no more."""
LONGEST_WAIT = timedelta(minutes=10)
"""Who has waited so long for a worker is told that there is none."""
MOST_TRIES = 2
KEPT, KEPT_OLD = timedelta(days=180), timedelta(days=30)
"""How long after somebody has last looked at it an analysis is kept, and one by another version of the search."""

State = Analysis.State


class Lost(Exception):
    """Another has begun this analysis anew, or it is wanted no more."""


def queue(duel: Duel) -> None:
    """Queue the job that analyses this duel; inside the transaction that asks for it."""
    make.enqueue(duel.pk)


@task(queue_name=QUEUE)
def make(key: int) -> None:
    """Analyse a duel, unless another is at it."""
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
    """Writes down how far an analysis is, every few rounds, and thinks for the house between them; may raise `Lost`."""

    def __init__(self, analysis: Analysis) -> None:
        self._analysis = analysis
        self._told = -TOLD_EVERY

    def __call__(self, done: int, of: int) -> None:
        if (now := time.monotonic()) - self._told >= TOLD_EVERY:
            self._told = now
            if not _write(self._analysis, done=done, of=of):
                raise Lost
            orders.run_tasks(orders.QUEUE)


def _write(analysis: Analysis, **fields: Any) -> bool:
    """Write to an analysis as long as it is of whoever has begun it; whether it is."""
    own = Analysis.objects.filter(pk=analysis.pk, state=State.UNDER_WAY, tries=analysis.tries)
    return bool(own.update(moved=timezone.now(), **fields))


def revive() -> None:
    """Have those analyses begun anew whose workers are no more, once; give up what nobody has come to."""
    now = timezone.now()
    silent = Analysis.objects.filter(state=State.UNDER_WAY, moved__lt=now - LONGEST_SILENCE)
    for analysis in silent.filter(tries__lt=MOST_TRIES).select_related("duel"):
        if silent.filter(pk=analysis.pk).update(state=State.ASKED, moved=now):
            queue(analysis.duel)
    silent.filter(tries__gte=MOST_TRIES).update(state=State.FAILED, moved=now)
    Analysis.objects.filter(state=State.ASKED, moved__lt=now - LONGEST_WAIT).update(state=State.FAILED, moved=now)


def forget_old() -> None:
    """Forget what nobody has looked at for long."""
    now = timezone.now()
    unseen = Q(seen__lt=now - KEPT) | (Q(seen__lt=now - KEPT_OLD) & ~Q(version=search.VERSION))
    Analysis.objects.filter(unseen, state__in=[State.DONE, State.FAILED]).delete()
