import json
import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from duels.models import Puzzle, PuzzleAttempt, PuzzleStanding
from duels.puzzles import words
from duels.puzzles.daily import slug_of, today
from tests.builders import a_user
from tests.duels.people import as_user
from tests.duels.puzzles.made import ALL, MELEE, READ, SAVE, TWO, WIN, a_puzzle, record
from wavinghands.search.themes import THEMES

pytestmark = pytest.mark.django_db

RIGHT = {"moves": [{"orders": {"left": "D", "right": "-"}}]}
WRONG = {"moves": [{"orders": {"left": "W", "right": "-"}}]}


def post(client, address, body):
    text = body if isinstance(body, str | bytes) else json.dumps(body)
    return client.post(address, text, content_type="application/json")


def test_visitors_may_solve_puzzles_but_nothing_is_stored(client):
    a_puzzle(WIN)
    page = client.get("/puzzles/winner/")
    assert page.context["frame"]["request"]["type"] == "orders"
    assert "Win this round, whatever White does" in page.content.decode()
    assert post(client, "/puzzles/winner/", WRONG).json()["guide"]["strayed"]
    solved = post(client, "/puzzles/winner/", RIGHT).json()
    assert solved["guide"]["over"]
    assert solved["frame"]["request"] is None
    assert not PuzzleAttempt.objects.exists()
    assert "sessionid" not in client.cookies


def test_a_user_gets_the_result_of_the_first_try_once():
    user = a_user()
    client = as_user(user)
    a_puzzle(WIN)
    first = post(client, "/puzzles/winner/", WRONG).json()["guide"]["rating"]
    assert first["after"] < first["before"] == 1500
    assert "tried" in client.get("/puzzles/winner/").content.decode()
    assert "not solved" in client.get("/puzzles/").content.decode()
    assert post(client, "/puzzles/winner/", RIGHT).json()["guide"]["rating"] is None
    for address in ("/puzzles/winner/", "/puzzles/"):
        assert "solved later" in client.get(address).content.decode()
    assert "0 of 1 solved at the first try" in client.get(f"/user/{user.username}/").content.decode()


def test_a_wrong_try_gets_its_refutation(client):
    a_puzzle(SAVE)
    says = post(client, "/puzzles/saver/", {"moves": [{"orders": {"left": "F", "right": "S"}}]}).json()["guide"]["says"]
    assert says.startswith("You die, as the board shows. ")
    assert re.search(r"White plays .* \(Finger of Death on you\)", says)


def test_a_puzzle_in_a_melee_shows_three_wizards_and_tells_where_it_comes_from(client):
    a_puzzle(MELEE)
    assert len(client.get("/puzzles/meleer/").context["frame"]["view"]["wizards"]) == 3
    solved = post(client, "/puzzles/meleer/", {"moves": [{"orders": MELEE["solutions"][0]}]}).json()["guide"]
    assert solved["source"]["words"] == "From a melee of Black, White and Grey, after round 8."
    assert "Melee: two opponents" in solved["themes"]


def test_viewing_a_puzzle_is_not_a_try():
    client = as_user(a_user())
    a_puzzle(WIN)
    client.get("/puzzles/winner/")
    post(client, "/puzzles/winner/", {"moves": []})
    assert not PuzzleAttempt.objects.exists()


def test_a_reading_puzzle_offers_spells_and_asks_for_no_orders(client):
    a_puzzle(READ)
    page = client.get("/puzzles/reader/")
    assert page.context["frame"]["request"] is None
    assert [choice["name"] for choice in page.context["guide"]["choices"]] == [
        *("Disease", "Finger of Death", "Fireball"),
    ]
    guide = post(client, "/puzzles/reader/", {"moves": [{"orders": {"spell": "finger_of_death"}}]}).json()["guide"]
    assert guide["over"]
    assert [spell["name"] for spell in guide["compared"]] == ["Finger of Death", "Disease", "Fireball"]


def test_a_win_in_two_counts_when_finished():
    client = as_user(a_user())
    a_puzzle(TWO)
    first = {"orders": {"left": "S", "right": "-"}}
    right = post(client, "/puzzles/second/", {"moves": [first]}).json()
    assert right["guide"]["says"] == "Correct so far. Now finish it."
    assert right["frame"]["request"]["round"] == 8
    assert not PuzzleAttempt.objects.exists()
    shown = post(client, "/puzzles/second/solution/", {}).json()
    assert len(shown["moves"]) == 2
    assert post(client, "/puzzles/second/", {"moves": shown["moves"]}).json()["guide"]["over"]
    assert PuzzleAttempt.objects.get().solved is False


def test_differences_from_the_default_book_are_shown(client):
    of_warlocks = record(("PWPFSSS", "-------"), ("-------", "-------"), book="warlocks")
    a_puzzle(WIN)
    a_puzzle(WIN | {"id": "other", "record": of_warlocks, "book": "warlocks"})
    assert client.get("/puzzles/winner/").context["book"]["notes"] == []
    assert "Maximum hit points: 16" in client.get("/puzzles/other/").content.decode()


def test_the_puzzle_of_the_day_has_an_address_and_is_listed_first(client):
    assert client.get("/puzzles/daily/").url == "/puzzles/"
    assert "No puzzles yet" in client.get("/puzzles/").content.decode()
    for told in ALL:
        a_puzzle(told)
    slug = slug_of(today())
    assert client.get("/puzzles/daily/").url == f"/puzzles/{slug}/"
    assert client.get("/puzzles/").context["daily"]["slug"] == slug
    assert "Puzzle of the day" in client.get(f"/puzzles/{slug}/").content.decode()


def test_the_next_puzzle_is_another_and_matches_the_filters(client):
    for told in ALL:
        a_puzzle(told)
    assert client.get("/puzzles/next/?kind=read").url == "/puzzles/reader/?kind=read"
    assert client.get("/puzzles/next/?theme=cleaning").url == "/puzzles/saver/?theme=cleaning"
    assert client.get("/puzzles/next/?theme=finger&after=winner").url.startswith("/puzzles/saver/")
    assert client.get("/puzzles/next/?book=warlocks").url == "/puzzles/"
    assert client.get("/puzzles/next/?kind=nothing%00&after=%00").url == "/puzzles/"


def test_the_page_filters_by_theme(client):
    for told in ALL:
        a_puzzle(told)
    page = client.get("/puzzles/")
    assert page.context["themes"] == [
        ("finger", "Finger of Death", 2),
        ("cleaning", "Dispel Magic and Remove Enchantment", 1),
    ]
    assert 'href="/puzzles/next/?theme=cleaning"' in page.content.decode()


def test_each_theme_has_a_name():
    assert words.THEMES.keys() == THEMES.keys()


def test_a_user_gets_untried_puzzles_of_similar_strength():
    user = a_user()
    PuzzleStanding.objects.create(user=user, rating=2000, plays=3)
    client = as_user(user)
    for number in range(12):
        a_puzzle(WIN | {"id": f"puzzle{number:02}"}, rating=1000 + 100 * number)
    tried = Puzzle.objects.get(slug="puzzle10")
    PuzzleAttempt.objects.create(user=user, puzzle=tried, made="2026-11-01T00:00Z", solved=True)
    given = {client.get("/puzzles/next/").url for _ in range(60)}
    assert "/puzzles/puzzle10/" not in given
    assert given <= {f"/puzzles/puzzle{number:02}/" for number in range(3, 12)}


def test_newcomers_get_the_easiest_puzzles_with_an_explanation(client):
    for number in range(12):
        a_puzzle(WIN | {"id": f"puzzle{number:02}"}, rating=900 + 100 * number)
    easiest = {f"/puzzles/puzzle{number:02}/" for number in range(8)}
    for newcomer in (client, as_user(a_user())):
        assert {newcomer.get("/puzzles/next/").url for _ in range(30)} <= easiest
    assert "A wizard with 0 hit points dies." in client.get("/puzzles/puzzle00/").content.decode()
    assert "A wizard with 0 hit points dies." not in client.get("/puzzles/puzzle01/").content.decode()


def test_newcomers_get_the_rules_of_the_lessons_if_there_is_a_choice(client):
    a_puzzle(WIN | {"id": "easiest", "book": "warlocks"}, rating=600)
    a_puzzle(WIN | {"id": "taught"}, rating=1500)
    assert {client.get("/puzzles/next/").url for _ in range(9)} == {"/puzzles/taught/"}
    assert client.get("/puzzles/next/?book=warlocks").url.startswith("/puzzles/easiest/")


def test_a_rating_is_not_shown_before_three_puzzles():
    user = a_user()
    PuzzleStanding.objects.create(user=user, rating=957, plays=2)
    tried = a_puzzle(WIN)
    results = {"solved": False, "rating_before": 1500, "rating": 957}
    PuzzleAttempt.objects.create(user=user, puzzle=tried, made="2026-11-01T00:00Z", **results)
    assert "957" not in as_user(user).get("/puzzles/").content.decode()
    PuzzleStanding.objects.update(plays=3)
    assert "1500 → 957" in as_user(user).get("/puzzles/").content.decode()


@pytest.mark.parametrize("gone", [{"withdrawn": True}, {"hidden": True}])
def test_withdrawn_puzzles_are_not_found(client, gone):
    a_puzzle(WIN, **gone)
    assert client.get("/puzzles/winner/").status_code == 404
    for address in ("/puzzles/winner/", "/puzzles/winner/hint/", "/puzzles/winner/solution/"):
        assert post(client, address, RIGHT).status_code == 404
    assert client.get("/puzzles/next/").url == "/puzzles/"


@pytest.mark.parametrize(
    "body",
    [
        "",
        "[]",
        {"moves": [{"orders": {"left": "X", "right": "-"}}]},
        {"moves": [{"orders": {"left": "W", "right": "-"}}] * 2},
        {"moves": [{"orders": {"left": "W", "right": "-"}}] * 50},
        b"\xff",
    ],
    ids=lambda body: str(body)[:30],
)
def test_bad_moves_are_refused_and_do_not_count(body):
    client = as_user(a_user())
    a_puzzle(WIN)
    answer = post(client, "/puzzles/winner/", body)
    assert answer.status_code == 400
    assert answer.json()["why"]
    assert not PuzzleAttempt.objects.exists()


@pytest.mark.parametrize("body", ["", "{}", {"number": "two"}, b"\xff"])
def test_bad_requests_for_hints_are_refused(client, body):
    a_puzzle(WIN)
    assert post(client, "/puzzles/winner/hint/", body).status_code == 400


@pytest.mark.parametrize("address", ["/puzzles/winner/", "/puzzles/winner/hint/", "/puzzles/winner/solution/"])
def test_tries_are_rate_limited_by_address(client, settings, address):
    settings.ACCOUNT_RATE_LIMITS = settings.ACCOUNT_RATE_LIMITS | {"puzzle": "2/m/ip"}
    a_puzzle(WIN)
    answers = [post(client, address, {"number": 1} if "hint" in address else RIGHT).status_code for _ in range(3)]
    assert answers == [200, 200, 429]


def test_pages_need_no_more_queries_for_twenty_puzzles_than_for_two():
    user = a_user()
    client = as_user(user)
    counted = []
    for numbers in (range(2), range(2, 20)):
        for number in numbers:
            puzzle = a_puzzle(SAVE | {"id": f"puzzle{number}"})
            PuzzleAttempt.objects.create(
                user=user, puzzle=puzzle, made="2026-11-01T00:00Z", solved=True, rating_before=1, rating=2
            )
        found = []
        slug_of(today())  # the first view of a day chooses its puzzle
        for address in ("/puzzles/", "/puzzles/puzzle1/", "/puzzles/next/", "/puzzles/daily/"):
            with CaptureQueriesContext(connection) as captured:
                client.get(address)
            found.append(len(captured))
        counted.append(found)
    assert counted[0] == counted[1]
