"""A connection and its hub: what waits to be sent, who does not read, and who is gone."""

import asyncio
from functools import partial
from types import SimpleNamespace

import pytest

from duels.realtime.backpressure import pacing_streams, way_to_client
from duels.realtime.connection import DOES_NOT_READ, LOGGED_OUT, MOST_WAITING, Socket
from duels.realtime.hub import Hub

ROOM = "room"


class Quiet(Hub):
    """A hub that sends nothing by itself."""

    kind = "quiet"

    def entered(self, socket):
        pass

    async def refresh(self):
        pass


@pytest.fixture
async def hub():
    yield Quiet.current()
    await Quiet.current().close()


class Client:
    """The other end of a socket; reads from when it is let."""

    def __init__(self, *, reads=True):
        self.got, self.reads = [], asyncio.Event()
        if reads:
            self.reads.set()
        self.socket = Socket(room=ROOM, send=self._send)

    async def _send(self, message):
        await self.reads.wait()
        self.got.append(message.get("text", message.get("code")))

    async def has(self, *messages):
        async with asyncio.timeout(120):
            while self.got != list(messages):
                await asyncio.sleep(0)


async def test_frames_come_in_their_order_and_then_the_end(hub):
    client = Client()
    hub.enter(client.socket)
    for text in ("one", "two", "three"):
        client.socket.push(text)
    client.socket.close(LOGGED_OUT)
    client.socket.push("too late")
    await client.has("one", "two", "three", LOGGED_OUT)
    assert not hub.rooms


async def test_what_is_shown_is_sent_when_it_has_changed_or_is_asked_for(hub):
    client = Client()
    for text in ("same", "same", "other", "same"):
        client.socket.show(text)
    client.socket.forget()
    client.socket.show("same")
    await client.has("same", "other", "same", "same")


async def test_who_does_not_read_is_closed_and_holds_up_nobody(hub):
    deaf, other = Client(reads=False), Client()
    for client in (deaf, other):
        hub.enter(client.socket)
    deaf.socket.push("first")  # it is being sent
    await asyncio.sleep(0)
    for number in range(MOST_WAITING + 1):
        for socket in hub.at(ROOM):
            socket.push(str(number))
        await asyncio.sleep(0)
    assert hub.at(ROOM) == {other.socket}
    assert deaf.socket.is_closed
    await other.has(*map(str, range(MOST_WAITING + 1)))
    deaf.reads.set()
    await deaf.has("first", DOES_NOT_READ)


class Transport:
    """What daphne writes to; takes everything, and tells its producer when that is too much."""

    producer = None

    def unregisterProducer(self):  # noqa: N802  # noqa: N802 - Twisted's names
        self.producer = None

    def registerProducer(self, producer, streaming):  # noqa: N802
        assert streaming
        self.producer = producer


@pytest.fixture
def transport():
    return Transport()


@pytest.fixture
async def client(hub, transport):
    """Somebody at a server that takes everything, for whom one frame is too much."""
    client = Client()

    async def handle_reply(protocol, message):
        await client._send(message)
        if message.get("text") == "too much":
            protocol.transport.producer.pauseProducing()

    way = partial(handle_reply, SimpleNamespace(transport=transport))
    client.socket.send, client.socket.is_ready, client.socket.send_text = way_to_client(way)
    hub.enter(client.socket)
    client.socket.push("too much")
    await client.has("too much")
    return client


async def test_where_the_server_takes_everything_frames_wait_here_until_the_client_has_read(client, transport):
    client.socket.push("and more")
    await asyncio.sleep(0)
    assert client.got == ["too much"]
    transport.producer.resumeProducing()
    await client.has("too much", "and more")


async def test_who_does_not_read_is_closed_where_the_server_takes_everything_too(hub, client, transport):
    for number in range(MOST_WAITING + 2):
        client.socket.push(str(number))
        await asyncio.sleep(0)
    assert client.socket.is_closed
    assert not hub.rooms
    assert client.got == ["too much"]
    transport.producer.stopProducing()  # he has gone, or reads after all
    await client.has("too much", "0", DOES_NOT_READ)


def test_our_own_server_waits_for_the_client_by_itself_and_says_so():
    class Protocol:
        writable = asyncio.Event()

        async def send(self, message):
            await self.writable.wait()

        def send_text(self, text):
            pass

    protocol = Protocol()
    way = way_to_client(protocol.send)
    assert way.send == protocol.send
    assert way.send_text == protocol.send_text
    assert not way.is_ready()
    protocol.writable.set()
    assert way.is_ready()


def test_other_servers_wait_for_the_client_by_themselves():
    async def send(message):
        pass

    way = way_to_client(send)
    assert way.send is send
    assert not way.is_ready()


async def test_where_the_way_is_ready_a_frame_is_sent_at_once(client, transport):
    transport.producer.resumeProducing()
    await client.has("too much")
    client.socket.push("and more")
    assert client.got == ["too much", "and more"]


@pytest.mark.parametrize("is_ready", [True, False])
async def test_who_is_gone_is_let_out(hub, is_ready):
    async def send(_):
        raise OSError("gone")

    def send_text(_):
        raise OSError("gone")

    socket = Socket(room=ROOM, send=send, is_ready=lambda: is_ready, send_text=send_text)
    hub.enter(socket)
    socket.push("Hello?")
    async with asyncio.timeout(120):
        while hub.rooms:
            await asyncio.sleep(0)
    assert socket.is_closed


class Request:
    """One of daphne's, which loses its channel once all is sent. `pauses`: its client reads one piece and no more."""

    def __init__(self, *, pauses):
        self.pauses, self.got, self.is_cut_off, self.producer = pauses, [], asyncio.Event(), None
        self.channel = SimpleNamespace(transport=SimpleNamespace(abortConnection=self.is_cut_off.set))

    def registerProducer(self, producer, _streaming):  # noqa: N802 - Twisted's name
        self.producer = producer

    def unregisterProducer(self):  # noqa: N802
        self.producer = None

    async def handle_reply(self, message):
        self.got.append(message["body"])
        if self.pauses:
            self.producer.pauseProducing()
        if not message["more_body"]:
            assert self.producer is None
            del self.channel


async def in_pieces(_scope, _receive, send):
    for body, more in (("one", True), ("two", True), ("three", False)):
        await send({"type": "http.response.body", "body": body, "more_body": more})


def answer_of(request):
    handle_reply = request.handle_reply
    return pacing_streams(in_pieces)({"type": "http"}, None, partial(lambda _, message: handle_reply(message), request))


async def test_an_answer_in_pieces_comes_whole_and_lets_its_request_go():
    request = Request(pauses=False)
    await answer_of(request)
    assert request.got == ["one", "two", "three"]


async def test_who_does_not_read_his_stream_is_cut_off(settings):
    settings.READING_PATIENCE = 0.01
    request = Request(pauses=True)
    answer = asyncio.create_task(answer_of(request))
    async with asyncio.timeout(120):
        await request.is_cut_off.wait()
    assert request.got == ["one"]
    answer.cancel()
