import re
from datetime import timedelta
from html import unescape

import pytest
from django.utils import timezone

from duels.stats import figures, tallies
from tests.builders import a_mage
from tests.duels.finished import a_finished_duel, a_record
from wavinghands import engine

pytestmark = pytest.mark.django_db


def body(client, address, **data):
    answer = client.get(address, data)
    assert answer.status_code == 200
    return unescape(answer.content.decode())


@pytest.fixture
def black():
    """Return a mage who has won a duel and a melee today."""
    black, white = a_mage("Black"), a_mage("White")
    a_finished_duel(black, white, ended=timezone.now())
    a_finished_duel(black, white, a_mage("Grey"), book="warlocks", ended=timezone.now())
    tallies.count_finished()
    return black


def test_all_groups_share_a_page_and_each_has_its_own(client, black):
    page = body(client, "/stats/")
    for heading in ("Spells cast", "Openings", "Endings", "Activity"):
        assert f"<h2>{heading}</h2>" in page
    openings = body(client, "/stats/openings/")
    assert "<h2>Openings</h2>" in openings
    assert "<h2>Spells cast</h2>" not in openings


def test_a_single_wizard_is_singular(client, black):
    openings = body(client, "/stats/openings/")
    assert "1 wizard, " in openings
    assert "1 wizards" not in openings


def test_spells_are_shown_with_their_casters_results(black):
    casts = engine.summary(a_record("Black", "White"))["casts"]
    lines = {line.key: line for line in figures.of_all("spell")}
    for spell, times in casts["Black"].items():
        both = spell in casts["White"]
        assert lines[spell].times == times + casts["White"].get(spell, 0)
        assert lines[spell].share == (50 if both else 100)


def test_a_chart_has_a_table_of_the_same_numbers(client, black):
    page = body(client, "/stats/endings/", kind="all")
    assert "Show as table" in page
    assert re.search(r'<th scope="row">Surrender[^<]*</th>\s*<td class="number">\d+</td>', page)


def test_books_and_kinds_are_separate(client, black):
    assert "No spells cast yet" in body(client, "/stats/", book="warlocks")
    assert "No spells cast yet" not in body(client, "/stats/", book="warlocks", kind="melee")
    assert "No spells cast yet" not in body(client, "/stats/", book="nonsense")


def test_activity_includes_days_without_duels(black):
    today = timezone.now().date()
    days = figures.days(until=today)
    assert len(days) == figures.DAYS
    assert days[0].label == (today - timedelta(days=figures.DAYS - 1)).isoformat()
    assert (days[-1].duels, days[-1].melees, days[-1].users) == (1, 1, 3)
    assert not any(day.duels for day in days[:-1])


def test_months_are_sums_of_days(black):
    (month,) = figures.months()
    assert (month.duels, month.melees) == (1, 1)
    assert month.rounds == 12


def test_the_page_of_a_mage_has_statistics_after_three_duels(client, black):
    assert "Favourite spells" not in body(client, "/mage/Black/")
    a_finished_duel(black, a_mage("Brown"), ended=timezone.now())
    tallies.count_finished()
    page = body(client, "/mage/Black/")
    assert "Favourite spells" in page
    assert "3 duels, 100%" in page  # by two palms, in any book
    assert "Favourite spells" not in body(client, f"/mage/{a_mage('Newcomer').name}/")


def test_unknown_groups_are_not_found(client):
    assert client.get("/stats/weather/").status_code == 404


def test_pages_without_duels_say_so(client):
    assert "No spells cast yet" in body(client, "/stats/")
    assert "No finished duels yet" in body(client, "/archive/")
