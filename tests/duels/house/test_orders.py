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
from duels.play.loading import states, table
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
    """Return a list that collects the level of the computer player for each search for orders.

    For slow levels, the search is replaced by a fast one, and the orders are always `THOUGHT_OUT`.
    """
    asked, choose = [], search.choose

    def listen(state, wizard, level, *given, **more):
        asked.append(level)
        chosen = choose(state, wizard, min(level, search.SLOW - 1), *given, **more)
        return chosen if level < search.SLOW else type(chosen)(**{**_fields(chosen), "orders": THOUGHT_OUT})

    monkeypatch.setattr(search, "choose", listen)
    return asked


def _fields(choice):
    return {name: getattr(choice, name) for name in type(choice).__dataclass_fields__}


def orders(duel, name="House"):
    return Seat.objects.get(duel=duel, name=name).orders


def let_pass(duel, seconds):
    """Make a duel and its queued tasks look `seconds` older."""
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


# Wizards that have a task


@pytest.mark.parametrize("level", [level for level in search.LEVELS if level < search.SLOW])
def test_a_fast_level_gives_its_orders_in_the_transaction(level):
    duel = against(level)
    assert table(duel.slug).waiting() == ["Black"]
    assert not tasks()


@pytest.mark.parametrize("level", [level for level in search.LEVELS if level >= search.SLOW])
def test_a_slow_level_has_one_task_per_round(level):
    duel = against(level)
    assert table(duel.slug).waiting() == ["Black", "House"]
    assert tasks() == [(duel.slug, 1, "House")]
    order(duel), order(duel, given=SHIELD)
    assert len(tasks()) == 1
    order(duel, "House")
    assert tasks()[1:] == [(duel.slug, 2, "House")]


def test_in_a_melee_only_slow_wizards_have_tasks():
    seats = [spec(a_mage("Black")), spec(None, "One"), SeatSpec("Two", "x", level=5)]
    duel = start_duel(seats=seats, book="classic")
    assert table(duel.slug).waiting() == ["Black", "Two"]
    assert tasks() == [(duel.slug, 1, "Two")]


def test_a_failed_transaction_queues_nothing():
    with transaction.atomic():
        against(5)
        transaction.set_rollback(True)
    assert not tasks()


def test_a_finished_duel_queues_nothing():
    duel = against(5)
    before = len(tasks())
    give_up(duel=duel, wizard="Black")
    assert len(tasks()) == before


# Running a task


def test_a_task_submits_the_orders_it_finds(levels):
    duel = against(5)
    work()
    assert orders(duel) == THOUGHT_OUT
    assert levels == [5]


def test_a_tasks_orders_depend_only_on_the_seed():
    duel = against(5)
    state = table(duel.slug).state
    work()
    assert orders(duel) == search.choose(state, "House", 5, duel.seed, temperament="").orders


def test_a_task_completes_a_round_waiting_for_the_house(levels):
    duel = against(5)
    order(duel)
    work()
    assert table(duel.slug).duel.round == 2
    assert Round.objects.get().orders["House"] == THOUGHT_OUT


def test_a_task_cannot_see_orders_sealed_by_others(monkeypatch):
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
        states.clear()  # as if in another process
        think.call(duel.slug, 1, "House")
    assert known[0] == known[1] == known[2]


def test_a_task_does_nothing_if_round_or_orders_are_done(levels):
    duel = against(5)
    order(duel, "House")
    for slug, number in ((duel.slug, 1), (duel.slug, 2), ("unknown", 1)):
        think.call(slug, number, "House")
    order(duel)
    think.call(duel.slug, 1, "House")
    assert levels == []
    think.call(duel.slug, 2, "House")
    assert levels == [5]


def test_orders_from_a_task_that_was_overtaken_are_refused():
    duel = against(5)
    order(duel, "House", given=SHIELD)
    late = house.PlayForHouse(slug=duel.slug, wizard="House", round_number=1, orders=REST)
    [outcome] = perform([late])
    assert (outcome.code, orders(duel)) == ("stale", SHIELD)


@pytest.mark.django_db(transaction=True)
def test_concurrent_tasks_submit_orders_once(levels):
    duel = against(5)
    order(duel)
    at_once(*[lambda: think.call(duel.slug, 1, "House")] * 2)
    assert Round.objects.count() == 1
    assert orders(duel) is None
    assert table(duel.slug).duel.round == 2


def test_the_fastest_wizard_comes_first(levels):
    slow, quick = against(5), against(4)
    work()
    assert levels == [4, 5]
    assert orders(slow) == orders(quick) == THOUGHT_OUT


# Failed and late tasks


def test_a_lower_level_plays_if_a_task_is_overdue(levels):
    duel = against(5)
    give_overdue()
    assert orders(duel) is None
    run_out_of_patience(duel)
    give_overdue()
    assert orders(duel) is not None
    assert levels == [2]


def test_a_late_task_changes_nothing(levels):
    duel = against(5)
    run_out_of_patience(duel)
    give_overdue()
    given = orders(duel)
    work()
    assert orders(duel) == given


def test_a_lower_level_plays_if_a_task_fails(levels, monkeypatch):
    duel = against(5)
    with monkeypatch.context() as patch:
        patch.setattr(house.search, "choose", None)
        work()
    assert DBTaskResult.objects.get().status == "FAILED"
    run_out_of_patience(duel)
    give_overdue()
    assert orders(duel) is not None
    assert levels == [2]


def test_a_task_with_illegal_orders_fails(levels, monkeypatch):
    duel = against(5)
    monkeypatch.setitem(THOUGHT_OUT, "left", "?")
    work()
    assert DBTaskResult.objects.get().status == "FAILED"
    assert orders(duel) is None


def test_after_a_failed_search_the_house_does_nothing(monkeypatch):
    duel = against(5)
    monkeypatch.setattr(house, "orders_at_once", lambda *_: 1 / 0)
    run_out_of_patience(duel)
    give_overdue()
    assert orders(duel) == REST


def test_a_search_failing_in_the_transaction_is_retried(monkeypatch, caplog):
    duel = against(1)
    with monkeypatch.context() as patch:
        patch.setattr(search, "choose", lambda *_, **__: 1 / 0)
        order(duel)
    assert table(duel.slug).waiting() == ["Black", "House"]
    assert f"no orders in duel {duel.slug}" in caplog.text
    work()
    assert orders(duel) is not None


def test_a_search_failing_when_overdue_makes_the_house_do_nothing(monkeypatch):
    duel = against(5, pace=60)
    make_overdue(duel)
    monkeypatch.setattr(search, "choose", lambda *_, **__: 1 / 0)
    clock.sweep()
    assert Round.objects.get().orders["House"] == REST


def test_an_unplayable_duel_does_not_delay_others(monkeypatch):
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


def test_orders_are_submitted_after_a_database_outage(levels, monkeypatch):
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


def test_the_clock_plays_for_the_house_without_counting_misses(levels):
    duel = against(5, pace=60)
    order(duel)
    make_overdue(duel)
    clock.sweep()
    assert table(duel.slug).duel.round == 2
    assert Seat.objects.get(name="House").missed == 0
    assert levels == [2]


def test_successful_and_old_tasks_are_deleted():
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


def test_a_task_faster_than_the_check_leaves_nothing_to_do(levels, monkeypatch):
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


def test_without_people_the_house_plays_at_a_watchable_pace(levels, settings):
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


def test_without_people_the_house_plays_on_without_its_tasks(levels, settings):
    settings.EXHIBITION_PACE = 7
    duel = among_itself(2, 5)
    DBTaskResult.objects.all().delete()
    let_pass(duel, 7)
    give_overdue()
    assert not Round.objects.exists()
    run_out_of_patience(duel)
    give_overdue()
    assert Round.objects.count() == 1


def test_a_melee_slows_down_once_its_people_are_out(levels, settings):
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
