import logging
from datetime import timedelta
from threading import Event

import pytest
from django.db import OperationalError
from django.utils import timezone

from duels.models import Duel
from duels.play import clock, watcher
from duels.play.watcher import PAUSE_OF_A_DUEL, Failures, watch
from tests.builders import a_mage
from tests.duels.tables import a_duel, make_overdue


def watched(*looks, monkeypatch):
    """Run a loop that calls a function repeatedly, and return the number of calls.

    Each of `looks` is the outcome of one call. If it is an exception, the call raises it.
    """
    monkeypatch.setattr(watcher, "PAUSE_AFTER_FAILURE", 0)
    stop, left = Event(), list(looks)

    def look():
        outcome = left.pop(0)
        if not left:
            stop.set()
        if isinstance(outcome, Exception):
            raise outcome
        return 0

    watch("test", look, stop)
    return len(looks) - len(left)


@pytest.mark.django_db(transaction=True)
def test_a_loop_survives_database_outages_and_logs_each_once(monkeypatch, caplog):
    away = OperationalError("connection refused")
    with caplog.at_level(logging.WARNING):
        assert watched(away, away, away, None, away, away, None, monkeypatch=monkeypatch) == 7
    assert [record.levelname for record in caplog.records] == ["WARNING"] * 2
    assert "connection refused" in caplog.text


@pytest.mark.django_db(transaction=True)
def test_a_loop_continues_after_a_failed_pass(monkeypatch, caplog):
    assert watched(ZeroDivisionError(), ZeroDivisionError(), None, monkeypatch=monkeypatch) == 3
    assert caplog.text.count("A look of test has failed") == 2


def test_a_failed_duel_is_skipped_for_a_while(monkeypatch):
    now, failures = 1000.0, Failures()
    monkeypatch.setattr(watcher.time, "monotonic", lambda: now)
    for slug in ("well", "broken"):
        with failures.noted(slug):
            assert slug == "well"
    now += PAUSE_OF_A_DUEL - 1
    assert failures.slugs() == ["broken"]
    now += 1
    assert failures.slugs() == []


def test_a_database_outage_is_no_failure_of_the_duel():
    failures = Failures()
    with pytest.raises(OperationalError), failures.noted("well"):
        raise OperationalError("the connection is closed")
    assert failures.slugs() == []


@pytest.mark.django_db(transaction=True)
def test_a_duel_that_fails_does_not_delay_others(monkeypatch):
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
    assert following > timezone.now() + timedelta(seconds=60), "not the deadline of the duel that has failed"
