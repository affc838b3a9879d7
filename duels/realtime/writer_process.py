"""The process of a writer: what a server's sockets ask for comes in by one pipe, what became of it goes out by another.

It ends when its server does, at once: what that has not acknowledged, its clients give again to the next.
"""

import ctypes
import logging
import os
import select
import signal
import sys
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, BinaryIO

from duels.play.frames import Reader
from duels.play.sql import make_ready
from duels.play.transaction import ROUNDS, Outcome
from duels.realtime import audience
from duels.realtime.bus import Message
from duels.realtime.line import Unpacking, packed
from duels.realtime.work import Jobs, Wanted, work
from wavinghands import checkpoints
from wavinghands.db.connections import refresh_connections

logger = logging.getLogger(__name__)

MOMENT = 0.0004
"""Seconds for which a transaction waits for orders that were given together with its own; less if they are there.

Two transactions would take half as long again.
"""
MOST_BYTES = 1 << 16
"""Read at once, enough for what comes in during a transaction; room for much more takes long to make each time."""
PR_SET_PDEATHSIG = 1
"""Source: prctl(2)."""


@dataclass(eq=False, slots=True)
class Job:
    """What is wanted, and by which number the server knows it."""

    number: int
    wanted: Wanted


def serve(server: int, inward: int, outward: int) -> None:
    """Do jobs for the server with this process number until it ends."""
    for sent in (signal.SIGINT, signal.SIGTERM):  # to all processes at once: the server ends first
        signal.signal(sent, signal.SIG_IGN)
    _end_with(server)
    writing = Writing(server, inward, os.fdopen(outward, "wb"))
    audience.have(writing)
    checkpoints.follow()
    writing.run()


def _end_with(server: int) -> None:
    """Be killed as the server ends, where the system can: nothing may be done that was asked of one that is no more."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    _see_whether_alone(server)


def _see_whether_alone(server: int) -> None:
    if os.getppid() != server:
        sys.exit()


class Writing:
    """The place where the writer works, and its audience."""

    def __init__(self, server: int, inward: int, outward: BinaryIO) -> None:
        self._server, self._inward, self._outward = server, inward, outward
        self._unpacking = Unpacking()
        self._jobs = Jobs[Job]()
        self._expected: set[str] = set()
        """The duels at which something may soon be wanted."""
        self._readers: dict[str, Collection[Reader]] = {}
        self._told: list[tuple[str, Any]] = []
        self._rounds = _rounds_played()

    def run(self) -> None:
        """Do what comes, for ever."""
        while True:
            self.do_jobs()

    def do_jobs(self) -> None:
        """Do the next jobs, of which there may be none yet; meanwhile make ready for what is expected."""
        while not self._jobs:
            self._prepare()
        self._read_what_is_there(0)
        _see_whether_alone(self._server)
        work(self._jobs, self)
        checkpoints.have_written()
        self._count_rounds()
        self._send()
        waiting = self._jobs.slugs()
        self._readers = {slug: readers for slug, readers in self._readers.items() if slug in waiting}

    def _prepare(self) -> None:
        """Wait for more; as long as something is expected, make ready for it instead."""
        if self._expected:
            _make_ready(self._expected.pop())
            self._read_what_is_there(0)
        else:
            self._read()

    def _read(self) -> None:
        """Wait for more; ends with the server."""
        piece = os.read(self._inward, MOST_BYTES)
        if not piece:
            sys.exit()
        for jobs, expected in self._unpacking.things(piece):
            self._expected |= expected
            for number, wanted, readers in jobs:
                self._jobs.put(Job(number, wanted))
                self._readers[wanted.slug] = readers

    def _read_what_is_there(self, seconds: float) -> None:
        if select.select([self._inward], [], [], seconds)[0]:
            self._read()

    def _send(self) -> None:
        if self._told:
            self._outward.write(packed(self._told))
            self._outward.flush()
            self._told.clear()

    def _count_rounds(self) -> None:
        played = _rounds_played()
        if played > self._rounds:
            self._told.append(("rounds", played - self._rounds))
            self._rounds = played

    # The place

    @contextmanager
    def together(self) -> Iterator[None]:
        """Have all that is told in a block be told at its end."""
        try:
            yield
        finally:
            self._send()

    def reply(self, jobs: Sequence[Job], outcomes: Sequence[Outcome]) -> None:
        """Tell what became of jobs, once it is safe."""
        self._told.append(("outcomes", [(job.number, it) for job, it in zip(jobs, outcomes, strict=True)]))

    def wait(self) -> None:
        """Let a moment pass, or less if more jobs come."""
        self._read_what_is_there(MOMENT)

    # The audience

    def readers(self, slug: str) -> Collection[Reader] | None:
        """By whose eyes a duel is seen at the server's sockets, if something is wanted there.

        Where nobody looked when it was wanted, somebody may have come since.
        """
        return self._readers.get(slug) or None

    def tell(self, message: Message) -> None:
        """Have the hubs of the server hear something."""
        self._told.append(("here", message))

    def tell_others(self, message: Message) -> None:
        """Have the hubs of all other servers hear something."""
        self._told.append(("others", message))


def _make_ready(slug: str) -> None:
    """Make a duel ready; where that fails, it is left for him to find out who wants something there."""
    try:
        refresh_connections()
        make_ready(slug)
    except Exception:
        logger.exception("Duel %s cannot be made ready", slug)
        refresh_connections(at_once=True)


def _rounds_played() -> float:
    (metric,) = ROUNDS.collect()
    return metric.samples[0].value
