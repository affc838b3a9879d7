"""`python -m wavinghands.serve`, by either server."""

import sys

import httpx
import pytest

from tests import servers


@pytest.mark.parametrize("server", ["uvicorn", pytest.param("daphne", marks=pytest.mark.thorough)])
def test_each_request_is_noted_where_that_is_asked_for(tmp_path, server):
    port, notes = servers.free_port(), tmp_path / "access.log"
    command = [sys.executable, "-m", "wavinghands.serve", "--port", str(port), "--access-log", str(notes)]
    theirs = servers.clean_environment({"VAR_DIR": str(tmp_path), "SERVER": server})
    log = tmp_path / "site.log"
    with servers.running(command, lambda: servers.is_listening(port), log, cwd=servers.ROOT, env=theirs):
        httpx.get(f"http://127.0.0.1:{port}/robots.txt?asked", timeout=120)
    assert "/robots.txt?asked" in notes.read_text()
