import sys
import threading
import time
from contextlib import suppress

import httpx

from tests import servers


def test_requests_are_logged_on_request(tmp_path):
    port, log = servers.free_port(), tmp_path / "site.log"
    command = [sys.executable, "-m", "wavinghands.server.web", "--port", str(port), "--access-log"]
    theirs = servers.clean_environment({"VAR_DIR": str(tmp_path)})
    with servers.running(command, lambda: servers.is_listening(port), log, cwd=servers.ROOT, env=theirs) as process:
        httpx.get(f"http://127.0.0.1:{port}/robots.txt?asked", timeout=120)
    assert "/robots.txt?asked" in log.read_text()
    assert process.returncode == 0


BUSY = """
import asyncio, pathlib, time
from wavinghands.server import web

async def application(scope, receive, send):
    if scope["type"] == "http":
        pathlib.Path({note!r}).touch()
        await asyncio.to_thread(time.sleep, 600)

web.main(["--port", "{port}"], application)
"""


def test_a_server_ends_soon_although_a_thread_is_busy(tmp_path):
    port, log, note = servers.free_port(), tmp_path / "site.log", tmp_path / "busy"
    command = [sys.executable, "-c", BUSY.format(note=str(note), port=port)]
    theirs = servers.clean_environment({"VAR_DIR": str(tmp_path)})
    with servers.running(command, lambda: servers.is_listening(port), log, cwd=servers.ROOT, env=theirs) as process:
        client = threading.Thread(target=ask, args=(f"http://127.0.0.1:{port}/",))
        client.start()
        while not note.exists():
            assert client.is_alive()
            time.sleep(0.02)
        process.terminate()
        assert process.wait(120) == 0
        client.join()


def ask(url):
    with suppress(httpx.HTTPError):
        httpx.get(url, timeout=None)


def test_runserver_is_an_asgi_server_in_development(tmp_path):
    done = servers.manage("runserver", "--help", DEBUG="true", VAR_DIR=str(tmp_path))
    assert "--noasgi" in done.stdout
