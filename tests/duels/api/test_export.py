import json
from datetime import UTC, datetime, timedelta

import pytest

from duels.stats import search
from tests.builders import a_mage
from tests.duels.api.programs import API, Program
from tests.duels.api.test_middleware import is_problem
from tests.duels.finished import a_finished_duel
from tests.duels.stats.test_search import downloaded
from tests.duels.tables import a_duel
from wavinghands import engine

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def archive(monkeypatch):
    """Create five finished duels, and make the export read two at a time."""
    monkeypatch.setattr(search, "AT_ONCE", 2)
    mages, then = [a_mage("Black"), a_mage("White")], datetime(2026, 5, 1, tzinfo=UTC)
    return [a_finished_duel(*mages, ended=then + timedelta(hours=hour // 2)) for hour in range(5)]


def exported(**given):
    return [json.loads(line) for line in downloaded(f"{API}/archive/export", **given).splitlines()]


def slugs(duels):
    return [duel.slug for duel in duels]


def test_the_export_has_each_duel_once_the_oldest_first(archive):
    records = exported()
    assert [record.pop("duel") for record in records] == slugs(archive)
    assert records[0].pop("ended").startswith("2026-05-01")
    assert engine.load(records[0]).result == archive[0].result


@pytest.mark.parametrize("known", range(1, 6))
def test_a_broken_export_continues_after_the_last_record(archive, known):
    assert [record["duel"] for record in exported(after=archive[known - 1].slug)] == slugs(archive[known:])


def test_the_export_has_only_the_duels_that_are_searched_for(archive):
    assert [record["duel"] for record in exported(since="2026-05-02")] == []
    assert len(exported(mage="Black", until="2026-05-01")) == 5


def test_an_invalid_export_is_a_problem(archive):
    assert is_problem(Program().get("/archive/export?after=nowhere"), 404, "unknown")
    under_way = a_duel(a_mage("Grey"), a_mage("Green"))
    assert is_problem(Program().get(f"/archive/export?after={under_way.slug}"), 404, "unknown")
    assert is_problem(Program().get("/archive/export?since=yesterday"), 422, "invalid")
