import asyncio
import json
from datetime import timedelta

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.conf import settings
from django.test import Client
from django.utils import timezone

from accounts.models import Mage
from duels.challenges.matchmaking import GONE, LONELY, seek, stop_seeking
from duels.models import Duel, Seeker, Standing
from duels.realtime import announcements, groups
from duels.realtime.consumers import lobby
from duels.realtime.process import Process
from tests.builders import a_mage
from wavinghands.asgi import application

pytestmark = pytest.mark.django_db(transaction=True)

PATIENCE = 120  # seconds that a busy machine may take


@pytest.fixture(autouse=True)
async def _process():
    process = Process.current()

    async def pair_again_and_again():
        while True:
            await lobby.pair_seekers(process)
            await asyncio.sleep(0.02)

    process.run(pair_again_and_again())
    yield
    await process.close()


@sync_to_async
def rated(name: str, rating: float) -> Mage:
    mage = a_mage(name)
    Standing.objects.create(mage=mage, rating=rating)
    return mage


@sync_to_async
def asks(mage: Mage) -> Duel | None:
    return seek(mage=mage)


@sync_to_async
def heard(mage: Mage, ago: timedelta) -> None:
    """Make it look as if `ago` had passed since this mage's page last contacted the server."""
    Seeker.objects.filter(mage=mage).update(heard=timezone.now() - ago)


@sync_to_async
def is_there(mage: Mage) -> bool:
    return Seeker.objects.filter(mage=mage, heard__gt=timezone.now() - GONE).exists()


async def becomes(true: bool, mage: Mage) -> None:
    async with asyncio.timeout(PATIENCE):
        while await is_there(mage) is not true:
            await asyncio.sleep(0.02)


class Page:
    """A page with a socket to the lobby, by default the page on which a player waits for a quick duel."""

    def __init__(self, mage: Mage, query: str = "?quick=1"):
        self.mage, self.query = mage, query

    async def __aenter__(self):
        client = Client()
        await sync_to_async(client.force_login)(self.mage.owner)
        self.client = client
        cookie = f"{settings.SESSION_COOKIE_NAME}={client.cookies[settings.SESSION_COOKIE_NAME].value}".encode()
        headers = [(b"origin", b"http://localhost"), (b"host", b"localhost"), (b"cookie", cookie)]
        self.socket = WebsocketCommunicator(application, f"/ws/lobby/{self.query}", headers=headers)
        assert (await self.socket.connect(PATIENCE))[0]
        return self

    async def __aexit__(self, *_):
        await self.socket.disconnect()

    async def started(self) -> str:
        """Wait until the server sends this page to a duel, and return the duel's address."""
        while True:
            frame = json.loads(await self.socket.receive_from(PATIENCE))
            if frame["type"] == "started":
                return frame["url"]

    async def offered(self) -> dict:
        """Wait until this page is offered a computer player, and return the offer."""
        while True:
            frame = json.loads(await self.socket.receive_from(PATIENCE))
            if frame["type"] == "house":
                return frame

    async def closed(self) -> int:
        while True:
            message = await self.socket.receive_output(PATIENCE)
            if message["type"] == "websocket.close":
                return message["code"]


async def test_two_open_pages_are_sent_to_the_duel_without_asking_again():
    low, high = await rated("Low", 1500), await rated("High", 1900)
    for one in (low, high):
        assert await asks(one) is None
        await Seeker.objects.aupdate(since=timezone.now() + timedelta(hours=1))  # as if they had just arrived
    async with Page(low) as one, Page(high) as other:
        await asyncio.sleep(0.2)
        assert not await Duel.objects.aexists()  # their ratings are too far apart
        await Seeker.objects.filter(mage=low).aupdate(since=timezone.now() - timedelta(seconds=6))
        url = await one.started()
        assert await other.started() == url
    assert url == f"/duel/{(await Duel.objects.aget()).slug}/"


async def test_a_player_is_paired_at_once_with_one_who_waits_at_a_socket():
    one, other = await rated("One", 1500), await rated("Other", 1500)
    await asks(one)
    async with Page(one) as page:
        await heard(one, GONE + timedelta(seconds=1))
        await becomes(True, one)
        duel = await asks(other)
        assert await page.started() == f"/duel/{duel.slug}/"


async def test_a_player_who_closes_the_page_is_not_paired():
    one, other = await rated("One", 1500), await rated("Other", 1500)
    await asks(one)
    async with Page(one):
        await becomes(True, one)
    await becomes(False, one)
    assert await asks(other) is None


async def test_a_player_who_closes_one_of_two_tabs_waits_in_the_other():
    one, other = await rated("One", 1500), await rated("Other", 1500)
    await asks(one)
    async with Page(one) as page:
        async with Page(one):
            await becomes(True, one)
        await sync_to_async(stop_seeking)(user_id=one.owner_id)  # as sent by the closed tab
        await becomes(True, one)
        duel = await asks(other)
        assert await page.started() == f"/duel/{duel.slug}/"


async def test_another_page_of_the_lobby_does_not_count_as_waiting():
    one = await rated("One", 1500)
    await asks(one)
    async with Page(one, query="") as page:
        await heard(one, GONE + timedelta(seconds=1))
        await asyncio.sleep(0.2)
        assert not await is_there(one)
        assert Process.current().presence.everywhere(groups.LOBBY) == [[one.owner_id, "One"]]
        assert json.loads(await page.socket.receive_from(PATIENCE))["type"] == "lobby"


async def test_a_lost_message_about_the_duel_is_repeated_later(monkeypatch):
    one, other = await rated("One", 1500), await rated("Other", 1500)
    monkeypatch.setattr(announcements, "_send", lambda *_args, **_what: None)  # as if the message had been lost
    await asks(one)
    async with Page(one) as page:
        duel = await asks(other)
        assert await page.started() == f"/duel/{duel.slug}/"


async def test_the_socket_of_a_player_who_no_longer_waits_is_closed():
    one = await rated("One", 1500)
    await asks(one)
    async with Page(one) as page:
        await Seeker.objects.all().adelete()
        assert await page.closed() == 1000


async def test_a_player_who_logs_out_no_longer_waits():
    one = await rated("One", 1500)
    await asks(one)
    async with Page(one) as page:
        await sync_to_async(page.client.post)("/accounts/logout/")
        assert await page.closed() == 1000
        await becomes(False, one)


async def test_a_house_wizard_is_offered_once_per_page_after_a_long_wait():
    one = await rated("One", 1500)
    await asks(one)
    async with Page(one) as page:
        await Seeker.objects.aupdate(since=timezone.now() - LONELY)
        offer = await page.offered()
        assert set(offer) == {"type", "slug", "name", "strength", "portrait"}
        assert offer["strength"] == "Apprentice"
        async with Page(one) as again:
            assert await again.offered() == offer
        assert [json.loads(text)["type"] for text in await frames_in(page, 0.2)].count("house") == 0


async def frames_in(page: Page, seconds: float) -> list[str]:
    """Return the frames that arrive before the socket has been silent for `seconds` seconds."""
    found = []
    while not await page.socket.receive_nothing(seconds):
        found.append(await page.socket.receive_from(PATIENCE))
    return found
