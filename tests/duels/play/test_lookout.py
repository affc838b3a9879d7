"""What looks after duels again and again."""

import threading
from contextlib import contextmanager
from datetime import timedelta

import pytest
from django.db import OperationalError
from django.utils import timezone

from duels.models import Duel
from duels.play import clock, lookout
from duels.play.lookout import PAUSE_AFTER_FAILURE, Failures, Lookout
from tests.builders import a_mage
from tests.duels.tables import a_duel, make_overdue

PATIENCE = 120
"""Seconds that a thread may take to look."""


def test_who_is_woken_by_name_looks_at_once():
    watch = Watch().start()
    assert watch.looked.acquire(timeout=PATIENCE)
    lookout.wake("another")
    lookout.wake("watch")
    assert watch.looked.acquire(timeout=PATIENCE)
    watch.stop()


class Watch(Lookout):
    """Looks when it hears of a duel, or when `longest_sleep` is over; the first looks fail."""

    name = "watch"
    longest_sleep = 3600.0

    def __init__(self, failing=0):
        super().__init__()
        self.failing, self.looked = failing, threading.Semaphore(0)

    def look(self):
        self.looked.release()
        self.failing -= 1
        if self.failing >= 0:
            raise ZeroDivisionError
        return 3600

    def waits_for(self, tables):
        return any(table.duel.pace for table in tables)


@contextmanager
def running(watch):
    thread = threading.Thread(target=watch.run)
    thread.start()
    assert watch.looked.acquire(timeout=PATIENCE)
    yield
    watch.stop()
    thread.join(PATIENCE)
    assert not thread.is_alive()


@pytest.mark.django_db(transaction=True)
def test_it_wakes_for_the_changes_that_it_waits_for():
    watch = Watch()
    with running(watch):
        a_duel(a_mage(), a_mage(), pace=None)
        assert not watch.looked.acquire(blocking=False)
        a_duel(a_mage(), a_mage())
        assert watch.looked.acquire(timeout=PATIENCE)


@pytest.mark.django_db(transaction=True)
def test_it_looks_again_after_a_look_that_has_failed(monkeypatch):
    monkeypatch.setattr(Watch, "longest_sleep", 0.01)
    watch = Watch(failing=2)
    with running(watch):
        assert watch.looked.acquire(timeout=PATIENCE)
        assert watch.looked.acquire(timeout=PATIENCE)


def test_what_has_failed_is_left_alone_for_a_while(monkeypatch):
    now, failures = 1000.0, Failures()
    monkeypatch.setattr(lookout.time, "monotonic", lambda: now)
    for slug in ("well", "broken"):
        with failures.noted(slug):
            assert slug == "well"
    now += PAUSE_AFTER_FAILURE - 1
    assert failures.slugs() == ["broken"]
    now += 1
    assert failures.slugs() == []


def test_no_duel_is_left_alone_for_what_the_database_has_failed_in():
    failures = Failures()
    with pytest.raises(OperationalError), failures.noted("well"):
        raise OperationalError("the connection is closed")
    assert failures.slugs() == []


@pytest.mark.django_db(transaction=True)
def test_a_duel_that_cannot_be_played_on_holds_up_no_other(monkeypatch):
    broken, other = (a_duel(a_mage(), a_mage()) for _ in range(2))
    failures, time_out = Failures(), clock.time_out
    make_overdue(broken), make_overdue(other)

    def fail(*, slug, now):
        assert slug != broken.slug
        return time_out(slug=slug, now=now)

    monkeypatch.setattr(clock, "time_out", fail)
    following = clock.sweep(failures)
    assert failures.slugs() == [broken.slug]
    assert Duel.objects.get(pk=other.pk).round == 2
    assert following > timezone.now() + timedelta(seconds=60), "not that of the duel that has failed"
