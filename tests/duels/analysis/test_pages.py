import json
import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.builders import a_guest, a_mage, a_user
from tests.duels.analysis.analysed import analysed
from tests.duels.finished import a_finished_duel
from tests.duels.people import as_user
from tests.duels.tables import a_duel

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("commits")]
FACTS = re.compile(r'<script id="analysis-facts" type="application/json">(.*?)</script>')


def page(client, duel):
    return client.get(f"/replay/{duel.slug}/").content.decode()


def facts(client, duel):
    return json.loads(FACTS.search(page(client, duel))[1])


def test_a_replay_offers_the_analysis_to_permitted_users():
    duel = a_finished_duel()
    assert facts(as_user(a_user()), duel)["standing"]["may_ask"]
    assert "Analyse this duel" in page(as_user(a_user()), duel)
    visitor, guest = facts(Client(), duel), facts(as_user(a_guest().owner), duel)
    assert not visitor["standing"]["may_ask"] | guest["standing"]["may_ask"]
    assert visitor["login"] == f"/accounts/login/?next=%2Freplay%2F{duel.slug}%2F"
    assert guest["login"] is None


def test_without_scripts_the_analysis_is_a_table_with_links_to_rounds(client):
    duel = a_finished_duel()
    analysed(duel, a_user())
    found = page(client, duel)
    assert "Analyse this duel" not in found
    assert re.search(rf'href="/replay/{duel.slug}/3/">3</a></th>\s*<td>70%</td><td>30%</td>', found)


def test_melees_and_running_duels_offer_no_analysis():
    melee = a_finished_duel(a_mage(), a_mage(), a_mage())
    for duel in (melee, a_duel()):
        found = page(as_user(a_user()), duel)
        assert not FACTS.search(found)
        assert "Analyse this duel" not in found
    assert "data-turned" not in as_user(a_user()).get(f"/duel/{melee.slug}/").content.decode()


def test_the_page_of_a_finished_duel_has_its_turning_point(client):
    duel = a_finished_duel()
    address = f"/duel/{duel.slug}/"
    assert "data-turned" not in client.get(address).content.decode()
    analysed(duel, a_user())
    assert 'data-turned="3"' in client.get(address).content.decode()
    assert "data-turned" not in client.get(f"/duel/{a_duel().slug}/").content.decode()


def test_a_replay_needs_no_more_queries_with_an_analysis():
    counts = []
    for is_analysed in (False, True):
        duel = a_finished_duel()
        if is_analysed:
            analysed(duel, a_user())
        client = as_user(a_user())
        page(client, duel)
        with CaptureQueriesContext(connection) as queries:
            page(client, duel)
        counts.append(len(queries))
    assert counts[1] <= counts[0] < 16
