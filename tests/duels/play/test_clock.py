from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import EmailNotification
from duels.models import Duel, Round, Seat
from duels.notifications import reminders
from duels.play import clock, frames
from duels.play.actions import GiveAnswers, GiveOrders
from duels.play.loading import table
from duels.play.transaction import perform, time_out
from duels.wording.refusals import Refused
from duels.wording.time_controls import DAY, code_of, control_explained, control_of, control_title, controls, is_live
from tests.builders import a_mage
from tests.duels.tables import a_duel
from wavinghands import engine

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("commits")]

REST = {"left": "-", "right": "-"}
LATE = REST | {"timed_out": True}
LIVE = {"pace": 60, "reserve": 300}
MOUNTAIN = control_of("mountain")


def mages(*names):
    return [a_mage(name) for name in names]


def moment(duel, seconds):
    """Return the time that is `seconds` after the current round was opened."""
    return Duel.objects.get(pk=duel.pk).opened + timedelta(seconds=seconds)


def do(duel, action, seconds):
    """Perform an action as if it arrived `seconds` after the current round was opened, and return its outcome."""
    (outcome,) = perform([action], now=moment(duel, seconds))
    return outcome


def order(duel, wizard, seconds=0, **orders):
    number = Duel.objects.get(pk=duel.pk).round
    action = GiveOrders(slug=duel.slug, wizard=wizard, round_number=number, orders=REST | orders)
    return do(duel, action, seconds)


def answer(duel, wizard, seconds, answers):
    number = Duel.objects.get(pk=duel.pk).round
    action = GiveAnswers(slug=duel.slug, wizard=wizard, round_number=number, answers=answers)
    return do(duel, action, seconds)


def tick(duel, seconds):
    """Apply timeouts as if `seconds` had passed since the current round was opened.

    Return whether any wizard's time had run out.
    """
    return time_out(slug=duel.slug, now=moment(duel, seconds))


def reserves(duel):
    return dict(Seat.objects.filter(duel=duel).values_list("name", "reserve"))


def deadline(duel):
    """Return the duel's deadline, in seconds since the current round was opened."""
    duel = Duel.objects.get(pk=duel.pk)
    return (duel.deadline - duel.opened).total_seconds()


def waiting(duel):
    return table(duel.slug).waiting()


# Time controls


def test_each_offered_time_control_is_found_by_its_code():
    for code, title in controls():
        control = control_of(code)
        assert code_of(**control) == code
        assert control_explained(control)[:2] == control_title(**control)[:2].capitalize()
        assert len(title) <= 10, "four are next to each other on a phone"
        assert is_live(**control) == (control["pace"] < DAY)


def test_time_controls_no_longer_offered_still_have_a_title():
    assert control_title(60) == "1 minute per round"
    assert control_title(90, 45) == "90 seconds per round + 45 seconds reserve"
    assert control_title(None) == "no clock"
    assert code_of(60) is None


# The reserve


def test_a_duel_opens_with_its_reserves_untouched():
    duel = a_duel(**LIVE)
    assert reserves(duel) == {"Black": 300, "White": 300}
    assert deadline(duel) == 360


def test_orders_within_the_rounds_own_time_cost_no_reserve():
    duel = a_duel(**LIVE)
    order(duel, "Black", 59.9)
    assert reserves(duel)["Black"] == 300


def test_the_reserve_runs_after_the_rounds_time_until_orders_are_given():
    duel = a_duel(**LIVE)
    order(duel, "Black", 100)
    assert reserves(duel) == {"Black": 260, "White": 300}
    order(duel, "White", 130)
    assert reserves(duel) == {"Black": 260, "White": 230}
    assert deadline(duel) == 60 + 230


def test_changing_orders_uses_no_more_reserve():
    duel = a_duel(**LIVE)
    order(duel, "Black", 70)
    order(duel, "Black", 200, left="P")
    assert reserves(duel)["Black"] == 290


def test_refused_orders_do_not_stop_the_clock():
    duel = a_duel(**LIVE)
    assert isinstance(order(duel, "Black", 70, left="?"), Refused)
    order(duel, "Black", 80)
    assert reserves(duel)["Black"] == 280


def test_a_wizard_out_of_time_does_nothing_and_others_keep_their_time():
    duel = a_duel(*mages("Red", "Green", "Blue"), **LIVE)
    order(duel, "Red", 350), order(duel, "Green", 1), order(duel, "Blue", 1)
    assert reserves(duel) == {"Red": 10, "Green": 300, "Blue": 300}
    order(duel, "Blue", 1)
    assert deadline(duel) == 70
    assert not tick(duel, 69)
    assert tick(duel, 70)
    assert waiting(duel) == ["Green"]
    assert reserves(duel)["Red"] == 0
    assert deadline(duel) == 360
    order(duel, "Green", 100, left="P")
    last = Round.objects.get(duel=duel, number=2)
    assert (last.orders["Red"], last.orders["Green"]["left"]) == (LATE, "P")


def late_in(duel, viewer, number):
    """Return the wizards who ran out of time in a round, as far as the viewer knows."""
    rounds = engine.view(table(duel.slug).state, viewer)["rounds"]
    return [event["wizard"] for event in rounds[number - 1]["events"] if event["type"] == "late"]


def test_a_round_names_the_wizards_who_ran_out_of_time_in_it():
    duel = a_duel(*mages("Red", "Green", "Blue"), pace=60)
    order(duel, "Green", 1), tick(duel, 60)
    for name in ("Red", "Green", "Blue"):
        order(duel, name, 1)
    for viewer in ("Red", "Green", None):
        assert (late_in(duel, viewer, 1), late_in(duel, viewer, 2)) == (["Red", "Blue"], [])


def test_orders_after_a_wizards_time_is_up_are_refused_with_the_reason():
    duel = a_duel(*mages("Red", "Green"), **LIVE)
    order(duel, "Red", 350), order(duel, "Green", 1)
    tick(duel, 70)
    outcome = order(duel, "Red", 71, left="P")
    assert (outcome.code, outcome.why) == ("stale", "Your time for round 2 is up. Your hands do nothing this round.")
    seen = frames.whole(table(duel.slug), "Red")
    assert (seen.request, seen.entered) == (None, LATE)
    assert frames.whole(table(duel.slug), "Green").request is not None


def test_three_timeouts_in_a_row_lose_the_duel_though_the_other_has_time():
    duel = a_duel(**LIVE)
    order(duel, "White", 1), tick(duel, 360)
    order(duel, "White", 1), tick(duel, 60)
    assert Duel.objects.get().result is None
    assert tick(duel, 60)
    assert Duel.objects.get().result["winners"] == ["White"]


def test_without_a_reserve_time_ends_for_all_at_the_same_moment():
    duel = a_duel(pace=60)
    assert deadline(duel) == 60
    assert tick(duel, 60)
    assert Duel.objects.get().round == 2


def test_viewers_see_the_deadline_of_the_round_and_all_reserves():
    duel = a_duel(**LIVE)
    order(duel, "Black", 72.5)
    for viewer in ("Black", "White", None):
        seen = frames.whole(table(duel.slug), viewer)
        assert seen.deadline == round(moment(duel, 60).timestamp() * 1000)
        assert seen.reserves == {"Black": 287.5, "White": 300}
    assert frames.whole(table(a_duel(*mages("A", "B")).slug), None).reserves == {}


def test_a_timeout_of_one_wizard_is_visible_to_all_without_new_misses():
    duel = a_duel(*mages("Red", "Green"), **LIVE)
    order(duel, "Red", 350), order(duel, "Green", 1)
    before = Duel.objects.get().version
    tick(duel, 70)
    assert Duel.objects.get().version == before + 1
    seen = frames.whole(table(duel.slug), "Green")
    assert (seen.waiting, seen.missed, seen.reserves["Red"]) == (["Green"], {}, 0)
    assert frames.whole(table(duel.slug), "Red").missed == {"Red": 1}
    order(duel, "Green", 71)
    assert frames.whole(table(duel.slug), "Green").missed == {"Red": 1}


def test_a_seat_stores_since_when_its_wizard_has_been_waited_for():
    duel = a_duel(**LIVE)
    first = Duel.objects.get().opened
    assert set(Seat.objects.values_list("due_since", flat=True)) == {first}
    order(duel, "Black", 10)
    assert dict(Seat.objects.values_list("name", "due_since")) == {"Black": None, "White": first}
    order(duel, "White", 20)
    assert set(Seat.objects.values_list("due_since", flat=True)) == {first + timedelta(seconds=20)}


# Questions after the reveal


@pytest.fixture
def asked():
    """Return a duel that asks Black which of White's hands to paralyse."""
    duel = a_duel(**LIVE)
    for left in "FFF":
        order(duel, "Black", 1, left=left), order(duel, "White", 1)
    assert waiting(duel) == ["Black"]
    return duel


def test_answers_have_a_time_of_their_own_and_then_use_the_reserve(asked):
    assert deadline(asked) == 360
    answer(asked, "Black", 75, {"paralyze": {"White": "left"}})
    assert reserves(asked) == {"Black": 285, "White": 300}
    assert Duel.objects.get().round == 4


def test_missing_answers_are_random_and_cost_nothing_but_the_reserve(asked):
    assert not tick(asked, 359)
    assert tick(asked, 360)
    black = Seat.objects.get(name="Black")
    assert (Duel.objects.get().round, black.missed, black.reserve) == (4, 0, 0)
    assert Round.objects.get(number=3).orders["Black"]["paralyze"]["White"] in ("left", "right")


# Stopped time


def stopped(*names, **options):
    """Return a duel between these wizards in which the first one has stopped time."""
    duel = a_duel(*mages(*names), **options)
    for left, right in zip("SPPC", "---C", strict=True):
        for name in names:
            mine = {"left": left, "right": right} if name == names[0] else {}
            order(duel, name, 1, target={"both": name, "left": name}, **mine)
    return duel


def test_in_stopped_time_no_reserve_runs_which_would_tell_who_acts():
    duel = stopped("Black", "White", "Grey", **LIVE)
    assert deadline(duel) == 60
    assert tick(duel, 60)
    assert reserves(duel) == {"Black": 300, "White": 300, "Grey": 300}
    assert "timed_out" not in Round.objects.get(duel=duel, number=5).orders["Black"]
    duel = stopped("Red", "Green", "Blue", **LIVE)
    order(duel, "Red", 90)  # a little late, but before the clock was checked
    assert reserves(duel) == {"Red": 300, "Green": 300, "Blue": 300}


@pytest.mark.parametrize("viewer", ["White", None])
def test_the_clock_of_stopped_time_is_hidden_from_others(viewer):
    duel = stopped("Black", "White", **LIVE)
    seen = frames.whole(table(duel.slug), viewer)
    assert (seen.deadline, seen.reserves) == (None, {"Black": 300, "White": 300})
    assert frames.whole(table(duel.slug), "Black").deadline is not None


# The Mountain's clock


def reminders_written():
    return list(
        EmailNotification.objects.filter(about=EmailNotification.About.REMINDER)
        .order_by("pk")
        .values_list("user__mages__name")
    )


def remind(duel, days):
    before = EmailNotification.objects.count()
    reminders.remind_late(moment(duel, days * DAY))
    return EmailNotification.objects.count() - before


def test_the_mountain_reminds_after_one_one_and_a_half_and_two_weeks():
    duel = a_duel(**MOUNTAIN)
    order(duel, "White")
    told = [day for day in [n / 2 for n in range(43)] if remind(duel, day)]
    assert told == [7, 10.5, 14]
    assert reminders_written() == [("Black",)] * 3


def test_the_mountain_sends_each_reminder_once_and_skips_missed_ones():
    duel = a_duel(**MOUNTAIN)
    order(duel, "White")
    assert [remind(duel, day) for day in (11, 11, 12, 20, 20)] == [1, 0, 0, 1, 0]


def test_the_mountain_reminds_only_late_wizards_of_its_own_duels():
    duel = a_duel(pace=14 * DAY)
    order(duel, "White")
    assert remind(duel, 8) == 0
    duel = a_duel(*mages("Red", "Green"), **MOUNTAIN)
    order(duel, "Red", DAY), order(duel, "Green", 7 * DAY)
    assert remind(duel, 6.9) == 0
    order(duel, "Green")
    assert remind(duel, 7) == 1
    assert reminders_written() == [("Red",)]


def test_the_mountain_closes_a_duel_after_three_weeks_for_the_opponent():
    duel = a_duel(**MOUNTAIN)
    order(duel, "White")
    assert not tick(duel, 21 * DAY - 1)
    assert tick(duel, 21 * DAY)
    duel = Duel.objects.get()
    assert (duel.result["winners"], duel.result["surrendered"]) == (["White"], ["Black"])
    assert dict(duel.seats.values_list("name", "closed")) == {"Black": True, "White": False}


def test_the_mountain_removes_late_wizards_from_a_melee_that_goes_on():
    duel = a_duel(*mages("Black", "White", "Grey"), **MOUNTAIN)
    order(duel, "White"), order(duel, "Grey")
    assert tick(duel, 21 * DAY)
    assert Duel.objects.get().result is None
    assert waiting(duel) == ["White", "Grey"]
    assert dict(Seat.objects.values_list("name", "closed")) == {"Black": True, "White": False, "Grey": False}
    assert isinstance(order(duel, "Black"), Refused)


def test_the_mountain_closes_for_missing_answers_too():
    duel = a_duel(**MOUNTAIN)
    for left in "FFF":
        order(duel, "Black", left=left), order(duel, "White")
    assert tick(duel, 21 * DAY)
    assert Duel.objects.get().result["winners"] == ["White"]
    assert Seat.objects.get(closed=True).name == "Black"


def test_two_wizards_who_are_late_on_the_mountain_both_lose():
    duel = a_duel(**MOUNTAIN)
    assert tick(duel, 21 * DAY)
    assert Duel.objects.get().result["outcome"] == "draw"
    assert Seat.objects.filter(closed=True).count() == 2


# Checking all clocks


def test_a_sweep_corrects_a_wrong_deadline_without_playing_the_round():
    duel = a_duel(pace=60)
    Duel.objects.update(deadline=timezone.now() - timedelta(seconds=1), changes=99)
    assert clock.sweep() == moment(duel, 60)
    assert Duel.objects.get().round == 1
