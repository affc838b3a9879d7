"""Players by name, and external programs as players.

Programs read and write one line of JSON per move. `docs/search.md` describes the protocol.
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
from wavinghands.engine import Json
from wavinghands.search.players import PLAYERS, Player

TIMEOUT: Final = 10.0
"""The default time limit per move of a program, in seconds."""
LONGEST_LINE: Final = 2_000_000
"""The maximum length of a line in either direction, in bytes."""


class Fault(Exception):
    """A program's failure: it has exited, sent an invalid answer or exceeded its time limit."""


@contextmanager
def a_player(name: str, timeout: float = TIMEOUT) -> Iterator[Player]:
    """Yield the player of this name in `PLAYERS` or, if there is none, an external program.

    The command `name` starts the program, which is killed at the end of the `with` block.
    """
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
    """A player that is an external program.

    The program is started on the first request, and restarted after each fault.
    """

    command: list[str]
    timeout: float
    _process: "subprocess.Popen[bytes] | None" = field(default=None, init=False)

    def orders(self, duel: engine.Duel, wizard: str, seed: int) -> Json:
        """Return the program's orders, or raise `Fault` if it sends none."""
        return self._asked_for("orders", {"record": engine.dump(duel), "wizard": wizard, "seed": seed})

    def answers(self, asked: engine.Asked, wizard: str, seed: int, given: Json) -> Json:
        """Return the program's answers after the reveal, or raise `Fault` if it sends none."""
        return self._asked_for("answers", {"record": engine.dump(asked.duel), "wizard": wizard, "seed": seed, **given})

    def end(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None

    def _asked_for(self, field: str, line: Json) -> Json:
        try:
            answer = self._answer_to(line)
            if not isinstance(answer, dict):
                raise Fault(f"answered with {answer!r:.80}, which is not an object")
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
            process = self._process = self._process or subprocess.Popen(  # noqa: S603 - the user names the command
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
