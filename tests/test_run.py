"""The site on one machine: a server, and a worker that is started again when it dies."""

import signal
import sys

import pytest

from wavinghands import run


@pytest.fixture(autouse=True)
def _signals(monkeypatch):
    """It leaves signals to itself, as it is a program; a test gives them back."""
    monkeypatch.setattr(run, "LOOK", 0.02)
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


def program(code):
    return [sys.executable, "-c", f"import os, pathlib, signal, sys, time\n{code}"]


def test_a_worker_that_dies_is_started_again_as_long_as_the_server_runs(tmp_path):
    lives = tmp_path / "lives"
    worker = program(f"with open({str(lives)!r}, 'a') as file: file.write('x')")
    server = program(
        f"lives = pathlib.Path({str(lives)!r})\n"
        "while not lives.exists() or len(lives.read_text()) < 3: time.sleep(0.02)\n"
        "sys.exit(3)"
    )
    assert run.main(server, worker) == 3


def test_both_are_told_to_stop_when_it_is(tmp_path):
    ready = tmp_path / "ready"
    worker = program("time.sleep(600)")
    server = program(f"os.kill(os.getppid(), signal.SIGTERM)\npathlib.Path({str(ready)!r}).touch()\ntime.sleep(600)")
    assert run.main(server, worker) == -signal.SIGTERM
