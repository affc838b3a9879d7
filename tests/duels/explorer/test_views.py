import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from duels.explorer.lines import in_address, lines_of
from tests.builders import a_mage, rows_of_a_duel
from tests.duels.explorer.opened import a_duel_of_two, count_all
from tests.duels.finished import a_finished_duel, a_record

pytestmark = pytest.mark.django_db


def page(client, address):
    answer = client.get(address)
    assert answer.status_code == 200, address
    return answer.content.decode()


def line(rounds=8, name="Black"):
    return in_address(lines_of(a_record("Black", "White"))[name][: 2 * rounds])


@pytest.fixture
def duel():
    duel = a_duel_of_two()
    count_all()
    return duel


def test_the_start_of_a_book_shows_first_rounds(client, duel):
    told = page(client, "/explorer/classic/")
    assert "2 wizards in total:" in told
    assert f'href="/explorer/classic/?line={line(1)}"' in told
    assert f'href="/replay/{duel.slug}/0/"' in told
    assert "won 50%, drawn 0%, lost 50%" in told
    assert page(client, "/explorer/").count("2 wizards in total:") == 1
    assert "No duels of this kind yet." in page(client, "/explorer/warlocks/")


def test_a_line_shows_its_continuations_and_duels(client, duel):
    told = page(client, f"/explorer/classic/?line={line(2)}")
    assert "1 wizard played this opening:" in told
    assert "Moves in round 3" in told
    assert f'href="/explorer/classic/?line={line(3)}"' in told
    assert f'href="/replay/{duel.slug}/2/"' in told
    assert "Opponents’ replies" in told


def test_the_spells_of_a_line_link_to_their_rules(client):
    told = page(client, "/explorer/classic/?line=CC,WW")
    assert '<a href="/rules/classic/rule/magic_mirror/">Magic Mirror</a>' in told
    assert "No duels with this opening." in told


def test_a_mirrored_line_redirects_to_the_canonical_address(client):
    answer = client.get("/explorer/classic/?line=WS,DP&whose=house&x=1")
    assert answer.status_code == 302
    assert answer.url == "/explorer/classic/?line=SW,PD&whose=house"


def test_links_keep_the_filters(client, duel):
    told = page(client, "/explorer/classic/?whose=all&rating=0")
    assert f'href="/explorer/classic/?line={line(1)}&amp;whose=all&amp;rating=0"' in told
    assert '<option value="all" selected>' in told
    assert "No duels of this kind yet." in page(client, "/explorer/classic/?whose=house")
    assert "Show 2 more from all duels" in page(client, "/explorer/classic/?whose=house")


@pytest.mark.parametrize(
    "odd",
    [
        *("/explorer/none/", "/explorer/classic/?line=S", "/explorer/classic/?line=%00", "/explorer/classic/?line=sw"),
        *("/explorer/classic/?whose=nobody", "/explorer/classic/?rating=x", "/explorer/classic/?rating=9"),
        *(f"/explorer/classic/?line={','.join(['SW'] * 9)}", "/explorer/classic/?line=SW,,PP"),
    ],
)
def test_unknown_books_lines_and_filters_are_not_found(client, odd):
    assert client.get(odd).status_code == 404


def test_a_private_duel_is_shown_nowhere(client, duel):
    private = a_duel_of_two(public=False)
    count_all()
    for address in ("/explorer/classic/?whose=all", f"/explorer/classic/?line={line(2)}&whose=all"):
        told = page(client, address)
        assert private.slug not in told
        assert duel.slug in told
    assert "2 wizards in total:" in page(client, "/explorer/classic/?whose=all")


def test_a_replay_links_to_the_lines_of_both_wizards(client, duel):
    told = page(client, f"/replay/{duel.slug}/")
    for name in ("Black", "White"):
        assert f'href="/replay/{duel.slug}/opening/{name}/"' in told
        answer = client.get(f"/replay/{duel.slug}/opening/{name}/")
        assert answer.url == f"/explorer/classic/?line={line(1, name)}&whose=all"
    a_duel_of_two()
    count_all()
    assert client.get(f"/replay/{duel.slug}/opening/Black/").url == f"/explorer/classic/?line={line(6)}&whose=all"


def test_unsuitable_replays_link_to_no_line(client):
    melee = a_finished_duel(a_mage(), a_mage(), a_mage())
    running = rows_of_a_duel(a_mage("Black"), a_mage("White"))
    for one in (melee, running):
        assert "/opening/" not in page(client, f"/replay/{one.slug}/")
        assert client.get(f"/replay/{one.slug}/opening/Black/").status_code == 404
    assert client.get("/replay/nothing/opening/Black/").status_code == 404


def test_an_unknown_wizards_line_is_not_found(client, duel):
    assert client.get(f"/replay/{duel.slug}/opening/Nobody/").status_code == 404


def test_books_and_statistics_link_to_the_explorer(client):
    assert 'href="/explorer/standard/"' in page(client, "/rules/standard/spells/")
    assert 'href="/explorer/' in page(client, "/stats/")


def test_a_page_needs_no_more_queries_for_many_duels_than_for_one(client, duel):
    addresses = ("/explorer/classic/", f"/explorer/classic/?line={line(2)}&whose=all")
    found = []
    for _ in range(2):
        for address in addresses:
            with CaptureQueriesContext(
                connection,
            ) as queries:
                page(client, address)
            found.append(len(queries))
        for seed in range(6):
            a_duel_of_two(seed=1 + seed % 3)
        count_all()
    assert found[:2] == found[2:]
    assert max(found) <= 9
