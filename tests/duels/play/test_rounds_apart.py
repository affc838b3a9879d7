"""Tests for rounds in which only some wizards act: visible rounds due to Haste, and hidden ones due to Time Stop."""

import pytest
from asgiref.sync import sync_to_async
from django.test import Client

from duels.models import Duel, Round, Seat
from duels.play import clock, frames
from duels.play.loading import table
from duels.play.transaction import give_up, submit_answers, submit_orders
from duels.viewing import duels as reads
from duels.wording.duel_lists import seats_waiting_for
from duels.wording.refusals import Refused
from tests.builders import a_mage
from tests.duels.players import viewers
from tests.duels.tables import a_duel, make_overdue

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("commits")]

REST = {"left": "-", "right": "-"}
HASTE = "PWPWWC", "-----C"
TIME_STOP = "SPPC", "---C"


def play_gestures(duel, hands, *names):
    """Play rounds in which the wizards in `names` make these gestures and target themselves. All others rest."""
    for number, (left, right) in enumerate(zip(*hands, strict=True), 1):
        for wizard in table(duel.slug).state.acting:
            mine = {"left": left, "right": right, "target": {"both": wizard, "left": wizard}}
            submit_orders(duel=duel, wizard=wizard, round_number=number, orders=mine if wizard in names else REST)
    return Duel.objects.get(pk=duel.pk)


def hasted(*mages, book="standard", **options):
    """Return a duel that is waiting for Black's orders in an extra round due to Haste."""
    return play_gestures(a_duel(*mages, book=book, **options), HASTE, "Black")


def stopped(*names, mages=(), **options):
    """Return a duel in which the wizards in `names`, by default only Black, have stopped time."""
    return play_gestures(a_duel(*mages, **options), TIME_STOP, *(names or ("Black",)))


def mages(*names):
    return [a_mage(name) for name in names]


def order(duel, wizard, **orders):
    number = Duel.objects.get(pk=duel.pk).round
    return submit_orders(duel=duel, wizard=wizard, round_number=number, orders=REST | orders)


def refusal(doing) -> str:
    with pytest.raises(Refused) as refused:
        doing()
    return refused.value.code


def frame(duel, name):
    """Return the frame with the whole duel for the wizard `name`, or for a spectator if `name` is `None`."""
    return frames.whole(table(duel.slug), name)


def run_out_of_time(duel):
    """Let the time for the current round run out, and return the duel."""
    make_overdue(duel)
    clock.sweep()
    return Duel.objects.get(pk=duel.pk)


# A free round


def test_a_free_round_waits_only_for_the_hasted_wizard_as_all_see():
    duel = hasted()
    for viewer in ("Black", "White", None):
        seen = frame(duel, viewer)
        assert (seen.view["kind"], seen.acting, seen.waiting) == ("haste", ["Black"], ["Black"])
        assert (seen.request is not None) == (viewer == "Black")
    assert refusal(lambda: order(duel, "White")) == "illegal"
    assert list(Seat.objects.filter(duel=duel, due=True).values_list("name", flat=True)) == ["Black"]


def test_a_free_round_is_played_after_the_orders_of_the_hasted_wizard():
    duel = hasted()
    order(duel, "Black", left=">")
    assert Round.objects.get(duel=duel, number=7).kind == "haste"
    assert Round.objects.get(duel=duel, number=7).orders.keys() == {"Black"}
    assert frame(duel, "White").view["rounds"][-1]["kind"] == "haste"
    assert frame(duel, "White").waiting == ["Black", "White"]


def test_an_unused_free_round_is_skipped_and_counts_as_a_miss():
    duel = run_out_of_time(hasted())
    assert duel.round == 8
    assert frame(duel, "White").missed == {"Black": 1}


def test_giving_up_in_the_opponents_free_round_loses_at_once():
    duel = hasted()
    give_up(duel=duel, wizard="White")
    duel = Duel.objects.get(pk=duel.pk)
    assert duel.result["winners"] == ["Black"]
    assert duel.result["surrendered"] == ["White"]


def test_in_a_melee_giving_up_in_a_free_round_counts_in_the_next():
    duel = hasted(*mages("Black", "White", "Blue"))
    give_up(duel=duel, wizard="White")
    assert table(duel.slug).waiting() == ["Black"]
    order(duel, "Black")
    assert table(duel.slug).waiting() == ["Black", "Blue"]
    order(duel, "Black"), order(duel, "Blue")
    assert frame(duel, "Blue").view["wizards"][1]["surrendered"]
    assert Duel.objects.get(pk=duel.pk).result is None


def test_a_wizard_who_is_out_of_a_melee_cannot_give_up_again():
    duel = a_duel(*mages("Black", "White", "Blue"))
    for wizard, hands in (("Black", {"left": "P", "right": "P"}), ("White", REST), ("Blue", REST)):
        submit_orders(duel=duel, wizard=wizard, round_number=1, orders=hands)
    assert refusal(lambda: give_up(duel=duel, wizard="Black")) == "over"


def test_a_free_round_in_a_melee_waits_for_all_hasted_wizards():
    names = ["Black", *(f"Wizard {letter}" for letter in "ABCDEFG")]
    duel = play_gestures(a_duel(*mages(*names), book="warlocks"), HASTE, "Black", "Wizard C")
    assert table(duel.slug).waiting() == ["Black", "Wizard C"]
    order(duel, "Wizard C")
    assert frame(duel, "Wizard A").waiting == ["Black"]
    order(duel, "Black")
    assert len(table(duel.slug).waiting()) == 8


def test_the_second_pair_is_sealed_with_the_first():
    duel = hasted(book="classic")
    second = {"left": "D", "right": "W"}
    assert order(duel, "Black", left="S", second=second)["second"] == second
    order(duel, "White")
    assert Round.objects.get(duel=duel, number=7).orders["Black"]["second"] == second
    assert frame(duel, "White").view["rounds"][-1]["gestures"]["Black"]["second"]["left"] == "D"


def test_a_second_pair_without_haste_is_refused():
    duel = hasted(book="classic")
    assert refusal(lambda: order(duel, "White", second=REST)) == "illegal"


def test_open_choices_of_the_second_pair_are_asked_after_the_reveal():
    duel = hasted(book="classic")
    order(duel, "Black", second=REST | {"left": "W"}), order(duel, "White")
    order(duel, "Black", left="W", second=REST | {"left": "P"}), order(duel, "White")  # Protection or Shield
    asked = []
    for answer in ({"cast": {"left": "shield"}}, {"target": {"left": "White"}}):
        (question,) = table(duel.slug).questions["Black"]
        asked.append(".".join(question["field"]))
        submit_answers(duel=duel, wizard="Black", round_number=8, answers={"second": answer})
    assert asked == ["second.cast", "second.target.left"]
    second = Round.objects.get(duel=duel, number=8).orders["Black"]["second"]
    assert (second["cast"], second["target"]) == ({"left": "shield"}, {"left": "White"})
    assert "protection" not in frame(duel, "White").view["wizards"][0]["effects"]


# Stopped time


@pytest.mark.parametrize("viewer", ["White", None])
def test_stopped_time_looks_like_a_waiting_round_to_others(viewer):
    duel = stopped()
    seen = frame(duel, viewer)
    assert (seen.view["kind"], seen.acting, seen.waiting, seen.request) == ("normal", [], [], None)
    assert seen.deadline is None
    his = frame(duel, "Black")
    assert (his.view["kind"], his.acting, his.waiting) == ("time_stop", ["Black"], ["Black"])
    assert his.request["kind"] == "time_stop"


def test_a_round_in_stopped_time_stays_hidden_from_others_afterwards():
    duel = stopped()
    order(duel, "Black", left="W")
    for viewer in ("White", None):
        seen = frame(duel, viewer)
        assert [entry["number"] for entry in seen.view["rounds"]] == [1, 2, 3, 4]
        assert all(wizard["seen"] for wizard in seen.view["wizards"])
    assert [entry["number"] for entry in frame(duel, "Black").view["rounds"]] == [1, 2, 3, 4, 5]


def test_a_wizard_hurt_in_stopped_time_sees_only_the_damage():
    duel = stopped()
    order(duel, "Black", right=">")
    last = frame(duel, "White").view["rounds"][-1]
    assert (last["number"], last["gestures"]) == (5, {})
    assert [(event["type"], event["points"]) for event in last["events"]] == [("hurt", 1)]


def test_frames_for_others_do_not_depend_on_actions_in_stopped_time():
    seen = []
    for left, wait, mark in (("W", False, "one"), ("S", True, "two")):
        names = [f"{name} {mark}" for name in ("Black", "White")]
        duel = play_gestures(a_duel(*mages(*names)), TIME_STOP, names[0])
        if wait:
            run_out_of_time(duel)
        else:
            order(duel, names[0], left=left)
        told = frame(duel, names[1])
        seen.append(str([told.view, told.version, told.waiting, told.missed, told.request]).replace(f" {mark}", ""))
    assert seen[0] == seen[1]


def test_letting_stopped_time_pass_is_not_shown_as_a_miss():
    duel = run_out_of_time(stopped())
    assert duel.round == 6
    assert frame(duel, "White").missed == {}
    assert Round.objects.get(duel=duel, number=5).orders == {"Black": REST}


def test_giving_up_in_the_opponents_stopped_time_loses_at_once():
    duel = stopped()
    give_up(duel=duel, wizard="White")
    assert Duel.objects.get(pk=duel.pk).result["winners"] == ["Black"]


def test_in_stopped_time_lists_wait_only_for_the_acting_wizard():
    black, white = mages("Black", "White")
    stopped(mages=[black, white])
    assert [seats_waiting_for(mage.owner).count() for mage in (black, white)] == [1, 0]


def test_a_replay_skips_rounds_that_its_viewer_has_not_seen():
    black, white = mages("Black", "White")
    duel = stopped(mages=[black, white])
    order(duel, "Black"), order(duel, "Black", left="W"), order(duel, "White")
    numbers = {
        mage.name: [step["number"] for step in reads.course(duel, mage.owner)["steps"]] for mage in (black, white)
    }
    assert numbers == {"Black": [0, 1, 2, 3, 4, 5, 6], "White": [0, 1, 2, 3, 4, 6]}
    page = Client().get(f"/replay/{duel.slug}/5/")
    assert page.status_code == 200
    assert page.context["course"]["last"] == 6


@sync_to_async
def stopped_among_three():
    three = mages("Black", "Blue", "White")
    return stopped("Black", "Blue", mages=three), [mage.owner for mage in three]


@pytest.mark.django_db(transaction=True)
async def test_in_stopped_time_others_get_no_frame_and_miss_no_version():
    duel, (black, blue, white) = await stopped_among_three()
    async with viewers(duel, black, blue, white, None) as (at_black, at_blue, at_white, watcher):
        before = [await one.fetch_duel() for one in (at_white, watcher)]
        await at_black.accepted(5, left="W")
        assert (await at_blue.frame("waiting"))["waiting"] == ["Blue"]
        assert await at_white.receives_none("waiting", "reveal", "round")
        assert await watcher.receives_none("waiting", "reveal", "round")
        after = [at_white.frames[-1], watcher.frames[-1]]
        assert [{**it, "now": 0} for it in before] == [{**it, "now": 0} for it in after]
        await at_blue.accepted(5)
        results = [await one.frame("round") for one in (at_black, at_blue, at_white, watcher)]
    assert {result["version"] for result in results} == {before[0]["version"] + 1}
    assert [len(result["view"]["rounds"]) for result in results] == [1, 1, 0, 0]
    assert all(result["view"]["number"] == 5 for result in results)


@sync_to_async
def stopped_with_a_paralysis_begun():
    three = mages("Black", "Blue", "White")
    duel = a_duel(*three)
    for number, (hand, left, right) in enumerate(zip("--FF", *TIME_STOP, strict=True), 1):
        blue = {"left": left, "right": right, "target": {"both": "Black", "left": "Blue"}}
        for wizard, orders in (("Black", REST | {"left": hand}), ("Blue", blue), ("White", REST)):
            submit_orders(duel=duel, wizard=wizard, round_number=number, orders=orders)
    return duel, [mage.owner for mage in three]


@pytest.mark.django_db(transaction=True)
async def test_questions_in_stopped_time_are_hidden_from_the_others():
    duel, (black, blue, white) = await stopped_with_a_paralysis_begun()
    async with viewers(duel, black, blue, white) as (at_black, at_blue, at_white):
        before = await at_white.fetch_duel()
        await at_black.accepted(5, left="F", target={"left": "White"})
        reveal = await at_black.frame("reveal")
        assert reveal["request"]["questions"][0]["field"] == ["paralyze", "White"]
        assert reveal["version"] == before["version"]
        for other in (at_blue, at_white):
            assert await other.receives_none("waiting", "reveal", "round")
            assert other.frames[-1]["view"]["reveal"] is None
        await at_black.send("answers", id="a", round=5, answers={"paralyze": {"White": "left"}})
        assert (await at_white.frame("round"))["version"] == before["version"] + 1
