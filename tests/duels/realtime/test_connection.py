"""A connection and its hub: what waits to be sent, who does not read, and who is gone."""

import asyncio

import pytest

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
        async with asyncio.timeout(10):
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


async def test_who_is_gone_is_let_out(hub):
    async def send(_):
        raise OSError("gone")

    socket = Socket(room=ROOM, send=send)
    hub.enter(socket)
    socket.push("Hello?")
    async with asyncio.timeout(10):
        while hub.rooms:
            await asyncio.sleep(0)
    assert socket.is_closed
