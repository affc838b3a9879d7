"""The one writer of a process: what sockets ask for meets here and is done in one transaction, drafts in another.

While these are at work, what comes in waits for the next ones. So many duels at once cost one commit, and the
last orders of both wizards, which come at about the same time, often meet in one.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import NamedTuple

from django.db import connections
from prometheus_client import Histogram

from duels.play.actions import WizardAction
from duels.play.drafts import KeepDraft, keep_drafts
from duels.play.transaction import Outcome, perform
from duels.realtime.calls import call, gathered
from duels.wording.refusals import FAILED, Refused
from wavinghands.connections import refresh_connections

logger = logging.getLogger(__name__)

MOST_AT_ONCE = 100

MOMENT = 0.0001
"""Seconds in which orders come together that were given together: two transactions would take half as long again."""

ORDER_SECONDS = Histogram(
    "wavinghands_order_seconds",
    "From orders that come in until they are safe, and frames tell of what they have changed.",
    buckets=(0.002, 0.005, 0.01, 0.02, 0.03, 0.05, 0.075, 0.1, 0.2, 0.5, 1, 2, 5),
)

Reply = Callable[[Outcome], None]
Wanted = WizardAction | KeepDraft


class Job(NamedTuple):
    """What is wanted, whom to tell what became of it, and when it came in, by `time.perf_counter`."""

    wanted: Wanted
    reply: Reply
    at: float


class Writer:
    """Does actions and keeps drafts in a thread of its own, and replies on the event loop that it was made on."""

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="writer")
        self._jobs: list[Job] = []
        self._is_busy = False
        self._idle = asyncio.Event()
        self._idle.set()

    def submit(self, wanted: Wanted, reply: Reply) -> None:
        """Have an action done, or a draft kept, soon; `reply` is called with what became of it, once it is safe."""
        self._jobs.append(Job(wanted, reply, time.perf_counter()))
        if not self._is_busy:
            self._is_busy = True
            self._idle.clear()
            self._start()

    @property
    def waiting(self) -> int:
        """How many jobs have not been begun; may be asked by any thread."""
        return len(self._jobs)

    async def finished(self) -> None:
        """Wait until all is done that was submitted, and replied to."""
        await self._idle.wait()

    def close(self) -> None:
        """Finish what is at work."""
        self._thread.submit(connections.close_all)
        self._thread.shutdown(wait=False)

    def _start(self) -> None:
        work = self.loop.run_in_executor(self._thread, self._work)
        work.add_done_callback(self._finished)

    def _take(self) -> list[Job]:
        """The next jobs: as drafts are kept after actions, none of who has wanted a draft to be kept before it.

        More may be submitted meanwhile.
        """
        taken, drafting = list[Job](), set[tuple[str, str]]()
        for job in self._jobs[:MOST_AT_ONCE]:
            wanted = job.wanted
            if isinstance(wanted, KeepDraft):
                drafting.add((wanted.slug, wanted.wizard))
            elif (wanted.slug, wanted.wizard) in drafting:
                break
            taken.append(job)
        del self._jobs[: len(taken)]
        return taken

    def _finished(self, work: "asyncio.Future[None]") -> None:
        if not work.cancelled() and (error := work.exception()):
            logger.error("The writer stumbled", exc_info=error)
        if self._jobs:
            self._start()
        else:
            self._is_busy = False
            self._idle.set()

    def _work(self) -> None:
        time.sleep(MOMENT)
        jobs = self._take()
        actions = [job for job in jobs if not isinstance(job.wanted, KeepDraft)]
        self._do(perform, actions)
        call(self.loop, _time, actions)  # after the frames, which are on their way to the loop
        self._do(keep_drafts, [job for job in jobs if isinstance(job.wanted, KeepDraft)])

    def _do(self, service: Callable[..., object], jobs: Sequence[Job]) -> None:
        """Have a service do jobs together, or, if one of them breaks the transaction, each alone."""
        if not jobs:
            return
        refresh_connections()
        try:
            with gathered(self.loop):
                service([job.wanted for job in jobs], acknowledge=partial(self._reply, jobs))
        except Exception:
            logger.exception("A transaction of %d failed", len(jobs))
            refresh_connections(at_once=True)
            if len(jobs) == 1:
                self._reply(jobs, [Refused("failed", FAILED)])
            else:
                for job in jobs:
                    self._do(service, [job])

    def _reply(self, jobs: Sequence[Job], outcomes: Sequence[Outcome]) -> None:
        call(self.loop, _hand_out, jobs, outcomes)


def _hand_out(jobs: Sequence[Job], outcomes: Sequence[Outcome]) -> None:
    for job, outcome in zip(jobs, outcomes, strict=True):
        job.reply(outcome)


def _time(jobs: Sequence[Job]) -> None:
    now = time.perf_counter()
    for job in jobs:
        ORDER_SECONDS.observe(now - job.at)
