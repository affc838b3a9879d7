"""Tests that no player loses time while all workers are down."""

from contextlib import closing
from datetime import timedelta
from threading import Thread

import pytest
from django.db import connection, transaction
from django.utils import timezone

from duels.models import Duel, RecurringJob, Round
from duels.play import clock, heartbeat
from duels.play.loading import table
from duels.play.transaction import give_up, submit_orders, time_out
from duels.wording.refusals import Refused
from tests.builders import a_mage
from tests.duels.people import wait_until_blocked
from tests.duels.play.test_clock import LIVE, moment, order, reserves
from tests.duels.tables import a_duel, at_once, make_overdue

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("commits")]

GAP = timedelta(minutes=10)


def silence_workers(gap=GAP):
    """Make it look as if no worker had run for the time `gap`. Return the current time."""
    now = timezone.now()
    RecurringJob.objects.update_or_create(name=heartbeat.NAME, defaults={"done": now - gap})
    return now


def set_opened(duel, ago):
    """Change the duel's times as if the current round had been opened this long ago."""
    duel.refresh_from_db()
    back = ago - (timezone.now() - duel.opened)
    Duel.objects.filter(pk=duel.pk).update(opened=duel.opened - back, deadline=duel.deadline - back)
    duel.refresh_from_db()
    return duel


def test_time_without_a_running_worker_is_given_back():
    duel = set_opened(a_duel(**LIVE), timedelta(minutes=11))
    now = silence_workers()
    assert heartbeat.beat(now) == GAP
    clock.sweep()
    after = Duel.objects.get()
    assert (after.opened, after.deadline) == (duel.opened + GAP, duel.deadline + GAP)
    assert after.round == 1
    assert (after.version, after.changes) == (duel.version + 1, duel.changes + 1)


def test_an_outage_uses_up_no_reserve():
    duel = set_opened(a_duel(**LIVE), timedelta(minutes=11))
    heartbeat.beat(silence_workers())
    order(duel, "Black", 55)
    assert reserves(duel)["Black"] == 300


def test_a_duel_started_during_an_outage_gets_back_only_its_lost_time():
    duel = set_opened(a_duel(pace=60), timedelta(minutes=2))
    now = silence_workers()
    heartbeat.beat(now)
    after = Duel.objects.get()
    assert (after.opened, after.deadline) == (now, now + timedelta(seconds=60))
    assert duel.deadline < now


def test_an_outage_does_not_change_untimed_and_finished_duels():
    practice = a_duel(a_mage("Novice"), None, pace=None, practice=True, counts=False)
    over = a_duel()
    give_up(duel=over, wizard="White")
    before = list(Duel.objects.order_by("pk").values())
    heartbeat.beat(silence_workers())
    assert list(Duel.objects.order_by("pk").values()) == before
    assert practice.deadline is None


@pytest.mark.django_db(transaction=True)
def test_time_is_given_back_while_both_duels_are_continued_at_once():
    first, second = a_duel(**LIVE), a_duel(a_mage(), a_mage(), **LIVE)
    set_opened(second, timedelta(minutes=12))
    set_opened(first, timedelta(minutes=11))  # PostgreSQL now finds the second duel first
    beating = Thread(target=_beat_alone, args=[silence_workers()])
    with transaction.atomic():
        Duel.objects.select_for_update().get(pk=first.pk)
        beating.start()
        wait_until_blocked(beating)
        Duel.objects.select_for_update().get(pk=second.pk)
    beating.join()
    for duel in (first, second):
        assert Duel.objects.get(pk=duel.pk).deadline == duel.deadline + GAP


def _beat_alone(now):
    with closing(connection):
        heartbeat.beat(now)


@pytest.mark.parametrize("seconds", [0, 1, 4.9])
def test_a_short_pause_is_not_an_outage(seconds):
    a_duel()
    before = Duel.objects.values().get()
    now = silence_workers(timedelta(seconds=seconds))
    assert heartbeat.beat(now) is None
    assert Duel.objects.values().get() == before


def test_regular_heartbeats_move_no_deadline():
    a_duel()
    now = timezone.now()
    for second in range(30):
        assert heartbeat.beat(now + timedelta(seconds=second)) is None
    assert RecurringJob.objects.get(name=heartbeat.NAME).done == now + timedelta(seconds=29)


@pytest.mark.django_db(transaction=True)
def test_concurrent_heartbeats_give_the_time_back_once():
    duel = set_opened(a_duel(**LIVE), timedelta(minutes=11))
    now = silence_workers()
    given = []
    at_once(*[lambda: given.append(heartbeat.beat(now)) for _ in range(6)])
    assert sorted(given, key=bool) == [None] * 5 + [GAP]
    assert Duel.objects.get().deadline == duel.deadline + GAP


def test_a_cached_duel_gets_the_time_back_too():
    duel = set_opened(a_duel(**LIVE), timedelta(minutes=11))
    Duel.objects.update(changes=0)
    time_out(slug=duel.slug, now=moment(duel, 1))  # from now on, the duel is cached in this process
    heartbeat.beat(silence_workers())
    assert not time_out(slug=duel.slug, now=moment(duel, 359))
    assert time_out(slug=duel.slug, now=moment(duel, 360))


@pytest.mark.django_db(transaction=True)
def test_concurrent_sweeps_play_each_round_once():
    duels = [a_duel(a_mage(), a_mage(), pace=30) for _ in range(12)]
    for duel in duels:
        make_overdue(duel)
    at_once(*[clock.sweep for _ in range(3)])
    assert [duel.round for duel in Duel.objects.all()] == [2] * 12
    assert Round.objects.count() == 12


@pytest.mark.django_db(transaction=True)
def test_orders_during_a_timeout_are_accepted_or_refused_but_never_lost():
    names = []
    for number in range(8):
        duel = a_duel(a_mage(f"A {number}"), a_mage(f"B {number}"), pace=30)
        order(duel, f"B {number}")
        make_overdue(duel)
        outcome = []

        def give(duel=duel, outcome=outcome, number=number):
            try:
                given = {"left": "P", "right": "-"}
                outcome.append(submit_orders(duel=duel, wizard=f"A {number}", round_number=1, orders=given))
            except Refused as refused:
                outcome.append(refused.code)

        at_once(give, clock.sweep)
        (first,) = Round.objects.filter(duel=duel)
        names.append(first.orders[f"A {number}"]["left"])
        assert outcome[0] == ("stale" if names[-1] == "-" else {"left": "P", "right": "-"})
        assert table(duel.slug).duel.round == 2
    assert len(names) == 8
