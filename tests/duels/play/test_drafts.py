import pytest
from asgiref.sync import sync_to_async

from duels.models import Draft, Duel, Seat
from duels.play.drafts import KeepDraft, keep_drafts
from duels.play.loading import table
from duels.play.transaction import submit_orders
from tests.builders import a_mage
from tests.duels.players import viewers
from tests.duels.tables import a_duel

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("commits")]

REST = {"left": "-", "right": "-"}
PICKS = {"made": 5, "picks": {"left": "P", "right": "W"}}
LATER = {"made": 6, "picks": {"left": "S"}}


def a_draft(duel, draft=PICKS, wizard="Black", number=1):
    return KeepDraft(slug=duel.slug, wizard=wizard, round_number=number, draft=draft)


def seal(duel, wizard, number=1):
    return submit_orders(duel=duel, wizard=wizard, round_number=number, orders=REST)


def kept(duel, wizard="Black"):
    return table(duel.slug).draft(wizard)


def test_keeping_a_draft_does_not_change_duel_and_seats():
    duel = a_duel()
    before = list(Duel.objects.values()), list(Seat.objects.values())
    assert keep_drafts([a_draft(duel), a_draft(duel, wizard="White")]) == [{}, {}]
    assert (list(Duel.objects.values()), list(Seat.objects.values())) == before
    assert (kept(duel), kept(duel, "White")) == (PICKS, PICKS)


def test_the_later_of_two_drafts_is_saved_together_or_apart():
    duel = a_duel()
    keep_drafts([a_draft(duel, LATER), a_draft(duel)])
    assert kept(duel) == PICKS
    keep_drafts([a_draft(duel, LATER)])
    assert kept(duel) == LATER


def test_a_late_draft_is_refused_without_affecting_others():
    duel, other = a_duel(), a_duel(a_mage("Red"), a_mage("Green"))
    seal(duel, "Black")
    seal(duel, "White")
    nowhere = KeepDraft(slug="nowhere", wizard="Black", round_number=1, draft=PICKS)
    late, fresh, nobody, unknown = keep_drafts([a_draft(duel), a_draft(other, wizard="Red"), a_draft(other), nowhere])
    assert (late.code, fresh, nobody.code, unknown.code) == ("stale", {}, "not_yours", "unknown")
    assert (kept(duel), kept(other, "Red")) == (None, PICKS)


def test_a_draft_written_while_its_round_ended_is_ignored():
    duel = a_duel()
    seal(duel, "Black")
    seal(duel, "White")
    Draft.objects.create(seat=duel.seats.get(name="Black"), round=1, content=PICKS)
    assert kept(duel) is None
    keep_drafts([a_draft(duel, LATER, number=2)])
    assert kept(duel) == LATER


@sync_to_async
def opened():
    mages = [a_mage("Black", gender="m"), a_mage("White", gender="f")]
    return a_duel(*mages), mages[0].owner


@pytest.mark.django_db(transaction=True)
async def test_drafts_and_orders_of_a_page_take_effect_in_their_order():
    duel, black = await opened()
    async with viewers(duel, black) as (at_black,):
        await at_black.send("orders", id="a", round=1, orders=REST)
        await at_black.send("draft", id="b", round=1, draft=PICKS)
        assert [(await at_black.frame("accepted"))["id"] for _ in "ab"] == ["a", "b"]
        assert (await at_black.fetch_duel())["draft"] == PICKS
        await at_black.send("draft", id="c", round=1, draft=LATER)
        await at_black.send("orders", id="d", round=1, orders={"left": "P", "right": "-"})
        assert [(await at_black.frame("accepted"))["id"] for _ in "cd"] == ["c", "d"]
        assert (await at_black.fetch_duel())["draft"] is None
