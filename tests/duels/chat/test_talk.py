import json
import threading
from datetime import timedelta

import pytest
from asgiref.sync import sync_to_async
from django.contrib.auth.models import AnonymousUser
from django.db import connections
from django.utils import timezone

from accounts.models import EmailNotification, Measure
from accounts.services import blocking, moderation
from duels.chat import talk
from duels.chat.listeners import Listener, lines_for
from duels.models import Line
from duels.play.transaction import give_up, submit_orders
from duels.viewing.duels import duel_frame
from duels.wording.refusals import Refused
from tests.builders import a_guest, a_mage, a_user
from tests.duels.players import REST, viewers
from tests.duels.tables import a_duel

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("commits")]

SECRET = "Black is about to lose"


@sync_to_async
def opened(*names):
    """Start a duel. Return it and the users who play it."""
    mages = [a_mage(name) for name in names or ("Black", "White")]
    return a_duel(*mages), *(mage.owner for mage in mages)


@sync_to_async
def watching(name):
    return a_mage(name).owner


def said(duel, user, text="Hello", **options):
    return talk.say(slug=duel.slug, user_id=user and user.pk, text=text, **options)


def announcements():
    return EmailNotification.objects.filter(about=EmailNotification.About.MESSAGE)


@pytest.mark.django_db(transaction=True)
async def test_spectators_talk_to_each_other():
    duel, black, white = await opened()
    ann, bob = await watching("Ann"), await watching("Bob")
    async with viewers(duel, ann, bob, black, white, None) as (at_ann, at_bob, *others):
        await at_ann.send("talk", id="t", text=SECRET)
        line = (await at_bob.frame("talk"))["line"]
        assert (line["by"], line["room"], line["text"]) == ("Ann", "watchers", SECRET)
        assert await at_ann.fetch_chat() == await at_bob.fetch_chat() == [SECRET]
        for one in others:
            assert await one.fetch_chat() == []


@pytest.mark.django_db(transaction=True)
async def test_duelists_get_no_lines_of_spectators_before_the_end():
    duel, black, white = await opened()
    ann = await watching("Ann")
    async with viewers(duel, ann, black, white, None) as (at_ann, at_black, at_white, stranger):
        await at_ann.send("talk", id="t", text=SECRET)
        await at_ann.frame("talk")
        await at_black.accepted(left="P")
        await at_white.accepted()
        await at_black.send("talk", id="u", text="How quiet it is")
        for one in (at_black, at_white, stranger):
            await one.frame("talk")
            await one.fetch_chat()
            assert SECRET not in json.dumps(one.frames)
        for user in (black, white, AnonymousUser()):
            assert SECRET not in json.dumps(await sync_to_async(duel_frame)(duel, user))
        for one in (at_black, at_white, stranger):
            page = await sync_to_async(one.client.get)(f"/duel/{duel.slug}/")
            assert page.status_code == 200
            assert SECRET not in page.content.decode()


@pytest.mark.django_db(transaction=True)
async def test_after_the_duel_everybody_gets_the_spectators_lines():
    duel, black, white = await opened()
    ann = await watching("Ann")
    async with viewers(duel, ann, black, white, None) as (at_ann, *others):
        await at_ann.send("talk", id="t", text=SECRET)
        await at_ann.frame("talk")
        await others[0].send("forfeit", id="f", round=1)
        for one in others:
            lines = []
            while not lines:
                lines = (await one.frame("lines"))["lines"]
            assert [line["text"] for line in lines] == [SECRET]
        await at_ann.send("talk", id="v", text="At last")
        for one in others:
            assert (await one.frame("talk"))["line"]["text"] == "At last"


@pytest.mark.django_db(transaction=True)
async def test_a_visitor_cannot_talk():
    duel, *_ = await opened()
    async with viewers(duel, None) as (stranger,):
        await stranger.send("talk", id="t", text="Hello")
        assert (await stranger.frame("refused"))["why"].startswith("Log in")
    assert not await Line.objects.aexists()


@pytest.mark.django_db(transaction=True)
async def test_a_guest_may_talk_as_a_spectator():
    duel, *_ = await opened()
    guest = (await sync_to_async(a_guest)("Visitor")).owner
    async with viewers(duel, guest) as (at_guest,):
        await at_guest.send("talk", id="t", text="Hello")
        assert (await at_guest.frame("talk"))["line"]["by"] == "Visitor"


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("mutes_only", [True, False])
async def test_lines_of_muted_and_blocked_users_are_not_sent(mutes_only):
    duel, black, white = await opened()
    await sync_to_async(said)(duel, black, "Previous")
    await sync_to_async(blocking.block)(user=white, other=black, mutes_only=mutes_only)
    async with viewers(duel, black, white, None) as (at_black, at_white, stranger):
        await at_black.send("talk", id="t", text="After")
        await stranger.frame("talk")
        assert await at_white.fetch_chat() == []
        assert await stranger.fetch_chat() == await at_black.fetch_chat() == ["Previous", "After"]
        assert "After" not in json.dumps(at_white.frames)
        await sync_to_async(blocking.unblock)(user=white, other=black)
        assert await at_white.fetch_chat() == ["Previous", "After"]


@pytest.mark.django_db(transaction=True)
async def test_a_user_who_switched_talk_off_gets_no_lines():
    duel, black, white = await opened()
    white.hears_talk = False
    await white.asave()
    async with viewers(duel, black, white, None) as (at_black, at_white, stranger):
        await at_black.send("talk", id="t", text="Hello")
        await stranger.frame("talk")
        assert await at_white.fetch_chat() == []
        assert await at_white.receives_none("talk")


@pytest.mark.django_db(transaction=True)
async def test_an_announcement_is_a_line_and_a_notification():
    duel, black, *others = await opened("Black", "White", "Grey", "Red")
    await sync_to_async(blocking.block)(user=others[2], other=black)
    async with viewers(duel, black, None) as (at_black, stranger):
        await at_black.send("talk", id="t", text="It is not fair.", announce=True)
        line = (await stranger.frame("talk"))["line"]
        assert (line["by"], line["announced"], line["text"]) == ("Black", True, "It is not fair.")
    notifications = [one async for one in announcements().order_by("user")]
    assert [one.user_id for one in notifications] == [others[0].pk, others[1].pk]
    assert (notifications[0].subject, notifications[0].text) == (
        "Announcement from Black in your duel",
        "It is not fair.",
    )


def test_only_duelists_announce_and_only_during_the_duel():
    black = a_mage("Black")
    duel = a_duel(black, a_mage("White"))
    with pytest.raises(Refused):
        said(duel, a_user(), announce=True)
    give_up(duel=duel, wizard="White")
    with pytest.raises(Refused) as refusal:
        said(duel, black.owner, announce=True)
    assert refusal.value.code == "over"
    assert not Line.objects.exists()


def test_announcements_are_rate_limited():
    black = a_mage("Black")
    duel = a_duel(black, a_mage("White"))
    for number in range(3):
        said(duel, black.owner, f"Number {number}", announce=True)
    with pytest.raises(Refused) as refusal:
        said(duel, black.owner, "Number 4", announce=True)
    assert refusal.value.code == "rate"
    assert announcements().count() == 3


def test_a_repeated_frame_sends_one_line():
    black = a_mage("Black")
    duel = a_duel(black, a_mage("White"))
    first = said(duel, black.owner, announce=True, key="a1")
    assert said(duel, black.owner, announce=True, key="a1") == first
    assert said(duel, black.owner, "Hello again", key="a1") != first
    assert announcements().count() == 1


@pytest.mark.django_db(transaction=True)
def test_concurrent_equal_frames_send_one_line_and_notification():
    black = a_mage("Black")
    duel = a_duel(black, a_mage("White"))

    def work():
        try:
            said(duel, black.owner, announce=True, key="a1")
        finally:
            connections.close_all()

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (Line.objects.count(), announcements().count()) == (1, 1)


def test_forbidden_words_are_refused_everywhere(settings, tmp_path):
    words = tmp_path / "words.txt"
    words.write_text("# none but this\nbumbler\n")
    settings.FORBIDDEN_WORDS = str(words)
    black = a_mage("Black")
    duel = a_duel(black, a_mage("White"))
    for text in ("You bumbler!", "BUMBLERS", "búmbl3r"):
        with pytest.raises(Refused, match="isn’t allowed here"):
            said(duel, black.owner, text)
        with pytest.raises(Refused, match="isn’t allowed here"):
            submit_orders(duel=duel, wizard="Black", round_number=1, orders=REST | {"say": text})
    assert said(duel, black.owner, "bumblerish").text == "bumblerish"


def test_a_silenced_user_learns_until_when_and_may_play_on():
    black, ann = a_mage("Black"), a_user()
    duel = a_duel(black, a_mage("White"))
    for user in (black.owner, ann):
        moderation.take_measure(
            moderator=a_user(is_staff=True), kind=Measure.Kind.SILENCED, why="Enough", user=user, days=2
        )
        with pytest.raises(Refused, match="muted you until") as refusal:
            said(duel, user)
        assert refusal.value.code == "not_yours"
    with pytest.raises(Refused, match="muted you until"):
        submit_orders(duel=duel, wizard="Black", round_number=1, orders=REST | {"say": "Hm"})
    submit_orders(duel=duel, wizard="Black", round_number=1, orders=REST)
    Measure.objects.update(until=timezone.now() - timedelta(seconds=1))
    said(duel, black.owner)


def test_spectators_lines_do_not_displace_those_of_duelists(monkeypatch):
    monkeypatch.setattr("duels.chat.listeners.LINES_SHOWN", 3)
    black, ann = a_mage("Black"), a_user()
    duel = a_duel(black, a_mage("White"))
    said(duel, black.owner, "Hear me")
    for number in range(6):
        said(duel, ann, f"{number}")
    heard = [line["text"] for line in duel_frame(duel, ann)["talk"]]
    assert heard == ["Hear me", "3", "4", "5"]


def test_many_lines_need_no_more_queries_than_one(django_assert_num_queries):
    black = a_mage("Black")
    duel = a_duel(black, a_mage("White"))
    said(duel, black.owner)
    with django_assert_num_queries(3):
        lines_for([Listener(duel.slug, "Black", black.owner_id)])
    crowd = [Listener(duel.slug, None, a_user().pk) for _ in range(20)]
    for user in crowd:
        Line.objects.create(duel=duel, user_id=user.user_id, name="Somebody", text="Oh")
    with django_assert_num_queries(3):
        assert len(lines_for(crowd)) == 20


def test_a_duel_without_talk_needs_no_further_queries(django_assert_num_queries):
    black = a_mage("Black")
    duel = a_duel(black, a_mage("White"))
    listener = Listener(duel.slug, "Black", black.owner_id)
    with django_assert_num_queries(1):
        assert lines_for([listener]) == {listener: []}
