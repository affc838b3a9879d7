import asyncio
import json
import threading

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.contrib.sessions.models import Session
from django.contrib.staticfiles.storage import staticfiles_storage
from django.db import OperationalError
from django.test import Client
from django.utils import timezone
from websockets.asyncio.client import connect

from accounts.models import EmailNotification, Message
from accounts.services.friends import follow
from accounts.services.notifications import notify
from accounts.signals import unread_changed
from duels.challenges.open_challenges import AWAY, open_challenges
from duels.challenges.rematches import rematch
from duels.models import Challenge
from duels.play.protocol import COME_BACK, LOGGED_OUT
from duels.play.transaction import submit_orders
from duels.realtime.consumers import user as consumer
from duels.realtime.consumers.user import UserConsumer
from duels.realtime.process import Process
from tests.builders import a_challenge, a_guest, a_mage, a_user
from tests.duels.challenges.test_rematches import finished
from tests.duels.play.test_rounds_apart import TIME_STOP, play_gestures
from tests.duels.players import ORIGIN, REST, cookie_of, look_for_lost_messages
from tests.duels.realtime.test_servers import frame, prepared
from tests.duels.realtime.test_servers import order as order_by
from tests.duels.realtime.test_servers import socket as duel_socket
from tests.duels.tables import a_duel
from tests.sites import running_site
from wavinghands.asgi import application

pytestmark = pytest.mark.django_db(transaction=True)

PATIENCE = 120


class Page:
    """A page opened by a user or, without a user, by an anonymous visitor. It stores all frames that it receives."""

    def __init__(self, user=None, client=None, origin=ORIGIN, query=""):
        self.user, self.client, self.origin, self.frames = user, client or Client(), origin, []
        self.address = f"/ws/news/{query}"

    async def __aenter__(self):
        cookie = await sync_to_async(self._log_in)() if self.user else b""
        headers = [(b"origin", self.origin), (b"host", b"localhost"), (b"cookie", cookie)]
        self.socket = WebsocketCommunicator(application, self.address, headers=headers)
        self.is_open = (await self.socket.connect(PATIENCE))[0]
        return self

    async def __aexit__(self, *_):
        await self.socket.disconnect()

    def _log_in(self):
        self.client.force_login(self.user)
        return cookie_of(self.client)

    async def frame(self, type_="news"):
        while True:
            frame = json.loads(await self.socket.receive_from(PATIENCE))
            self.frames.append(frame)
            if frame["type"] == type_:
                return frame

    async def shows(self, waiting, unread=0):
        """Wait until the page shows these numbers of waiting duels and unread messages."""
        while (await self.frame()) != {"type": "news", "waiting": waiting, "unread": unread}:
            pass

    async def still_shows(self, waiting, unread=0):
        """Request these numbers again. Assert that they are unchanged and that the page has received nothing else."""
        before = len(self.frames)
        await self.socket.send_to(text_data='{"type": "sync"}')
        assert (await self.frame()) == {"type": "news", "waiting": waiting, "unread": unread}
        assert len(self.frames) == before + 1

    async def closed_with(self):
        while (message := await self.socket.receive_output(PATIENCE))["type"] != "websocket.close":
            pass
        return message.get("code")


@pytest.fixture(autouse=True)
async def _process():
    yield
    await Process.current().close()


@sync_to_async
def players():
    return a_mage("Black"), a_mage("White")


@sync_to_async
def begun(*mages, **options):
    return a_duel(*mages, **options)


@sync_to_async
def order(duel, name, number=1):
    submit_orders(duel=duel, wizard=name, round_number=number, orders=REST)


async def test_the_number_of_waiting_duels_is_up_to_date():
    black, white = await players()
    async with Page(black.owner) as at_black, Page(white.owner) as at_white:
        await at_black.shows(0)
        await at_white.shows(0)
        duel = await begun(black, white)
        await at_black.shows(1)
        await at_white.shows(1)
        await order(duel, "Black")
        await at_black.shows(0)
        await order(duel, "White")
        await at_black.shows(1)
        await at_white.still_shows(1)


async def test_all_pages_of_a_user_show_the_same():
    black, white = await players()
    client = Client()
    async with Page(black.owner, client) as one, Page(black.owner, client) as other:
        await one.shows(0)
        await begun(black, white)
        await one.shows(1)
        await other.shows(1)


async def test_only_the_players_are_notified_that_a_duel_has_begun():
    black, white = await players()
    async with Page(black.owner) as at_black, Page(await sync_to_async(a_user)()) as at_third:
        await at_black.shows(0)
        await at_third.shows(0)
        duel = await begun(black, white)
        told = await at_black.frame("told")
        assert told == {
            "type": "told",
            "about": "duel",
            "subject": "Your duel has started: Black against White",
            "path": f"/duel/{duel.slug}/",
            "after": "",
        }
        await at_third.still_shows(0)


async def test_the_offer_of_a_rematch_names_the_page_of_the_finished_duel():
    black, white = await players()
    last = await sync_to_async(finished)(white, challenger=black)
    async with Page(white.owner) as page:
        await page.shows(0)
        await sync_to_async(rematch)(slug=last.slug, user_id=black.owner_id)
        told = await page.frame("told")
    assert (told["subject"], told["after"]) == ("Black wants a rematch", f"/duel/{last.slug}/")


async def test_unread_messages_are_counted_until_they_are_read():
    user, other = await sync_to_async(a_user)(), await sync_to_async(a_user)()
    async with Page(user) as page:
        await page.shows(0)
        message = await Message.objects.acreate(sender=other, recipient=user, text="Hail!")
        await sync_to_async(notify)([user.pk], about=EmailNotification.About.MESSAGE, subject="A message", text="Hail!")
        await page.shows(0, unread=1)
        await Message.objects.filter(pk=message.pk).aupdate(read=timezone.now())
        await sync_to_async(unread_changed.send)(None, user_ids=[user.pk])
        await page.shows(0)


async def test_in_stopped_time_the_others_get_no_news():
    black, white = await players()
    duel = await begun(black, white)
    await sync_to_async(play_gestures)(duel, TIME_STOP, "Black")
    async with Page(black.owner) as at_black, Page(white.owner) as at_white:
        await at_black.shows(1)
        await at_white.shows(0)
        await order(duel, "Black", 5)
        await at_white.shows(1)
        await at_black.still_shows(1)
        assert [frame["waiting"] for frame in at_white.frames] == [0, 1]


async def test_a_guest_has_news_too():
    guest, other = await sync_to_async(a_guest)("Black"), await sync_to_async(a_mage)("White")
    async with Page(guest.owner) as page:
        await begun(guest, other, counts=False)
        await page.shows(1)


async def test_an_anonymous_visitor_gets_nothing():
    async with Page() as page:
        assert await page.socket.receive_output(PATIENCE) == {"type": "websocket.close", "code": LOGGED_OUT}
    assert not Process.current().connections(UserConsumer)


@pytest.mark.parametrize("origin", [b"https://evil.example", b"null"])
async def test_a_page_of_another_site_gets_nothing(origin):
    async with Page(await sync_to_async(a_user)(), origin=origin) as page:
        assert not page.is_open
    assert not Process.current().connections(UserConsumer)


async def test_a_closed_page_is_forgotten():
    async with Page(await sync_to_async(a_user)()) as page:
        await page.shows(0)
        assert len(Process.current().connections(UserConsumer)) == 1
    assert not Process.current().connections(UserConsumer)


async def test_a_page_is_closed_when_its_user_logs_out():
    async with Page(await sync_to_async(a_user)()) as page:
        await page.shows(0)
        await sync_to_async(page.client.post)("/accounts/logout/")
        assert await page.closed_with() == COME_BACK
        assert not Process.current().connections(UserConsumer)


async def test_the_end_of_a_session_without_a_message_is_detected():
    async with Page(await sync_to_async(a_user)()) as page:
        await page.shows(0)
        await sync_to_async(Session.objects.all().delete)()
        await look_for_lost_messages()
        assert await page.closed_with() == COME_BACK


async def test_a_count_whose_message_was_lost_is_sent_later(monkeypatch):
    black, white = await players()
    async with Page(black.owner) as page:
        await page.shows(0)
        with monkeypatch.context() as patch:
            patch.setattr(Process, "running", lambda: None)  # as if it had happened in another process
            await begun(black, white)
        await look_for_lost_messages()
        await page.shows(1)


async def test_a_users_challenges_reopen_when_they_open_a_page():
    challenge = await sync_to_async(a_challenge)()
    await Challenge.objects.aupdate(heard=timezone.now() - AWAY)
    async with Page(challenge.challenger.owner) as page:
        await page.shows(0)
        await consumer.tell_who_is_here(Process.current())
        assert await sync_to_async(open_challenges)()


async def test_followers_see_a_note_when_a_player_comes_online():
    black, user = (await players())[0].owner, await sync_to_async(a_user)(hears_friends_come=True)
    await sync_to_async(follow)(user=user, other=black)
    async with Page(user) as page, Page(black):
        await page.shows(0)
        await consumer.tell_who_is_here(Process.current())
        fields = {"subject": f"{black.username} is online", "path": f"/user/{black.username}/", "after": ""}
        assert await page.frame("told") == {"type": "told", "about": "friend", **fields}


@pytest.mark.parametrize("text", [" ", "{", '{"type": "orders"}', "x" * 5000])
async def test_no_frame_of_a_page_changes_anything(text):
    async with Page(await sync_to_async(a_user)()) as page:
        await page.shows(0)
        await page.socket.send_to(text_data=text)
        await page.shows(0)


async def test_counts_are_read_again_after_a_database_failure(monkeypatch):
    failed = threading.Event()

    def is_away(_):
        failed.set()
        raise OperationalError("the database is away")

    monkeypatch.setattr(consumer, "counts_of", is_away)
    async with Page(await sync_to_async(a_user)()) as page:
        assert await asyncio.to_thread(failed.wait, PATIENCE)
        monkeypatch.undo()
        await look_for_lost_messages()
        await page.shows(0)


# Several processes


@pytest.mark.thorough
async def test_a_page_at_another_process_shows_the_waiting_duels(tmp_path, postgres_url, redis_url):
    environment = {"VAR_DIR": str(tmp_path), "DATABASE_URL": postgres_url, "REDIS_URL": redis_url}
    made = prepared(environment)
    with running_site(**environment) as (here, _), running_site(**environment) as (there, _):
        async with duel_socket(here, made, "Black") as black, news_socket(there, made, "Black") as page:
            await frame(black, "duel")
            assert (await frame(page, "news"))["waiting"] == 1
            await order_by(black, REST)
            assert (await frame(page, "news"))["waiting"] == 0


def news_socket(address, made, wizard):
    return connect(
        f"{address.replace('http', 'ws')}/ws/news/",
        additional_headers={"Cookie": f"sessionid={made['cookies'][wizard]}"},
        origin=address,
        open_timeout=PATIENCE,
        ping_interval=None,
    )


async def test_only_a_page_with_other_static_files_learns_that_it_is_outdated(monkeypatch):
    monkeypatch.setattr(staticfiles_storage, "manifest_hash", "new", raising=False)
    user = await sync_to_async(a_user)()
    for query, types in {"?assets=old": ["outdated", "news"], "?assets=new": ["news"], "": ["news"]}.items():
        async with Page(user, query=query) as page:
            await page.frame()
            assert [frame["type"] for frame in page.frames] == types
