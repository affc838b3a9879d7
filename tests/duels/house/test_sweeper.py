"""What is given for the house: when, by whom, and once."""

from datetime import timedelta

import pytest
from django.db import OperationalError
from django.db.models import F
from django_tasks_db.models import DBTaskResult

from duels.house import sweeper, thinking
from duels.house.sweeper import LONGEST_SLEEP, PATIENCE, PATIENCE_OF_PEOPLE, SHORTEST_SLEEP, Sweeper, sweep
from duels.models import Duel, Round, Seat
from duels.play import clock
from duels.play.lookout import Failures
from duels.play.tables import table
from duels.play.transaction import give_up, perform, start_duel, submit_orders
from tests.duels.house.duels import against, work
from tests.duels.tables import at_once, make_overdue, spec
from wavinghands import search

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("commits")]

REST = {"left": "-", "right": "-"}
THOUGHT_OUT = {"left": "W", "right": "D"}
LATER = {"left": "F", "right": "F"}


@pytest.fixture
def worker():
    """A worker lives."""
    thinking.beat()


@pytest.fixture
def levels(monkeypatch):
    """The levels that have been asked; what those find who need time, is known."""
    asked, choose = [], search.choose

    def listen(state, wizard, level, *given, **more):
        asked.append(level)
        chosen = choose(state, wizard, min(level, 3), *given, **more)
        return chosen if level < search.SLOW else type(chosen)(**{**_fields(chosen), "orders": THOUGHT_OUT})

    monkeypatch.setattr(search, "choose", listen)
    return asked


@pytest.fixture
def patient(monkeypatch):
    """A second of patience is a minute, so that none passes while a laden machine looks."""
    monkeypatch.setattr(sweeper, "PATIENCE", PATIENCE * 60)
    monkeypatch.setattr(sweeper, "PATIENCE_OF_PEOPLE", PATIENCE_OF_PEOPLE * 60)


def _fields(choice):
    return {name: getattr(choice, name) for name in type(choice).__dataclass_fields__}


def orders(duel, name="House"):
    return Seat.objects.get(duel=duel, name=name).orders


def let_pass(duel, seconds):
    """Have a duel wait since so many seconds more."""
    Duel.objects.filter(pk=duel.pk).update(opened=F("opened") - timedelta(seconds=seconds), changes=F("changes") + 1)


def order(duel, wizard="Black", number=1, given=REST):
    submit_orders(duel=duel, wizard=wizard, round_number=number, orders=given)


def test_what_is_thought_out_is_given_and_its_job_forgotten(worker, levels):
    duel = against(5)
    assert sweep() == SHORTEST_SLEEP
    assert orders(duel) is None
    work()
    assert sweep() == LONGEST_SLEEP
    assert orders(duel) == THOUGHT_OUT
    assert not DBTaskResult.objects.exists()
    assert levels == [5]


def test_the_house_completes_a_round_that_waits_for_it(worker, levels):
    duel = against(5)
    order(duel)
    work()
    sweep()
    assert table(duel.slug).duel.round == 2
    assert Round.objects.get().orders["House"] == THOUGHT_OUT


def test_a_duel_waits_some_seconds_for_a_worker_then_a_lower_level_plays(worker, levels, patient):
    duel = against(5)
    let_pass(duel, sweeper.PATIENCE - 60)
    sweep()
    assert orders(duel) is None
    let_pass(duel, 60)
    sweep()
    assert orders(duel) is not None
    assert levels == [3]


def test_people_who_wait_for_the_house_alone_do_so_for_a_third_of_the_time(worker, levels, patient):
    duel = against(5)
    order(duel)
    let_pass(duel, sweeper.PATIENCE / 3 - 30)
    sweep()
    assert table(duel.slug).duel.round == 1
    let_pass(duel, 30)
    sweep()
    assert Round.objects.count() == 1
    assert levels == [3]


def test_where_no_worker_lives_a_lower_level_plays_at_once(levels):
    duel = against(4)
    assert sweep() == LONGEST_SLEEP
    assert orders(duel) is not None
    assert levels == [3]


def test_a_job_that_fails_has_a_lower_level_play_at_once(worker, levels, monkeypatch):
    duel = against(5)
    with monkeypatch.context() as patch:
        patch.setattr(thinking.search, "choose", None)
        work()
    assert DBTaskResult.objects.get().status == "FAILED"
    sweep()
    assert orders(duel) is not None
    assert levels == [3]
    assert not DBTaskResult.objects.exists()


def test_what_comes_too_late_changes_nothing(worker, levels):
    duel = against(5)
    let_pass(duel, PATIENCE)
    sweep()
    given = orders(duel)
    DBTaskResult.objects.update(status="SUCCESSFUL", return_value=LATER)
    sweep()
    assert orders(duel) == given
    assert not DBTaskResult.objects.exists()


def test_what_was_thought_out_for_a_round_that_is_over_is_not_given_in_the_next(worker, levels):
    duel = against(5)
    DBTaskResult.objects.update(status="SUCCESSFUL", return_value=LATER)
    order(duel, "House"), order(duel)
    sweep()
    assert table(duel.slug).duel.round == 2
    assert orders(duel) is None
    assert [job.args_kwargs["args"][1] for job in DBTaskResult.objects.all()] == [2]


@pytest.mark.django_db(transaction=True)
def test_two_sweepers_at_once_give_orders_once(worker, levels):
    duel = against(5)
    order(duel)
    work()
    at_once(sweep, sweep)
    assert Round.objects.count() == 1
    assert orders(duel) is None
    assert table(duel.slug).duel.round == 2


def test_orders_that_the_house_may_not_give_are_replaced_by_none(worker, levels):
    duel = against(5)
    DBTaskResult.objects.update(status="SUCCESSFUL", return_value={"left": "?", "right": "-"})
    sweep()
    assert orders(duel) == REST


def test_a_search_that_fails_leaves_the_house_doing_nothing_and_no_duel_stuck(monkeypatch):
    duel = against(5)
    monkeypatch.setattr(sweeper, "orders_at_once", lambda *_: 1 / 0)
    sweep()
    assert orders(duel) == REST


def test_a_search_that_fails_at_once_spoils_nobodys_orders_and_is_left_to_the_sweeper(monkeypatch, caplog):
    duel = against(1)
    with monkeypatch.context() as patch:
        patch.setattr(search, "choose", lambda *_, **__: 1 / 0)
        order(duel)
    assert table(duel.slug).waiting() == ["Black", "House"]
    assert f"no orders in duel {duel.slug}" in caplog.text
    sweep()
    assert orders(duel) is not None


def test_a_search_that_fails_when_the_time_of_the_house_is_up_has_it_do_nothing(monkeypatch):
    duel = against(5, pace=60)
    make_overdue(duel)
    monkeypatch.setattr(search, "choose", lambda *_, **__: 1 / 0)
    clock.sweep()
    assert Round.objects.get().orders["House"] == REST


def test_a_duel_that_cannot_be_played_on_is_left_alone_and_holds_up_no_other(monkeypatch):
    broken, other = against(5), against(5)

    def fail(actions):
        assert actions[0].slug != broken.slug
        return perform(actions)

    monkeypatch.setattr(sweeper, "perform", fail)
    failures = Failures()
    sweep(failures)
    assert failures.slugs() == [broken.slug]
    assert orders(other) is not None
    assert sweep(failures) == LONGEST_SLEEP


def test_the_clock_plays_for_the_house_and_holds_nothing_against_it(levels):
    duel = against(5, pace=60)
    order(duel)
    make_overdue(duel)
    clock.sweep()
    assert table(duel.slug).duel.round == 2
    assert Seat.objects.get(name="House").missed == 0
    assert levels == [3]


def test_among_itself_the_house_plays_at_a_pace_that_one_can_follow(worker, levels, settings):
    settings.EXHIBITION_PACE = 7
    seats = [spec(None, "One"), spec(None, "Two")]
    duel = start_duel(seats=seats, book="classic", seed=1, practice=True, counts=False)
    sweep()
    assert not Round.objects.exists()
    let_pass(duel, 7)
    sweep()
    assert Round.objects.count() == 1
    sweep()
    assert Round.objects.count() == 1


def test_a_melee_is_played_at_that_pace_once_its_people_are_gone_and_not_before(worker, levels, settings):
    settings.EXHIBITION_PACE = 7
    duel = against(5, 4)
    give_up(duel=duel, wizard="Black")
    work(), sweep()
    assert Round.objects.count() == 1
    work()
    sweep()
    assert Round.objects.count() == 1
    let_pass(duel, 7)
    sweep()
    assert Round.objects.count() == 2


def test_what_is_thought_out_for_a_duel_of_the_house_is_kept_until_its_time(worker, levels, settings):
    settings.EXHIBITION_PACE = 7
    seats = [spec(None, "One"), spec(None, "Two").__class__("Two", "x", level=5)]
    duel = start_duel(seats=seats, book="classic", seed=1, practice=True, counts=False)
    work()
    sweep()
    assert DBTaskResult.objects.count() == 1
    let_pass(duel, 7)
    sweep()
    assert Round.objects.get().orders["Two"] == THOUGHT_OUT


def test_a_sweeper_waits_for_duels_that_wait_for_the_house():
    assert not Sweeper().waits_for([table(against(1).slug)])
    assert Sweeper().waits_for([table(against(1).slug), table(against(5).slug)])


def test_what_cannot_be_given_while_the_database_is_away_is_given_afterwards(worker, levels, monkeypatch):
    duel = against(5)
    work()

    def fail(actions):
        raise OperationalError("the connection is closed")

    with monkeypatch.context() as patch:
        patch.setattr("duels.house.sweeper.perform", fail)
        with pytest.raises(OperationalError):
            sweep()
    sweep()
    assert orders(duel) == THOUGHT_OUT
