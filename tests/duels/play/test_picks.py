from datetime import timedelta

import pytest

from duels.models import Draft, Duel, Round, Seat
from duels.play import frames
from duels.play.actions import Forfeit, GiveOrders, TakeBack
from duels.play.drafts import KeepDraft, keep_drafts
from duels.play.loading import table
from duels.play.transaction import perform, time_out
from duels.wording.duel_lists import outcome
from duels.wording.refusals import Refused
from duels.wording.time_controls import DAY, control_of
from tests.builders import a_mage
from tests.duels.tables import a_duel, at_once
from wavinghands import engine

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("commits")]

REST = {"left": "-", "right": "-"}
LATE = REST | {"timed_out": True}
LIVE = {"pace": 60, "reserve": 300}


def mages(*names):
    return [a_mage(name) for name in names]


def moment(duel, seconds):
    return Duel.objects.get(pk=duel.pk).opened + timedelta(seconds=seconds)


def pick(duel, wizard, **draft):
    """Save picks as a draft for the current round, as a page does, and return the outcome."""
    number = Duel.objects.get(pk=duel.pk).round
    (outcome,) = keep_drafts([KeepDraft(slug=duel.slug, wizard=wizard, round_number=number, draft=draft)])
    return outcome


def do(duel, action, wizard, seconds, **more):
    number = Duel.objects.get(pk=duel.pk).round
    (outcome,) = perform(
        [action(slug=duel.slug, wizard=wizard, round_number=number, **more)], now=moment(duel, seconds)
    )
    return outcome


def order(duel, wizard, seconds=1, **orders):
    return do(duel, GiveOrders, wizard, seconds, orders=REST | orders)


def tick(duel, seconds):
    return time_out(slug=duel.slug, now=moment(duel, seconds))


def last_orders(duel):
    return Round.objects.filter(duel=duel).order_by("number").last().orders


def missed(duel):
    return dict(Seat.objects.filter(duel=duel).values_list("name", "missed"))


def test_a_timeout_seals_picks_and_a_hand_without_one_does_nothing():
    duel = a_duel(pace=60)
    pick(duel, "Black", orders={"left": "P"}, picks={"whatever": "the page keeps"})
    assert tick(duel, 60)
    assert last_orders(duel) == {"Black": REST | {"left": "P"}, "White": LATE}
    assert missed(duel) == {"Black": 0, "White": 1}
    assert not Draft.objects.exists()


def test_a_picked_target_is_used():
    duel = a_duel(pace=60)
    pick(duel, "Black", orders={"left": ">", "target": {"left": "Black"}})
    tick(duel, 60)
    assert last_orders(duel)["Black"]["target"] == {"left": "Black"}


@pytest.mark.parametrize(
    "draft",
    [
        {},
        {"orders": {}},
        {"orders": {"left": "X"}},
        {"orders": {"left": "P", "target": {"left": "Nobody"}}},
        {"orders": "P"},
        {"orders": {"left": "P", "right": "P"}},
        {"orders": {"left": "W", "right": "-", "second": {"left": "P", "right": "P"}}},
        {"answers": {"paralyze": {"White": "left"}}},
        {"picks": {"left": "P"}},
    ],
)
def test_a_draft_that_is_empty_illegal_or_a_surrender_is_no_pick(draft):
    duel = a_duel(pace=60)
    pick(duel, "Black", **draft)
    tick(duel, 60)
    assert (last_orders(duel)["Black"], missed(duel)["Black"]) == (LATE, 1)


def test_words_and_giving_up_in_a_draft_are_no_picks():
    duel = a_duel(pace=60)
    pick(duel, "Black", orders={"left": "W", "say": "I was about to", "forfeit": True})
    tick(duel, 60)
    assert last_orders(duel)["Black"] == REST | {"left": "W"}
    assert Duel.objects.get().result is None


def test_a_draft_of_an_earlier_round_is_no_pick():
    duel = a_duel(pace=60)
    order(duel, "Black"), order(duel, "White")
    Draft.objects.create(seat=duel.seats.get(name="Black"), round=1, content={"orders": {"left": "P"}})
    tick(duel, 60)
    assert last_orders(duel)["Black"] == LATE


def test_later_picks_do_not_change_sealed_orders():
    duel = a_duel(pace=60)
    order(duel, "Black", left="W")
    pick(duel, "Black", orders={"left": "S"})
    tick(duel, 60)
    assert last_orders(duel)["Black"]["left"] == "W"
    assert frames.whole(table(duel.slug), "Black").sealed_by_time is None


def test_picks_end_a_series_of_missed_rounds():
    duel = a_duel(pace=60)
    for _ in range(2):
        order(duel, "White"), tick(duel, 60)
    assert missed(duel)["Black"] == 2
    for _ in range(2):
        order(duel, "White"), pick(duel, "Black", orders={"right": "S"}), tick(duel, 60)
    assert (missed(duel)["Black"], Duel.objects.get().result) == (0, None)
    order(duel, "White"), tick(duel, 60)
    assert (missed(duel)["Black"], Duel.objects.get().result) == (1, None)


@pytest.mark.parametrize(
    ("late", "told"),
    [(["Black"], "White won: Black ran out of time"), (["Black", "White"], "a draw: both ran out of time")],
)
def test_a_wizard_who_runs_out_of_time_too_often_is_not_said_to_surrender(late, told):
    duel = a_duel(pace=60)
    for _ in range(3):
        for name in {"Black", "White"} - {*late}:
            order(duel, name)
        tick(duel, 60)
    last = engine.view(table(duel.slug).state, "Black")["rounds"][-1]
    left = [(event["wizard"], event["text"]) for event in last["events"] if event["type"] == "surrenders"]
    assert left == [(name, f"{name} runs out of time.") for name in late]
    duel.refresh_from_db()
    assert (duel.ending, outcome(duel)) == ("timeout", told)


def test_the_mountain_does_not_close_a_duel_for_a_wizard_who_has_picked():
    duel = a_duel(**control_of("mountain"))
    order(duel, "White"), pick(duel, "Black", orders={"right": "S"})
    assert tick(duel, 21 * DAY)
    assert Duel.objects.get().result is None
    assert last_orders(duel)["Black"] == REST | {"right": "S"}


def test_picks_sealed_by_a_timeout_cannot_change_while_others_are_awaited():
    duel = a_duel(*mages("Red", "Green"), **LIVE)
    order(duel, "Red", 350), order(duel, "Green", 1)
    pick(duel, "Red", orders={"left": "S"})
    assert tick(duel, 70)
    red = Seat.objects.get(name="Red")
    assert (red.orders, red.reserve, red.sealed_by_time) == (REST | {"left": "S"}, 0, 2)
    seen = frames.whole(table(duel.slug), "Red")
    assert (seen.request, seen.entered, seen.sealed_by_time) == (None, red.orders, 2)
    outcome = order(duel, "Red", 71, left="P")
    assert (outcome.code, outcome.why) == (
        "stale",
        "Your time for round 2 is up. Your selections were sealed for you.",
    )
    assert isinstance(do(duel, TakeBack, "Red", 71), Refused)
    order(duel, "Green", 90)
    assert last_orders(duel)["Red"]["left"] == "S"
    assert frames.whole(table(duel.slug), "Red").sealed_by_time == 2
    assert [frames.whole(table(duel.slug), viewer).sealed_by_time for viewer in ("Green", None)] == [None, None]


@pytest.mark.parametrize("left", ["S", "-"])
def test_a_wizard_who_was_late_may_still_give_up(left):
    duel = a_duel(*mages("Red", "Green", "Blue"), **LIVE)
    order(duel, "Red", 350), order(duel, "Green", 1), order(duel, "Blue", 1)
    if left == "S":
        pick(duel, "Red", orders={"left": left})
    tick(duel, 70)
    assert do(duel, Forfeit, "Red", 71) == REST | {"left": left, "forfeit": True}


def test_a_wizard_with_picks_sealed_by_a_timeout_still_answers_questions():
    duel = a_duel(pace=60)
    for left in "WF":
        order(duel, "Black", left=left), order(duel, "White")
    pick(duel, "Black", orders={"left": "P"})
    order(duel, "White"), tick(duel, 60)
    assert table(duel.slug).waiting() == ["Black"]
    assert frames.whole(table(duel.slug), "Black").request["type"] == "answers"


# Questions after the reveal


@pytest.fixture
def asked():
    """Return a duel that asks Black which of White's hands to paralyse."""
    duel = a_duel(**LIVE)
    for left in "FFF":
        order(duel, "Black", left=left), order(duel, "White")
    assert table(duel.slug).waiting() == ["Black"]
    return duel


@pytest.mark.parametrize("hand", ["left", "right"])
def test_an_answer_that_is_picked_is_sealed_when_time_runs_out(asked, hand):
    pick(asked, "Black", answers={"paralyze": {"White": hand}})
    assert tick(asked, 360)
    assert Round.objects.get(number=3).orders["Black"]["paralyze"] == {"White": hand}
    assert Seat.objects.get(name="Black").sealed_by_time == 3


def test_answers_to_another_question_are_no_picks(asked):
    pick(asked, "Black", answers={"direct": {"White": {"hand": "left", "gesture": "P"}}})
    pick(asked, "Black", orders={"left": "P"})
    assert tick(asked, 360)
    assert (Duel.objects.get().round, Seat.objects.get(name="Black").sealed_by_time) == (4, 0)


# Secrecy


@pytest.mark.parametrize("before", [0, 2])
def test_others_do_not_learn_before_the_reveal_whether_there_were_picks(before):
    seen = []
    for number, draft in enumerate([{}, {"orders": {"left": "S"}}]):
        names = [f"{name}{number}" for name in ("Red", "Green", "Blue")]
        duel = a_duel(*mages(*names), **LIVE)
        order(duel, names[0], 350), order(duel, names[1]), order(duel, names[2])
        Seat.objects.filter(duel=duel, name=names[0]).update(missed=before)
        pick(duel, names[0], **draft)
        tick(duel, 70)
        for viewer in (names[1], None):
            frame = frames.whole(table(duel.slug), viewer)
            seen.append((viewer and viewer[:-1], list(frame.missed.values()), [n[:-1] for n in frame.waiting]))
    assert seen[:2] == seen[2:]
    assert seen[0] == ("Green", [before] if before else [], ["Green", "Blue"])


# Races


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("attempt", range(5))
def test_a_draft_at_the_deadline_is_used_as_a_whole_or_not_at_all(attempt):
    duel = a_duel(pace=60)
    pick(duel, "Black", orders={"left": "W", "right": "W"})
    order(duel, "White")
    at = moment(duel, 60)
    picks = {"orders": {"left": "S", "right": "S"}}
    draft = KeepDraft(slug=duel.slug, wizard="Black", round_number=1, draft=picks)
    at_once(
        lambda: keep_drafts([draft]),
        lambda: time_out(slug=duel.slug, now=at),
        lambda: time_out(slug=duel.slug, now=at),
    )
    if Round.objects.count() == 0:  # on PostgreSQL, both timeouts may have found the duel locked
        assert time_out(slug=duel.slug, now=at)
    (played,) = Round.objects.all()
    assert played.orders["Black"] in ({"left": "W", "right": "W"}, {"left": "S", "right": "S"})
    assert table(duel.slug).draft("Black") is None
    assert tick(duel, 60)
    assert last_orders(duel)["Black"] == LATE
