"""The one writer of a process: what sockets ask for meets here and is done in one transaction, drafts in another.

While these are at work, what comes in waits for the next ones. So many duels at once cost one commit, and the
last orders of both wizards, which come at about the same time, often meet in one.
"""

import asyncio
import logging
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from django.db import connections

from duels.play.actions import WizardAction
from duels.play.drafts import KeepDraft, keep_drafts
from duels.play.transaction import Outcome, perform
from duels.wording.refusals import FAILED, Refused
from wavinghands.connections import refresh_connections

logger = logging.getLogger(__name__)

MOST_AT_ONCE = 100

Reply = Callable[[Outcome], None]
Wanted = WizardAction | KeepDraft
Job = tuple[Wanted, Reply]


class Writer:
    """Does actions and keeps drafts in a thread of its own, and replies on the event loop that it was made on."""

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="writer")
        self._jobs: list[Job] = []
        self._is_busy = False

    def submit(self, wanted: Wanted, reply: Reply) -> None:
        """Have an action done, or a draft kept, soon; `reply` is called with what became of it, once it is safe."""
        self._jobs.append((wanted, reply))
        if not self._is_busy:
            self._is_busy = True
            self.loop.call_soon(self._start)

    def close(self) -> None:
        """Finish what is at work."""
        self._thread.submit(connections.close_all)
        self._thread.shutdown(wait=False)

    def _start(self) -> None:
        work = self.loop.run_in_executor(self._thread, self._work, self._take())
        work.add_done_callback(self._finished)

    def _take(self) -> list[Job]:
        """The next jobs: as drafts are kept after actions, none of who has wanted a draft to be kept before it."""
        taken, drafting = list[Job](), set[tuple[str, str]]()
        for job in self._jobs[:MOST_AT_ONCE]:
            wanted, _ = job
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

    def _work(self, jobs: Sequence[Job]) -> None:
        self._do(perform, [job for job in jobs if not isinstance(job[0], KeepDraft)])
        self._do(keep_drafts, [job for job in jobs if isinstance(job[0], KeepDraft)])

    def _do(self, service: Callable[..., object], jobs: Sequence[Job]) -> None:
        """Have a service do jobs together, or, if one of them breaks the transaction, each alone."""
        if not jobs:
            return
        refresh_connections()
        try:
            service([wanted for wanted, _ in jobs], acknowledge=partial(self._reply, jobs))
        except Exception:
            logger.exception("A transaction of %d failed", len(jobs))
            refresh_connections(at_once=True)
            if len(jobs) == 1:
                self._reply(jobs, [Refused("failed", FAILED)])
            else:
                for job in jobs:
                    self._do(service, [job])

    def _reply(self, jobs: Sequence[Job], outcomes: Sequence[Outcome]) -> None:
        self.loop.call_soon_threadsafe(_hand_out, jobs, outcomes)


def _hand_out(jobs: Sequence[Job], outcomes: Sequence[Outcome]) -> None:
    for (_, reply), outcome in zip(jobs, outcomes, strict=True):
        reply(outcome)
