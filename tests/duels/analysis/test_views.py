import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from duels.models import Analysis
from tests.builders import a_user
from tests.duels.analysis.analysed import analysed, run_queued_tasks
from tests.duels.finished import a_finished_duel
from tests.duels.people import as_user
from tests.duels.tables import a_duel

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("commits")]


def address(duel, rest="analysis.json"):
    return f"/replay/{duel.slug}/{rest}"


def order(client, duel):
    return client.post(address(duel, "analyse/"), "{}", content_type="application/json")


def test_a_user_requests_an_analysis_and_everybody_reads_it():
    duel = a_finished_duel()
    assert order(as_user(a_user()), duel).json()["state"] == "asked"
    run_queued_tasks()
    told = Client().get(address(duel)).json()
    assert told["state"] == "done"
    assert told["result"]["turning"]["round"] == 3


def test_visitors_cannot_request_an_analysis(client):
    response = order(client, a_finished_duel())
    assert response.status_code == 403
    assert "account" in response.json()["why"]
    assert not Analysis.objects.exists()


def test_a_running_duel_has_no_analysis():
    duel = a_duel()
    client = as_user(a_user())
    assert client.get(address(duel)).json()["result"] is None
    assert order(client, duel).status_code == 400
    assert not Analysis.objects.exists()


@pytest.mark.parametrize("public", [True, False])
def test_viewers_of_the_replay_may_read_the_analysis(public, client):
    duel = a_finished_duel(public=public)
    analysed(duel, a_user())
    assert client.get(f"/replay/{duel.slug}/").status_code == client.get(address(duel)).status_code == 200
    assert client.get("/replay/no-such-duel/analysis.json").status_code == 404


def test_without_scripts_the_form_redirects_to_the_replay():
    duel = a_finished_duel()
    response = as_user(a_user()).post(address(duel, "analyse/"))
    assert (response.status_code, response.url) == (302, f"/replay/{duel.slug}/#analysis")
    assert Analysis.objects.get().state == "asked"


def test_the_number_of_queries_does_not_depend_on_the_result():
    counts = []
    for book in ("classic", "standard"):
        duel = a_finished_duel(book=book)
        analysed(duel, a_user())
        client = as_user(a_user())
        with CaptureQueriesContext(
            connection,
        ) as queries:
            client.get(address(duel))
        counts.append(len(queries))
    assert counts[0] == counts[1] < 10
