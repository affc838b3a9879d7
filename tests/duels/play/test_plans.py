from datetime import timedelta

import pytest
from asgiref.sync import sync_to_async
from django.utils import timezone
from msgspec.structs import replace

from accounts.models import EmailNotification
from duels.models import Duel, Round, Seat
from duels.notifications import duels
from duels.play import clock, frames, plans, protocol, transaction
from duels.play.actions import GiveOrders, MakePlan
from duels.play.loading import table
from duels.signals import duels_changed
from duels.wording.duel_lists import seats_waiting_for
from duels.wording.refusals import Refused
from tests.builders import a_mage
from tests.duels.players import viewers
from tests.duels.tables import a_duel, at_once, make_overdue

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("commits")]

DAY = 24 * 60 * 60
REST = {"left": "-", "right": "-"}


def line(orders, *lines, **condition):
    """Return one line of a plan: orders and a condition for them.

    `line({"left": "D"}, White={"left": "S"})` plans the gesture D if White makes an S.
    """
    return {"if": condition, "orders": REST | orders, "lines": list(lines)}


def slow(*mages, **options):
    return a_duel(*mages, **({"pace": 3 * DAY} | options))


def order(duel, wizard, **orders):
    number = Duel.objects.get(pk=duel.pk).round
    return transaction.submit_orders(duel=duel, wizard=wizard, round_number=number, orders=REST | orders)


def plan(duel, wizard, *lines, number=None):
    number = number or Duel.objects.get(pk=duel.pk).round
    action = MakePlan(slug=duel.slug, wizard=wizard, round_number=number, plan={"lines": list(lines)})
    outcome = transaction.perform([action])[0]
    if isinstance(outcome, Refused):
        raise outcome
    return outcome


def refusal(doing) -> Refused:
    with pytest.raises(Refused) as refused:
        doing()
    return refused.value


def seat(duel, wizard):
    return Seat.objects.get(duel=duel, name=wizard)


def report(duel, wizard):
    return seat(duel, wizard).plan["told"]


# The contents of a plan


def test_the_line_that_matches_the_round_is_sealed_for_the_next_round():
    duel = slow()
    order(duel, "Black", left="S")
    plan(
        duel, "Black", line({"left": "W"}, White={"left": "D"}), line({"left": "D"}, White={"left": "S", "right": "W"})
    )
    order(duel, "White", left="S", right="W")
    assert seat(duel, "Black").orders == {"left": "D", "right": "-"}
    assert report(duel, "Black") == {"round": 1, "why": "held", "line": 1}
    assert frames.whole(table(duel.slug), "White").waiting == ["White"]


def test_a_missing_hand_matches_anything_and_the_first_match_is_used():
    duel = slow()
    order(duel, "Black", left="S")
    plan(duel, "Black", line({"left": "D"}, White={"right": "W"}), line({"left": "W"}))
    order(duel, "White", left="F", right="W")
    assert seat(duel, "Black").orders["left"] == "D"


def test_a_wizard_whose_plan_does_not_match_is_asked_with_the_reason():
    duel = slow()
    order(duel, "Black", left="S")
    plan(duel, "Black", line({"left": "D"}, White={"left": "S"}))
    order(duel, "White", left="W")
    black = seat(duel, "Black")
    assert (black.orders, black.due) == (None, True)
    assert report(duel, "Black") == {"round": 1, "why": "unforeseen"}
    order(duel, "Black")
    order(duel, "White")
    assert seat(duel, "Black").plan is None


def test_a_line_may_continue_for_one_more_round():
    duel = slow()
    order(duel, "Black", left="S")
    plan(duel, "Black", line({"left": "W"}, line({"left": "D"}, White={"left": "P"})))
    order(duel, "White")
    assert seat(duel, "Black").orders["left"] == "W"
    order(duel, "White", left="P")
    assert seat(duel, "Black").orders["left"] == "D"
    order(duel, "White")
    assert seat(duel, "Black").orders is None
    assert [entry.orders["Black"]["left"] for entry in Round.objects.filter(duel=duel)] == ["S", "W", "D"]


def test_two_plans_play_rounds_by_themselves_as_far_as_they_go():
    duel = slow()
    order(duel, "Black", left="S")
    order(duel, "Black", left="S")
    plan(duel, "Black", line({"left": "W"}, line({"left": "W"})))
    # If White had a plan, it would need sealed orders, and the round would already be resolved.
    Seat.objects.filter(duel=duel, name="White").update(
        plan={"round": 1, "lines": [line({"right": "P"}, line({"right": "P"}))]}
    )
    Duel.objects.filter(pk=duel.pk).update(changes=100)
    order(duel, "White", left="S")
    duel.refresh_from_db()
    assert duel.round == 4
    assert [entry.orders["White"]["right"] for entry in duel.rounds.all()] == ["-", "P", "P"]
    assert frames.whole(table(duel.slug), None).waiting == ["Black", "White"]


def test_a_plan_may_be_changed_and_dropped_until_the_round_is_resolved():
    duel = slow()
    order(duel, "Black", left="S")
    plan(duel, "Black", line({"left": "D"}))
    plan(duel, "Black", line({"left": "W"}))
    assert seat(duel, "Black").plan["lines"][0]["orders"]["left"] == "W"
    assert plan(duel, "Black") == {"lines": []}
    assert seat(duel, "Black").plan is None
    order(duel, "White")
    assert seat(duel, "Black").orders is None
    assert refusal(lambda: plan(duel, "Black", line({}), number=1)).code == "stale"


# Rejected plans


def test_a_plan_needs_a_slow_duel_and_sealed_orders():
    live = a_duel(pace=120)
    order(live, "Black")
    assert refusal(lambda: plan(live, "Black", line({}))).code == "illegal"
    assert plans.may_plan(None)
    assert plans.may_plan(3600)
    duel = slow(a_mage("Crimson"), a_mage("Azure"))
    assert "Seal your orders" in refusal(lambda: plan(duel, "Crimson", line({}))).why


@pytest.mark.parametrize(
    "lines",
    [
        [{"orders": {"left": "X", "right": "-"}}],
        [{"orders": {"left": "P"}}],
        [{"orders": REST | {"say": "Beware!"}}],
        [{"orders": REST | {"forfeit": True}}],
        [{"orders": {"left": "P", "right": "P"}}],
        [{"if": {"Grey": {"left": "P"}}, "orders": REST}],
        [{"if": {"White": {"left": "?"}}, "orders": REST}],
        [{"if": {"White": {"foot": "P"}}, "orders": REST}],
        [{"if": {"White": {"left": ["P"]}}, "orders": REST}],
        [{"if": ["White"], "orders": REST}],
        [{"when": {}, "orders": REST}],
        [line({}, line({}, line({})))],
        [line({})] * (plans.MOST_LINES + 1),
        ["anything"],
        {"a": 1},
        None,
    ],
)
def test_an_invalid_plan_is_refused_and_changes_nothing(lines):
    duel = slow()
    order(duel, "Black", left="S")
    plan(duel, "Black", line({"left": "D"}))
    action = MakePlan(slug=duel.slug, wizard="Black", round_number=1, plan={"lines": lines})
    outcome = transaction.perform([action])[0]
    assert (outcome.code, bool(outcome.why)) == ("illegal", True)
    assert seat(duel, "Black").plan["lines"][0]["orders"]["left"] == "D"


# Plans that fail


def test_orders_that_a_bound_hand_cannot_make_are_not_sealed():
    """Check a plan for round 4 that needs a snap, after White has cast Fear on Black in round 3."""
    duel = slow()
    for left in "SWD":
        order(duel, "Black", left="W")
        if left == "D":
            plan(duel, "Black", line({"left": "S"}))
        order(duel, "White", left=left, target={"left": "Black"})
    assert seat(duel, "Black").orders is None
    assert report(duel, "Black") == {"round": 3, "why": "bound", "hand": "left", "by": "fear", "line": 0}


def test_planned_orders_with_a_missing_target_are_not_sealed():
    duel = slow()
    order(duel, "Black", left="S")
    plan(duel, "Black", line({"left": "D", "target": {"left": "White"}}))
    stored = seat(duel, "Black").plan
    stored["lines"][0]["orders"]["target"] = {"left": "Grub"}
    Seat.objects.filter(pk=seat(duel, "Black").pk).update(plan=stored)
    Duel.objects.filter(pk=duel.pk).update(changes=100)
    order(duel, "White")
    assert seat(duel, "Black").orders is None
    assert report(duel, "Black") == {"round": 1, "why": "illegal", "field": "target.left", "line": 0}


def test_the_end_of_the_duel_ends_the_plan():
    duel = slow()
    order(duel, "Black", left="S")
    plan(duel, "Black", line({"left": "D"}))
    transaction.give_up(duel=duel, wizard="White")
    duel.refresh_from_db()
    assert duel.result is not None
    assert seat(duel, "Black").plan is None


# Clocks, e-mails, announcements


def test_orders_from_a_plan_are_no_missed_round():
    duel = slow()
    make_overdue(duel)
    clock.sweep()
    assert seat(duel, "Black").missed == 1
    order(duel, "Black", left="S")
    plan(duel, "Black", line({"left": "D"}))
    make_overdue(duel)
    clock.sweep()
    black, white = seat(duel, "Black"), seat(duel, "White")
    assert (black.orders, black.missed, white.missed) == ({"left": "D", "right": "-"}, 0, 2)
    make_overdue(duel)
    clock.sweep()
    duel.refresh_from_db()
    assert duel.result["winners"] == ["Black"]


def test_a_wizard_whose_plan_gave_orders_is_not_notified_of_the_turn():
    duel = slow()
    order(duel, "Black", left="S")
    plan(duel, "Black", line({"left": "D"}))
    order(duel, "White")
    assert not seats_waiting_for(seat(duel, "Black").mage.owner).exists()
    duels.write_turns(timezone.now() + timedelta(minutes=1))
    assert seat(duel, "Black").told is None
    assert seat(duel, "White").told is not None


def test_the_notification_of_a_turn_says_why_the_plan_failed():
    duel = slow()
    order(duel, "Black", left="S")
    plan(duel, "Black", line({"left": "D"}, White={"left": "F"}))
    order(duel, "White")
    duels.write_turns(timezone.now() + timedelta(minutes=1))
    black, white = (
        EmailNotification.objects.get(user=seat(duel, name).mage.owner, about="turn") for name in ("Black", "White")
    )
    assert "None of your premoves matched round 1" in black.text
    assert "plan" not in white.text


# Secrets


def test_frames_for_others_do_not_depend_on_a_plan():
    duel = slow()
    order(duel, "Black", left="S")

    def seen():
        now = table(duel.slug)
        texts = [protocol.encode(replace(frames.whole(now, viewer), now=0)) for viewer in ("White", None)]
        return [*texts, frames.entered_text(duel.slug, "White")]

    before = seen()
    for lines in ([line({"left": "D"}, White={"left": "S"})], [line({"right": "P"}), line({})]):
        plan(duel, "Black", *lines)
        assert frames.whole(table(duel.slug), "Black").plan["lines"] == lines
        assert seen() == before


@pytest.mark.django_db(transaction=True)
async def test_only_a_wizards_own_sockets_receive_the_plan():
    mages = [await sync_to_async(a_mage)(name) for name in ("Black", "White")]
    duel = await sync_to_async(slow)(*mages)
    async with viewers(duel, mages[0].owner, mages[1].owner, mages[0].owner, None) as (tab, white, other_tab, watcher):
        await tab.accepted(left="S")
        assert (await other_tab.frame("entered"))["plan"] is None
        lines = [line({"left": "D"}, White={"left": "W"})]
        await tab.send("plan", id="p1", round=1, plan={"lines": lines})
        answer = await tab.frame("accepted")
        assert answer == {"type": "accepted", "id": "p1", "round": 1, "plan": {"lines": lines}}
        assert (await other_tab.frame("entered"))["plan"] == {"round": 1, "lines": lines}
        for stranger in (white, watcher):
            assert (await stranger.fetch_duel())["plan"] is None
            assert not [frame for frame in stranger.frames if frame["type"] == "entered"]
        await white.order(left="W")
        assert (await tab.frame("round"))["entered"] == {"left": "D", "right": "-"}
        theirs = [await one.frame("round") for one in (white, watcher)]
        assert [(frame["plan"], frame["entered"], frame["waiting"]) for frame in theirs] == [
            (None, None, ["White"])
        ] * 2
        await watcher.send("plan", id="p2", round=2, plan={"lines": []})
        assert await watcher.refusal() == "not_yours"


def test_two_sockets_that_act_in_one_transaction_get_each_others_change(monkeypatch):
    whose, acted = {"slug": slow().slug, "wizard": "Black", "round_number": 1}, []
    monkeypatch.setattr(duels_changed, "send_robust", lambda _, tables: acted.extend(it.acted for it in tables))
    orders = GiveOrders(**whose, orders=REST, origin="tab")
    for origin in ("other tab", "tab"):
        transaction.perform([orders, MakePlan(**whose, plan={"lines": []}, origin=origin)])
    assert acted == [{"Black": None}, {"Black": "tab"}]


# Races


@pytest.mark.django_db(transaction=True)
def test_simultaneous_last_orders_and_plan_change_leave_a_consistent_state():
    duel = slow()
    order(duel, "Black", left="S")
    plan(duel, "Black", line({"left": "D"}))
    outcomes = []

    def change():
        try:
            outcomes.append(plan(duel, "Black", line({"left": "W"}), number=1))
        except Refused as refused:
            outcomes.append(refused.code)

    at_once(change, lambda: order(duel, "White", left="P"))
    assert Round.objects.filter(duel=duel).count() == 1
    assert seat(duel, "Black").orders["left"] == ("D" if outcomes == ["stale"] else "W")
