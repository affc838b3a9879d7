"""Tests that all WebSockets answer pings, so that pages can detect dead connections."""

import json

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.test import Client

from duels.realtime.process import Process
from tests.builders import a_mage
from tests.duels.players import ORIGIN, cookie_of
from tests.duels.tables import a_duel
from wavinghands.asgi import application

pytestmark = pytest.mark.django_db(transaction=True)

PATIENCE = 120
PATHS = ("duel/{}", "lobby", "news", "tournament/never")


@pytest.fixture(autouse=True)
async def _process():
    yield
    await Process.current().close()


@sync_to_async
def a_player():
    mage = a_mage("Black")
    client = Client()
    client.force_login(mage.owner)
    return a_duel(mage, a_mage("White")), cookie_of(client)


@pytest.mark.parametrize("path", PATHS)
async def test_a_ping_is_answered_at_every_socket_and_does_nothing_else(path):
    duel, cookie = await a_player()
    headers = [(b"origin", ORIGIN), (b"host", b"localhost"), (b"cookie", cookie)]
    socket = WebsocketCommunicator(application, f"/ws/{path.format(duel.slug)}/", headers=headers)
    assert (await socket.connect(PATIENCE))[0]
    for frame in ({"type": "ping", "id": "a"}, {"id": "b", "type": "ping"}):
        await socket.send_to(text_data=json.dumps(frame))
    told = []
    while len(told) < 2:
        text = json.loads(await socket.receive_from(PATIENCE))
        assert text["type"] != "refused"
        told += [text] * (text["type"] == "pong")
    assert told == [{"type": "pong", "id": "a"}, {"type": "pong", "id": "b"}]
    await socket.disconnect()


@pytest.mark.parametrize("frame", ['{"type": "ping", "more": 1}', '"ping"', '{"ping"', '{"type": "ping", "id": 5}'])
async def test_a_frame_that_only_looks_like_a_ping_is_refused(frame):
    duel, cookie = await a_player()
    headers = [(b"origin", ORIGIN), (b"host", b"localhost"), (b"cookie", cookie)]
    socket = WebsocketCommunicator(application, f"/ws/duel/{duel.slug}/", headers=headers)
    assert (await socket.connect(PATIENCE))[0]
    await socket.send_to(text_data=frame)
    while (told := json.loads(await socket.receive_from(PATIENCE)))["type"] not in ("refused", "pong"):
        pass
    assert told["type"] == "refused"
    await socket.disconnect()
