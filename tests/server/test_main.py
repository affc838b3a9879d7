import signal
import socket
import subprocess
import sys
import time

import pytest

from tests import servers
from wavinghands.server import __main__ as server
from wavinghands.server.options import parse


@pytest.fixture(autouse=True)
def _signals(monkeypatch):
    """Restore the signal handlers after a test, because the program sets them for the whole process."""
    monkeypatch.setattr(server, "PAUSE", 0.02)
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


def program(code):
    return [sys.executable, "-c", f"import os, pathlib, signal, sys, time\n{code}"]


def test_a_worker_that_ends_is_restarted(tmp_path, capsys):
    lives = tmp_path / "lives"
    worker = program(f"with open({str(lives)!r}, 'a') as file: file.write('x')")
    web = program(
        f"lives = pathlib.Path({str(lives)!r})\n"
        "while not lives.exists() or len(lives.read_text()) < 3: time.sleep(0.02)\n"
        "sys.exit(3)"
    )
    assert server.main(web, worker) == 3
    said = capsys.readouterr().err.splitlines()
    assert said[0] == "The worker ended with status 0. It is restarted."
    assert said[-1] == "The web server ended with status 3. The site stops."


def test_a_killed_web_server_is_reported_with_its_signal(capsys):
    assert server.main(program("os.kill(os.getpid(), signal.SIGKILL)"), program("time.sleep(600)")) == 137
    assert capsys.readouterr().err == "The web server was killed by SIGKILL. The site stops.\n"


def test_server_and_worker_end_when_the_program_is_killed(tmp_path):
    child = "from wavinghands.server.parent import end_with_parent; end_with_parent(); time.sleep(600)"
    notes = [tmp_path / name for name in ("web", "worker")]
    children = [program(f"pathlib.Path({str(note)!r}).write_text(str(os.getpid()))\n{child}") for note in notes]
    starter = program(f"from wavinghands.server.__main__ import main; main(*{children!r})")
    process = subprocess.Popen(starter, cwd=servers.ROOT)
    wait_until(lambda: all(note.exists() and note.read_text() for note in notes))
    process.kill()
    process.wait()
    pids = [int(note.read_text()) for note in notes]
    wait_until(lambda: not any(map(is_running, pids)))


def wait_until(is_so):
    deadline = time.monotonic() + servers.PATIENCE
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def is_running(pid):
    status = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True, check=False).stdout
    return bool(status) and not status.startswith("Z")


def test_a_site_for_the_network_allows_the_addresses_of_this_computer(monkeypatch):
    monkeypatch.setattr(server, "addresses", lambda bind: ["192.168.1.5"])
    environment = {}
    server.prepare(parse(["--bind", "0.0.0.0", "--port", str(servers.free_port())]), environment)
    assert {"localhost", "127.0.0.1", "192.168.1.5"} <= set(environment["ALLOWED_HOSTS"].split(","))
    assert environment["SITE_URL"].startswith("http://192.168.1.5:")


@pytest.mark.parametrize("environment", [{"DEBUG": "false"}, {"ALLOWED_HOSTS": "duels.lan"}])
def test_hosts_that_are_given_are_kept(environment):
    given = dict(environment)
    server.prepare(parse(["--bind", "0.0.0.0", "--port", str(servers.free_port())]), environment)
    assert environment.get("ALLOWED_HOSTS") == given.get("ALLOWED_HOSTS")


def test_detailed_error_pages_are_only_for_this_computer(monkeypatch):
    monkeypatch.setattr(server, "addresses", lambda bind: ["192.168.1.5"])
    with pytest.raises(SystemExit, match="sealed orders"):
        server.prepare(parse(["--bind", "0.0.0.0", "--port", str(servers.free_port())]), {"DEBUG": "true"})


def test_a_port_in_use_is_reported_in_one_line():
    with socket.create_server(("127.0.0.1", 0)) as other, pytest.raises(SystemExit, match="is in use"):
        server.prepare(parse(["--port", str(other.getsockname()[1])]), {})


def test_server_and_worker_are_stopped_when_the_program_is_terminated(tmp_path, capsys):
    ready = tmp_path / "ready"
    worker = program("time.sleep(600)")
    web = program(f"os.kill(os.getppid(), signal.SIGTERM)\npathlib.Path({str(ready)!r}).touch()\ntime.sleep(600)")
    assert server.main(web, worker) == 128 + signal.SIGTERM
    assert capsys.readouterr().err == ""
