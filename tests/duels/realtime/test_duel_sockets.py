import asyncio
import json
import threading

import pytest
from asgiref.sync import sync_to_async
from django.contrib.auth.models import AnonymousUser
from django.db import DataError, OperationalError
from django.db.models import F

from accounts.models import User
from accounts.services import moderation
from duels.chat import talk
from duels.models import Duel, Line, Round, Seat
from duels.play import frames as play_frames
from duels.play import transaction
from duels.play.actions import GiveOrders
from duels.play.loading import table
from duels.play.protocol import COME_BACK, LARGEST_FRAME, LOGGED_OUT
from duels.play.transaction import SeatSpec, perform, start_duel, submit_orders
from duels.realtime import announcements, groups
from duels.realtime.consumers import base
from duels.realtime.consumers import duel as consumer
from duels.realtime.consumers.duel import viewers as viewers_here
from duels.realtime.process import Process
from duels.signals import duels_changed
from duels.viewing.duels import duel_frame
from tests.builders import a_mage, a_user
from tests.duels.players import ORIGIN, REST, communicator, cookie_of, look_for_lost_messages, viewer, viewers
from tests.duels.tables import a_duel
from wavinghands import engine

pytestmark = pytest.mark.django_db(transaction=True)


@sync_to_async
def opened(**options):
    """Start a duel. Return it and the users who play it."""
    mages = [a_mage("Black", gender="m"), a_mage("White", gender="f")]
    return a_duel(*mages, **options), mages[0].owner, mages[1].owner


async def test_each_viewer_gets_the_whole_duel_from_their_own_viewpoint():
    duel, black, white = await opened()
    async with viewers(duel, black, white, None) as (at_black, at_white, watcher):
        frames = [await one.fetch_duel() for one in (at_black, at_white, watcher)]
    assert [frame["view"]["viewer"] for frame in frames] == ["Black", "White", None]
    assert [frame["request"] and frame["request"]["wizard"] for frame in frames] == ["Black", "White", None]
    assert frames[2]["connected"] == ["Black", "White"]
    assert frames[2]["watchers"] == 1


async def test_orders_are_acknowledged_once_they_are_in_the_database():
    duel, black, white = await opened()
    async with viewers(duel, black, white) as (at_black, _):
        frame = await at_black.accepted(left="P")
        assert frame == {"type": "accepted", "id": "c1", "round": 1, "orders": {"left": "P", "right": "-"}}
        assert (await Seat.objects.aget(duel=duel, name="Black")).orders == {"left": "P", "right": "-"}


async def test_the_last_orders_push_the_result_to_all():
    duel, black, white = await opened()
    async with viewers(duel, black, white, None) as everybody:
        await everybody[0].accepted(left="P")
        for other in everybody[1:]:
            assert (await other.frame("waiting"))["waiting"] == ["White"]
        await everybody[1].order()
        results = [await one.frame("round") for one in everybody]
    for result in results:
        assert [entry["number"] for entry in result["view"]["rounds"]] == [1]
        assert result["view"]["rounds"][0]["gestures"]["Black"]["left"] == "P"
        assert result["waiting"] == ["Black", "White"]
    assert results[0]["request"]["round"] == 2
    assert results[2]["request"] is None


async def test_a_round_needs_few_messages_to_other_processes(settings, monkeypatch):
    settings.CHANNEL_LAYERS = {"processes": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}
    duel, black, white = await opened()
    async with viewers(duel, black, white) as (at_black, at_white):
        told = published(monkeypatch)
        await at_black.accepted()
        await at_white.accepted()
        await at_black.frame("round")
        async with asyncio.timeout(120):
            while len(told) < 2:
                await asyncio.sleep(0)
    assert told[:2] == [
        ["duel.changed", "own.changed", "changed"],  # one wizard has sealed
        ["duel.changed", "changed", "changed"],  # both have a new round
    ]


def published(monkeypatch):
    """Return a list with one item per call to `publish`: a list of the message types, without presence messages."""
    told = []

    async def publish(_, *messages):
        if types := [message["type"] for _, message in messages if message["type"] != "presence.told"]:
            told.append(types)

    monkeypatch.setattr(groups, "publish", publish)
    return told


async def test_every_viewer_gets_each_version_in_order():
    duel, black, white = await opened()
    async with viewers(duel, black, white) as players:
        for number in (1, 2, 3):
            for player in players:
                await player.accepted(number)
            for player in players:
                await player.frame("round")
        for player in players:
            versions = [frame["version"] for frame in player.frames if "version" in frame]
            assert versions == list(range(versions[0], versions[0] + len(versions)))


async def test_changing_orders_sends_nothing_to_others():
    duel, black, white = await opened()
    async with viewers(duel, black, white) as (at_black, at_white):
        await at_black.accepted(left="P")
        await at_white.frame("waiting")
        await at_black.accepted(left="W")
        assert await at_white.receives_none("waiting", "entered", "accepted", "duel")


async def test_two_tabs_of_a_player_show_the_same_orders():
    duel, black, white = await opened()
    async with viewers(duel, black, white, black) as (tab, at_white, other_tab):
        await tab.accepted(left="P")
        assert await other_tab.frame("entered") == {
            "type": "entered",
            "round": 1,
            "orders": {"left": "P", "right": "-"},
            "plan": None,
        }
        assert await tab.receives_none("entered")
        await other_tab.accepted(left="W")
        assert (await tab.frame("entered"))["orders"]["left"] == "W"
        assert (await tab.fetch_duel())["entered"] == (await other_tab.fetch_duel())["entered"]
        assert await at_white.receives_none("entered")


async def test_a_player_who_reconnects_gets_their_sealed_orders():
    duel, black, white = await opened()
    async with viewers(duel, black) as (at_black,):
        await at_black.accepted(left="P")
    async with viewers(duel, black, white) as (at_black, at_white):
        assert (await at_black.fetch_duel())["entered"] == {"left": "P", "right": "-"}
        assert (await at_white.fetch_duel())["entered"] is None


async def test_spectators_can_only_watch():
    duel, _black, _ = await opened()
    stranger = await sync_to_async(a_user)()
    async with viewers(duel, None, stranger) as watchers:
        for watcher in watchers:
            await watcher.order()
            assert await watcher.refusal() == "not_yours"
            await watcher.send("forfeit", round=1)
            assert await watcher.refusal() == "not_yours"
    assert not await Seat.objects.filter(orders__isnull=False).aexists()


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (" ", "malformed"),
        ("fire!", "malformed"),
        ("[]", "malformed"),
        ("[" * 5000, "malformed"),
        ('{"type": "dance"}', "malformed"),
        ('{"type": "orders", "round": 1}', "malformed"),
        ('{"type": "orders", "round": "1", "orders": {}}', "malformed"),
        ('{"type": "orders", "round": 1, "orders": {}, "as": "White"}', "malformed"),
        ('{"type": "orders", "round": 1, "orders": []}', "malformed"),
        ('{"type": "talk", "text": "\\u0000"}', "malformed"),
        ('{"type": "orders", "round": 1, "orders": {}}', "illegal"),
        ('{"type": "orders", "round": 1, "orders": {"left": "X", "right": "-"}}', "illegal"),
        ('{"type": "orders", "round": 2, "orders": {"left": "-", "right": "-"}}', "stale"),
        ('{"type": "answers", "round": 1, "answers": {"paralyze": {"White": "left"}}}', "illegal"),
        ('{"type": "forfeit", "round": 2}', "stale"),
        ('{"type": "talk", "text": "   "}', "illegal"),
        (json.dumps({"type": "talk", "text": "a" * 301}), "illegal"),
        (json.dumps({"type": "talk", "text": "a" * LARGEST_FRAME}), "oversized"),
    ],
)
async def test_bad_frames_are_refused_and_change_nothing(text, code):
    duel, black, white = await opened()
    async with viewers(duel, black, white) as (at_black, at_white):
        await at_black.send_text(text)
        refusal = await at_black.frame("refused")
        assert refusal["code"] == code
        assert len(refusal["why"]) > 10
        assert (await at_white.fetch_duel())["version"] == duel.version
    assert not await Seat.objects.filter(orders__isnull=False).aexists()
    assert not await Line.objects.aexists()


async def test_a_refusal_has_the_id_of_the_refused_frame():
    duel, black, _ = await opened()
    async with viewers(duel, black) as (at_black,):
        await at_black.send_text('{"type": "orders", "id": "c7", "round": 1}')
        assert (await at_black.frame("refused"))["id"] == "c7"


async def test_binary_frames_are_refused():
    duel, black, _ = await opened()
    async with viewers(duel, black) as (at_black,):
        await at_black.socket.send_to(bytes_data=b"\x00\x01")
        assert await at_black.refusal() == "malformed"


async def test_a_failure_after_the_commit_undoes_and_repeats_nothing(monkeypatch):
    duel, black, white = await opened()
    seen = []

    def fails(*args):
        seen.append(args)
        raise ZeroDivisionError

    async with viewers(duel, black, white) as (at_black, at_white):
        monkeypatch.setattr(transaction, "saw_orders", fails)
        assert (await at_black.accepted())["type"] == "accepted"
        assert (await at_white.accepted())["type"] == "accepted"
        assert (await at_white.frame("round"))["view"]["number"] == 1
        assert await at_black.receives_none("refused")
        assert await at_white.receives_none("refused")
    assert len(seen) == 2


def hold_back(monkeypatch):
    """Delay every frame that contains a whole duel, and return two events.

    The first event is set as soon as a frame has been built. The frame is not sent until the test sets the second
    event.
    """
    is_read, may_go_on = threading.Event(), threading.Event()
    read_wholes = play_frames.read_wholes

    def slowly(*args):
        texts = read_wholes(*args)
        is_read.set()
        assert may_go_on.wait(120)
        return texts

    monkeypatch.setattr(play_frames, "read_wholes", slowly)
    return is_read, may_go_on


async def test_no_outdated_duel_is_sent_after_an_acknowledgement(monkeypatch):
    duel, black, white = await opened()
    async with viewers(duel, black, white) as (at_black, at_white):
        is_read, may_go_on = hold_back(monkeypatch)
        await at_black.send("sync")
        assert await asyncio.to_thread(is_read.wait, 120)
        await at_black.order(left="P")
        may_go_on.set()
        assert (await at_white.frame("waiting"))["waiting"] == ["White"]
        await at_black.frame("accepted")
        seen = len(at_black.frames)
        await at_black.fetch_duel()
        assert {frame["entered"]["left"] for frame in at_black.frames[seen:] if frame["type"] == "duel"} == {"P"}


async def test_a_repeated_frame_is_accepted_again_and_changes_nothing():
    duel, black, white = await opened()
    async with viewers(duel, black, white) as (at_black, at_white):
        assert await at_black.accepted(left="P") == await at_black.accepted(left="P")
        assert (await at_white.fetch_duel())["version"] == duel.version + 1


@pytest.mark.usefixtures("_two_frames")
async def test_too_many_frames_are_refused_and_then_the_socket_is_closed():
    duel, black, _ = await opened()
    async with viewers(duel, black) as (at_black,):
        for _ in range(110):
            await at_black.send("talk", text=" ")
        codes = [await at_black.refusal() for _ in range(3)]
        assert codes == ["illegal", "illegal", "rate"]
        assert await at_black.closed_with() == 4429


async def test_after_logging_out_a_socket_is_closed_and_gets_nothing_more():
    duel, black, white = await opened()
    async with viewers(duel, black, white) as (at_black, at_white):
        await sync_to_async(at_black.client.logout)()
        assert await at_black.closed_with() == COME_BACK
        await at_white.accepted()
        await at_white.fetch_duel()
        assert await at_black.socket.receive_nothing()
        await at_black.order()
        assert (await at_white.fetch_duel())["waiting"] == ["Black"]


def ban(user):
    moderation.take_measure(moderator=a_user(is_staff=True), kind="banned", why="Enough", user=user)


async def test_a_banned_user_is_disconnected_and_returns_as_a_visitor():
    duel, black, white = await opened()
    async with viewers(duel, black, white) as (at_black, at_white):
        await sync_to_async(ban)(black)
        assert await at_black.closed_with() == COME_BACK
        again = communicator(duel.slug, await sync_to_async(cookie_of)(at_black.client))
        assert (await again.connect(timeout=120))[0]
        frame = json.loads(await again.receive_from(timeout=120))
        assert frame["view"]["viewer"] is None
        await again.disconnect()
        page = communicator(duel.slug, await sync_to_async(cookie_of)(at_black.client), user=black.pk)
        assert (await page.connect(timeout=120))[0]
        assert (await page.receive_output(timeout=120))["code"] == LOGGED_OUT
        assert (await at_white.fetch_duel())["connected"] == ["White"]


async def test_a_ban_without_a_message_is_detected():
    duel, black, _ = await opened()
    async with viewers(duel, black) as (at_black,):
        await User.objects.filter(pk=black.pk).aupdate(is_active=False)
        await look_for_lost_messages()
        assert await at_black.closed_with() == COME_BACK


async def test_the_end_of_a_session_without_a_message_is_detected():
    duel, black, _ = await opened()
    async with viewers(duel, black) as (at_black,):
        await sync_to_async(at_black.client.session.flush)()
        await look_for_lost_messages()
        assert await at_black.closed_with() == COME_BACK


@sync_to_async
def change_password(user):
    user.set_password("staple battery horse correct")
    user.save()


async def test_a_change_of_password_without_a_message_is_detected():
    duel, black, white = await opened()
    async with viewers(duel, black, white) as (at_black, at_white):
        await change_password(black)
        await look_for_lost_messages()
        assert await at_black.closed_with() == COME_BACK
        await at_white.fetch_duel()


async def test_a_page_loaded_for_one_user_gets_no_frames_for_another():
    duel, black, white = await opened()
    async with viewers(duel, black) as (at_black,):
        for user, code in ((white, LOGGED_OUT), (black, None)):
            socket = communicator(duel.slug, await sync_to_async(cookie_of)(at_black.client), user=user.pk)
            assert (await socket.connect(timeout=120))[0]
            assert (await socket.receive_output(timeout=120)).get("code") == code
            await socket.disconnect()


@pytest.mark.parametrize("origin", [b"http://evil.example", b"http://localhost:8001", b"https://localhost", b"null"])
async def test_a_page_of_another_site_gets_no_socket(origin):
    duel, _, _ = await opened()
    socket = communicator(duel.slug, origin=origin)
    assert not (await socket.connect())[0]


async def test_a_socket_of_an_unknown_duel_is_closed():
    socket = communicator("no-such-duel", origin=ORIGIN)
    assert (await socket.connect(timeout=120))[0]
    assert (await socket.receive_output(timeout=120))["code"] == 4404
    await Process.current().close()


async def test_talk_reaches_all_viewers_and_those_who_come_later():
    duel, black, white = await opened()
    async with viewers(duel, black, white, None) as everybody:
        await everybody[0].send("talk", id="t", text="  En   garde! ")
        for one in everybody:
            line = (await one.frame("talk"))["line"]
            assert (line["by"], line["text"]) == ("Black", "En garde!")
        assert await everybody[2].fetch_chat() == ["En garde!"]


async def test_talk_is_rate_limited():
    duel, black, _ = await opened()
    async with viewers(duel, black) as (at_black,):
        for _ in range(9):
            await at_black.send("talk", text="bla")
        assert await at_black.refusal() == "rate"
    assert await Line.objects.acount() == 8


async def test_talk_is_refused_if_the_database_fails(monkeypatch):
    duel, black, _ = await opened()
    async with viewers(duel, black) as (at_black,):
        with monkeypatch.context() as patch:
            patch.setattr(talk, "say", raising(OperationalError("gone")))
            await at_black.send("talk", id="t", text="Hello")
            assert await at_black.refusal() == "failed"
        await at_black.send("talk", id="t", text="Hello")
        assert (await at_black.frame("talk"))["line"]["text"] == "Hello"


async def test_talk_that_could_not_be_read_comes_with_the_next_check(monkeypatch):
    duel, black, white = await opened()
    async with viewers(duel, black) as (at_black,):
        await at_black.send("talk", text="En garde!")
        await at_black.frame("talk")
        with monkeypatch.context() as patch:
            failed = break_function(patch, "chats_of")
            async with viewer(duel, white) as at_white:
                await asyncio.to_thread(failed.wait, 120)
                patch.undo()
                await look_for_lost_messages()
                assert [line["text"] for line in (await at_white.frame("lines"))["lines"]] == ["En garde!"]


@pytest.mark.parametrize("beats", [0, 1])
async def test_a_line_unreadable_for_several_checks_comes_with_the_next(monkeypatch, beats):
    duel, black, white = await opened()
    async with viewers(duel, black, white) as (at_black, at_white):
        await look_for_lost_messages()
        with monkeypatch.context() as patch:
            failed = break_function(patch, "addressed_lines")
            await at_black.send("talk", text="En garde!")
            await asyncio.to_thread(failed.wait, 120)
            for _ in range(beats):
                await look_for_lost_messages()
        await look_for_lost_messages()
        assert (await at_white.frame("lines"))["lines"][-1]["text"] == "En garde!"


async def test_a_line_with_a_lost_message_comes_once_with_the_next_check():
    duel, black, white = await opened()
    async with viewers(duel, black, white) as (at_black, at_white):
        await look_for_lost_messages()
        await at_black.send("talk", text="En garde!")
        assert (await at_white.frame("talk"))["line"]["text"] == "En garde!"
        await Line.objects.acreate(duel=duel, seat=await Seat.objects.aget(duel=duel, name="Black"), text="Hello?")
        for _ in range(2):
            await look_for_lost_messages()
        assert (await at_white.frame("lines"))["lines"][-1]["text"] == "Hello?"
        assert await at_white.receives_none("talk")


async def test_a_viewer_disconnected_by_an_error_is_no_longer_present(monkeypatch):
    duel, black, white = await opened()
    monkeypatch.setattr(talk, "say", raising(RuntimeError("a fault of ours")))
    async with viewers(duel, white) as (at_white,), viewer(duel, black) as at_black:
        await at_black.send("talk", text="Hello")
        assert await at_black.closed_with() == 4500
        assert (await at_white.fetch_duel())["connected"] == ["White"]


def break_function(patch, name):
    """Make the function `name` in the module `base` fail, as if the database were unavailable.

    Return an event that is set when the function fails.
    """
    failed = threading.Event()

    def fail(*_):
        failed.set()
        raise OperationalError("gone")

    patch.setattr(base, name, fail)
    return failed


def raising(error):
    def fail(**_):
        raise error

    return fail


async def test_viewers_are_notified_of_who_comes_and_leaves():
    duel, black, _white = await opened()
    async with viewers(duel, black) as (at_black,):
        other = communicator(duel.slug)
        await other.connect()
        assert (await at_black.frame("presence"))["watchers"] == 1
        await other.disconnect()
        assert await at_black.frame("presence") == {"type": "presence", "connected": ["Black"], "watchers": 0}


async def test_questions_are_pushed_to_the_wizards_who_are_asked():
    duel, black, white = await opened()
    async with viewers(duel, black, white) as (at_black, at_white):
        for number in (1, 2):
            await at_black.accepted(number, left="F")
            await at_white.accepted(number)
            await at_black.frame("round")
        await at_black.accepted(3, left="F")
        await at_white.accepted(3)
        asked, told = await at_black.frame("reveal"), await at_white.frame("reveal")
        assert asked["request"]["questions"][0]["field"] == ["paralyze", "White"]
        assert (told["request"], told["waiting"]) == (None, ["Black"])
        assert told["view"]["reveal"]["gestures"]["Black"]["left"] == "F"
        await at_black.send("answers", id="a", round=3, answers={"paralyze": {"White": "left"}})
        assert (await at_black.frame("accepted"))["answers"] == {"paralyze": {"White": "left"}}
        assert (await at_white.frame("round"))["view"]["wizards"][1]["minds"][0]["hand"] == "left"


async def test_giving_up_ends_the_duel_for_all():
    duel, black, white = await opened()
    async with viewers(duel, black, white) as (at_black, at_white):
        await at_black.send("forfeit", id="f", round=1)
        end = await at_white.frame("round")
    assert end["view"]["result"]["winners"] == ["White"]
    assert (end["deadline"], end["waiting"], end["request"]) == (None, [], None)
    assert end["scores"] == {"Black": -1, "White": 1}


async def test_a_change_whose_message_was_lost_is_detected(monkeypatch):
    duel, black, _white = await opened()
    async with viewers(duel, black) as (at_black,):
        monkeypatch.setattr(duels_changed, "send_robust", lambda *_, **__: None)
        for number in (1, 2):
            for wizard in ("Black", "White"):
                await sync_to_async(submit_orders)(duel=duel, wizard=wizard, round_number=number, orders=REST)
        await look_for_lost_messages()
        whole = await at_black.frame("duel")
        assert (whole["view"]["number"], whole["request"]["round"]) == (2, 3)


async def test_the_check_leaves_a_very_recent_change_to_its_message(monkeypatch):
    duel, black, white = await opened()
    async with viewers(duel, black, white) as (_, at_white):
        monkeypatch.setattr(duels_changed, "send_robust", lambda *_, **__: None)
        version = (await played_elsewhere(duel, "Black")).duel.version
        await consumer.check_versions(Process.current())
        assert Process.current().versions == {duel.slug: version}
        await announce(duel, version, "waiting")
        assert (await at_white.frame("waiting", "duel"))["type"] == "waiting"


async def test_a_new_viewer_does_not_hide_a_lost_message_from_the_others(monkeypatch):
    duel, black, white = await opened()
    async with viewers(duel, black) as (at_black,):
        monkeypatch.setattr(duels_changed, "send_robust", lambda *_, **__: None)
        version = (await played_elsewhere(duel, "Black", "White")).duel.version
        async with viewers(duel, white) as (at_white,):
            assert (await at_white.fetch_duel())["version"] == version
            await look_for_lost_messages()
            told = await at_black.frame("duel", "round")
            assert (told["version"], told["request"]["round"]) == (version, 2)
            assert await at_white.receives_none("duel", "round")


async def test_a_socket_that_missed_a_version_gets_the_whole_duel():
    duel, black, white = await opened()
    async with viewers(duel, black, white) as (at_black, _):
        (socket,) = [it for it in viewers_here(Process.current(), duel.slug) if it.viewer == "Black"]
        socket.version -= 1
        await sync_to_async(submit_orders)(duel=duel, wizard="White", round_number=1, orders=REST)
        assert (await at_black.frame("duel", "waiting"))["type"] == "duel"


async def test_a_socket_that_missed_a_version_gets_the_end_of_the_round():
    duel, black, white = await opened()
    async with viewers(duel, black, white) as (at_black, _):
        await sync_to_async(submit_orders)(duel=duel, wizard="White", round_number=1, orders=REST)
        await at_black.frame("waiting")
        (socket,) = [it for it in viewers_here(Process.current(), duel.slug) if it.viewer == "Black"]
        socket.version -= 1
        await at_black.order()
        assert (await at_black.frame("duel", "round"))["type"] == "round"


@sync_to_async
def played_elsewhere(duel, *wizards):
    """Submit orders as if in another process whose messages have not arrived yet.

    Return the duel as loaded from the database.
    """
    for wizard in wizards:
        submit_orders(duel=duel, wizard=wizard, round_number=1, orders=REST)
    return table(duel.slug)


async def announce(duel, version, news):
    """Send the message that another process would send after a change."""
    message = {"type": "duel.changed", "version": version, "news": news}
    Process.current().groups.send((f"duel.{duel.slug}", message))


async def test_two_changes_by_another_process_are_sent_as_one_frame(monkeypatch):
    duel, black, _white = await opened()
    async with viewers(duel, black) as (at_black,):
        monkeypatch.setattr(duels_changed, "send_robust", lambda *_, **__: None)
        version = (await played_elsewhere(duel, "Black", "White")).duel.version
        await announce(duel, version - 1, "waiting")
        await announce(duel, version, "round")
        told = await at_black.frame("duel", "round", "waiting")
        assert (told["type"], told["version"], told["request"]["round"]) == ("round", version, 2)
        assert await at_black.receives_none("round", "waiting")


async def test_equal_views_share_the_frame_of_a_change_by_another_process(monkeypatch):
    duel, _black, white = await opened()
    made = []
    change_announced = play_frames.change_announced

    def counted(table, readers, announced):
        made.extend(readers)
        return change_announced(table, readers, announced)

    async with viewers(duel, white, None, None) as everybody:
        monkeypatch.setattr(duels_changed, "send_robust", lambda *_, **__: None)
        monkeypatch.setattr(play_frames, "change_announced", counted)
        version = (await played_elsewhere(duel, "Black")).duel.version
        await announce(duel, version, "waiting")
        for one in everybody:
            assert (await one.frame("duel", "waiting"))["type"] == "waiting"
    assert sorted(made, key=str) == [("White", "en"), (None, "en")]


async def another_duel():
    return await sync_to_async(a_duel)(*[await sync_to_async(a_mage)(name) for name in ("Humpty", "Dumpty")])


async def make_unloadable(duel):
    """Change a duel's rows so that it can no longer be loaded, even from cached states."""
    await Round.objects.acreate(duel=duel, number=1, orders={"Nobody": REST})
    await Duel.objects.filter(pk=duel.pk).aupdate(book="burnt", round=2, version=F("version") + 1)


async def test_a_duel_that_cannot_be_shown_is_closed_and_affects_no_other():
    sound, black, _ = await opened()
    broken = await another_duel()
    await make_unloadable(broken)
    async with viewers(sound, black) as (at_sound,), viewer(broken) as at_broken:
        await at_sound.fetch_duel()
        assert await at_broken.closed_with() == 4500
        assert (await at_sound.fetch_duel())["slug"] == sound.slug


async def test_a_duel_with_unreadable_rows_is_closed_and_affects_no_other(monkeypatch):
    sound, black, _ = await opened()
    broken = await another_duel()

    read_wholes = play_frames.read_wholes

    def fails_at_the_broken(asked):
        if any(slug == broken.slug for slug, *_ in asked):
            raise DataError("invalid page in block 7")
        return read_wholes(asked)

    monkeypatch.setattr(play_frames, "read_wholes", fails_at_the_broken)
    async with viewers(sound, black) as (at_sound,), viewer(broken) as at_broken:
        await at_sound.fetch_duel()
        assert await at_broken.closed_with() == 4500
        assert (await at_sound.fetch_duel())["slug"] == sound.slug


async def test_a_duel_whose_talk_cannot_be_read_is_closed_alone(monkeypatch):
    sound, black, _ = await opened()
    broken = await another_duel()
    chats_of = base.chats_of

    def fails_at_the_broken(listeners):
        if any(listener.slug == broken.slug for listener in listeners):
            raise ZeroDivisionError
        return chats_of(listeners)

    async with viewers(sound, black) as (at_sound,), viewer(broken) as at_broken:
        await at_broken.fetch_chat()
        await at_sound.fetch_chat()
        monkeypatch.setattr(base, "chats_of", fails_at_the_broken)
        for one in (at_sound, at_broken):
            await one.send("sync")
        assert await at_broken.closed_with() == 4500
        assert (await at_sound.frame("lines"))["lines"] == []


async def test_a_duel_that_breaks_later_is_closed_and_affects_no_other(monkeypatch):
    sound, black, _ = await opened()
    broken = await another_duel()
    async with viewers(sound, black) as (at_sound,), viewer(broken) as at_broken:
        await at_broken.frame("duel")
        monkeypatch.setattr(duels_changed, "send_robust", lambda *_, **__: None)
        await sync_to_async(submit_orders)(duel=sound, wizard="Black", round_number=1, orders=REST)
        await make_unloadable(broken)
        await look_for_lost_messages()
        assert await at_broken.closed_with() == 4500
        assert (await at_sound.frame("waiting", "duel"))["waiting"] == ["White"]


async def test_a_change_that_cannot_be_shown_closes_only_its_duel(monkeypatch):
    sound, black, _ = await opened()
    broken = await another_duel()
    change_of = play_frames.change_of

    def fails_at_the_broken(table, readers):
        if table.duel.slug == broken.slug:
            raise ZeroDivisionError
        return change_of(table, readers)

    async with viewers(sound, black) as (at_sound,), viewer(broken) as at_broken:
        await at_broken.frame("duel")
        for module in (announcements, play_frames):
            monkeypatch.setattr(module, "change_of", fails_at_the_broken)
        given = [(broken, "Humpty"), (broken, "Dumpty"), (sound, "Black")]  # this ends the round of the broken duel
        await sync_to_async(perform)(
            [GiveOrders(slug=duel.slug, wizard=name, round_number=1, orders=REST) for duel, name in given]
        )
        assert await at_broken.closed_with() == 4500
        assert (await at_sound.frame("waiting"))["waiting"] == ["White"]


SECRETS = [
    [{"left": "P", "right": "W"}, {"left": "S", "right": "F", "say": "Die!"}],
    [{"left": ">", "right": "D", "target": {"right": "White"}}],
]


@pytest.mark.parametrize("book", engine.BOOKS)
async def test_frames_of_others_before_the_reveal_do_not_depend_on_sealed_orders(book):
    seen = [await frames_of_others(book, given, f"{book}{place}") for place, given in enumerate(SECRETS)]
    assert seen[0] == seen[1]
    assert len(seen[0][0]) > 10


async def frames_of_others(book, given, name):
    """Return the frames that White and a spectator receive while Black submits and changes the orders `given`.

    Frames about presence and chat are returned separately, only the last one of each type. `name` is part of the mages'
    names, which must be unique.
    """
    mages = [await sync_to_async(a_mage)(f"{who} {name}") for who in ("Black", "White")]
    specs = [SeatSpec("Black", "m", mages[0]), SeatSpec("White", "f", mages[1])]
    duel = await sync_to_async(start_duel)(seats=specs, book=book, pace=120, seed=5)
    users = [mage.owner for mage in mages]
    async with viewers(duel, *users, None) as (black, white, watcher):
        for number in (1, 2, 3):
            await black.accepted(number, left="W", right="D")
            await white.accepted(number, left="S", right="W")
            await white.frame("round")
        for orders in given:
            await black.accepted(4, **orders)
        for one in (white, watcher):
            await one.frame("waiting")
            await one.fetch_chat()
        pages = [await sync_to_async(duel_frame)(duel, user) for user in (users[1], AnonymousUser())]
    frames = [_without_times(frame) for frame in (*white.frames, *watcher.frames, *pages)]
    # Frames about presence and chat arrive at any time and any number of times, so only the last one of each type
    # must be equal.
    apart = {frame["type"]: frame for frame in frames if "version" not in frame}
    return [frame for frame in frames if "version" in frame], apart


def _without_times(frame):
    changing = ("now", "deadline", "slug", "connected", "watchers")
    return {key: value for key, value in frame.items() if key not in changing}


async def test_only_a_spectator_with_an_account_guesses_and_gets_a_tally():
    duel, black, _ = await opened()
    guess = {"wizard": "White", "hand": "left", "gesture": "S"}
    async with viewers(duel, await sync_to_async(a_user)(), None, black) as (watcher, stranger, at_black):
        await watcher.send("guess", id="g1", round=1, **guess)
        tally = {"guesses": 0, "hits": 0, "streak": 0, "best": 0}
        assert await watcher.frame("accepted") == {"type": "accepted", "id": "g1", "round": 1, "tally": tally}
        for one in (stranger, at_black):
            await one.send("guess", id="g2", round=1, **guess)
            assert await one.refusal() == "not_yours"
        await watcher.send("guess", id="g3", round=2, **guess)
        assert await watcher.refusal() == "stale"


async def test_a_read_before_orders_does_not_answer_a_request_after_them(monkeypatch):
    duel, black, _ = await opened()
    async with viewers(duel, black, black) as (tab, other):
        is_read, may_go_on = hold_back(monkeypatch)
        await tab.send("sync")
        assert await asyncio.to_thread(is_read.wait, 120)
        await other.accepted(left="P")
        await other.send("sync")
        may_go_on.set()
        assert (await other.frame("duel"))["entered"] == {"left": "P", "right": "-"}
