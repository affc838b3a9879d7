import json

import pytest

from accounts.models import User
from duels.books.examples import EXAMPLES
from duels.learn.lessons import LESSONS
from duels.models import Duel
from wavinghands import engine

pytestmark = pytest.mark.django_db

PAGES = [*(f"/learn/{slug}/" for slug in LESSONS), "/rules/classic/try/shield/", "/rules/standard/try/anti_spell/"]
FIRST = {"moves": [{"orders": {"left": "S", "right": "-"}}]}


def play(client, address, body):
    text = body if isinstance(body, str | bytes) else json.dumps(body)
    return client.post(address, text, content_type="application/json")


@pytest.mark.parametrize("page", PAGES)
def test_a_board_is_shown_to_everybody_without_queries(client, page, django_assert_num_queries):
    with django_assert_num_queries(0):
        answer = client.get(page)
    assert answer.status_code == 200
    assert answer.context["frame"]["request"]["type"] == "orders"


def test_a_round_is_played_without_account_session_or_rows(client):
    answer = play(client, "/learn/gestures/", FIRST).json()
    assert answer["guide"]["step"] == 2
    assert answer["frame"]["view"]["rounds"][0]["gestures"]["Robin"]["left"] == "S"
    assert not User.objects.exists()
    assert not Duel.objects.exists()
    assert "sessionid" not in client.cookies


def test_the_same_moves_lead_to_the_same_duel(client):
    one, other = (play(client, "/learn/gestures/", FIRST).json() for _ in range(2))
    assert one == other


@pytest.mark.parametrize(
    "body",
    [
        "",
        "not json",
        "[]",
        "{}",
        {"moves": "S"},
        {"moves": [{}]},
        {"moves": [{"orders": "S-"}]},
        {"moves": [{"orders": {"left": "X", "right": "-"}}]},
        {"moves": [{"orders": {"left": "S", "right": "-", "target": {"left": "Nobody else"}}}]},
        {"moves": [{"orders": {"left": "S", "right": "-"}, "answers": "left"}]},
        {"moves": [{"orders": {"left": "S", "right": "-"}}] * 50},
        {"moves": [{"orders": {"left": "S", "right": "-"}}] * 3},
        {"moves": [], "variation": "first"},
        {"moves": [], "more": 1},
        '{"moves": [{"orders": ' + "[" * 4000 + "]" * 4000 + "}]}",
        b"\xff\xfe",
        " " * 20_000,
    ],
    ids=lambda body: str(body)[:40],
)
def test_bad_input_is_refused_with_a_reason(client, body):
    answer = play(client, "/learn/gestures/", body)
    assert answer.status_code == 400
    assert answer.json()["why"]


def test_an_unknown_variation_is_refused(client):
    assert play(client, "/rules/classic/try/shield/", {"moves": [], "variation": 1}).status_code == 200
    assert play(client, "/rules/classic/try/shield/", {"moves": [], "variation": 7}).status_code == 400


@pytest.mark.parametrize(
    "page", ["/learn/necromancy/", "/rules/necronomicon/try/shield/", "/rules/warlocks/try/raise_dead/"]
)
def test_unknown_lessons_and_examples_are_not_found(client, page):
    assert client.get(page).status_code == 404
    assert play(client, page, FIRST).status_code == 404


def test_requests_of_other_sites_are_refused(client):
    client.handler.enforce_csrf_checks = True
    assert play(client, "/learn/gestures/", FIRST).status_code == 403


def test_moves_are_rate_limited(client, settings):
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "board": "1/m/ip"}
    assert play(client, "/learn/gestures/", FIRST).status_code == 200
    assert play(client, "/learn/gestures/", FIRST).status_code == 429


def test_the_list_links_to_all_lessons_and_the_front_page_to_the_first(client):
    page = client.get("/learn/").content.decode()
    assert all(f'href="/learn/{slug}/"' in page for slug in LESSONS)
    assert 'href="/learn/gestures/"' in client.get("/").content.decode()


@pytest.mark.parametrize("book", engine.BOOKS)
def test_the_rules_link_to_the_examples_of_their_book(client, book):
    page = client.get(f"/rules/{book}/spells/").content.decode()
    assert all(f'href="/rules/{book}/try/{spell}/"' in page for spell in EXAMPLES[book])


@pytest.mark.parametrize("book", engine.BOOKS)
def test_the_spell_book_has_what_the_engine_has(client, book):
    spells = client.get(f"/rules/{book}/spells.json").json()["spells"]
    assert {spell["slug"]: spell["gestures"] for spell in spells} == {
        row["slug"]: row["gestures"] for row in engine.book_table(book)
    }
    assert all(spell["effect"] and spell["at"] and spell["source"] for spell in spells)


def test_the_spell_book_follows_the_options_of_its_duel(client):
    def names(query):
        return {spell["slug"] for spell in client.get(f"/rules/warlocks/spells.json{query}").json()["spells"]}

    assert names('?options={"raise_dead": true}') - names("") == {"raise_dead"}


@pytest.mark.parametrize("query", ["?options=x", "?options=1", '?options={"haste":"often"}', '?options={"x":1}'])
def test_invalid_options_are_refused(client, query):
    answer = client.get(f"/rules/classic/spells.json{query}")
    assert answer.status_code == 400
    assert answer.json()["why"]
