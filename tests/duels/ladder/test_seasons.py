from datetime import UTC, datetime

import pytest
from django.core.cache import cache

from duels.ladder import settlement
from duels.ladder.seasons import Season, award_trophies, table_of, trophies_of
from duels.models import Outcome, SeasonTrophy, Standing
from tests.builders import a_mage, a_result, a_user, rows_of_a_duel

pytestmark = pytest.mark.django_db

AUTUMN = Season(2026, 4)
OCTOBER = datetime(2026, 10, 5, tzinfo=UTC)
SEPTEMBER = datetime(2026, 9, 30, 23, 59, tzinfo=UTC)
JANUARY = datetime(2027, 1, 1, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _no_old_tables():
    cache.clear()


def settled(*mages, ended=OCTOBER, **result):
    """Create and settle a duel between these mages that ended at the time `ended`."""
    duel = rows_of_a_duel(*mages, result=a_result(**result), ended=ended, round=10)
    fallen = [*result.get("killed", ()), *result.get("surrendered", ())]
    settlement.settle(duel, duel.seats.all(), dict.fromkeys(fallen, 9))
    Outcome.objects.filter(duel=duel).update(ended=ended)


def rows(season=AUTUMN):
    return [(it.place, it.username, it.total, it.wins, it.losses) for it in table_of(season)]


@pytest.mark.parametrize(
    ("time", "slug"),
    [(OCTOBER, "2026-4"), (SEPTEMBER, "2026-3"), (JANUARY, "2027-1"), (datetime(2026, 6, 30, tzinfo=UTC), "2026-2")],
)
def test_a_season_is_a_quarter_of_a_year(time, slug):
    season = Season.at(time)
    assert str(season) == slug
    assert Season.parse(slug) == season
    assert season.start <= time < season.next.start
    assert season.next.previous == season


@pytest.mark.parametrize("slug", ["2026-5", "2026-0", "26-1", "2026-٣", "now"])
def test_other_slugs_name_no_season(slug, client):
    assert Season.parse(slug) is None
    assert client.get(f"/season/{slug}/").status_code == 404


def test_the_table_counts_rated_duels_of_the_season_by_user():
    arthur, bors = a_user("arthur"), a_user("bors")
    first, second, other = a_mage(owner=arthur), a_mage(owner=arthur), a_mage(owner=bors)
    settled(first, other, won=[first.name], surrendered=[other.name])
    settled(second, other, won=[second.name], surrendered=[other.name])
    settled(first, other, won=[other.name], surrendered=[first.name], ended=SEPTEMBER)
    assert rows() == [(1, "arthur", 2, 2, 0), (2, "bors", -2, 0, 2)]


def test_a_death_costs_one_point_however_many_the_mage_had():
    arthur, bors = a_mage(owner=a_user("arthur")), a_mage(owner=a_user("bors"))
    Standing.objects.create(mage=bors, score=12)
    settled(arthur, bors, won=[arthur.name], killed=[bors.name])
    assert rows() == [(1, "arthur", 1, 1, 0), (2, "bors", -1, 0, 1)]


def test_users_with_equal_points_share_a_place():
    for name in ("arthur", "bors"):
        winner, loser = a_mage(owner=a_user(name)), a_mage(owner=a_user(f"{name}s-foe"))
        settled(winner, loser, won=[winner.name], surrendered=[loser.name])
    assert [row[0] for row in rows()] == [1, 1, 3, 3]


def test_the_best_get_trophies_once_after_the_season_and_losers_none(client):
    arthur, bors = a_user("arthur"), a_user("bors")
    one, other = a_mage(owner=arthur), a_mage(owner=bors)
    settled(one, other, won=[one.name], surrendered=[other.name])
    award_trophies(OCTOBER)
    assert not SeasonTrophy.objects.exists()
    for _ in range(2):
        award_trophies(JANUARY)
    assert trophies_of(arthur) == [(1, AUTUMN)]
    assert trophies_of(bors) == []
    assert "Rank 1, October to December 2026" in client.get("/user/arthur/").content.decode()


def test_the_page_shows_past_seasons_but_no_future_one(client):
    one, other = a_mage(owner=a_user("arthur")), a_mage()
    settled(one, other, won=[one.name], surrendered=[other.name])
    page = client.get("/season/2026-4/").content.decode()
    assert "Season: October to December 2026" in page
    assert "arthur" in page
    assert page.index("A win scores 1 point") < page.index("<table")
    assert '<td class="number" data-label="Points">−1</td>' in page
    assert "There were no rated duels" in client.get("/season/2025-1/").content.decode()
    assert client.get("/season/2999-1/").status_code == 404
    assert 'href="/season/"' in client.get("/ladder/").content.decode()
    assert "The season ends on" in client.get("/season/").content.decode()
