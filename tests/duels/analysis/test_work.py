from datetime import timedelta

import pytest
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from duels.analysis import work
from duels.analysis.asking import ask, refreshed_progress_of
from duels.models import Analysis
from duels.play.loading import table
from tests.builders import a_user
from tests.duels.analysis.analysed import analysed, found, run_queued_tasks
from tests.duels.finished import a_finished_duel
from tests.duels.house.duels import against
from wavinghands.search import analysis as search

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("commits")]


@pytest.fixture
def duel():
    duel = a_finished_duel()
    ask(duel=duel, user=a_user())
    return duel


def silent_for(time):
    Analysis.objects.update(moved=timezone.now() - time)


def kill_worker(duel):
    """Make the duel's analysis look as if a worker had been killed in the middle of it."""
    Analysis.objects.filter(duel=duel).update(state="under_way", tries=1)
    DBTaskResult.objects.all().delete()
    silent_for(2 * work.LONGEST_SILENCE)


def test_the_progress_is_stored(duel, monkeypatch):
    told = []

    def analyse(record, progress):
        progress(2, 6)
        told.append(refreshed_progress_of(duel, a_user()))
        return found(record, lambda done, of: None)

    monkeypatch.setattr(search, "analyse", analyse)
    run_queued_tasks()
    assert [(it["state"], it["done"], it["of"]) for it in told] == [("under_way", 2, 6)]


def test_between_two_rounds_the_worker_runs_tasks_of_the_house(duel, monkeypatch):
    waiting = []

    def analyse(record, progress):
        other = against(5)
        progress(0, 6)
        waiting.extend(table(other.slug).waiting())
        return found(record, lambda done, of: None)

    monkeypatch.setattr(search, "analyse", analyse)
    run_queued_tasks()
    assert waiting == ["Black"]


@pytest.mark.parametrize("error", [search.Unfit("too wild"), RuntimeError("broken")])
def test_a_failure_is_shown_and_the_request_may_be_repeated(duel, monkeypatch, error, caplog):
    def fail(record, progress):
        raise error

    monkeypatch.setattr(search, "analyse", fail)
    run_queued_tasks()
    told = refreshed_progress_of(duel, user := a_user())
    assert told["state"] == "failed"
    assert told["why"]
    assert str(error) not in told["why"]
    assert told["may_ask"]
    monkeypatch.setattr(search, "analyse", found)
    assert analysed(duel, user).state == "done"


def test_an_analysis_of_a_killed_worker_is_restarted_once(duel):
    kill_worker(duel)
    work.revive()
    assert analysed(duel, a_user()).state == "done"
    Analysis.objects.update(state="under_way", tries=work.MOST_TRIES, result=None)
    silent_for(2 * work.LONGEST_SILENCE)
    work.revive()
    told = refreshed_progress_of(duel, a_user())
    assert (told["state"], told["may_ask"]) == ("failed", True)


def test_an_active_worker_is_not_interrupted(duel):
    kill_worker(duel)
    silent_for(work.LONGEST_SILENCE / 2)
    work.revive()
    assert Analysis.objects.get().state == "under_way"
    assert not DBTaskResult.objects.exists()


def test_a_worker_considered_dead_cannot_write(duel, monkeypatch):
    def analyse(record, progress):
        silent_for(2 * work.LONGEST_SILENCE)
        Analysis.objects.update(tries=work.MOST_TRIES)  # another worker has restarted it
        progress(1, 6)
        raise AssertionError("It goes on")

    monkeypatch.setattr(search, "analyse", analyse)
    run_queued_tasks()
    analysis = Analysis.objects.get()
    assert (analysis.state, analysis.done, analysis.result) == ("under_way", 0, None)


def test_two_workers_with_one_task_make_one_analysis(duel, monkeypatch):
    made = []
    monkeypatch.setattr(search, "analyse", lambda *given: made.append(1) or found(*given))
    work.queue(duel)
    run_queued_tasks()
    assert made == [1]


def test_an_analysis_without_a_worker_fails(duel):
    silent_for(work.LONGEST_WAIT / 2)
    work.revive()
    assert refreshed_progress_of(duel, a_user())["state"] == "asked"
    silent_for(2 * work.LONGEST_WAIT)
    work.revive()
    assert refreshed_progress_of(duel, a_user())["state"] == "failed"


@pytest.mark.parametrize(
    ("unseen", "version", "is_kept"),
    [
        (work.KEPT / 2, "of the tests", True),
        (work.KEPT * 2, "of the tests", False),
        (work.KEPT_OLD * 2, "before", False),
        (work.KEPT_OLD / 2, "before", True),
    ],
)
def test_analyses_without_views_are_deleted(duel, unseen, version, is_kept):
    run_queued_tasks()
    Analysis.objects.update(seen=timezone.now() - unseen, version=version)
    work.forget_old()
    assert Analysis.objects.exists() == is_kept


def test_unfinished_analyses_are_not_deleted(duel):
    Analysis.objects.update(seen=timezone.now() - timedelta(days=1000))
    work.forget_old()
    assert Analysis.objects.exists()
