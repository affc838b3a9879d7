"""Tests that a client that floods a WebSocket is disconnected before other clients notice."""

import asyncio
import re
import socket
import time
from contextlib import contextmanager
from urllib.parse import urlsplit

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.duels.realtime import test_servers as site
from tests.sites import running_site
from wavinghands.server import flood_guard
from wavinghands.server.flood_guard import FloodGuard

UPGRADE = b"GET /ws/ HTTP/1.1\r\nUpgrade: websocket\r\n\r\n"
TEXT, FRAGMENT, CONTINUATION, PING, PONG = 0x81, 0x01, 0x00, 0x89, 0x8A


def frame(first_byte, payload=b""):
    """Return a WebSocket frame from a client, masked with zeros."""
    length = len(payload)
    if length < 126:
        header = bytes([first_byte, 0x80 | length])
    elif length < 1 << 16:
        header = bytes([first_byte, 0x80 | 126]) + length.to_bytes(2)
    else:
        header = bytes([first_byte, 0x80 | 127]) + length.to_bytes(8)
    return header + bytes(4) + payload


class Inner(asyncio.Protocol):
    """A fake that stands for both uvicorn's protocol and the transport."""

    is_aborted = False

    def __init__(self):
        self.received = b""

    def data_received(self, data):
        self.received += data

    def abort(self):
        self.is_aborted = True


@contextmanager
def a_guard():
    """Yield a guard that has received a request for a WebSocket, and the fake protocol of uvicorn behind it."""
    with pytest.MonkeyPatch.context() as patch:
        inner = Inner()
        patch.setattr(flood_guard, "WebSocketsSansIOProtocol", lambda: inner)
        guard = FloodGuard()
        guard.connection_made(inner)
        guard.data_received(UPGRADE)
        inner.received = b""
        yield guard, inner


@given(st.lists(st.sampled_from([0, 1, 125, 126, 300, 65_535, 65_536]), max_size=6), st.data())
def test_frames_are_counted_wherever_the_network_splits_them(lengths, data):
    stream = b"".join(frame(TEXT, bytes(length)) for length in lengths)
    cuts = sorted(data.draw(st.sets(st.integers(0, len(stream)), max_size=20)))
    with a_guard() as (guard, _):
        counted = [guard._frames_in(stream[a:b]) for a, b in zip([0, *cuts], [*cuts, len(stream)], strict=True)]
    assert sum(counted) == len(lengths)


def test_the_application_gets_long_frames_until_it_closes_the_socket(settings):
    frames = frame(TEXT, bytes(8 * 1024)) * (2 * settings.FRAMES_A_SECOND + 100)
    with a_guard() as (guard, inner):
        guard.data_received(frames)
        assert inner.received == frames
        assert not inner.is_aborted


@pytest.mark.parametrize("kind", [TEXT, PING, PONG, CONTINUATION])
def test_a_flood_of_small_frames_is_not_passed_on(kind):
    with a_guard() as (guard, inner):
        guard.data_received(frame(kind) * 1000)
        assert inner.received == b""
        assert inner.is_aborted


def test_a_flood_of_bytes_in_one_frame_is_not_passed_on():
    with a_guard() as (guard, inner):
        guard.data_received(frame(TEXT, bytes(10_000_000)))
        assert inner.is_aborted


def test_twice_the_allowed_rate_of_frames_is_passed_on(monkeypatch, settings):
    now = 0.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    with a_guard() as (guard, inner):
        for _ in range(1000):
            guard.data_received(frame(TEXT, b"{}" * 10) * 2 * settings.FRAMES_A_SECOND)
            now += 1.01
        assert not inner.is_aborted
        guard.data_received(frame(PING) * 1000)
        assert inner.is_aborted


async def test_a_client_that_does_not_read_is_disconnected(settings):
    settings.READING_PATIENCE = 0.01
    with a_guard() as (guard, inner):
        guard.pause_writing()
        guard.resume_writing()
        await asyncio.sleep(0.02)
        assert not inner.is_aborted
        guard.pause_writing()
        async with asyncio.timeout(site.PATIENCE):
            while not inner.is_aborted:
                await asyncio.sleep(0.01)


FLOODS = {
    "text": (b"", frame(TEXT, b"{}")),
    "ping": (b"", frame(PING)),
    "pong": (b"", frame(PONG)),
    "continuation": (frame(FRAGMENT, b"a"), frame(CONTINUATION)),
    "fragments": (frame(FRAGMENT, b"a"), frame(CONTINUATION, b"a")),
}
CLOSED_WITH_4429 = re.compile(rb"\x88.\x11\x4d", re.DOTALL)


@pytest.fixture(scope="module")
def running(tmp_path_factory):
    """Run a site with enough duels for all tests in this file, and yield its address and the duels."""
    environment = {"VAR_DIR": str(tmp_path_factory.mktemp("flooded"))}
    made = site.prepared(environment, duels=2 * len(FLOODS))
    with running_site(**environment) as (address, _):
        yield address, made


@pytest.mark.parametrize("when", ["before the close", "after the close"])
@pytest.mark.parametrize("kind", FLOODS)
async def test_a_guest_who_floods_is_disconnected_and_nobody_else_waits(running, kind, when):
    address, made = running
    duel = made | {"slugs": [made["slugs"].pop()]}
    async with (
        site.socket(address, duel, "Black") as black,
        site.socket(address, duel, "White") as white,
        httpx.AsyncClient(base_url=address, timeout=site.PATIENCE) as browser,
    ):
        await asyncio.gather(site.frame(black, "duel"), site.frame(white, "duel"))
        await asyncio.gather(play(black, white, 1), ask_for_health(browser))  # the first requests take longer
        calm = [await seconds(play(black, white, 2)), await seconds(ask_for_health(browser))]
        guest = await asyncio.to_thread(connected, address, duel["slugs"][0])
        if when == "after the close":
            await asyncio.to_thread(have_it_closed, guest)
        flooded = await asyncio.gather(
            seconds(asyncio.to_thread(flood, guest, *FLOODS[kind])),
            seconds(play(black, white, 3)),
            seconds(ask_for_health(browser)),
        )
    assert max(flooded) < 1 + 5 * max(calm)  # the second term is small unless the machine is busy


async def seconds(work):
    start = time.monotonic()
    await work
    return time.monotonic() - start


async def play(black, white, number):
    for one in (black, white):
        await site.order(one, site.PALM, number)
    for one in (black, white):
        await site.result(one, number)


async def ask_for_health(browser):
    assert (await browser.get("/healthz")).status_code == 200


def connected(address, slug):
    """Connect a guest who watches a duel, and return the socket."""
    place = urlsplit(address)
    guest = socket.create_connection((place.hostname, place.port), timeout=site.PATIENCE)
    guest.sendall(
        f"GET /ws/duel/{slug}/ HTTP/1.1\r\nHost: {place.netloc}\r\nOrigin: {address}\r\n"
        "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n".encode()
    )
    assert guest.recv(10_000).startswith(b"HTTP/1.1 101 ")
    return guest


def have_it_closed(guest):
    """Send too many frames, and wait for the site's close frame. Do not answer that frame."""
    guest.sendall(frame(TEXT, b"{}") * 300)
    received = b""
    while not CLOSED_WITH_4429.search(received):
        more = guest.recv(10_000)
        assert more, "the connection ended without a close frame"
        received += more


def flood(guest, start, each):
    """Send the bytes `start` once, and then the bytes `each` again and again until the connection is closed."""
    with guest:
        try:
            guest.sendall(start)
            while True:
                guest.sendall(each * 1000)
        except ConnectionError:
            return
