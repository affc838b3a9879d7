"""Tests that the proxy in the compose file reports errors in the API's error format."""

import httpx
import pytest

from tests import servers
from tests.duels.realtime.test_proxy import caddyfile, names, running_proxy


@pytest.fixture(scope="module")
def proxy(caddy, tmp_path_factory):
    """Run the proxy without a web server behind it, and return its address."""
    port = servers.free_port()
    with names([]) as resolver:
        text = caddyfile(port, servers.free_port(), resolver)
        with running_proxy(caddy, tmp_path_factory.mktemp("caddy"), text, port):
            yield f"http://127.0.0.1:{port}"


def problem_code(answer):
    """Assert that the response is a complete problem document (RFC 9457), and return its code."""
    told = answer.json()
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert told["status"] == answer.status_code
    assert told["type"] == f"/api/#{told['code']}"
    assert told["instance"] == answer.request.url.path
    assert told["title"]
    assert told["detail"]
    return told["code"]


def test_a_body_that_is_too_large_is_refused_with_a_problem(proxy):
    for size in (2_000_000, 9_000_000, 30_000_000):
        answer = httpx.post(f"{proxy}/api/v1/messages", content=b"x" * size)
        assert (answer.status_code, problem_code(answer)) == (413, "oversized")


def test_an_unreachable_site_is_a_problem_that_says_when_to_retry(proxy):
    for body in (b"x" * 200_000, b"x" * 1_999_999):
        answer = httpx.post(f"{proxy}/api/v1/messages", content=body, timeout=60)
        assert (answer.status_code // 100, problem_code(answer), answer.headers["Retry-After"]) == (5, "away", "5")


def test_refusals_for_pages_are_no_problem_documents(proxy):
    answer = httpx.post(f"{proxy}/lobby/", content=b"x" * 3_000_000)
    assert (answer.status_code, answer.text) == (413, "")
