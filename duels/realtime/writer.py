"""The one writer of a process: what sockets ask for meets here and is done in one transaction, drafts in another.

While these are at work, what comes in waits for the next ones. So many duels at once cost one commit, and the
last orders of both wizards, which come at about the same time, often meet in one.
"""

import asyncio
import logging
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from dataclasses import dataclass, field

from django.db import connections
from prometheus_client import Histogram

from duels.play.drafts import KeepDraft
from duels.play.transaction import Outcome
from duels.realtime.calls import call, gathered
from duels.realtime.work import Jobs, Wanted, work

logger = logging.getLogger(__name__)

BUCKETS = (0.002, 0.005, 0.01, 0.02, 0.03, 0.05, 0.075, 0.1, 0.2, 0.5, 1, 2, 5)
"""Seconds by which Prometheus counts."""

ORDER_SECONDS = Histogram(
    "wavinghands_order_seconds",
    "From orders that come in until they are safe, and frames are made that tell of what they have changed.",
    buckets=BUCKETS,
)

MOMENT = 0.0001
"""Seconds for which a transaction waits, all of them, for orders that were given together with its own."""

Reply = Callable[[Outcome], None]


@dataclass(eq=False, slots=True)
class Job:
    """What is wanted, whom to tell what became of it, and when it came in, by `time.perf_counter`."""

    wanted: Wanted
    reply: Reply
    at: float = field(default_factory=time.perf_counter)

    def done(self, outcome: Outcome) -> None:
        """Tell what became of it."""
        self.reply(outcome)
        if not isinstance(self.wanted, KeepDraft):
            ORDER_SECONDS.observe(time.perf_counter() - self.at)


class Writer(ABC):
    """Does actions and keeps drafts, and replies on the event loop that it was made on."""

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()

    @abstractmethod
    def submit(self, wanted: Wanted, reply: Reply) -> None:
        """Have an action done, or a draft kept, soon; `reply` is called with what became of it, once it is safe."""

    @abstractmethod
    def expect(self, slug: str) -> None:
        """Be ready for what may soon be wanted at this duel."""

    @property
    @abstractmethod
    def waiting(self) -> int:
        """How many jobs wait; may be asked by any thread."""

    @abstractmethod
    async def finished(self) -> None:
        """Wait until all is done that was submitted, and replied to."""

    @abstractmethod
    def close(self) -> None:
        """Finish what is at work."""


class ThreadWriter(Writer):
    """Works in a thread of its own."""

    def __init__(self) -> None:
        super().__init__()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="writer")
        self._jobs = Jobs[Job]()
        self._is_busy = False
        self._idle = asyncio.Event()
        self._idle.set()

    def submit(self, wanted: Wanted, reply: Reply) -> None:
        self._jobs.put(Job(wanted, reply))
        if not self._is_busy:
            self._is_busy = True
            self._idle.clear()
            self._start()

    def expect(self, slug: str) -> None:
        """Do nothing for it: the table that is read for the socket is held here."""

    @property
    def waiting(self) -> int:
        return len(self._jobs)

    async def finished(self) -> None:
        await self._idle.wait()

    def close(self) -> None:
        self._thread.submit(connections.close_all)
        self._thread.shutdown(wait=False)

    def _start(self) -> None:
        at_work = self.loop.run_in_executor(self._thread, work, self._jobs, self)
        at_work.add_done_callback(self._finished)

    def _finished(self, at_work: "asyncio.Future[None]") -> None:
        if not at_work.cancelled() and (error := at_work.exception()):
            logger.error("The writer stumbled", exc_info=error)
        if self._jobs:
            self._start()
        else:
            self._is_busy = False
            self._idle.set()

    # The place where it works, for its thread

    def together(self) -> AbstractContextManager[object]:
        """Have all that is told in a block be told at its end."""
        return gathered(self.loop)

    def reply(self, jobs: Sequence[Job], outcomes: Sequence[Outcome]) -> None:
        """Tell what became of jobs, once it is safe."""
        call(self.loop, _hand_out, list(jobs), outcomes)

    def wait(self) -> None:
        """Let a moment pass, in which more jobs may be put."""
        time.sleep(MOMENT)


def _hand_out(jobs: Sequence[Job], outcomes: Sequence[Outcome]) -> None:
    for job, outcome in zip(jobs, outcomes, strict=True):
        job.done(outcome)
