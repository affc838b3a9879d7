import pytest
from django.contrib.auth.models import AnonymousUser
from django_tasks_db.models import DBTaskResult

from duels.analysis import standing
from duels.analysis.asking import MOST_AT_ONCE, ask, refreshed_progress_of
from duels.models import Analysis, Duel
from duels.wording.refusals import Refused
from tests.builders import a_guest, a_mage, a_user
from tests.duels.analysis.analysed import VERSION, analysed, run_queued_tasks
from tests.duels.finished import a_finished_duel
from tests.duels.people import at_once
from tests.duels.tables import a_duel

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("commits")]


def refused(duel, user):
    with pytest.raises(Refused) as refusal:
        ask(duel=duel, user=user)
    assert refusal.value.why
    return refusal.value.code


def test_a_worker_makes_the_analysis_and_everybody_can_read_it():
    duel = a_finished_duel()
    assert refreshed_progress_of(duel, AnonymousUser())["state"] == "none"
    ask(duel=duel, user=a_user())
    assert refreshed_progress_of(duel, AnonymousUser())["state"] == "asked"
    run_queued_tasks()
    told = refreshed_progress_of(duel, AnonymousUser())
    assert (told["state"], told["result"]["version"], told["why"]) == ("done", VERSION, "")


def test_a_duel_given_up_in_its_first_round_is_not_analysed():
    duel = a_finished_duel(round=2)
    assert refreshed_progress_of(duel, a_user())["why"] == "This duel is too short to analyse."
    assert not refreshed_progress_of(duel, a_user())["may_ask"]
    assert refreshed_progress_of(a_finished_duel(round=3), a_user())["may_ask"]


@pytest.mark.django_db(transaction=True)
def test_two_requests_give_one_analysis():
    duel, users = a_finished_duel(), [a_user(), a_user()]
    at_once([lambda user=user: ask(duel=duel, user=user) for user in users])
    assert DBTaskResult.objects.count() == 1
    run_queued_tasks()
    ask(duel=duel, user=users[0])
    assert DBTaskResult.objects.count() == 1


def test_an_outdated_analysis_is_shown_until_a_view_renews_it(monkeypatch):
    duel, user = a_finished_duel(), a_user()
    analysed(duel, user)
    Analysis.objects.update(version="before")
    assert refreshed_progress_of(duel, AnonymousUser())["state"] == "done"
    assert refreshed_progress_of(duel, a_guest().owner)["state"] == "done"
    told = refreshed_progress_of(duel, a_user())
    assert (told["state"], told["result"]["version"]) == ("asked", VERSION)
    run_queued_tasks()
    assert Analysis.objects.get().version == VERSION
    assert not refreshed_progress_of(duel, user)["may_ask"]


def test_guests_may_request_only_analyses_of_their_own_duels():
    guest = a_guest()
    duel, own = a_finished_duel(), a_finished_duel(guest, a_mage())
    assert refused(duel, AnonymousUser()) == refused(duel, guest.owner) == "not_yours"
    assert not refreshed_progress_of(duel, guest.owner)["may_ask"]
    ask(duel=own, user=guest.owner)
    assert Analysis.objects.get().duel == own


def test_the_number_of_unfinished_analyses_per_user_is_limited():
    user = a_user()
    duels = [a_finished_duel() for _ in range(MOST_AT_ONCE + 1)]
    for duel in duels[:-1]:
        ask(duel=duel, user=user)
    assert refused(duels[-1], user) == "rate"
    ask(duel=duels[0], user=user)  # already running
    ask(duel=duels[-1], user=a_user())
    run_queued_tasks()
    assert Analysis.objects.filter(state="done").count() == len(duels)


def test_only_finished_short_two_wizard_duels_are_analysed(monkeypatch):
    user = a_user()
    assert refused(a_duel(), user) == "illegal"
    assert refused(a_finished_duel(a_mage(), a_mage(), a_mage()), user) == "illegal"
    duel = a_finished_duel()
    monkeypatch.setattr(standing, "MOST_ROUNDS", duel.round - 2)
    assert refused(duel, user) == "illegal"
    assert "too long" in refreshed_progress_of(duel, user)["why"]
    assert not Analysis.objects.exists()


@pytest.mark.parametrize("kind", ["practice", "imported", "exhibition"])
def test_practice_imported_and_house_duels_are_analysed_too(kind):
    duel = a_finished_duel(**{kind: True, "counts": False})
    assert analysed(duel, a_user()).state == "done"


def test_a_view_postpones_the_deletion_of_an_analysis():
    duel = a_finished_duel()
    then = analysed(duel, a_user()).seen.replace(year=2020)
    Analysis.objects.update(seen=then)
    refreshed_progress_of(duel, AnonymousUser())
    assert Analysis.objects.get().seen.year > then.year


def test_an_analysis_is_deleted_with_its_duel_but_not_with_its_user():
    duel, user = a_finished_duel(), a_user()
    analysed(duel, user)
    user.delete()
    assert Analysis.objects.get().asked_by is None
    Duel.objects.all().delete()
    assert not Analysis.objects.exists()
