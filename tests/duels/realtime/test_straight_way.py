"""Frames by the straight way in and out that our own server has: whole, in their order, and to nobody who is gone."""

import asyncio
import json
from types import SimpleNamespace

import pytest
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode
from websockets.protocol import CLOSING, OPEN

from duels.realtime.connection import CANNOT_BE_SHOWN
from duels.realtime.consumers.base import SocketConsumer
from tests.duels.realtime.test_servers import REST, frame, prepared, socket
from tests.sites import running_site
from wavinghands.servers.by_uvicorn import _framed, _Socket

TALK = {"type": "talk", "text": "Good evening!"}


@pytest.fixture
def site(tmp_path):
    """The address of a running site, and what is prepared there."""
    environment = {"VAR_DIR": str(tmp_path), "DJANGO_SETTINGS_MODULE": "tests.duels.realtime.patient"}
    made = prepared(environment)
    with running_site(**environment) as (address, _):
        yield address, made


def orders(id_):
    return {"type": "orders", "id": id_, "round": 1, "orders": REST}


async def answered(seat, *ids):
    """The frames that answer these, by their order."""
    found = []
    async with asyncio.timeout(120):
        while len(found) < len(ids):
            told = json.loads(await seat.recv())
            if told.get("id") in ids:
                found.append((told["id"], told["type"]))
    return found


@pytest.mark.thorough
async def test_a_frame_that_need_not_wait_comes_after_one_before_it_that_has_to(site):
    address, made = site
    async with socket(address, made, "Black") as seat:
        await frame(seat, "duel")
        frames = [
            {**TALK, "id": "1"},
            orders("2"),
            {**TALK, "id": "3"},
            {**orders("4"), "round": 9},
            {**TALK, "id": "5"},
        ]
        for sent in frames:
            await seat.send(json.dumps(sent))
        told = await answered(seat, "1", "2", "3", "4", "5")
    accepted, refused = "accepted", "refused"
    assert sorted(told) == [("1", accepted), ("2", accepted), ("3", accepted), ("4", refused), ("5", accepted)]
    for kind in (["1", "3", "5"], ["2", "4"]):  # the talk and the orders have threads of their own
        assert [id_ for id_, _ in told if id_ in kind] == kind
    assert told.index(("1", accepted)) < told.index(("2", accepted))


@pytest.mark.thorough
async def test_a_frame_may_come_in_pieces(site):
    address, made = site
    async with socket(address, made, "Black") as seat:
        await frame(seat, "duel")
        text = json.dumps(orders("in pieces"))
        await seat.send([text[:10], text[10:30], text[30:]])
        assert await answered(seat, "in pieces") == [("in pieces", "accepted")]


@pytest.mark.thorough
async def test_what_is_no_text_ends_the_connection(site):
    address, made = site
    async with socket(address, made, "Black") as seat:
        await frame(seat, "duel")
        await seat.send(b"\xff\xfe", text=True)
        with pytest.raises(ConnectionClosed) as closed:  # noqa: PT012 - whatever came before
            async with asyncio.timeout(120):
                while True:
                    await seat.recv()
        assert closed.value.rcvd.code == 1007


@pytest.mark.parametrize("length", [0, 1, 125, 126, 127, 65_535, 65_536, 200_000])
def test_a_text_is_framed_as_by_the_library(length):
    text = b"x" * length
    assert _framed(text) == Frame(Opcode.TEXT, text).serialize(mask=False)


@pytest.mark.parametrize(
    ("disconnected", "close_sent", "state"), [(True, False, OPEN), (False, True, OPEN), (False, False, CLOSING)]
)
def test_nothing_is_sent_to_who_is_gone_or_going(disconnected, close_sent, state):
    written = []
    connection = SimpleNamespace(
        disconnected=disconnected,
        close_sent=close_sent,
        conn=SimpleNamespace(state=state),
        transport=SimpleNamespace(write=written.append),
    )
    with pytest.raises(ClientDisconnected):
        _Socket.send_text(connection, "Hello?")
    assert not written


# What a consumer takes at once


class Protocol:
    """What our server gives a consumer, with the frames that it has not taken."""

    take_text = None

    def __init__(self):
        self.queue, self.sent = asyncio.Queue(), []

    async def receive(self):
        return await self.queue.get()

    def comes(self, **frame):
        """Whether a frame has been taken as it came."""
        text = json.dumps(frame)
        taken = self.queue.empty() and self.take_text(text)
        if not taken:
            self.queue.put_nowait({"type": "websocket.receive", "text": text})
        return taken


class Obeying(SocketConsumer):
    """Obeys at once, waits until it may, or fails, as a frame says."""

    def __init__(self):
        super().__init__()
        self.obeyed, self.may_go_on = [], asyncio.Event()

    async def connect(self):
        self.socket = SimpleNamespace(is_closed=False, end=lambda: None, close=self.obeyed.append)

    def obey(self, text):
        frame = json.loads(text)
        if frame.get("fails"):
            raise ZeroDivisionError
        return self._wait(frame) if frame.get("waits") else self.obeyed.append(frame["n"])

    async def _wait(self, frame):
        await self.may_go_on.wait()
        self.obeyed.append(frame["n"])


@pytest.fixture
async def consumer():
    """A consumer that is connected, with its protocol."""
    it, protocol = Obeying(), Protocol()
    scope = {"type": "websocket", "headers": [], "client": ("127.0.0.1", 1)}
    task = asyncio.create_task(it(scope, protocol.receive, None))
    protocol.queue.put_nowait({"type": "websocket.connect"})
    await settled(it)
    it.protocol = protocol
    yield it
    protocol.queue.put_nowait({"type": "websocket.disconnect", "code": 1000})
    await asyncio.wait_for(task, 120)
    assert protocol.take_text is None  # else both would keep each other


async def settled(consumer):
    """Return when nothing that came is at work."""
    async with asyncio.timeout(120):
        while not (consumer.socket and consumer._is_idle and not consumer._rest):
            await asyncio.sleep(0)


async def test_what_need_not_wait_is_obeyed_as_it_comes(consumer):
    assert consumer.protocol.comes(n=1)
    assert consumer.protocol.comes(n=2)
    assert consumer.obeyed == [1, 2]


async def test_what_comes_behind_a_frame_that_waits_waits_too(consumer):
    assert not consumer.protocol.comes(n=1, waits=True)
    await asyncio.sleep(0)
    assert not consumer.protocol.comes(n=2)
    assert not consumer.protocol.comes(n=3)
    assert consumer.obeyed == []
    consumer.may_go_on.set()
    async with asyncio.timeout(120):
        while consumer.obeyed != [1, 2, 3]:
            await asyncio.sleep(0)
    await settled(consumer)
    assert consumer.protocol.comes(n=4)
    assert consumer.obeyed == [1, 2, 3, 4]


async def test_what_waits_is_left_undone_for_who_is_turned_out_meanwhile(consumer):
    assert not consumer.protocol.comes(n=1, waits=True)
    consumer.socket.is_closed = True
    consumer.may_go_on.set()
    await settled(consumer)
    assert consumer.obeyed == []


async def test_a_frame_that_fails_closes_its_socket_and_is_logged(consumer, caplog):
    assert consumer.protocol.comes(n=1, fails=True)
    assert consumer.obeyed == [CANNOT_BE_SHOWN]
    assert "ZeroDivisionError" in caplog.text


def test_our_server_offers_both_ways():
    assert _Socket.take_text is None
    assert {"take_text", "send_text", "handle_text"} <= vars(_Socket).keys()
    assert "handle_text" in vars(WebSocketsSansIOProtocol)
