from datetime import timedelta
from itertools import pairwise

import pytest
from django.db import IntegrityError
from django.test import Client
from django.utils import timezone

from accounts.models import EmailNotification
from duels import jobs
from duels.house import exhibition
from duels.house.exhibition import ABSENCE, KEPT, LONGEST, PAUSE, STUCK, current_exhibition, keep_going
from duels.house.wizards import BY_NAME
from duels.models import Duel, HouseOutcome, Outcome, Standing, Tally
from duels.notifications.duels import write_turns
from duels.play.transaction import give_up
from duels.stats.tallies import count_finished
from duels.wording.duel_lists import duels_under_way
from tests.builders import a_mage, rows_of_a_duel
from tests.duels.house.duels import work
from tests.duels.tables import a_duel, at_once
from wavinghands.engine import BOOKS

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("commits")]


def an_exhibition(**fields):
    return rows_of_a_duel(None, exhibition=True, practice=True, counts=False, pace=None, **fields)


def test_only_the_running_exhibition_is_shown():
    assert current_exhibition() is None
    rows_of_a_duel(None)
    assert current_exhibition() is None
    assert an_exhibition() == current_exhibition()


def test_a_finished_exhibition_is_shown_a_little_longer():
    ended = an_exhibition(ended=timezone.now() - PAUSE + timedelta(seconds=5))
    assert current_exhibition() == ended
    going_on = an_exhibition()
    assert current_exhibition() == going_on
    going_on.delete()
    ended.ended = timezone.now() - PAUSE
    ended.save()
    assert current_exhibition() is None


def test_without_people_the_list_of_running_duels_has_the_exhibition():
    duel, nobody = an_exhibition(), "Only computer players are playing right now."
    page = Client().get("/duels/").content.decode()
    assert nobody in page
    assert f"/duel/{duel.slug}/" in page
    for query in ("?show=finished", "?mage=Merlin"):
        assert duel.slug not in Client().get(f"/duels/{query}").content.decode()
    people = rows_of_a_duel(a_mage(), a_mage())
    page = Client().get("/duels/").content.decode()
    assert (people.slug in page, duel.slug in page, nobody in page) == (True, False, False)


def test_only_one_exhibition_runs_at_a_time():
    an_exhibition()
    with pytest.raises(IntegrityError):
        an_exhibition()


def exhibitions():
    return Duel.objects.filter(exhibition=True).order_by("pk")


def long_over(**fields):
    return an_exhibition(ended=timezone.now() - PAUSE, **fields)


def test_an_exhibition_begins_while_nobody_plays():
    keep_going()
    duel = exhibitions().get()
    one, other = (BY_NAME[seat.name] for seat in duel.seats.all())
    assert abs(one.level - other.level) <= 1
    assert [(seat.level, seat.temperament) for seat in duel.seats.all()] == [
        (one.level, one.temperament),
        (other.level, other.temperament),
    ]
    keep_going()
    assert exhibitions().get() == current_exhibition() == duel


@pytest.mark.django_db(transaction=True)
def test_concurrent_processes_begin_one_exhibition():
    at_once(*[lambda: exhibition._begin(None)] * 3)
    assert exhibitions().count() == 1


def test_the_next_exhibition_has_the_next_book_and_other_wizards():
    books = list(BOOKS)
    for _ in range(len(books) + 1):
        keep_going()
        exhibitions().update(ended=timezone.now())
        keep_going()
        exhibitions().update(ended=timezone.now() - PAUSE)
    played = list(exhibitions())
    assert [duel.book for duel in played] == [*books, books[0]]
    for last, duel in pairwise(played):
        assert not {seat.name for seat in last.seats.all()} & {seat.name for seat in duel.seats.all()}


def test_no_exhibition_begins_while_people_play():
    duel = a_duel()
    keep_going()
    assert not exhibitions().exists()
    Duel.objects.filter(pk=duel.pk).update(opened=timezone.now() - ABSENCE)
    keep_going()
    assert exhibitions().exists()


@pytest.mark.parametrize("fields", [{"pace": 3 * 24 * 3600}, {"public": False}, {"practice": True}])
def test_slow_private_and_practice_duels_prevent_no_exhibition(fields):
    a_duel(**fields)
    keep_going()
    assert exhibitions().exists()


def test_a_running_exhibition_continues_when_people_begin_to_play():
    keep_going()
    a_duel()
    keep_going()
    assert current_exhibition() == exhibitions().get()
    exhibitions().update(ended=timezone.now() - PAUSE)
    keep_going()
    assert current_exhibition() is None


def test_the_exhibition_can_be_disabled_by_a_setting(settings):
    settings.EXHIBITION_PACE = 0
    keep_going()
    assert not exhibitions().exists()


def test_an_exhibition_is_played_to_its_end_and_does_not_count(settings):
    settings.EXHIBITION_PACE = 1e-9
    keep_going()
    duel = exhibitions().get()
    assert not duels_under_way().exists()
    while duel.ended is None:
        work()
        keep_going()
        duel.refresh_from_db()
    assert 1 < duel.round <= LONGEST + 2
    count_finished(), write_turns()
    assert not any(kind.objects.exists() for kind in (Tally, Standing, HouseOutcome, EmailNotification))
    assert set(Outcome.objects.values_list("points", "score")) == {(0, None)}


def test_an_endless_exhibition_is_given_up(monkeypatch):
    keep_going()
    assert exhibitions().get().result is None
    monkeypatch.setattr(exhibition, "LONGEST", 0)
    keep_going()
    ended = exhibitions().get()
    assert ended.result["outcome"] == "victory"
    assert len(ended.result["surrendered"]) == 1


def stuck():
    """Start an exhibition, and make it look as if it had been stuck for a long time."""
    keep_going()
    exhibitions().update(opened=timezone.now() - STUCK)
    return exhibitions().get()


def test_a_stuck_exhibition_is_given_up_and_another_begins():
    duel = stuck()
    keep_going()
    duel.refresh_from_db()
    assert len(duel.result["surrendered"]) == 1
    exhibitions().update(ended=timezone.now() - PAUSE)
    keep_going()
    assert current_exhibition() not in (None, duel)


def test_an_unreadable_exhibition_is_deleted_and_another_begins(caplog):
    duel = stuck()
    duel.rounds.create(number=1, orders={"Nobody": {}})
    exhibitions().update(round=2)
    keep_going()
    assert not exhibitions().exists()
    assert f"{duel.slug} could not be ended" in caplog.text
    keep_going()
    assert current_exhibition() not in (None, duel)


def test_an_active_exhibition_continues():
    duel = stuck()
    exhibitions().update(opened=timezone.now() - STUCK + timedelta(minutes=1))
    keep_going()
    assert current_exhibition() == duel
    assert exhibitions().get().ended is None


def test_only_the_latest_exhibitions_are_kept():
    keep_going()
    first = exhibitions().get()
    give_up(duel=first, wizard=first.seats.first().name)
    exhibitions().update(ended=timezone.now() - PAUSE)
    for _ in range(KEPT):
        long_over()
    people = a_duel(a_mage(), a_mage(), practice=True)
    give_up(duel=people, wizard=people.seats.first().name)
    keep_going()
    assert exhibitions().count() == KEPT
    assert first not in exhibitions()
    assert Duel.objects.filter(pk=people.pk).exists()


def test_the_exhibition_is_a_periodic_job():
    assert exhibition.keep_going in [job.do for job in jobs.JOBS]
