"""The orders of house wizards: by which task, at which level, and once."""

from datetime import timedelta

import pytest
from django.db import OperationalError, transaction
from django.db.models import F
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from duels.house import orders as house
from duels.house.orders import PATIENCE, forget_tasks, give_overdue, think
from duels.models import Duel, Round, Seat
from duels.play import clock
from duels.play.states import states
from duels.play.tables import table
from duels.play.transaction import SeatSpec, give_up, perform, start_duel, submit_orders
from duels.play.watcher import Failures
from tests.builders import a_mage
from tests.duels.house.duels import against, tasks, work
from tests.duels.tables import at_once, make_overdue, spec
from wavinghands import engine, search

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("commits")]

REST = {"left": "-", "right": "-"}
SHIELD = {"left": "P", "right": "-"}
THOUGHT_OUT = {"left": "W", "right": "D"}


@pytest.fixture
def levels(monkeypatch):
    """The levels that were asked for orders; slow levels find `THOUGHT_OUT`."""
    asked, choose = [], search.choose

    def listen(state, wizard, level, *given, **more):
        asked.append(level)
        chosen = choose(state, wizard, min(level, 3), *given, **more)
        return chosen if level < search.SLOW else type(chosen)(**{**_fields(chosen), "orders": THOUGHT_OUT})

    monkeypatch.setattr(search, "choose", listen)
    return asked


def _fields(choice):
    return {name: getattr(choice, name) for name in type(choice).__dataclass_fields__}


def orders(duel, name="House"):
    return Seat.objects.get(duel=duel, name=name).orders


def let_pass(duel, seconds):
    """Let a duel have waited, and its tasks have been queued, so many seconds longer."""
    back = timedelta(seconds=seconds)
    Duel.objects.filter(pk=duel.pk).update(opened=F("opened") - back, changes=F("changes") + 1)
    DBTaskResult.objects.filter(run_after__lt=timezone.now() + timedelta(days=1)).update(
        run_after=F("run_after") - back
    )


def run_out_of_patience(duel):
    let_pass(duel, PATIENCE.total_seconds())


def order(duel, wizard="Black", number=1, given=REST):
    submit_orders(duel=duel, wizard=wizard, round_number=number, orders=given)


def among_itself(*levels):
    seats = [SeatSpec(f"House {number}", "x", level=level) for number, level in enumerate(levels, 1)]
    return start_duel(seats=seats, book="classic", seed=1, practice=True, counts=False)


# Which wizards have a task


@pytest.mark.parametrize("level", [level for level in search.LEVELS if level < search.SLOW])
def test_a_level_that_needs_no_time_gives_its_orders_in_the_transaction(level):
    duel = against(level)
    assert table(duel.slug).waiting() == ["Black"]
    assert not tasks()


@pytest.mark.parametrize("level", [level for level in search.LEVELS if level >= search.SLOW])
def test_a_level_that_needs_time_has_one_task_a_round(level):
    duel = against(level)
    assert table(duel.slug).waiting() == ["Black", "House"]
    assert tasks() == [(duel.slug, 1, "House")]
    order(duel), order(duel, given=SHIELD)
    assert len(tasks()) == 1
    order(duel, "House")
    assert tasks()[1:] == [(duel.slug, 2, "House")]


def test_in_a_melee_the_slow_wizards_have_tasks():
    seats = [spec(a_mage("Black")), spec(None, "One"), SeatSpec("Two", "x", level=5)]
    duel = start_duel(seats=seats, book="classic")
    assert table(duel.slug).waiting() == ["Black", "Two"]
    assert tasks() == [(duel.slug, 1, "Two")]


def test_a_transaction_that_fails_queues_nothing():
    with transaction.atomic():
        against(5)
        transaction.set_rollback(True)
    assert not tasks()


def test_a_duel_that_is_over_queues_nothing():
    duel = against(5)
    before = len(tasks())
    give_up(duel=duel, wizard="Black")
    assert len(tasks()) == before


# What a task does


def test_a_task_gives_the_orders_that_it_has_found(levels):
    duel = against(5)
    work()
    assert orders(duel) == THOUGHT_OUT
    assert levels == [5]


def test_a_task_finds_the_orders_that_follow_from_the_seed():
    duel = against(5)
    state = table(duel.slug).state
    work()
    assert orders(duel) == search.choose(state, "House", 5, duel.seed, temperament="").orders


def test_a_task_completes_a_round_that_waits_for_the_house(levels):
    duel = against(5)
    order(duel)
    work()
    assert table(duel.slug).duel.round == 2
    assert Round.objects.get().orders["House"] == THOUGHT_OUT


def test_a_task_knows_nothing_of_the_orders_that_others_have_sealed(monkeypatch):
    known = []
    choose = search.choose
    monkeypatch.setattr(
        search,
        "choose",
        lambda state, *given, **more: known.append(engine.dump(state)) or choose(state, *given, **more),
    )
    for sealed in (None, REST, SHIELD):
        duel = against(5)
        if sealed:
            order(duel, given=sealed)
        states.clear()  # as in another process
        think.call(duel.slug, 1, "House")
    assert known[0] == known[1] == known[2]


def test_a_task_does_nothing_for_a_round_that_is_over_or_orders_that_are_given(levels):
    duel = against(5)
    order(duel, "House")
    for slug, number in ((duel.slug, 1), (duel.slug, 2), ("unknown", 1)):
        think.call(slug, number, "House")
    order(duel)
    think.call(duel.slug, 1, "House")
    assert levels == []
    think.call(duel.slug, 2, "House")
    assert levels == [5]


@pytest.mark.django_db(transaction=True)
def test_tasks_that_run_at_once_give_orders_once(levels):
    duel = against(5)
    order(duel)
    at_once(*[lambda: think.call(duel.slug, 1, "House")] * 2)
    assert Round.objects.count() == 1
    assert orders(duel) is None
    assert table(duel.slug).duel.round == 2


def test_the_wizard_who_needs_the_least_time_comes_first(levels):
    slow, quick = against(5), against(4)
    work()
    assert levels == [4, 5]
    assert orders(slow) == orders(quick) == THOUGHT_OUT


# Where tasks fail or are late


def test_a_duel_waits_for_its_task_for_a_while_and_then_a_lower_level_plays(levels):
    duel = against(5)
    give_overdue()
    assert orders(duel) is None
    run_out_of_patience(duel)
    give_overdue()
    assert orders(duel) is not None
    assert levels == [3]


def test_a_task_that_comes_too_late_changes_nothing(levels):
    duel = against(5)
    run_out_of_patience(duel)
    give_overdue()
    given = orders(duel)
    work()
    assert orders(duel) == given


def test_a_task_that_fails_leaves_the_duel_to_a_lower_level(levels, monkeypatch):
    duel = against(5)
    with monkeypatch.context() as patch:
        patch.setattr(house.search, "choose", None)
        work()
    assert DBTaskResult.objects.get().status == "FAILED"
    run_out_of_patience(duel)
    give_overdue()
    assert orders(duel) is not None
    assert levels == [3]


def test_a_task_that_finds_illegal_orders_fails(levels, monkeypatch):
    duel = against(5)
    monkeypatch.setitem(THOUGHT_OUT, "left", "?")
    work()
    assert DBTaskResult.objects.get().status == "FAILED"
    assert orders(duel) is None


def test_a_search_that_fails_makes_the_house_do_nothing_and_no_duel_stuck(monkeypatch):
    duel = against(5)
    monkeypatch.setattr(house, "orders_at_once", lambda *_: 1 / 0)
    run_out_of_patience(duel)
    give_overdue()
    assert orders(duel) == REST


def test_a_search_that_fails_in_the_transaction_spoils_no_orders_and_is_tried_again(monkeypatch, caplog):
    duel = against(1)
    with monkeypatch.context() as patch:
        patch.setattr(search, "choose", lambda *_, **__: 1 / 0)
        order(duel)
    assert table(duel.slug).waiting() == ["Black", "House"]
    assert f"no orders in duel {duel.slug}" in caplog.text
    work()
    assert orders(duel) is not None


def test_a_search_that_fails_when_the_time_of_the_house_is_up_makes_it_do_nothing(monkeypatch):
    duel = against(5, pace=60)
    make_overdue(duel)
    monkeypatch.setattr(search, "choose", lambda *_, **__: 1 / 0)
    clock.sweep()
    assert Round.objects.get().orders["House"] == REST


def test_a_duel_that_cannot_be_played_on_is_left_alone_and_delays_no_other(monkeypatch):
    broken, other = against(5), against(5)
    run_out_of_patience(broken), run_out_of_patience(other)

    def fail(actions):
        assert actions[0].slug != broken.slug
        return perform(actions)

    monkeypatch.setattr(house, "perform", fail)
    failures = Failures()
    give_overdue(failures)
    assert failures.slugs() == [broken.slug]
    assert orders(other) is not None


def test_orders_that_cannot_be_given_while_the_database_is_away_are_given_afterwards(levels, monkeypatch):
    duel = against(5)
    run_out_of_patience(duel)

    def fail(actions):
        raise OperationalError("the connection is closed")

    with monkeypatch.context() as patch:
        patch.setattr(house, "perform", fail)
        with pytest.raises(OperationalError):
            give_overdue()
    give_overdue()
    assert orders(duel) is not None


def test_the_clock_plays_for_the_house_and_holds_nothing_against_it(levels):
    duel = against(5, pace=60)
    order(duel)
    make_overdue(duel)
    clock.sweep()
    assert table(duel.slug).duel.round == 2
    assert Seat.objects.get(name="House").missed == 0
    assert levels == [3]


def test_tasks_that_have_succeeded_or_are_too_old_are_deleted():
    against(4)
    work()
    for _ in range(4):
        against(5)
    stale, broken_off, running, ready = DBTaskResult.objects.filter(status="READY")
    changed(stale, enqueued_at=timezone.now() - house.STALE - timedelta(minutes=1))
    changed(broken_off, enqueued_at=timezone.now() - house.KEPT, status="RUNNING")
    changed(running, enqueued_at=timezone.now() - house.STALE - timedelta(minutes=1), status="RUNNING")
    forget_tasks()
    assert set(DBTaskResult.objects.all()) == {running, ready}


def changed(task, **fields):
    DBTaskResult.objects.filter(pk=task.pk).update(**fields)


def test_a_task_that_is_quicker_than_the_look_leaves_nothing_to_give(levels, monkeypatch):
    duel = against(5)
    run_out_of_patience(duel)

    def read_late(slug):
        work()
        return table(slug)

    monkeypatch.setattr(house, "read_table", read_late)
    failures = Failures()
    give_overdue(failures)
    assert failures.slugs() == []
    assert levels == [5]


# Duels without people


def test_among_itself_the_house_plays_at_a_pace_that_spectators_can_follow(levels, settings):
    settings.EXHIBITION_PACE = 7
    duel = among_itself(2, 5)
    assert table(duel.slug).waiting() == ["House 1", "House 2"]
    assert set(Seat.objects.values_list("due", flat=True)) == {True}
    work()
    let_pass(duel, 6)
    work(), give_overdue()
    assert not Round.objects.exists()
    let_pass(duel, 1)
    work()
    assert Round.objects.get().orders["House 2"] == THOUGHT_OUT
    work(), give_overdue()
    assert Round.objects.count() == 1
    assert levels == [2, 5]


def test_among_itself_the_house_goes_on_without_its_tasks(levels, settings):
    settings.EXHIBITION_PACE = 7
    duel = among_itself(2, 5)
    DBTaskResult.objects.all().delete()
    let_pass(duel, 7)
    give_overdue()
    assert not Round.objects.exists()
    run_out_of_patience(duel)
    give_overdue()
    assert Round.objects.count() == 1


def test_a_melee_is_played_at_that_pace_once_its_people_are_gone(levels, settings):
    settings.EXHIBITION_PACE = 7
    duel = against(5, 4)
    give_up(duel=duel, wizard="Black")
    work()
    assert Round.objects.count() == 1
    work()
    assert Round.objects.count() == 1
    let_pass(duel, 7)
    work()
    assert Round.objects.count() == 2
