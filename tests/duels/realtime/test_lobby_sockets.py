"""The lobby's sockets: what each viewer is pushed, and who gets nothing."""

import asyncio
import json

import pytest
from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer
from channels.testing import WebsocketCommunicator
from django.conf import settings
from django.contrib.sessions.models import Session
from django.test import Client

from accounts.models import User
from duels.challenges.joining import accept_challenge, decline_challenge
from duels.challenges.posting import post_challenge, withdraw_challenge
from duels.challenges.terms import Terms
from duels.realtime import bus
from duels.realtime.connection import LOGGED_OUT
from duels.realtime.lobby_hub import LOBBY, LobbyHub, LobbySocket
from duels.wording.time_controls import MINUTE
from tests.builders import a_guest, a_mage, a_user
from wavinghands.asgi import application

pytestmark = pytest.mark.django_db(transaction=True)

ORIGIN = b"http://localhost"
PATIENCE = 120  # seconds that a busy machine may take
TERMS = {"book": "classic", "pace": MINUTE, "comment": ""}


@pytest.fixture(autouse=True)
async def _lobby():
    yield
    await LobbyHub.current().close()


def cookie_of(user: User) -> bytes:
    client = Client()
    client.force_login(user)
    return f"{settings.SESSION_COOKIE_NAME}={client.session.session_key}".encode()


def socket(cookie: bytes = b"", origin: bytes = ORIGIN) -> WebsocketCommunicator:
    headers = [(b"origin", origin), (b"host", b"localhost"), (b"cookie", cookie)]
    return WebsocketCommunicator(application, "/ws/lobby/", headers=headers)


async def is_turned_away(stranger: WebsocketCommunicator) -> bool:
    """Whether he is told that he is not logged in, and nothing else."""
    assert (await stranger.connect(PATIENCE))[0]
    return await stranger.receive_output(PATIENCE) == {"type": "websocket.close", "code": LOGGED_OUT}


class Visitor:
    """Somebody in the lobby; knows the last list that he was sent."""

    def __init__(self, mage):
        self.mage = mage

    async def __aenter__(self):
        self.socket = socket(await sync_to_async(cookie_of)(self.mage.owner))
        assert (await self.socket.connect(PATIENCE))[0]
        return self

    async def __aexit__(self, *_):
        await self.socket.disconnect()

    async def frame(self, type_):
        """The next frame of this type."""
        while True:
            frame = json.loads(await self.socket.receive_from(PATIENCE))
            if frame["type"] == type_:
                return frame

    async def lobby_with(self, *, here=None, challengers=None):
        """The next list that has these names."""
        while True:
            frame = await self.frame("lobby")
            seen = [challenge["challenger"] for challenge in frame["challenges"]]
            if here in (None, frame["here"]) and challengers in (None, seen):
                return frame


async def test_who_comes_and_goes_is_shown_to_all():
    black, white = await sync_to_async(a_mage)("Black"), await sync_to_async(a_guest)("White")
    async with Visitor(black) as first:
        await first.lobby_with(here=["Black"])
        async with Visitor(white) as second:
            await second.lobby_with(here=["Black", "White"])
            await first.lobby_with(here=["Black", "White"])
        await first.lobby_with(here=["Black"])


async def test_two_tabs_of_a_user_are_one_visitor():
    black = await sync_to_async(a_mage)("Black")
    async with Visitor(black) as first:
        await first.lobby_with(here=["Black"])
        async with Visitor(black) as second:
            await second.lobby_with(here=["Black"])
        assert LobbyHub.current().here() == ["Black"]
        assert await first.socket.receive_nothing(0.05)


async def test_a_challenge_is_pushed_to_both_and_taken_away_again():
    black, white = await sync_to_async(a_mage)("Black"), await sync_to_async(a_mage)("White")
    async with Visitor(black) as first, Visitor(white) as second:
        challenge = await sync_to_async(post_challenge)(challenger=black, terms=Terms(**TERMS))
        mine = (await first.lobby_with(challengers=["Black"]))["challenges"][0]
        others = (await second.lobby_with(challengers=["Black"]))["challenges"][0]
        assert (mine["mine"], mine["may_accept"]) == (True, False)
        assert (others["mine"], others["may_accept"]) == (False, True)
        assert others["url"] == f"/challenge/{challenge.token}/"
        await sync_to_async(withdraw_challenge)(token=challenge.token, user_id=black.owner_id)
        await first.lobby_with(challengers=[])
        await second.lobby_with(challengers=[])


async def test_each_sees_only_the_challenges_that_concern_him():
    black, white, third = [await sync_to_async(a_mage)(name) for name in ("Black", "White", "Third")]
    async with Visitor(black) as challenger, Visitor(white) as opponent, Visitor(third) as other:
        to_white = await sync_to_async(post_challenge)(
            challenger=black, terms=Terms(is_open=False, limit=None, **TERMS), named=[white]
        )
        by_link = await sync_to_async(post_challenge)(challenger=black, terms=Terms(private=True, **TERMS))
        await sync_to_async(post_challenge)(challenger=third, terms=Terms(**TERMS))
        await challenger.lobby_with(challengers=["Black", "Black", "Third"])
        assert (await opponent.lobby_with(challengers=["Black", "Third"]))["challenges"][0]["to_me"]
        frame = json.dumps(await other.lobby_with(challengers=["Third"]))
        assert to_white.token not in frame
        assert by_link.token not in frame
        await sync_to_async(decline_challenge)(token=to_white.token, user_id=white.owner_id)
        await opponent.lobby_with(challengers=["Third"])
        assert (await challenger.lobby_with(challengers=["Black", "Black", "Third"]))["challenges"][1]["named"] == []


async def test_both_are_sent_into_the_duel_and_nobody_else():
    black, white, third = [await sync_to_async(a_mage)(name) for name in ("Black", "White", "Third")]
    challenge = await sync_to_async(post_challenge)(challenger=black, terms=Terms(**TERMS))
    async with Visitor(black) as first, Visitor(white) as second, Visitor(third) as other:
        await other.lobby_with(challengers=["Black"], here=["Black", "Third", "White"])
        duel = await sync_to_async(accept_challenge)(token=challenge.token, mage=white)
        assert (await first.frame("started"))["url"] == f"/duel/{duel.slug}/"
        assert (await second.frame("started"))["url"] == f"/duel/{duel.slug}/"
        assert duel.slug not in json.dumps(await other.lobby_with(challengers=[]))
        assert await other.socket.receive_nothing(0.05)


async def test_who_is_not_logged_in_gets_nothing():
    for cookie in (b"", b"sessionid=forged"):
        assert await is_turned_away(socket(cookie))
        assert not LobbyHub.current().rooms


@pytest.mark.parametrize("origin", [b"https://evil.example", b"http://localhost.evil.example", b"null"])
async def test_a_page_of_another_site_gets_nothing(origin):
    cookie = await sync_to_async(lambda: cookie_of(a_mage().owner))()
    assert not (await socket(cookie, origin).connect(PATIENCE))[0]
    assert not LobbyHub.current().rooms


async def test_a_socket_is_closed_when_its_user_logs_out():
    mage = await sync_to_async(a_mage)("Black")
    client = Client()
    await sync_to_async(client.force_login)(mage.owner)
    session = await sync_to_async(lambda: client.session.session_key)()
    own = socket(f"sessionid={session}".encode())
    await own.connect(PATIENCE)
    assert json.loads(await own.receive_from(PATIENCE))["here"] == ["Black"]
    await sync_to_async(client.post)("/accounts/logout/")
    assert (await own.receive_output(PATIENCE))["type"] == "websocket.close"
    assert not LobbyHub.current().rooms
    assert await is_turned_away(socket(f"sessionid={session}".encode()))


async def test_a_session_that_ended_unnoticed_is_found_out():
    async with Visitor(await sync_to_async(a_mage)("Black")) as visitor:
        await visitor.lobby_with(here=["Black"])
        await sync_to_async(Session.objects.all().delete)()
        await LobbyHub.current().look_around()
        assert (await visitor.socket.receive_output(PATIENCE))["type"] == "websocket.close"
        assert not LobbyHub.current().rooms


async def test_a_socket_of_a_user_without_a_mage_bears_his_own_name():
    user = await sync_to_async(a_user)("arthur")
    own = socket(await sync_to_async(cookie_of)(user))
    await own.connect(PATIENCE)
    assert json.loads(await own.receive_from(PATIENCE))["here"] == ["arthur"]
    await own.disconnect()


@pytest.mark.parametrize("text", [" ", "{", '{"type": "lobby"}', "x" * 5000])
async def test_a_frame_to_the_lobby_is_refused_and_changes_nothing(text):
    async with Visitor(await sync_to_async(a_mage)("Black")) as visitor:
        await visitor.lobby_with(here=["Black"])
        await visitor.socket.send_to(text_data=text)
        assert (await visitor.frame("refused"))["code"] == "unknown"


async def test_a_broken_socket_does_not_keep_the_news_from_others():
    async def send(message):
        raise OSError("gone")

    async with Visitor(await sync_to_async(a_mage)("Black")) as visitor:
        await visitor.lobby_with(here=["Black"])
        broken = LobbySocket(user_id=0, name="Broken", send=send)
        LobbyHub.current().enter(broken)
        await visitor.lobby_with(here=["Black", "Broken"])
        while broken in LobbyHub.current().at(LOBBY):
            await asyncio.sleep(0)


class Page:
    """A page in the lobby of another process, as far as hubs can tell."""

    def __init__(self, user_id, name):
        self.frames = asyncio.Queue()
        self.socket = LobbySocket(user_id=user_id, name=name, send=self._send)

    async def _send(self, message):
        self.frames.put_nowait(json.loads(message["text"]))

    async def here(self, *names):
        while (await asyncio.wait_for(self.frames.get(), 5))["here"] != list(names):
            pass


@pytest.fixture
def redis_layer(redis_url, settings):
    """The layer of a site of many processes."""
    settings.CHANNEL_LAYERS = {
        "default": {"BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer", "CONFIG": {"hosts": [redis_url]}}
    }


async def test_lobbies_of_two_processes_know_of_each_other(redis_layer):
    one, other = LobbyHub(), LobbyHub()
    other.process = "other"
    black, white = Page(1, "Black"), Page(2, "White")
    one.enter(black.socket)
    await black.here("Black")
    other.enter(white.socket)
    await white.here("Black", "White")
    await black.here("Black", "White")
    white.socket.end()
    await black.here("Black")
    black.socket.end()
    assert not one.rooms
    await one.close()
    await other.close()
    await get_channel_layer().flush()


async def test_a_process_that_falls_silent_is_forgotten(monkeypatch):
    one, black = LobbyHub.current(), Page(1, "Black")
    one.enter(black.socket)
    await black.here("Black")
    told = {"about": "presence", "of": "lobby", "here": [[LOBBY, [[2, "White"]]]], "asks": False}
    await bus.send({"from": "dead", **told})
    await black.here("Black", "White")
    monkeypatch.setattr(one, "silence", 0.0)
    await one.look_around()
    assert one.here() == ["Black"]
