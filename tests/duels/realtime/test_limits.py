import json
from contextlib import AsyncExitStack, asynccontextmanager

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.test import Client

from duels.play.protocol import TOO_MANY
from duels.realtime.process import Process
from tests.builders import a_mage, a_user
from tests.duels.players import ORIGIN, cookie_of
from tests.duels.tables import a_duel
from wavinghands.asgi import application

pytestmark = pytest.mark.django_db(transaction=True)

PATIENCE = 120


@sync_to_async
def opened():
    """Start a duel that anyone may watch, and return the address of its socket."""
    return f"/ws/duel/{a_duel(a_mage(), a_mage()).slug}/"


@sync_to_async
def logged_in(user):
    client = Client()
    client.force_login(user)
    return cookie_of(client)


@asynccontextmanager
async def socket(path, cookie=b"", address=""):
    headers = [(b"origin", ORIGIN), (b"host", b"localhost"), (b"cookie", cookie)]
    forwarded = [(b"x-forwarded-for", address.encode())] if address else []
    it = WebsocketCommunicator(application, path, headers=headers + forwarded)
    assert (await it.connect(PATIENCE))[0]
    yield it
    await it.disconnect()


@pytest.fixture(autouse=True)
async def _process():
    yield
    await Process.current().close()


async def closed_with(it):
    while (message := await it.receive_output(PATIENCE))["type"] != "websocket.close":
        pass
    return message["code"]


async def frame(it):
    return json.loads(await it.receive_from(PATIENCE))


@pytest.mark.parametrize("path", ["/ws/news/", "/ws/lobby/", ""], ids=["news", "lobby", "duel"])
@pytest.mark.usefixtures("_two_frames")
async def test_a_socket_that_sends_too_many_frames_is_closed(path):
    async with socket(path or await opened(), await logged_in(await sync_to_async(a_user)())) as it:
        for _ in range(110):
            await it.send_to(text_data='{"type": "sync", "id": "s"}')
        assert await closed_with(it) == TOO_MANY


@pytest.mark.usefixtures("_two_frames")
async def test_the_refusal_of_a_frame_beyond_the_limit_has_its_id():
    async with socket("/ws/news/", await logged_in(await sync_to_async(a_user)())) as it:
        for _ in range(3):
            await it.send_to(text_data='{"type": "sync", "id": "s"}')
        while (told := await frame(it))["type"] != "refused":
            pass
        assert (told["id"], told["code"]) == ("s", "rate")


async def test_a_user_at_the_socket_limit_may_open_one_after_closing_one(settings):
    settings.SOCKETS_A_USER = 2
    duel, cookie = await opened(), await logged_in(await sync_to_async(a_user)())
    async with socket("/ws/news/", cookie) as news:
        async with socket(duel, cookie), socket("/ws/lobby/", cookie) as third:
            assert await closed_with(third) == TOO_MANY
            assert (await frame(news))["type"] == "news"
        async with socket(duel, cookie) as again, socket(duel) as stranger:
            assert (await frame(again))["type"] == "duel"
            assert (await frame(stranger))["type"] == "duel"


@pytest.mark.parametrize(
    ("addresses", "other"),
    [
        (["1.2.3.4", "9.9.9.9, 1.2.3.4", "8.8.8.8,1.2.3.4"], "4.3.2.1"),  # clients can forge the first part
        (["2001:db8::1", "2001:db8::2", "2001:db8:0:0:ffff::3"], "2001:db8:0:1::1"),
    ],
)
async def test_the_number_of_sockets_per_address_is_limited(settings, addresses, other):
    settings.SOCKETS_AN_ADDRESS, settings.ALLAUTH_TRUSTED_PROXY_COUNT = 2, 1
    duel = await opened()
    async with AsyncExitStack() as stack:
        first, second, third, elsewhere = [
            await stack.enter_async_context(socket(duel, address=address)) for address in (*addresses, other)
        ]
        for it in (first, second, elsewhere):
            assert (await frame(it))["type"] == "duel"
        assert await closed_with(third) == TOO_MANY
