"""The site on one machine: a web server, and a worker that is started again when it ends."""

import signal
import sys

import pytest

from wavinghands.server import __main__ as server


@pytest.fixture(autouse=True)
def _signals(monkeypatch):
    """Restore the signal handlers, which the program sets for the whole process."""
    monkeypatch.setattr(server, "PAUSE", 0.02)
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


def program(code):
    return [sys.executable, "-c", f"import os, pathlib, signal, sys, time\n{code}"]


def test_a_worker_that_ends_is_started_again_while_the_web_server_runs(tmp_path):
    lives = tmp_path / "lives"
    worker = program(f"with open({str(lives)!r}, 'a') as file: file.write('x')")
    web = program(
        f"lives = pathlib.Path({str(lives)!r})\n"
        "while not lives.exists() or len(lives.read_text()) < 3: time.sleep(0.02)\n"
        "sys.exit(3)"
    )
    assert server.main(web, worker) == 3


def test_both_are_stopped_when_the_program_is(tmp_path):
    ready = tmp_path / "ready"
    worker = program("time.sleep(600)")
    web = program(f"os.kill(os.getppid(), signal.SIGTERM)\npathlib.Path({str(ready)!r}).touch()\ntime.sleep(600)")
    assert server.main(web, worker) == -signal.SIGTERM
