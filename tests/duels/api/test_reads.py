from datetime import UTC, datetime, timedelta
from threading import BoundedSemaphore

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils.http import http_date

from accounts.models import Mage
from duels.explorer.counting import count_some
from duels.models import Analysis, Duel
from duels.stats import tallies
from duels.viewing import duels as reads
from duels.viewing import playing_again
from tests.builders import a_guest, a_mage, a_user, rows_of_a_duel
from tests.duels import test_queries as pages
from tests.duels.api.programs import Program, a_program
from tests.duels.api.test_middleware import is_problem
from tests.duels.finished import a_finished_duel
from tests.duels.puzzles.made import a_puzzle
from tests.duels.tables import a_duel
from wavinghands import engine
from wavinghands.web import conditional

pytestmark = pytest.mark.django_db
OVER, RUNNING = pages.OVER, pages.RUNNING


def read(path, **given):
    answer = Program().get(path, given)
    assert answer.status_code == 200, answer.content
    return answer.json()


def all_of(path, **given):
    """Return all items of a paginated list, requesting three at a time."""
    found, cursor = [], ""
    while cursor is not None:
        page = read(path, **given, limit=3, cursor=cursor)
        assert 0 < len(page["items"]) <= 3 or not found
        found += page["items"]
        cursor = page["next"]
    return found


# Users, mages, the ladder ---------------------------------------------------------------------------------------------


def test_users_are_listed_page_by_page_without_guests():
    names = [f"user{letter}" for letter in "abcdefg"]
    for name in reversed(names):
        a_user(name.capitalize())
    a_guest()
    assert [user["username"].lower() for user in all_of("/users")] == names
    assert {user["username"].lower() for user in all_of("/users", sort="active")} == set(names)
    assert [user["username"] for user in all_of("/users", search="RC")] == ["Userc"]


def test_a_user_is_read_with_their_mages_but_a_guest_is_not_found():
    a_mage("Ambrosius", owner=a_user("merlin", about="A wizard.", is_bot=True, avatar="nyx", country="DE"))
    told = read("/users/MERLIN")
    assert (told["username"], told["about"], told["is_bot"], told["mages"]) == (
        "merlin",
        "A wizard.",
        True,
        ["Ambrosius"],
    )
    assert (told["avatar"], told["country"]) == ("/static/portraits/nyx.svg", "DE")
    assert is_problem(Program().get("/users/nobody"), 404, "unknown")
    assert is_problem(Program().get(f"/users/{a_guest().owner.username}"), 404, "unknown")


def test_a_mage_is_read_with_results_and_duels():
    black, _white = pages.a_world()
    told = read("/mages/black")
    assert (told["name"], told["life"], told["owner"]) == ("Black", 100, black.owner.username)
    assert (told["duels"]["wins"], told["duels"]["losses"], told["melees"]["wins"]) == (1, 0, 0)
    assert read("/mages/Black", life=100) == told
    assert is_problem(Program().get("/mages/Black?life=7"), 404, "unknown")
    assert {duel["slug"] for duel in all_of("/mages/Black/duels")} == {OVER, RUNNING}


def test_a_program_registers_a_mage_and_plays_as_it():
    program = a_program(username="merlin")
    answer = program.post("/mages", {"name": " Ambrosius ", "gender": "m"})
    assert answer.status_code == 201
    assert answer.json() == read("/mages/ambrosius")
    assert (answer.json()["owner"], answer.json()["gender"]) == ("merlin", "m")
    assert program.get("/me").json()["mages"] == ["Ambrosius"]
    assert program.post("/challenges", {"control": "1d"}).json()["challenger"] == "Ambrosius"


def test_a_refused_registration_of_a_mage_names_the_field():
    program = a_program()
    a_mage("Ambrosius")
    for name, where in (("ambrosius", "name"), ("<b>", "name"), ("x" * 25, "body.name"), (" ", "name")):
        answer = program.post("/mages", {"name": name})
        assert is_problem(answer, 422, "invalid")
        assert [error["where"] for error in answer.json()["errors"]] == [where]
    assert program.post("/mages", {"name": "Good", "gender": "wizard"}).status_code == 422
    assert is_problem(a_program("read", "play").post("/mages", {"name": "Good"}), 403, "scope")
    assert not Mage.objects.filter(owner=program.user).exists()


def test_the_username_of_a_guest_is_not_revealed():
    assert read(f"/mages/{a_guest('Visitor')}")["owner"] is None


def a_ladder():
    for number in range(8):
        mage = a_mage(f"Mage {number}", owner=a_user(is_bot=number % 2 == 0))
        mage.standings.create(melee=False, score=number // 2, rating=1500 + 10.1 * number)
    Mage.objects.filter(name="Mage 7").update(retired=mage.registered)


def test_the_ladder_is_by_score_or_rating_and_equals_share_a_place():
    a_ladder()
    by_score = all_of("/ladder")
    assert [(line["place"], line["name"], line["score"]) for line in by_score][:4] == [
        (1, "Mage 6", 3), (2, "Mage 4", 2), (2, "Mage 5", 2), (4, "Mage 2", 1),
    ]  # fmt: skip
    assert [line["rating"] for line in all_of("/ladder", by="rating")] == [1561, 1550, 1540, 1530, 1520, 1510, 1500]
    assert [line["name"] for line in all_of("/ladder", search="5")] == ["Mage 5"]
    assert all_of("/ladder", kind="melee") == []


def test_the_ladder_can_be_limited_to_bots_or_people():
    a_ladder()
    bots, people = all_of("/ladder", who="bots"), all_of("/ladder", who="people")
    assert [line["name"] for line in bots] == ["Mage 6", "Mage 4", "Mage 2", "Mage 0"]
    assert [line["is_bot"] for line in bots + people] == [True] * 4 + [False] * 3
    assert [line["place"] for line in people] == [1, 2, 3]


def test_statistics_are_read_for_all_books_or_one():
    pages.a_world()
    tallies.count_finished()
    told = read("/statistics")
    assert told["endings"][0] | {"label": ""} == {
        "key": "surrender",
        "label": "",
        "times": 1,
        "won": 0,
        "lost": 0,
        "drawn": 0,
    }
    assert told["openings"]
    assert told["months"][0]["duels"] == 1
    assert read("/statistics", book="warlocks")["spells"] == []


# Duels ----------------------------------------------------------------------------------------------------------------


def test_duels_are_searched_as_on_the_page():
    black, white = a_mage("Black"), a_mage("White")
    mine = [a_finished_duel(black, white, book=book, slug=book) for book in ("classic", "warlocks", "standard")]
    a_finished_duel(slug="another")
    a_finished_duel(black, white, slug="secret", public=False)
    rows_of_a_duel(black, white, slug="going-on")
    assert [duel["slug"] for duel in all_of("/duels", mage="black")] == [duel.slug for duel in reversed(mine)]
    assert [duel["slug"] for duel in all_of("/duels", mage="black", book="warlocks")] == ["warlocks"]
    assert [duel["slug"] for duel in all_of("/duels", sort="oldest")] == ["classic", "warlocks", "standard", "another"]
    assert len(all_of("/duels", sort="longest")) == len(all_of("/duels", sort="shortest")) == 4
    assert [duel["slug"] for duel in all_of("/duels", state="under_way")] == ["going-on"]


def test_a_duel_in_a_list_has_its_result_and_wizards():
    a_finished_duel(a_mage("Black"), a_mage("White"), slug="over")
    (duel,) = all_of("/duels")
    assert (duel["url"], duel["result"]["winners"]) == ("/replay/over/", ["Black"])
    assert duel["wizards"][1] == {"name": "White", "gender": "x", "team": None, "house": None}


@pytest.mark.parametrize(
    ("given", "where"),
    [({"book": "cooking"}, "book"), ({"result": "won"}, "mage"), ({"spell": "dinner"}, "spell"),
     ({"shortest": 5, "longest": 2}, "longest")],
)  # fmt: skip
def test_an_impossible_search_is_refused_with_the_field(given, where):
    answer = Program().get("/duels", given)
    assert is_problem(answer, 422, "invalid")
    assert [error["where"] for error in answer.json()["errors"]] == [where]


@pytest.mark.parametrize("given", [{"limit": 0}, {"limit": 101}, {"limit": "x"}, {"cursor": "abc"}, {"state": "x"}])
def test_an_invalid_page_of_a_list_is_refused(given):
    answer = Program().get("/duels", given)
    assert is_problem(answer, 422, "invalid")
    assert answer.json()["errors"][0]["where"] == f"query.{next(iter(given))}"


@pytest.mark.parametrize(
    "path", ["/duels?until=0", "/duels?since=2026-02-31", "/archive?until=x", "/statistics?book=null"]
)
def test_invalid_days_and_books_are_refused(path):
    assert is_problem(Program().get(path), 422, "invalid")


def test_a_cursor_of_another_list_is_refused():
    [a_finished_duel() for _number in range(2)]
    cursor = read("/duels", limit=1)["next"]
    assert is_problem(Program().get("/duels", {"sort": "oldest", "cursor": cursor}), 422, "invalid")


def test_a_page_begins_after_the_last_row_of_the_previous_page():
    [a_finished_duel(slug=f"duel{number}") for number in range(4)]
    first = read("/duels", limit=2)
    a_finished_duel(slug="newer")
    second = read("/duels", limit=5, cursor=first["next"])
    assert [duel["slug"] for duel in first["items"] + second["items"]] == ["duel3", "duel2", "duel1", "duel0"]
    assert second["next"] is None


def test_the_archive_has_records_that_can_be_played():
    duels = [a_finished_duel(book=book) for book in ("classic", "warlocks", "standard", "classic")]
    a_finished_duel(practice=True)
    records = all_of("/archive")
    assert [record.pop("duel") for record in records] == [duel.slug for duel in duels]
    assert records[0].pop("ended")
    assert engine.load(records[0]).result == duels[0].result


def test_the_record_of_a_finished_duel_can_be_read():
    duel = a_finished_duel()
    assert engine.load(read(f"/duels/{duel.slug}/record")).result == duel.result
    assert is_problem(Program().get("/duels/nowhere/record"), 404, "unknown")


def test_a_running_duel_hides_its_record_and_the_views_of_others():
    duel = a_duel()
    player = Program(duel.seats.get(name="Black").mage.owner)
    for program in (Program(), player):
        assert is_problem(program.get(f"/duels/{duel.slug}/record"), 409, "not_open")
        for eyes in ("White", "everything"):
            assert is_problem(program.get(f"/duels/{duel.slug}/course?eyes={eyes}"), 409, "not_open")
            assert is_problem(program.get(f"/duels/{duel.slug}/reading?eyes={eyes}"), 409, "not_open")
    assert player.get(f"/duels/{duel.slug}/course").json()["eyes"] == "Black"
    assert Program().get(f"/duels/{duel.slug}/course").json()["eyes"] == "public"


def test_a_finished_duel_is_read_as_a_viewer_or_as_text():
    duel = a_finished_duel(a_mage("Black"), a_mage("White"))
    assert read(f"/duels/{duel.slug}/course", eyes="White")["eyes"] == "White"
    assert "Black" in read(f"/duels/{duel.slug}/reading", form="show")["text"]
    assert is_problem(Program().get(f"/duels/{duel.slug}/reading?form=song"), 422, "invalid")


@pytest.mark.parametrize(("path", "found"), [("course", {}), ("reading", "")])
def test_replays_for_programs_and_pages_share_one_limit(monkeypatch, path, found):
    places = BoundedSemaphore(1)
    monkeypatch.setattr(playing_again, "_places", places)
    duel, seen = a_finished_duel(), []
    monkeypatch.setattr(reads, path, lambda *_: seen.append(places.acquire(blocking=False)) or found)
    Program().get(f"/duels/{duel.slug}/{path}")
    assert seen == [False]
    assert places.acquire(blocking=False)


def test_only_a_post_requests_an_analysis():
    program, duel = a_program(), a_finished_duel()
    assert program.get(f"/duels/{duel.slug}/analysis").json()["state"] == "none"
    answer = program.post(f"/duels/{duel.slug}/analysis")
    assert (answer.status_code, answer.json()["state"]) == (202, "asked")
    assert a_program("read").post(f"/duels/{duel.slug}/analysis").json()["code"] == "scope"


def test_reading_an_outdated_analysis_requests_no_new_one():
    duel = a_finished_duel()
    Analysis.objects.create(duel=duel, state="done", version=0, result={"chances": [], "moves": []})
    assert a_program().get(f"/duels/{duel.slug}/analysis").json()["state"] == "done"


def test_an_analysis_that_nobody_has_requested_is_empty():
    assert read(f"/duels/{a_finished_duel().slug}/analysis") == {
        "state": "none", "done": 0, "of": 0, "why": "", "result": None,
    }  # fmt: skip


# Books, lessons, rehearsals -------------------------------------------------------------------------------------------


def test_a_book_is_read_with_its_spells_and_options():
    assert [book["slug"] for book in read("/books")["items"]] == list(engine.BOOKS)
    book = read("/books/classic")
    shield = next(spell for spell in book["spells"] if spell["slug"] == "shield")
    assert (shield["gestures"], shield["class"]) == (["P"], "Protection")
    assert {"name", "value", "values"} <= book["options"][0].keys()
    assert is_problem(Program().get("/books/cooking"), 404, "unknown")


def test_rules_are_in_the_requested_language():
    german = Program().get("/rules", **{"Accept-Language": "de"}).json()
    english = read("/rules")
    assert [rule["id"] for rule in german["rules"]] == [rule["id"] for rule in english["rules"]]
    assert german["rules"][0]["text"] != english["rules"][0]["text"]
    assert [gesture["letter"] for gesture in english["gestures"]] == ["C", "D", "F", "P", "S", "W", ">", "-"]


def test_an_example_is_played_move_by_move():
    assert read("/books/classic/examples")["items"][0]["spell"] == "shield"
    begun = Program().post("/books/classic/examples/shield", {"moves": []}).json()
    move = {"orders": begun["guide"]["orders"]}
    ended = Program().post("/books/classic/examples/shield", {"moves": [move]}).json()
    assert ended["guide"]["over"]
    assert is_problem(Program().post("/books/classic/examples/dinner", {"moves": []}), 404, "unknown")
    assert is_problem(Program().post("/books/classic/examples/shield", {"moves": [move] * 9}), 409, "over")
    assert is_problem(Program().post("/books/classic/examples/shield", {"moves": [{}]}), 422, "invalid")


def test_a_lesson_is_played_move_by_move():
    slugs = [lesson["slug"] for lesson in read("/lessons")["items"]]
    begun = Program().post(f"/lessons/{slugs[0]}", {"moves": []}).json()
    assert begun["guide"]["says"]
    moved = Program().post(f"/lessons/{slugs[0]}", {"moves": [{"orders": begun["guide"]["orders"]}]}).json()
    assert moved["guide"]["step"] == begun["guide"]["step"] + 1


def test_only_a_player_of_the_duel_rehearses_a_round():
    duel = a_duel()
    player = Program(duel.seats.get(name="Black").mage.owner, "read")
    body = {"round": 1, "orders": {"left": "S", "right": "-"}, "replies": [{"White": {"left": "P", "right": "-"}}]}
    answer = player.post(f"/duels/{duel.slug}/rehearsals", body)
    assert answer.status_code == 200, answer.content
    assert answer.json()["rehearsals"][0]["round"]
    assert is_problem(a_program("read").post(f"/duels/{duel.slug}/rehearsals", body), 403, "not_yours")
    assert is_problem(Program().post(f"/duels/{duel.slug}/rehearsals", body), 401, "unauthorized")
    assert is_problem(player.post(f"/duels/{duel.slug}/rehearsals", {**body, "round": 2}), 409, "stale")
    assert is_problem(player.post(f"/duels/{duel.slug}/hint"), 422, "illegal")


def test_openings_are_read_with_their_results():
    a_finished_duel()
    while count_some():
        pass
    start = read("/books/classic/openings")
    assert start["fared"] == {"won": 1, "drawn": 0, "lost": 1}
    line = read("/books/classic/openings", line=start["next"][0]["pair"])
    assert line["fared"] == start["next"][0]["fared"]
    assert is_problem(Program().get("/books/classic/openings?line=XX"), 422, "invalid")


def test_the_puzzle_of_the_day_does_not_contain_its_solution():
    assert is_problem(Program().get("/puzzles/daily"), 404, "unknown")
    found = a_puzzle()
    told = read("/puzzles/daily")
    assert told["slug"] == found.slug
    assert told["frame"]["request"]
    assert "solutions" not in str(told)


# Unchanging content ---------------------------------------------------------------------------------------------------


OF_DUELS = ("record", "course", "reading")


@pytest.mark.parametrize(
    "path", ["/books", "/books/classic", "/rules", "/books/classic/examples", "/lessons", *OF_DUELS]
)
def test_content_that_never_changes_is_not_sent_twice(path):
    if not path.startswith("/"):
        path = f"/duels/{a_finished_duel().slug}/{path}"
    first = Program().get(path)
    again = Program().get(path, **{"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
    german = Program().get(path, **{"If-None-Match": first["ETag"], "Accept-Language": "de"})
    assert german.status_code == 200


def test_a_request_with_the_last_modified_time_is_not_modified(monkeypatch):
    then = datetime(2026, 3, 1, 12, tzinfo=UTC)
    duel = a_finished_duel()
    Duel.objects.filter(pk=duel.pk).update(ended=then)
    for path, since in (("/books", then - timedelta(days=1)), *((f"/duels/{duel.slug}/{it}", then) for it in OF_DUELS)):
        monkeypatch.setattr(conditional, "STARTED", then - timedelta(days=1))
        told = Program().get(path)["Last-Modified"]
        assert told == http_date(since.timestamp())
        again = Program().get(path, **{"If-Modified-Since": told})
        assert (again.status_code, again.content, again["Last-Modified"]) == (304, b"", told)
        earlier = http_date(since.timestamp() - 1)
        assert Program().get(path, **{"If-Modified-Since": earlier}).status_code == 200
        monkeypatch.setattr(conditional, "STARTED", then + timedelta(days=1))
        assert Program().get(path, **{"If-Modified-Since": told}).status_code == 200


def test_a_running_duel_has_neither_etag_nor_last_modified():
    answer = Program().get(f"/duels/{a_duel().slug}/course", **{"If-Modified-Since": http_date()})
    assert answer.status_code == 200
    assert "ETag" not in answer
    assert "Last-Modified" not in answer


# Limits of pages ------------------------------------------------------------------------------------------------------


def test_pages_and_programs_count_towards_the_same_limit(settings, client):
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "replay": "2/m/ip"}
    duel = a_finished_duel()
    assert client.get(f"/replay/{duel.slug}/").status_code == 200
    assert Program().get(f"/duels/{duel.slug}/record").status_code == 200
    assert is_problem(Program().get(f"/duels/{duel.slug}/record"), 429, "rate")


# Queries --------------------------------------------------------------------------------------------------------------

LISTS = (
    "/me", "/users", "/users?sort=active", "/users/black", "/mages/Black", "/mages/Black/duels", "/ladder",
    "/ladder?by=rating&who=people", "/statistics", "/duels", "/duels?mage=Black&result=won", "/duels?state=under_way",
    "/archive", f"/duels/{OVER}/record", f"/duels/{OVER}/course", f"/duels/{OVER}/reading", f"/duels/{OVER}/analysis",
    "/books/classic/openings", "/puzzles/daily", "/friends",
)  # fmt: skip


@pytest.fixture(scope="module")
def counted(django_db_setup, django_db_blocker):
    """Return the database queries for each list, once with two rows of everything and once with twenty."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield _counted()
        transaction.set_rollback(True)


def _counted():
    black, white = pages.a_world()
    found = []
    for numbers in (range(2), range(2, 20)):
        for number in numbers:
            pages.fill(black, white, number)
        tallies.count_finished()
        while count_some():
            pass
        program = Program(black.owner)
        found.append({path: _queries(program, path) for path in LISTS})
    return found


def _queries(program, path):
    assert program.get(path).status_code == 200, path
    with CaptureQueriesContext(connection) as captured:
        program.get(path)
    return [query["sql"] for query in captured]


@pytest.mark.parametrize("path", LISTS)
def test_a_list_takes_as_many_queries_for_twenty_rows_as_for_two(path, counted):
    few, many = (found[path] for found in counted)
    assert len(many) == len(few), "\n".join(many)


def test_a_finished_duel_links_its_picture_and_its_embeddable_page(client):
    open_one, closed = a_finished_duel(), a_finished_duel(a_mage("Ada"), a_mage("Bea"), public=False)
    for name, duel in (("Ada", closed), (open_one.seats.first().name, open_one)):
        program = Program(duel.seats.first().mage.owner)
        (told,) = program.get(f"/mages/{name}/duels").json()["items"]
        assert ("embed" in told["links"]) == duel.public
        assert told["links"]
        assert all(client.get(address).status_code == 200 for address in told["links"].values())
