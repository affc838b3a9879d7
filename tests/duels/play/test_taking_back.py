import asyncio
from datetime import timedelta

import pytest
from asgiref.sync import sync_to_async
from django.utils import timezone

from accounts.selectors import vacation_of
from accounts.services.vacations import book_vacation
from duels.models import Draft, Duel, Round, Seat
from duels.play.drafts import KeepDraft, keep_drafts
from duels.play.loading import table
from duels.play.transaction import give_up, submit_answers, submit_orders, withdraw
from duels.realtime.process import Process
from duels.wording.refusals import Refused
from tests.builders import a_mage
from tests.duels.players import viewers
from tests.duels.tables import a_duel, at_once, make_overdue

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("commits")]

REST = {"left": "-", "right": "-"}
PALM = {"left": "P", "right": "-"}
FINGERS = {"left": "F", "right": "-"}


def seal(duel, wizard, number=1, given=REST):
    return submit_orders(duel=duel, wizard=wizard, round_number=number, orders=given)


def take_back(duel, wizard="Black", number=1):
    return withdraw(duel=duel, wizard=wizard, round_number=number)


def refusal(doing) -> str:
    with pytest.raises(Refused) as refused:
        doing()
    return refused.value.code


def reserve_of(duel, wizard="Black") -> float:
    return Seat.objects.get(duel=duel, name=wizard).reserve


def about(seconds):
    """Return a value that equals any number within 9 of `seconds`, because a busy machine may be slow."""
    return pytest.approx(seconds, abs=9)


def set_back(duel, seconds):
    """Change the duel's times as if the current round had been opened `seconds` earlier."""
    duel.refresh_from_db()
    opened = duel.opened - timedelta(seconds=seconds)
    Duel.objects.filter(pk=duel.pk).update(opened=opened, changes=duel.changes + 1)


def test_orders_that_are_taken_back_must_be_given_again():
    duel = a_duel()
    seal(duel, "Black", given=PALM)
    take_back(duel)
    there = table(duel.slug)
    assert there.waiting() == ["Black", "White"]
    assert there.entered("Black") is None
    assert Seat.objects.get(duel=duel, name="Black").due
    seal(duel, "White")
    assert not Round.objects.exists()
    seal(duel, "Black", given=FINGERS)
    assert Round.objects.get().orders["Black"]["left"] == "F"


def test_taking_back_twice_changes_nothing_more():
    duel = a_duel()
    assert take_back(duel) == {}
    seal(duel, "Black")
    take_back(duel)
    version = table(duel.slug).duel.version
    take_back(duel)
    assert table(duel.slug).duel.version == version == 3


def test_orders_cannot_be_taken_back_after_the_round():
    duel = a_duel()
    seal(duel, "Black", given=PALM)
    seal(duel, "White")
    assert refusal(lambda: take_back(duel)) == "stale"
    assert table(duel.slug).duel.round == 2


def test_giving_up_in_a_melee_cannot_be_taken_back():
    duel = a_duel(*(a_mage(name) for name in ("Tired", "Keen", "Late")))
    give_up(duel=duel, wizard="Tired")
    assert refusal(lambda: take_back(duel, "Tired")) == "over"


def test_taking_back_keeps_the_clock_running_and_uses_the_reserve_once():
    duel = a_duel(pace=60, reserve=300)
    set_back(duel, 80)
    seal(duel, "Black")
    assert reserve_of(duel) == about(280)
    set_back(duel, 30)
    take_back(duel)
    assert reserve_of(duel) == about(300)
    deadline = Duel.objects.get(pk=duel.pk).deadline
    assert (deadline - timezone.now()).total_seconds() == about(60 + 300 - 110)
    seal(duel, "Black")
    assert reserve_of(duel) == about(250)


def test_orders_cannot_be_taken_back_after_the_deadline():
    duel = a_duel(pace=60, reserve=0)
    seal(duel, "Black", given=PALM)
    make_overdue(duel)
    assert refusal(lambda: take_back(duel)) == "stale"
    assert table(duel.slug).entered("Black") == PALM


def test_taking_back_returns_no_reserve_of_an_earlier_round():
    duel = a_duel(pace=60, reserve=300)
    set_back(duel, 80)
    seal(duel, "Black")
    seal(duel, "White")
    seal(duel, "Black", 2)
    take_back(duel, number=2)
    assert reserve_of(duel) == about(280)


def paralysing(answered: bool):
    """Return a duel that asks each wizard which hand of the opponent to paralyse.

    If `answered` is true, Black has already answered.
    """
    duel = a_duel()
    for number in (1, 2, 3):
        seal(duel, "Black", number, FINGERS)
        seal(duel, "White", number, FINGERS)
    if answered:
        submit_answers(duel=duel, wizard="Black", round_number=3, answers={"paralyze": {"White": "left"}})
    return duel


def test_an_answer_is_taken_back_without_the_orders():
    duel = paralysing(answered=True)
    assert table(duel.slug).waiting() == ["White"]
    take_back(duel, number=3)
    there = table(duel.slug)
    assert there.waiting() == ["Black", "White"]
    assert (there.by_name["Black"].answers, there.by_name["Black"].orders) == (None, FINGERS)
    for wizard, other in (("White", "Black"), ("Black", "White")):
        submit_answers(duel=duel, wizard=wizard, round_number=3, answers={"paralyze": {other: "right"}})
    assert table(duel.slug).duel.round == 4


def test_orders_cannot_be_taken_back_after_the_reveal():
    duel = a_duel()
    for number in (1, 2, 3):
        seal(duel, "Black", number, FINGERS)
        seal(duel, "White", number)
    assert refusal(lambda: take_back(duel, "White", 3)) == "stale"


@pytest.mark.django_db(transaction=True)
def test_taking_back_during_the_last_orders_resolves_once_or_waits():
    duel = a_duel()
    seal(duel, "Black", given=PALM)
    became = []

    def give_way():
        try:
            became.append(take_back(duel))
        except Refused as refused:
            became.append(refused.code)

    at_once(give_way, lambda: seal(duel, "White"))
    there = table(duel.slug)
    if became == ["stale"]:
        assert (there.duel.round, Round.objects.count()) == (2, 1)
    else:
        assert (became, there.waiting(), Round.objects.count()) == ([{}], ["Black"], 0)
        seal(duel, "Black")
        assert Round.objects.count() == 1


@sync_to_async
def opened(**options):
    mages = [a_mage("Black", gender="m"), a_mage("White", gender="f")]
    return a_duel(*mages, **options), mages[0].owner, mages[1].owner


@pytest.mark.django_db(transaction=True)
async def test_taking_back_is_shown_to_all_viewers_and_in_another_tab():
    duel, black, white = await opened()
    async with viewers(duel, black, white, black) as (at_black, at_white, other_tab):
        await at_black.accepted(left="P")
        assert (await at_white.frame("waiting"))["waiting"] == ["White"]
        await at_black.send("withdraw", id="w", round=1)
        taken = await at_black.frame("accepted")
        assert (taken["id"], taken["orders"], taken["answers"]) == ("w", None, None)
        assert (await at_white.frame("waiting"))["waiting"] == ["Black", "White"]
        await other_tab.frame("entered")
        assert (await other_tab.frame("entered"))["orders"] is None
        frames = [await one.fetch_duel() for one in (at_black, at_white)]
        assert [frame["entered"] for frame in frames] == [None, None]
        versions = [frame["version"] for frame in at_white.frames if "version" in frame]
        assert versions == [1, 2, 3, 3]


@pytest.mark.django_db(transaction=True)
async def test_taking_back_and_last_orders_at_once_look_the_same_to_all():
    duel, black, white = await opened()
    async with viewers(duel, black, white) as (at_black, at_white):
        await at_black.accepted(left="P")
        await asyncio.gather(at_black.send("withdraw", id="w", round=1), at_white.order())
        await asyncio.gather(at_black.frame("accepted", "refused"), at_white.frame("accepted"))
        frames = [await one.fetch_duel() for one in (at_black, at_white)]
        assert frames[0]["view"]["number"] == frames[1]["view"]["number"] == await Round.objects.acount()
        is_played = frames[0]["view"]["number"] == 1
        assert frames[0]["waiting"] == (["Black", "White"] if is_played else ["Black"])


PICKS = {"made": 5, "picks": {"left": "P", "right": "W"}}


@pytest.mark.django_db(transaction=True)
async def test_a_draft_is_sent_only_to_its_own_wizard_on_any_page():
    duel, black, white = await opened()
    async with viewers(duel, black, black, white, None) as (at_black, other_tab, at_white, watcher):
        await at_black.send("draft", id="d", round=1, draft=PICKS)
        assert await at_black.frame("accepted") == {"type": "accepted", "id": "d", "round": 1}
        assert await other_tab.frame("draft") == {"type": "draft", "round": 1, "draft": PICKS}
        assert await at_black.receives_none("draft", "entered", "waiting")
        for one in (at_white, watcher):
            frame = await one.fetch_duel()
            assert (frame["draft"], frame["version"]) == (None, duel.version)
            assert "made" not in str(one.frames)
    async with viewers(duel, black) as (elsewhere,):
        assert (await elsewhere.fetch_duel())["draft"] == PICKS


@pytest.mark.django_db(transaction=True)
async def test_a_draft_ends_when_its_orders_are_sealed_or_its_round_is_over():
    duel, black, white = await opened()
    async with viewers(duel, black, white) as (at_black, at_white):
        await at_black.send("draft", round=1, draft=PICKS)
        await at_black.frame("accepted")
        await at_black.accepted(left="P")
        assert (await at_black.fetch_duel())["draft"] is None
        await at_black.send("draft", round=1, draft=PICKS)
        await at_black.frame("accepted")
        await at_white.order()
        await at_black.frame("round")
        assert (await at_black.fetch_duel())["draft"] is None
        await at_black.send("draft", id="late", round=1, draft=PICKS)
        assert await at_black.refusal() == "stale"
    assert not await Seat.objects.filter(draft__isnull=False).aexists()


@pytest.mark.django_db(transaction=True)
async def test_an_oversized_draft_is_refused_and_an_empty_one_is_no_draft():
    duel, black, _ = await opened()
    async with viewers(duel, black, None) as (at_black, watcher):
        await at_black.send("draft", round=1, draft={"say": "a" * 5000})
        assert await at_black.refusal() == "oversized"
        await at_black.send("draft", round=1, draft={})
        assert (await at_black.fetch_duel())["draft"] is None
        for type_, fields in (("draft", {"draft": PICKS}), ("withdraw", {})):
            await watcher.send(type_, round=1, **fields)
            assert await watcher.refusal() == "not_yours"


@pytest.mark.django_db(transaction=True)
async def test_a_page_at_another_process_reads_the_draft_and_the_withdrawal():
    duel, black, white = await opened()
    async with viewers(duel, black, white) as (at_black, at_white):
        seat, send = await Seat.objects.aget(duel=duel, name="Black"), Process.current().groups.send
        await Draft.objects.acreate(seat=seat, round=1, content=PICKS)
        group, message = f"duel.{duel.slug}", {"type": "own.changed", "origins": {"Black": None}}
        send((group, {**message, "frame": "draft"}))
        assert (await at_black.frame("draft"))["draft"] == PICKS
        send((group, {**message, "frame": "entered"}))
        assert (await at_black.frame("entered"))["orders"] is None
        assert await at_white.receives_none("draft", "entered")


def test_a_draft_does_not_end_a_vacation_but_orders_do():
    duel = a_duel(pace=3 * 86400)
    away = duel.seats.get(name="Black").mage.owner
    book_vacation(user=away, days=7)
    keep_drafts([KeepDraft(slug=duel.slug, wizard="Black", round_number=1, draft=PICKS)])
    assert vacation_of(away.pk, timezone.now()) is not None
    seal(duel, "Black")
    assert vacation_of(away.pk, timezone.now()) is None
