import asyncio
import gzip
import json
import re
import subprocess
import sys
from datetime import timedelta

import pytest
from asgiref.sync import sync_to_async
from django.db import connections
from django.test import AsyncClient, Client

from duels.models import Outcome
from duels.stats import search, tallies
from duels.stats.search import Wanted
from tests.builders import a_mage, a_result, rows_of_a_duel
from tests.duels.finished import THEN, a_finished_duel, a_record
from wavinghands import engine

pytestmark = pytest.mark.django_db


@pytest.fixture
def black():
    return a_mage("Black")


@pytest.fixture
def white():
    return a_mage("White")


@pytest.fixture
def grey():
    return a_mage("Grey")


def found(**wanted):
    """Count all duels for the statistics, then search for finished duels. Return their primary keys."""
    tallies.count_finished()
    return search.finished(Wanted(**wanted)).keys


def page(**data):
    answer = Client().get("/duels/", data)
    assert answer.status_code == 200
    return answer.content.decode()


# Search results


def test_duels_are_found_by_mage_in_any_case_and_life(black, white, grey):
    first, second = a_finished_duel(black, white), a_finished_duel(black, grey, ended=THEN + timedelta(hours=1))
    assert found(mage="bLACK") == [second.pk, first.pk]
    assert found(mage="Black", against="White") == [first.pk]
    assert found(mage="Nobody else") == []


def test_duels_are_found_by_a_mages_result(black, white):
    duel = a_finished_duel(black, white)
    for seat, result in zip(duel.seats.all(), ("won", "lost"), strict=True):
        fate = "stood" if result == "won" else "surrendered"
        Outcome.objects.create(seat=seat, duel=duel, mage=seat.mage, result=result, fate=fate, ended=THEN)
    assert found(mage="Black", result="won") == [duel.pk]
    assert found(mage="Black", result="lost") == []
    assert found(mage="White", result="lost") == [duel.pk]


def test_duels_are_found_by_book_kind_options_and_ending(black, white, grey):
    classic = a_finished_duel(black, white)
    warlocks = a_finished_duel(black, white, book="warlocks", ended=THEN + timedelta(hours=1))
    melee = a_finished_duel(black, white, grey, ended=THEN + timedelta(hours=2), options={"max_hp": 16}, result=None)
    melee.result = a_result(won=["Black"], killed=["White", "Grey"])
    melee.save()
    assert found(book="warlocks") == [warlocks.pk]
    assert found(kind="melee") == found(options="some") == [melee.pk]
    assert found(kind="duel", options="none") == [warlocks.pk, classic.pk]
    assert found(ending="killed")[0] == melee.pk


def test_duels_are_found_by_spells_and_casters(black, white):
    duel = a_finished_duel(black, white)
    casts = engine.summary(a_record("Black", "White"))["casts"]
    spell = next(spell for spell in casts["Black"] if spell not in casts["White"])
    other = next(spell for spell in casts["White"])
    assert found(spell=spell) == found(spell=spell, spell2=other) == found(spell=spell, mage="Black") == [duel.pk]
    assert found(spell=spell, mage="White") == []
    assert found(spell="time_stop") == []


def test_duels_are_found_by_length_in_rounds(black, white):
    duel = a_finished_duel(black, white)
    length = duel.rounds.count()
    assert found(shortest=length, longest=length) == [duel.pk]
    assert found(shortest=length + 1) == found(longest=length - 1) == []


def test_duels_are_found_by_day_of_ending(black, white):
    duel = a_finished_duel(black, white)
    assert found(since=THEN.date(), until=THEN.date()) == [duel.pk]
    assert found(since=THEN.date() + timedelta(days=1)) == found(until=THEN.date() - timedelta(days=1)) == []


def test_results_are_sorted(black, white):
    short = a_finished_duel(black, white)
    long = a_finished_duel(black, white, ended=THEN + timedelta(hours=1), round=30)
    assert found() == found(sort="longest") == [long.pk, short.pk]
    assert found(sort="oldest") == found(sort="shortest") == [short.pk, long.pk]


@pytest.mark.parametrize("fields", [{"public": False}, {"practice": True}])
def test_private_and_practice_duels_are_never_found(fields, black, white):
    a_finished_duel(black, white, **fields)
    assert found() == found(mage="Black") == []


def test_too_many_results_are_cut_with_a_notice(black, white, monkeypatch):
    monkeypatch.setattr(search, "MOST_FOUND", 2)
    duels = [a_finished_duel(black, white, ended=THEN + timedelta(hours=hour)) for hour in range(3)]
    cut = search.finished(Wanted())
    assert cut.is_cut
    assert cut.keys == [duels[2].pk, duels[1].pk]
    assert "Narrow your search" in page(show="finished")


# The page


def test_the_page_lists_results_and_pagination_keeps_the_search(black, white, grey):
    for hour in range(30):
        a_finished_duel(black, white, ended=THEN + timedelta(hours=hour))
    a_finished_duel(white, grey)
    tallies.count_finished()
    html = page(show="finished", mage="Black")
    assert "30 duels found" in html
    assert "White against Grey" not in html
    assert "?show=finished&amp;mage=Black&amp;page=2" in html


def test_the_page_keeps_the_form_and_links_to_replays(black, white, grey):
    melee = a_finished_duel(black, white, grey)
    a_finished_duel(black, white)
    tallies.count_finished()
    html = page(show="finished", kind="melee", spell="shield", shortest=1)
    assert "1 duel found" in html
    assert '<option value="melee" selected>' in html
    assert '<option value="shield" selected>' in html
    assert f'href="/replay/{melee.slug}/' in html


def test_public_running_duels_are_found_by_mage_and_book(black, white, grey):
    rows_of_a_duel(black, white)
    rows_of_a_duel(white, grey, book="warlocks")
    rows_of_a_duel(black, grey, public=False)
    assert "Black against White" in page()
    assert "Black against Grey" not in page()
    assert "White against Grey" not in page(mage="Black")
    assert "Black against White" not in page(book="warlocks")


@pytest.mark.parametrize(
    ("data", "why"),
    [
        ({"result": "won"}, "enter a mage"),
        ({"shortest": 9, "longest": 3}, "must not be less"),
        ({"since": "2026-05-02", "until": "2026-05-01"}, "must not be before"),
        ({"since": "yesterday"}, "Enter a valid date"),
        ({"book": "the red one"}, "Select a valid choice"),
        ({"mage": "\0"}, "Null characters"),
        ({"shortest": "99999999999999999999"}, "less than or equal"),
    ],
)
def test_an_invalid_search_shows_errors(data, why):
    assert why in page(show="finished", **data)
    answer = Client().get("/archive/duels.jsonl", data)
    assert answer.status_code == 400
    assert why in answer.content.decode()


# The archive


async def _downloaded(address, headers=None, **data):
    answer = await AsyncClient().get(address, data, headers=headers)
    assert answer.status_code == 200
    text = b"".join([part async for part in answer.streaming_content])
    await sync_to_async(connections.close_all)()  # the connections of the thread that has read the archive
    return text


def downloaded(address="/archive/duels.jsonl", **data):
    return asyncio.run(_downloaded(address, **data))


@pytest.fixture
def archive(black, white, monkeypatch):
    """Create five finished duels, the first with a different spell book, and make the download read two at a time."""
    monkeypatch.setattr(search, "AT_ONCE", 2)
    books = ["warlocks", *["classic"] * 4]
    return [
        a_finished_duel(black, white, book=book, ended=THEN + timedelta(hours=hour // 2))
        for hour, book in enumerate(books)
    ]


def test_downloads_of_the_archive_are_rate_limited(client):
    answers = [client.get("/archive/duels.jsonl", {"since": "never"}).status_code for _ in range(11)]
    assert answers == [400] * 10 + [429]


@pytest.mark.django_db(transaction=True)
def test_the_archive_has_each_duel_once_oldest_first(archive):
    lines = [json.loads(line) for line in downloaded().splitlines()]
    assert [line["duel"] for line in lines] == [duel.slug for duel in archive]


@pytest.mark.django_db(transaction=True)
def test_each_line_of_the_archive_can_be_replayed(archive):
    line = downloaded().splitlines()[0]
    command = [sys.executable, "-m", "wavinghands.engine", "replay", "-"]
    replayed = subprocess.run(command, input=line, capture_output=True, check=True)
    assert json.loads(replayed.stdout)["result"] == archive[0].result


@pytest.mark.django_db(transaction=True)
def test_the_archive_is_also_available_as_gzip(archive):
    assert gzip.decompress(downloaded("/archive/duels.jsonl.gz")) == downloaded()


@pytest.mark.django_db(transaction=True)
def test_a_client_accepting_gzip_gets_the_whole_archive(archive):
    assert downloaded(headers={"accept-encoding": "gzip"}) == downloaded()


@pytest.mark.django_db(transaction=True)
def test_the_archive_can_be_searched(archive):
    assert len(downloaded(book="warlocks").splitlines()) == 1
    assert downloaded(since="2026-05-02") == b""


@pytest.mark.django_db(transaction=True)
def test_the_archive_has_no_private_practice_or_unfinished_duels(black, white):
    a_finished_duel(black, white, public=False)
    a_finished_duel(black, white, practice=True)
    rows_of_a_duel(black, white)
    assert downloaded() == b""


def test_the_archive_page_links_to_each_month(client, black, white):
    a_finished_duel(black, white)
    tallies.count_finished()
    html = client.get("/archive/").content.decode()
    assert "?since=2026-05-01&amp;until=2026-05-31" in html


def test_the_archive_page_links_to_a_download_of_all_duels(client, black, white):
    a_finished_duel(black, white)
    tallies.count_finished()
    assert re.search(r'href="/archive/duels\.jsonl"[^>]*>\s*Download all\s*<', client.get("/archive/").content.decode())


def test_switching_lists_keeps_the_shared_criteria(client):
    under_way = client.get("/duels/?mage=Black&book=classic&spell=shield").content.decode()
    assert 'href="/duels/?show=finished&amp;mage=Black&amp;book=classic"' in under_way
    finished = client.get("/duels/?show=finished&kind=melee&result=&since=2026-05-01").content.decode()
    assert 'href="/duels/?kind=melee"' in finished


def test_criteria_outside_the_form_cause_no_error(client):
    """Check that the page ignores criteria for finished duels unless `show=finished` is given."""
    amiss = "Please correct the errors above."
    told = client.get("/duels/?since=never&result=won").content.decode()
    assert amiss not in told
    assert 'name="since"' not in told
    assert amiss in client.get("/duels/?show=finished&since=never").content.decode()
