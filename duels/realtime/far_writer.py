"""A writer in a process of its own, so that its duels and the sockets do not wait for each other's interpreter.

It is `writer_process`, which ends with this one. Where it ends by itself nobody knows what it has still done: those who
wait for it are sent away, look when they come back, and give again what is missing.
"""

import asyncio
import logging
import os
import sys
from collections.abc import Callable, Collection
from dataclasses import replace
from itertools import count
from typing import Any, cast

from django.conf import settings

from duels.play.frames import Reader
from duels.play.transaction import ROUNDS, Outcome
from duels.realtime import bus
from duels.realtime.connection import MOVE, Socket
from duels.realtime.hub import Hub
from duels.realtime.line import Unpacking, packed
from duels.realtime.work import Wanted
from duels.realtime.writer import Job, Reply, Writer
from duels.wording.refusals import PERHAPS_DONE, Refused

logger = logging.getLogger(__name__)

STDOUT = 1
PAUSE = 1.0
"""Seconds between two starts, at least: one that has lived longer is followed by another at once."""


class FarWriter(Writer):
    """Has its jobs done by a process. `readers`: by whose eyes a duel is seen at the sockets here."""

    def __init__(self, readers: Callable[[str], Collection[Reader]]) -> None:
        super().__init__()
        self._readers = readers
        self._numbers = count()
        self._jobs: dict[int, Job] = {}
        self._unsent: list[tuple[int, Wanted, Collection[Reader]]] = []
        self._expected: set[str] = set()
        """The duels for which it is still to be told to be ready."""
        self._is_about_to_send = False
        self._pipe: asyncio.WriteTransport | None = None
        """What leads to the process, while there is one."""
        self._is_closed = False
        self._idle = asyncio.Event()
        self._idle.set()
        self._start()

    def submit(self, wanted: Wanted, reply: Reply) -> None:
        number = next(self._numbers)
        self._jobs[number] = Job(wanted, reply)
        self._idle.clear()
        self._unsent.append((number, replace(wanted, origin=number), self._readers(wanted.slug)))
        self._send_soon()

    def expect(self, slug: str) -> None:
        self._expected.add(slug)
        self._send_soon()

    @property
    def waiting(self) -> int:
        return len(self._jobs)

    async def finished(self) -> None:
        await self._idle.wait()

    def close(self) -> None:
        self._is_closed = True
        if self._pipe is not None:
            self._pipe.close()

    # The process

    def _start(self) -> None:
        if not self._is_closed:
            self._started = self.loop.time()
            self._starting = self.loop.create_task(self._run())

    def _start_again(self) -> None:
        self.loop.call_at(self._started + PAUSE, self._start)

    async def _run(self) -> None:
        command = [sys.executable, str(settings.BASE_DIR / "manage.py"), "writer", str(os.getpid())]
        try:
            process, line = await self.loop.subprocess_exec(lambda: _Line(self), *command, stderr=None)
        except Exception:  # whatever it is: without a writer nobody is served
            logger.exception("The process of the writer cannot be started")
            self._start_again()
            return
        if line.is_open:  # else it has ended by now, and another one comes
            self._pipe = cast("asyncio.WriteTransport", process.get_pipe_transport(0))
            self._send()
        if self._is_closed:
            self.close()

    def _send_soon(self) -> None:
        """Send what waits, with what else has come by then."""
        if not self._is_about_to_send:
            self._is_about_to_send = True
            self.loop.call_soon(self._send)

    def _send(self) -> None:
        self._is_about_to_send = False
        if self._pipe is not None and (self._unsent or self._expected):
            self._pipe.write(packed((self._unsent, self._expected)))
            self._unsent.clear()
            self._expected.clear()

    def ended(self) -> None:
        """Send those away whose jobs it had, and start another one."""
        self._pipe = None
        if self._is_closed:
            return
        self._start_again()
        logger.error("The process of the writer has ended, with %d jobs", len(self._jobs) - len(self._unsent))
        unsent = {number for number, _, _ in self._unsent}
        for number in self._jobs.keys() - unsent:
            job = self._jobs.pop(number)
            if isinstance(job.wanted.origin, Socket):
                job.wanted.origin.close(MOVE)
            else:
                _answer(job, Refused("failed", PERHAPS_DONE))
        self._see_whether_idle()

    def _see_whether_idle(self) -> None:
        if not self._jobs:
            self._idle.set()

    # What it tells

    def hear(self, told: Collection[tuple[str, Any]]) -> None:
        """Follow what it tells, one after the other, whatever becomes of the one before."""
        done = dict[int, Job]()
        for about, what in told:
            try:
                self._follow(about, what, done)
            except Exception:
                logger.exception("What the writer has told failed: %s", about)
        self._see_whether_idle()

    def _follow(self, about: str, what: Any, done: dict[int, Job]) -> None:
        match about:
            case "outcomes":
                for number, outcome in what:
                    done[number] = self._jobs.pop(number)
                    _answer(done[number], outcome)
            case "here":
                if "origin" in what:
                    what["origin"] = done[what["origin"]].wanted.origin
                hubs: list[Hub[Any]] = Hub.all()
                for hub in hubs:
                    hub.hear(what)
            case "others":
                bus.give(what, self.loop)
            case "rounds":
                ROUNDS.inc(what)


def _answer(job: Job, outcome: Outcome) -> None:
    try:
        job.done(outcome)
    except Exception:
        logger.exception("Who wanted something cannot be told what became of it")


class _Line(asyncio.SubprocessProtocol):
    """What comes from the process of a writer."""

    def __init__(self, writer: FarWriter) -> None:
        self._writer, self._unpacking = writer, Unpacking()
        self.is_open = True

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._process = cast("asyncio.SubprocessTransport", transport)

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        try:
            for told in self._unpacking.things(data):
                self._writer.hear(told)
        except Exception:
            logger.exception("What the writer tells is not understood: it is ended")
            self._process.kill()

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:
        """All has been heard that it has told, which it may have done just before it ended."""
        if fd == STDOUT:
            self.is_open = False
            self._writer.ended()
