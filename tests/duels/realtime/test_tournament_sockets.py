import json
from datetime import timedelta

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.conf import settings
from django.test import Client
from django.utils import timezone

from duels.models import Entry, Tournament
from duels.realtime.consumers.tournament import note_players
from duels.realtime.process import Process
from duels.tournaments.entering import join
from tests.builders import a_mage, a_user
from tests.duels.players import look_for_lost_messages, viewers
from tests.duels.tournaments.arenas import an_arena, beat, duel_of, joined, pass_time, with_rounds
from wavinghands.asgi import application

pytestmark = pytest.mark.django_db(transaction=True)

PATIENCE = 120  # seconds that a busy machine may take
LONG_AGO = timedelta(hours=1)


@pytest.fixture(autouse=True)
async def _process():
    yield
    await Process.current().close()


class Viewer:
    """A client on a tournament's page, logged in as a mage's user or anonymous."""

    def __init__(self, arena, mage=None, query=""):
        self.path, self.mage = f"/ws/tournament/{arena.slug}/{query}", mage
        self.parts = {}

    def _cookie(self):
        client = Client()
        client.force_login(self.mage.owner)
        return f"{settings.SESSION_COOKIE_NAME}={client.session.session_key}".encode()

    async def __aenter__(self):
        cookie = await sync_to_async(self._cookie)() if self.mage else b""
        headers = [(b"origin", b"http://localhost"), (b"host", b"localhost"), (b"cookie", cookie)]
        self.socket = WebsocketCommunicator(application, self.path, headers=headers)
        assert (await self.socket.connect(PATIENCE))[0]
        return self

    async def __aexit__(self, *_):
        await self.socket.disconnect()

    async def frame(self, is_wanted=lambda _frame: True):
        """Wait for a frame for which `is_wanted` returns true, and return it.

        In the returned frame, `parts` contains all parts of the page, and `changed` the names of those just received.
        """
        while True:
            frame = json.loads(await self.socket.receive_from(PATIENCE))
            frame["changed"] = set(frame["parts"])
            frame["parts"] = self.parts = self.parts | frame["parts"]
            if is_wanted(frame):
                return frame


def two_players():
    arena = an_arena()
    return arena, *joined(arena, a_mage("Black"), a_mage("White"))


async def test_players_are_led_into_their_duel_and_everybody_sees_the_result():
    arena, one, _other = await sync_to_async(two_players)()
    async with Viewer(arena, await sync_to_async(lambda: one.mage)()) as player, Viewer(arena) as visitor:
        first = await player.frame()
        assert (first["state"], first["duel"]) == ("running", "")
        assert "Looking for your next opponent." in first["parts"]["mine"]
        await visitor.frame(lambda frame: "Duels of the leading players" in frame["parts"]["board1"])
        await sync_to_async(pass_time)()
        slug = (await sync_to_async(duel_of)(one)).slug
        assert (await player.frame(lambda frame: frame["duel"]))["duel"] == f"/duel/{slug}/"
        seen = await visitor.frame(lambda frame: slug in frame["parts"]["board1"])
        assert (seen["duel"], seen["parts"]["mine"].strip()) == ("", "")
        assert seen["changed"] == {"board1"}
        await sync_to_async(beat)(one)
        seen = await visitor.frame(lambda frame: "Black won" in frame["parts"]["duels"])
        assert "<strong>2</strong>" in seen["parts"]["standings"]


def a_swiss():
    swiss = with_rounds("swiss")
    return swiss, *joined(swiss, a_mage("Black", owner=a_user(language="de")), a_mage("White"))


async def test_rounds_and_results_of_a_swiss_are_pushed():
    swiss, one, _other = await sync_to_async(a_swiss)()
    mage = await sync_to_async(lambda: one.mage)()
    async with Viewer(swiss) as visitor, Viewer(swiss, mage) as german:
        await visitor.frame(lambda frame: "pairings of each round will appear" in frame["parts"]["duels"])
        await sync_to_async(pass_time)()
        # The parts are read one after another: a frame may mix the states before and after a change.
        await visitor.frame(
            lambda frame: frame["parts"].get("round") == "Round 1 of 3" and "Black – White" in frame["parts"]["duels"]
        )
        seen = await german.frame(lambda frame: frame["parts"].get("round") == "Runde 1 von 3" and frame["duel"])
        assert "Runde 1 von 3: Du spielst gegen" in seen["parts"]["mine"]
        await sync_to_async(beat)(one)
        await visitor.frame(lambda frame: "1–0" in frame["parts"]["duels"])
        await sync_to_async(pass_time)()
        seen = await visitor.frame(lambda frame: "<strong>1</strong>" in frame["parts"]["standings"])
        assert "Cross table" in seen["parts"]["standings"]


async def test_a_new_player_and_the_end_are_pushed():
    arena = await sync_to_async(an_arena)()
    async with Viewer(arena) as visitor:
        assert "Nobody has joined yet." in (await visitor.frame())["parts"]["standings"]
        await sync_to_async(lambda: join(slug=arena.slug, mage=a_mage("Black")))()
        await visitor.frame(lambda frame: "Black" in frame["parts"]["standings"])
        await sync_to_async(pass_time)(2 * 60 * 60, seen=False)
        await visitor.frame(lambda frame: frame["state"] == "finished")


async def test_an_open_page_keeps_its_player_ready():
    arena, one, other = await sync_to_async(two_players)()
    long_ago = timezone.now() - LONG_AGO
    async with Viewer(arena, await sync_to_async(lambda: one.mage)()) as player:
        await player.frame()
        await sync_to_async(Entry.objects.update)(seen=long_ago)
        await note_players(Process.current())
        seen = await sync_to_async(lambda: dict(Entry.objects.values_list("pk", "seen")))()
        assert seen[one.pk] > long_ago
        assert seen[other.pk] == long_ago


async def test_a_listening_page_leads_into_the_next_duel_but_keeps_nobody_ready():
    arena, one, _other = await sync_to_async(two_players)()
    long_ago = timezone.now() - LONG_AGO
    await sync_to_async(Entry.objects.update)(seen=long_ago)
    async with Viewer(arena, await sync_to_async(lambda: one.mage)(), "?listens=1") as player:
        await player.frame()
        await note_players(Process.current())
        assert await sync_to_async(lambda: {it.seen for it in Entry.objects.all()})() == {long_ago}
        await sync_to_async(pass_time)()
        slug = (await sync_to_async(duel_of)(one)).slug
        assert (await player.frame(lambda frame: frame["duel"]))["duel"] == f"/duel/{slug}/"


async def test_an_open_duel_shows_that_its_player_has_come():
    arena, one, other = await sync_to_async(two_players)()
    await sync_to_async(pass_time)()
    duel = await sync_to_async(duel_of)(one)
    before = await sync_to_async(lambda: dict(Entry.objects.values_list("pk", "seen")))()
    async with viewers(duel, await sync_to_async(lambda: one.user)(), None):
        await note_players(Process.current())
        seen = await sync_to_async(lambda: dict(Entry.objects.values_list("pk", "seen")))()
    assert seen[one.pk] > before[one.pk]
    assert seen[other.pk] == before[other.pk]
    assert await sync_to_async(arena.pairings.count)() == 1


async def test_a_lost_message_is_made_up_for_and_pages_of_standings_are_respected():
    arena = await sync_to_async(an_arena)()
    async with Viewer(arena) as first, Viewer(arena, query="?page=2") as second, Viewer(arena, query="?page=x") as odd:
        for viewer in (first, second, odd):
            await viewer.frame()
        mage = await sync_to_async(a_mage)("Lancelot")
        await sync_to_async(lambda: Entry.objects.create(tournament=arena, user=mage.owner, mage=mage))()
        await look_for_lost_messages()
        for viewer in (first, odd):
            assert "Lancelot" in (await viewer.frame())["parts"]["standings"]
        assert await second.socket.receive_nothing(0.05)


async def test_a_cancelled_tournament_is_gone():
    arena = await sync_to_async(an_arena)(state="upcoming")
    async with Viewer(arena) as visitor:
        await visitor.frame()
        await sync_to_async(Tournament.objects.all().delete)()
        await look_for_lost_messages()
        assert (await visitor.frame())["state"] == "gone"
