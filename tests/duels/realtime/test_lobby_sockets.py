import asyncio
import json
from functools import partial

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.conf import settings
from django.contrib.sessions.models import Session
from django.test import Client

from accounts.models import User
from accounts.services import blocking
from accounts.services.friends import follow
from duels.challenges.joining import accept_challenge, decline_challenge
from duels.challenges.posting import post_challenge, withdraw_challenge
from duels.challenges.terms import Terms
from duels.chat.talk import say_in_lobby
from duels.models import Line
from duels.play.protocol import LOGGED_OUT
from duels.realtime import groups
from duels.realtime.consumers.lobby import LobbyConsumer
from duels.realtime.groups import Presence
from duels.realtime.process import Process
from duels.signals import line_said
from duels.wording.time_controls import MINUTE
from tests.builders import a_guest, a_mage, a_user
from tests.duels.moderation.test_sanctions import hide
from tests.duels.players import look_for_lost_messages
from wavinghands.asgi import application

pytestmark = pytest.mark.django_db(transaction=True)

ORIGIN = b"http://localhost"
PATIENCE = 120  # seconds that a busy machine may take
TERMS = {"book": "classic", "pace": MINUTE, "comment": ""}


@pytest.fixture(autouse=True)
async def _lobby():
    yield
    await Process.current().close()


def cookie_of(user: User) -> bytes:
    client = Client()
    client.force_login(user)
    return f"{settings.SESSION_COOKIE_NAME}={client.session.session_key}".encode()


def socket(cookie: bytes = b"", origin: bytes = ORIGIN, query: str = "") -> WebsocketCommunicator:
    headers = [(b"origin", origin), (b"host", b"localhost"), (b"cookie", cookie)]
    return WebsocketCommunicator(application, f"/ws/lobby/{query}", headers=headers)


async def is_turned_away(stranger: WebsocketCommunicator) -> bool:
    """Return whether the server closes the socket with the code for logged-out users, without sending a frame."""
    assert (await stranger.connect(PATIENCE))[0]
    return await stranger.receive_output(PATIENCE) == {"type": "websocket.close", "code": LOGGED_OUT}


class Visitor:
    """A client in the lobby. It stores the last list that it has received."""

    def __init__(self, mage, query=""):
        self.mage, self.query = mage, query

    async def __aenter__(self):
        self.socket = socket(await sync_to_async(cookie_of)(self.mage.owner), query=self.query)
        assert (await self.socket.connect(PATIENCE))[0]
        return self

    async def __aexit__(self, *_):
        await self.socket.disconnect()

    async def frame(self, type_):
        while True:
            frame = json.loads(await self.socket.receive_from(PATIENCE))
            if frame["type"] == type_:
                return frame

    async def lobby_with(self, *, here=None, challengers=None):
        """Wait until the lobby lists exactly these visitors and challengers, and return the frame."""
        while True:
            frame = await self.frame("lobby")
            seen = [challenge["challenger"] for challenge in frame["challenges"]]
            if here in (None, frame["here"]) and challengers in (None, seen):
                return frame


async def test_everybody_in_the_lobby_sees_who_comes_and_leaves():
    black, white = await sync_to_async(a_mage)("Black"), await sync_to_async(a_guest)("White")
    async with Visitor(black) as first:
        await first.lobby_with(here=["Black"])
        async with Visitor(white) as second:
            await second.lobby_with(here=["Black", "White"])
            await first.lobby_with(here=["Black", "White"])
        await first.lobby_with(here=["Black"])


async def test_people_are_shown_to_those_who_may_see_them_with_whom_they_follow():
    black, white, red = [await sync_to_async(a_mage)(name) for name in ("Black", "White", "Red")]
    guest = await sync_to_async(a_guest)("Visitor")
    await sync_to_async(follow)(user=red.owner, other=black.owner)
    await sync_to_async(User.objects.filter(pk=red.owner_id).update)(seen_by="followed")
    async with Visitor(black) as first, Visitor(white) as second, Visitor(red) as third, Visitor(guest) as fourth:
        await first.lobby_with(here=["Black", "Red", "Visitor", "White"])
        await second.lobby_with(here=["Black", "Visitor", "White"])
        await fourth.lobby_with(here=["Black", "Visitor", "White"])
        frame = await third.lobby_with(here=["Black", "Red", "Visitor", "White"])
        assert frame["users"] == {mage.name: mage.owner.username for mage in (black, white, red)}
        assert frame["followed"] == [black.owner.username]
        await sync_to_async(blocking.block)(user=black.owner, other=white.owner)
        await sync_to_async(User.objects.filter(pk=red.owner_id).update)(seen_by="nobody")
        await look_for_lost_messages()
        await first.lobby_with(here=["Black", "Visitor"])
        frame = await second.lobby_with(here=["Visitor", "White"])
        assert ("Black" in str(frame), "Red" in str(frame)) == (False, False)


async def test_two_tabs_of_a_user_are_one_visitor():
    black = await sync_to_async(a_mage)("Black")
    async with Visitor(black) as first:
        await first.lobby_with(here=["Black"])
        async with Visitor(black) as second:
            await second.lobby_with(here=["Black"])
        assert await first.socket.receive_nothing(0.05)


async def test_a_challenge_appears_for_both_and_disappears_when_withdrawn():
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


async def test_each_visitor_sees_only_challenges_that_they_may_know():
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


async def test_only_the_two_duelists_are_sent_to_the_duel():
    black, white, third = [await sync_to_async(a_mage)(name) for name in ("Black", "White", "Third")]
    challenge = await sync_to_async(post_challenge)(challenger=black, terms=Terms(**TERMS))
    async with Visitor(black) as first, Visitor(white) as second, Visitor(third) as other:
        await other.lobby_with(challengers=["Black"], here=["Black", "Third", "White"])
        duel = await sync_to_async(accept_challenge)(token=challenge.token, mage=white)
        assert (await first.frame("started"))["url"] == f"/duel/{duel.slug}/"
        assert (await second.frame("started"))["url"] == f"/duel/{duel.slug}/"
        assert duel.slug not in json.dumps(await other.lobby_with(challengers=[]))
        assert await other.socket.receive_nothing(0.05)


async def test_an_anonymous_visitor_gets_nothing():
    for cookie in (b"", b"sessionid=forged"):
        assert await is_turned_away(socket(cookie))
        assert not Process.current().connections(LobbyConsumer)


@pytest.mark.parametrize("origin", [b"https://evil.example", b"http://localhost.evil.example", b"null"])
async def test_a_page_of_another_site_gets_nothing(origin):
    cookie = await sync_to_async(lambda: cookie_of(a_mage().owner))()
    assert not (await socket(cookie, origin).connect(PATIENCE))[0]
    assert not Process.current().connections(LobbyConsumer)


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
    assert not Process.current().connections(LobbyConsumer)
    assert await is_turned_away(socket(f"sessionid={session}".encode()))


async def test_the_end_of_a_session_without_a_message_is_detected():
    async with Visitor(await sync_to_async(a_mage)("Black")) as visitor:
        await visitor.lobby_with(here=["Black"])
        await sync_to_async(Session.objects.all().delete)()
        await look_for_lost_messages()
        assert (await visitor.socket.receive_output(PATIENCE))["type"] == "websocket.close"
        assert not Process.current().connections(LobbyConsumer)


async def test_a_user_without_a_mage_is_listed_by_username():
    user = await sync_to_async(a_user)("arthur")
    own = socket(await sync_to_async(cookie_of)(user))
    await own.connect(PATIENCE)
    assert json.loads(await own.receive_from(PATIENCE))["here"] == ["arthur"]
    await own.disconnect()


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (" ", "malformed"),
        ("{", "malformed"),
        ('{"type": "lobby"}', "malformed"),
        ("x" * 5000, "malformed"),
        ('{"type": "sync"}', "unknown"),
        ('{"type": "talk", "text": "Psst", "announce": true}', "unknown"),
        ('{"type": "talk", "text": " "}', "illegal"),
    ],
)
async def test_an_odd_frame_to_the_lobby_is_refused_and_changes_nothing(text, code):
    async with Visitor(await sync_to_async(a_mage)("Black")) as visitor:
        await visitor.lobby_with(here=["Black"])
        await visitor.socket.send_to(text_data=text)
        assert (await visitor.frame("refused"))["code"] == code
        assert not await sync_to_async(Line.objects.exists)()


# Chat


async def test_a_line_in_the_lobby_reaches_all_who_show_the_chat():
    black, white = await sync_to_async(a_mage)("Black"), await sync_to_async(a_guest)("White")
    third = await sync_to_async(a_mage)("Third")
    async with Visitor(black, "?chat=1") as first, Visitor(white, "?chat=1") as second, Visitor(third) as other:
        assert (await first.frame("lines"))["lines"] == []
        await second.frame("lines")
        for _ in range(2):  # sent again after the connection was lost
            await second.socket.send_to(text_data='{"type": "talk", "id": "t1", "text": " Anyone for a duel? "}')
            assert (await second.frame("accepted"))["id"] == "t1"
        line = (await first.frame("talk"))["line"]
        assert (line["by"], line["room"], line["text"]) == ("White", "lobby", "Anyone for a duel?")
        assert "Anyone" not in json.dumps(await other.frame("lobby"))
    async with Visitor(third, "?chat=1") as later:
        assert (await later.frame("lines"))["lines"] == [line]
        assert await sync_to_async(Line.objects.count)() == 1


async def test_a_line_hidden_by_a_moderator_disappears_from_the_lobby():
    black, white = [await sync_to_async(a_mage)(name) for name in ("Black", "White")]
    line = await sync_to_async(say_in_lobby)(user_id=black.owner_id, text="Rude")
    async with Visitor(white, "?chat=1") as visitor:
        assert [one["text"] for one in (await visitor.frame("lines"))["lines"]] == ["Rude"]
        await sync_to_async(hide)(line, black.owner, white.owner)
        assert (await visitor.frame("lines"))["lines"] == []


async def test_a_lost_line_of_the_chat_is_sent_later(monkeypatch):
    black, white = [await sync_to_async(a_mage)(name) for name in ("Black", "White")]
    async with Visitor(white, "?chat=1") as visitor:
        await visitor.frame("lines")
        with monkeypatch.context() as lost:
            lost.setattr(line_said, "send_robust", lambda *_, **__: None)
            await sync_to_async(say_in_lobby)(user_id=black.owner_id, text="Lost")
        await look_for_lost_messages()
        assert [one["text"] for one in (await visitor.frame("lines"))["lines"]] == ["Lost"]


async def fail_to_send(_message):
    raise OSError("gone")


async def test_a_client_that_disconnects_while_connecting_causes_no_error(caplog):
    black = await sync_to_async(a_mage)("Black")
    scope = {"type": "websocket", "query_string": b"", "user": black.owner, "token": 0, "language": "en"}
    events = iter([{"type": "websocket.connect"}, {"type": "websocket.disconnect", "code": 1006}])

    async def receive():
        return next(events)

    await LobbyConsumer()(scope, receive, fail_to_send)
    assert caplog.records == []
    assert Process.current().open == set()


async def test_a_broken_socket_does_not_keep_the_news_from_others(monkeypatch):
    black, white = [await sync_to_async(a_mage)(name) for name in ("Black", "White")]
    async with Visitor(black) as visitor, Visitor(white):
        await visitor.lobby_with(here=["Black", "White"])
        (broken,) = [it for it in Process.current().connections(LobbyConsumer) if it.user_id == white.owner_id]

        monkeypatch.setattr(broken, "base_send", partial(broken._send, fail_to_send))
        await sync_to_async(post_challenge)(challenger=black, terms=Terms(**TERMS))
        await visitor.lobby_with(here=["Black"], challengers=["Black"])


class Member:
    """A fake connection with the attributes that `Presence` uses."""

    def __init__(self, name):
        self.present_as = name
        self.shown = 0

    def handle(self, message):
        self.shown += message == {"type": "presence.changed"}


class Elsewhere:
    """A fake process with a list of fake connections."""

    def __init__(self, id_, *members):
        self.id, self.here, self.loop = id_, list(members), asyncio.get_running_loop()
        self.groups = self

    def members(self, _):
        return self.here

    def publish(self, *messages):
        for group, message in messages:
            self.elsewhere.presence.hear(group, {**message, "process": self.id})


@pytest.fixture
async def lobbies(monkeypatch):
    """Return two fake processes that exchange messages and have one connection each."""
    one, other = Elsewhere("one", Member("Black")), Elsewhere("other", Member("White"))
    one.presence, other.presence = Presence(one), Presence(other)

    one.elsewhere, other.elsewhere = other, one
    monkeypatch.setattr(groups, "PRESENCE_DELAY", 0)
    return one, other


async def settled():
    for _ in range(10):
        await asyncio.sleep(0)


async def test_processes_exchange_the_users_in_the_lobby(lobbies):
    one, other = lobbies
    other.presence.changed(groups.LOBBY)  # Black has come earlier
    await settled()
    assert [sorted(it.presence.everywhere(groups.LOBBY)) for it in lobbies] == [["Black", "White"]] * 2
    (white,) = other.here
    other.here = []
    other.presence.changed(groups.LOBBY)
    await settled()
    assert one.presence.everywhere(groups.LOBBY) == ["Black"]
    assert one.here[0].shown
    assert white.shown
    other.here = [white]
    other.presence.changed(groups.LOBBY)
    await settled()
    assert sorted(other.presence.everywhere(groups.LOBBY)) == ["Black", "White"]


async def test_a_process_that_falls_silent_is_ignored(lobbies, monkeypatch):
    one, other = lobbies
    other.presence.changed(groups.LOBBY)
    await settled()
    monkeypatch.setattr(groups, "SILENCE", -1.0)
    assert one.presence.everywhere(groups.LOBBY) == ["Black"]
