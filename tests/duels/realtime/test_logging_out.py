"""Tests that all of a user's sockets close, in every process, after a log-out, a new password, a ban or a deletion."""

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.db import transaction
from django.test import Client

from accounts.models import User
from accounts.services import accounts, moderation
from duels.play.protocol import COME_BACK
from duels.realtime.consumers.duel import DuelConsumer
from duels.realtime.consumers.lobby import LobbyConsumer
from duels.realtime.consumers.user import UserConsumer
from duels.realtime.process import Process
from tests.builders import a_mage, a_user
from tests.duels.players import ORIGIN, cookie_of
from tests.duels.tables import a_duel
from wavinghands.asgi import application

pytestmark = pytest.mark.django_db(transaction=True)

PATIENCE = 120
PASSWORD = "correct horse battery staple"
KINDS = [DuelConsumer, LobbyConsumer, UserConsumer]


@pytest.fixture(autouse=True)
async def _process():
    yield
    await Process.current().close()


@pytest.fixture
async def sockets():
    """Open three sockets (duel, lobby and news) for each of the users Black and White.

    Return Black's client, Black's sockets, and White's user.
    """
    mages = [await sync_to_async(a_mage)(name) for name in ("Black", "White")]
    duel, clients, opened = await sync_to_async(a_duel)(*mages), [], []
    for mage in mages:
        await sync_to_async(_give_password)(mage.owner)
        clients.append(Client())
        await sync_to_async(clients[-1].force_login)(mage.owner)
        cookie = await sync_to_async(cookie_of)(clients[-1])
        opened.append([await _socket(path, cookie) for path in (f"duel/{duel.slug}", "lobby", "news")])
    yield clients[0], opened[0], mages[1].owner
    for socket in (*opened[0], *opened[1]):
        await socket.disconnect()


def _give_password(user):
    user.set_password(PASSWORD)
    user.save()


async def _socket(path, cookie):
    headers = [(b"origin", ORIGIN), (b"host", b"localhost"), (b"cookie", cookie)]
    socket = WebsocketCommunicator(application, f"/ws/{path}/", headers=headers)
    assert (await socket.connect(PATIENCE))[0]
    return socket


def log_out(client):
    client.post("/accounts/logout/")


def change_password(client):
    new = "staple battery horse correct"
    done = client.post("/accounts/password/change/", {"oldpassword": PASSWORD, "password1": new, "password2": new})
    assert done.status_code == 302


def ban(client):
    user = _user_of(client)
    moderation.take_measure(moderator=a_user(is_staff=True), kind="banned", why="Enough", user=user)


@transaction.atomic
def close_account(client):
    accounts.close_account(_user_of(client))


def _user_of(client):
    return User.objects.get(pk=client.session["_auth_user_id"])


@pytest.mark.parametrize("leave", [log_out, change_password, ban, close_account])
async def test_only_the_sockets_of_the_user_are_closed(sockets, leave):
    client, his, white = sockets
    await sync_to_async(leave)(client)
    assert [await closed_with(socket) for socket in his] == [COME_BACK] * 3
    assert who_is_left() == [[white.pk]] * 3


async def test_logging_out_at_another_process_closes_the_sockets_too(sockets):
    client, his, white = sockets
    user = await sync_to_async(_user_of)(client)
    Process.current().groups.send((f"user.{user.pk}", {"type": "ended", "code": COME_BACK}))
    assert [await closed_with(socket) for socket in his] == [COME_BACK] * 3
    assert who_is_left() == [[white.pk]] * 3


async def closed_with(socket):
    while (message := await socket.receive_output(PATIENCE))["type"] != "websocket.close":
        pass
    return message["code"]


def who_is_left():
    """Return the primary keys of the users with open sockets, in one list per kind of socket."""
    return [[socket.user_id for socket in Process.current().connections(kind)] for kind in KINDS]
