"""The commands that run the web server."""

import sys

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


def test_runserver_is_an_asgi_server_in_development(tmp_path):
    done = servers.manage("runserver", "--help", DEBUG="true", VAR_DIR=str(tmp_path))
    assert "--noasgi" in done.stdout
