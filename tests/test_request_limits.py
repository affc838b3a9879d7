"""Limits of a site without a proxy, on either server: requests that do not end or are too large, slow readers."""

import resource
import select
import socket
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from websockets.sync.client import connect

from tests.duels.api.sites import a_site
from tests.duels.api.test_streams import a_duel

TRICKLE = 0.2  # seconds between two bytes
PATIENCE = 120.0  # seconds after which a connection counts as kept, however busy this machine is
BEATS = 20  # as many signs of life as take twice the patience of the site
HEAD = b"POST /accounts/login/ HTTP/1.1\r\nHost: 127.0.0.1\r\n"
WHOLE = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
UNFINISHED = {
    "nothing": b"",
    "a line": b"GET /",
    "headers": HEAD + b"X-Long: ",
    "a body": HEAD + b"Content-Length: 1000\r\n\r\n",
    "one in pieces": HEAD + b"Transfer-Encoding: chunked\r\n\r\n3e8\r\n",
    "a second request": b"GET /",
    "an empty line after a request": b"\r\n",
}
BY_DAPHNE = b"HTTP/1.1 400 Bad Request\r\n\r\n"
"""Twisted's answer to a second empty line."""
AFTER_A_REQUEST = ("a second request", "an empty line after a request")
GOES_ON = {"nothing": b"", "an empty line after a request": b"\r\n"}


SERVERS = [
    pytest.param({"SERVER": "uvicorn"}, id="uvicorn"),
    pytest.param({"SERVER": "daphne"}, id="daphne", marks=pytest.mark.thorough),
]


@pytest.fixture(scope="module", params=SERVERS)
def hasty_site(tmp_path_factory, request):
    """A site that waits for a request, and for a client to read, for two seconds."""
    theirs = {"DJANGO_SETTINGS_MODULE": "tests.hasty", "STREAM_BEAT": "0.2"}
    with a_site(tmp_path_factory.mktemp("hasty"), "Black", "White", **theirs, **request.param) as site:
        yield site


@pytest.fixture(scope="module", params=SERVERS)
def site(tmp_path_factory, request):
    """A site that waits for longer than a busy machine takes for anything."""
    theirs = {"DJANGO_SETTINGS_MODULE": "tests.hasty", "REQUEST_PATIENCE": "600", "READING_PATIENCE": "600"}
    with a_site(tmp_path_factory.mktemp("site"), "Black", "White", **theirs, **request.param) as site:
        yield site


def connection(site):
    address = urlsplit(site.address)
    return socket.create_connection((address.hostname, address.port), timeout=PATIENCE)


def request_healthz(client):
    """Send a whole request and read its answer; the connection stays open."""
    client.sendall(WHOLE)
    answer = HTTPResponse(client)
    answer.begin()
    assert (answer.status, bool(answer.read())) == (200, True)


def told_until_closed(site, what):
    """Return what the server answers to a request that goes on bit by bit, until it closes the connection."""
    with connection(site) as client:
        if what in AFTER_A_REQUEST:
            request_healthz(client)
        client.settimeout(TRICKLE)
        told, bit = [], UNFINISHED[what]
        with suppress(ConnectionError):  # where the connection is closed while a bit is under way
            for _ in range(int(PATIENCE / TRICKLE)):
                client.sendall(bit)
                bit = GOES_ON.get(what, b"a")
                with suppress(TimeoutError):
                    told.append(client.recv(10_000))
                    if not told[-1]:
                        break
            else:
                pytest.fail("The connection is kept")
    return b"".join(told)


def test_a_request_that_does_not_come_to_an_end_is_cut_off(hasty_site):
    with ThreadPoolExecutor(len(UNFINISHED)) as pool:
        told = pool.map(lambda what: told_until_closed(hasty_site, what), UNFINISHED)
        answers = dict(zip(UNFINISHED, told, strict=True))
    assert answers.pop("an empty line after a request") in (b"", BY_DAPHNE)
    assert not any(answers.values())


def test_a_stream_and_a_socket_outlast_the_time_that_a_request_has(hasty_site):
    address, slug = hasty_site.address, a_duel(hasty_site)
    with (
        connect(f"{address.replace('http', 'ws')}/ws/duel/{slug}/", origin=address, open_timeout=PATIENCE) as watcher,
        hasty_site.program("Black").stream("GET", "/stream/events") as stream,
    ):
        beats = (line for line in stream.iter_lines() if not line)
        assert [next(beats) for _ in range(BEATS)] == [""] * BEATS
        assert watcher.ping().wait(PATIENCE)


def test_a_body_that_says_it_is_too_large_is_refused_before_it_is_sent(site):
    with connection(site) as client:
        client.sendall(HEAD + b"Expect: 100-continue\r\nContent-Length: 60000000\r\n\r\n")
        assert b"HTTP/1.1 413 " in b"".join(iter(lambda: client.recv(10_000), b""))


def test_a_body_in_pieces_is_refused_when_too_much_has_come(site):
    piece, sent = b"f4240\r\n" + b"a" * 1_000_000 + b"\r\n", 0
    with connection(site) as client, suppress(ConnectionError):
        client.sendall(HEAD + b"Transfer-Encoding: chunked\r\n\r\n")
        while sent < 60:
            client.sendall(piece)
            sent += 1
    assert 1 <= sent < 30, "more came than what may be under way"


@pytest.mark.parametrize("head", [b"GET /" + b"a" * 60_000_000, HEAD + b"X-Long: aaaaaaaa\r\n" * 3_000_000])
def test_a_head_is_refused_when_too_much_has_come(site, head):
    sent = 0
    with connection(site) as client, suppress(ConnectionError):
        while sent < len(head):
            sent += client.send(head[sent : sent + 100_000])
    assert sent < 30_000_000, "more came than what may be under way"


def test_what_comes_after_a_body_is_no_header(site):
    with connection(site) as client:
        body = b"Transfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n"
        client.sendall(HEAD + body + b"Host: elsewhere.example\r\n\r\n")
        assert client.recv(10_000).startswith(b"HTTP/1.1 403 "), "it has no token against forgery"


@pytest.mark.thorough
@pytest.mark.parametrize(
    "hasty_site", [{"SERVER": "uvicorn", "REQUEST_PATIENCE": "600"}], indirect=True, ids=["uvicorn"]
)
def test_a_client_that_does_not_read_is_cut_off(hasty_site):
    with connection(hasty_site) as client:
        client.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 20_000)
        cut_off = select.poll()
        cut_off.register(client, select.POLLHUP)
        with suppress(ConnectionError):
            for _ in range(int(PATIENCE / TRICKLE)):
                if cut_off.poll(TRICKLE * 1000):
                    return
                client.send(b"a")  # is answered that nobody is there, once it is cut off
            pytest.fail("The connection is kept")


@pytest.mark.thorough
@pytest.mark.parametrize("site", SERVERS[:1], indirect=True)
def test_what_a_socket_asks_for_and_does_not_read_is_not_kept(site):
    ping = b"\x89\xfd" + bytes(4) + b"a" * 125
    host, slug = urlsplit(site.address).netloc, a_duel(site)  # before the server waits for what is asked
    with connection(site) as client:
        client.sendall(
            f"GET /ws/duel/{slug}/ HTTP/1.1\r\nHost: {host}\r\nOrigin: {site.address}\r\n"
            "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n".encode()
        )
        assert client.recv(10_000).startswith(b"HTTP/1.1 101 ")
        before = memory(site.process.pid)
        for _ in range(40):
            client.sendall(ping * 8_000)  # a megabyte
        assert memory(site.process.pid) < before + 20_000_000


def memory(process: int) -> int:
    """The bytes that a process has."""
    return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * resource.getpagesize()


@pytest.mark.parametrize("pieces", [[b"a" * 2_000_000], [b"a" * 500_000] * 4])
def test_what_is_not_too_large_is_read_request_after_request(site, pieces):
    with closing(HTTPConnection(urlsplit(site.address).netloc, timeout=PATIENCE)) as client:
        for _ in range(2):
            client.request("POST", "/accounts/login/", iter(pieces), encode_chunked=True)
            answer = client.getresponse()
            assert (answer.status, bool(answer.read())) == (403, True), "it has no token against forgery"
