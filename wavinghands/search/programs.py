"""Players by name, and players that are programs: they read a line of JSON for each move, and answer with another.

`docs/search.md` has the protocol.
"""

import json
import os
import select
import shlex
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any, Final

from wavinghands import engine
from wavinghands.search.players import PLAYERS, Player

Json = dict[str, Any]

TIMEOUT: Final = 10.0
"""Seconds that a program may take for a move, unless it is told otherwise."""
LONGEST_LINE: Final = 2_000_000
"""Bytes of the longest line that either side takes."""


class Fault(Exception):
    """What a program did wrong: it ended, answered rubbish, or took too long."""


@contextmanager
def a_player(name: str, timeout: float = TIMEOUT) -> Iterator[Player]:
    """One of `PLAYERS`, or a program by the command that starts it, which is ended in the end."""
    if name in PLAYERS:
        yield PLAYERS[name]
        return
    program = Program(shlex.split(name), timeout)
    try:
        yield Player(program.orders, program.answers, perf_counter)
    finally:
        program.end()


@dataclass(slots=True)
class Program:
    """A program that plays, started when it is first asked, and once more after each fault."""

    command: list[str]
    timeout: float
    _process: "subprocess.Popen[bytes] | None" = field(default=None, init=False)

    def orders(self, duel: engine.Duel, wizard: str, seed: int) -> Json:
        """The orders that it gives; raises `Fault`."""
        return self._asked_for("orders", {"record": engine.dump(duel), "wizard": wizard, "seed": seed})

    def answers(self, asked: engine.Asked, wizard: str, seed: int, given: Json) -> Json:
        """Its answers to what is asked after the reveal, for which it gets all that was `given`; raises `Fault`."""
        return self._asked_for("answers", {"record": engine.dump(asked.duel), "wizard": wizard, "seed": seed, **given})

    def end(self) -> None:
        """End the program, however it is."""
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None

    def _asked_for(self, field: str, line: Json) -> Json:
        try:
            answer = self._answer_to(line)
            if not isinstance(answer, dict):
                raise Fault(f"answered with {answer!r:.80}, which is no object")
            if field not in answer:
                raise Fault(f"gave no {field}: {answer.get('error', answer)!s:.200}")
        except Fault:
            self.end()
            raise
        given: Json = answer[field]
        return given

    def _answer_to(self, line: Json) -> Any:
        data = self._exchanged(json.dumps(line).encode() + b"\n")
        try:
            return json.loads(data)
        except (ValueError, RecursionError):
            raise Fault(f"answered with {data[:80]!r}, which is no JSON") from None

    def _exchanged(self, line: bytes) -> bytes:
        try:
            process = self._process = self._process or subprocess.Popen(  # noqa: S603 - whoever runs this names it
                self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE
            )
            assert process.stdin is not None
            process.stdin.write(line)
            process.stdin.flush()
        except OSError as error:
            raise Fault(f"does not run: {error}") from None
        return self._line_from(process)

    def _line_from(self, process: "subprocess.Popen[bytes]") -> bytes:
        assert process.stdout is not None
        data, ends = b"", perf_counter() + self.timeout
        while not data.endswith(b"\n"):
            if not select.select([process.stdout], [], [], max(0.0, ends - perf_counter()))[0]:
                raise Fault(f"took more than {self.timeout:g} seconds")
            more = os.read(process.stdout.fileno(), 65536)
            if not more:
                raise Fault("ended")
            data += more
            if len(data) > LONGEST_LINE:
                raise Fault(f"answered with more than {LONGEST_LINE} bytes")
        return data
