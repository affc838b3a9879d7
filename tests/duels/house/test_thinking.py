"""Jobs for workers: who is thought for, what a worker knows, what becomes of jobs."""

from datetime import timedelta

import pytest
from django.core.management import call_command
from django.db import transaction
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from duels.house import thinking
from duels.models import Chore, Seat
from duels.play.tables import kept, table
from duels.play.transaction import give_up, start_duel, submit_orders
from tests.builders import a_mage
from tests.duels.house.duels import against, work
from tests.duels.tables import spec
from wavinghands import engine, search

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("commits")]

REST = {"left": "-", "right": "-"}
SHIELD = {"left": "P", "right": "-"}


def jobs():
    return list(DBTaskResult.objects.order_by("enqueued_at"))


def asked():
    return [tuple(job.args_kwargs["args"]) for job in jobs()]


@pytest.mark.parametrize("level", [level for level in search.LEVELS if level < search.SLOW])
def test_who_needs_no_time_gives_his_orders_at_once(level):
    duel = against(level)
    assert table(duel.slug).waiting() == ["Black"]
    assert not jobs()


@pytest.mark.parametrize("level", [level for level in search.LEVELS if level >= search.SLOW])
def test_who_needs_time_is_awaited_and_a_job_is_queued_for_him_once_a_round(level):
    duel = against(level)
    assert table(duel.slug).waiting() == ["Black", "House"]
    assert asked() == [(duel.slug, 1, "House")]
    submit_orders(duel=duel, wizard="Black", round_number=1, orders=REST)
    submit_orders(duel=duel, wizard="Black", round_number=1, orders=SHIELD)
    assert len(jobs()) == 1
    submit_orders(duel=duel, wizard="House", round_number=1, orders=REST)
    assert asked()[1:] == [(duel.slug, 2, "House")]


def test_when_the_transaction_fails_nothing_is_queued():
    with transaction.atomic():
        against(5)
        transaction.set_rollback(True)
    assert not jobs()


def test_a_duel_that_is_over_has_nobody_think():
    duel = against(5)
    before = len(jobs())
    give_up(duel=duel, wizard="Black")
    assert len(jobs()) == before


def test_a_worker_finds_the_orders_that_the_seed_gives():
    duel = against(5)
    work()
    (job,) = jobs()
    state = table(duel.slug).state
    assert job.return_value == search.choose(state, "House", 5, duel.seed, temperament="").orders
    assert thinking.finished() == {(duel.slug, 1, "House"): job}


def test_a_worker_knows_nothing_of_what_others_have_sealed(monkeypatch):
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
            submit_orders(duel=duel, wizard="Black", round_number=1, orders=sealed)
        kept.take((duel.slug, 0))  # as in a process of its own
        work()
    assert known[0] == known[1] == known[2]


def test_a_worker_does_not_think_for_a_round_that_is_over_or_whose_orders_are_given():
    duel = against(5)
    submit_orders(duel=duel, wizard="House", round_number=1, orders=REST)
    assert thinking.think.call(duel.slug, 1, "House") is None
    submit_orders(duel=duel, wizard="Black", round_number=1, orders=REST)
    assert thinking.think.call(duel.slug, 1, "House") is None
    assert thinking.think.call("unknown", 1, "House") is None
    assert thinking.think.call(duel.slug, 2, "House") is not None


def test_who_needs_least_time_is_thought_for_first():
    slow, quick = against(5), against(4)
    work(1)
    assert set(thinking.finished()) == {(quick.slug, 1, "House")}
    work(1)
    assert (slow.slug, 1, "House") in thinking.finished()


def test_old_jobs_are_forgotten_also_those_whose_workers_were_killed():
    against(5), against(5)
    old, _fresh = jobs()
    long_ago = timezone.now() - thinking.KEPT - timedelta(seconds=1)
    DBTaskResult.objects.filter(pk=old.pk).update(enqueued_at=long_ago, status="RUNNING")
    thinking.forget_old()
    assert old not in jobs()
    assert len(jobs()) == 1


def test_a_worker_lives_as_long_as_it_beats():
    assert not thinking.has_worker()
    thinking.beat()
    thinking.beat()
    assert thinking.has_worker()
    Chore.objects.update(done=timezone.now() - thinking.LONGEST_SILENCE)
    assert not thinking.has_worker()


def test_in_a_duel_of_the_house_alone_all_are_awaited():
    duel = start_duel(seats=[spec(None, "One"), spec(None, "Two")], book="classic", practice=True, counts=False)
    assert table(duel.slug).waiting() == ["One", "Two"]
    assert set(Seat.objects.values_list("due", flat=True)) == {True}


def test_the_jobs_of_a_melee_are_those_of_the_slow_alone():
    seats = [spec(a_mage("Black")), spec(None, "One"), spec(None, "Two")]
    slow = [seats[0], seats[1], seats[2].__class__("Two", "x", level=5)]
    duel = start_duel(seats=slow, book="classic")
    assert table(duel.slug).waiting() == ["Black", "Two"]
    assert asked() == [(duel.slug, 1, "Two")]


def test_the_command_is_known_to_django():
    with pytest.raises(SystemExit):
        call_command("worker", "--help")
