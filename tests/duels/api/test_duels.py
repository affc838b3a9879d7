import functools

import pytest

from duels.models import Line, Seat
from duels.play.transaction import submit_orders
from tests.builders import a_mage, a_user
from tests.duels.api.programs import Program, a_program
from tests.duels.tables import a_duel

pytestmark = pytest.mark.django_db

REST = {"left": "-", "right": "-"}


@pytest.fixture
def duel():
    """Return a duel between Black and White, the mages of two users."""
    mages = [a_mage(name, owner=a_user(name.lower())) for name in ("Black", "White")]
    return a_duel(*mages)


@pytest.fixture
def black(duel):
    return Program(duel.seats.get(name="Black").mage.owner)


@pytest.fixture
def white(duel):
    return Program(duel.seats.get(name="White").mage.owner)


def test_orders_are_requested_and_sealed_and_the_last_play_the_round(black, white, duel):
    asked = black.get(f"/duels/{duel.slug}/request").json()
    assert (asked["wizard"], asked["round"], asked["request"]["type"]) == ("Black", 1, "orders")
    done = black.put(f"/duels/{duel.slug}/orders", {"round": 1, "orders": {"left": "W", "right": "-"}})
    assert done.json() == {"round": 1, "sealed": {"left": "W", "right": "-"}}
    assert black.get(f"/duels/{duel.slug}/request").json()["entered"] == {"left": "W", "right": "-"}
    white.put(f"/duels/{duel.slug}/orders", {"round": 1, "orders": REST})
    assert white.get(f"/duels/{duel.slug}").json()["view"]["number"] == 1


def test_orders_that_are_sent_twice_count_once(black, white, duel):
    for _ in range(2):
        assert black.put(f"/duels/{duel.slug}/orders", {"round": 1, "orders": REST}).status_code == 200
    white.put(f"/duels/{duel.slug}/orders", {"round": 1, "orders": REST})
    late = black.put(f"/duels/{duel.slug}/orders", {"round": 1, "orders": REST})
    assert (late.status_code, late.json()["code"]) == (409, "stale")
    duel.refresh_from_db()
    assert duel.round == 2
    assert Seat.objects.get(duel=duel, name="Black").orders is None


def test_illegal_orders_change_nothing(black, duel):
    answer = black.put(f"/duels/{duel.slug}/orders", {"round": 1, "orders": {"left": "Q", "right": "-"}})
    assert (answer.status_code, answer.json()["code"]) == (422, "illegal")
    assert Seat.objects.get(duel=duel, name="Black").orders is None


def test_sealed_orders_are_taken_back(black, duel):
    black.put(f"/duels/{duel.slug}/orders", {"round": 1, "orders": REST})
    assert black.delete(f"/duels/{duel.slug}/orders?round=1").status_code == 200
    assert Seat.objects.get(duel=duel, name="Black").orders is None


def test_questions_after_the_reveal_are_answered(black, white, duel):
    for number, left in enumerate("WFP", 1):
        for one in (black, white):
            one.put(f"/duels/{duel.slug}/orders", {"round": number, "orders": {"left": left, "right": "-"}})
    assert asked_of(black, duel)["type"] == "answers"
    for one in (black, white, black, white):  # asked for the spell first, and then for its target
        answer_as_usual(one, duel)
    assert black.get(f"/duels/{duel.slug}").json()["view"]["number"] == 3
    assert asked_of(black, duel)["type"] == "orders"


def asked_of(program, duel):
    return program.get(f"/duels/{duel.slug}/request").json()["request"]


def answer_as_usual(program, duel):
    for question in asked_of(program, duel)["questions"]:
        answers = functools.reduce(lambda given, name: {name: given}, reversed(question["field"]), question["default"])
        answered = program.put(f"/duels/{duel.slug}/answers", {"round": 3, "answers": answers})
        assert answered.status_code == 200, answered.json()


def test_a_draft_is_visible_only_to_its_own_player(black, white, duel):
    assert black.put(f"/duels/{duel.slug}/draft", {"round": 1, "draft": {"left": "W"}}).status_code == 200
    assert black.get(f"/duels/{duel.slug}").json()["draft"] == {"left": "W"}
    assert white.get(f"/duels/{duel.slug}").json()["draft"] is None


def test_a_wizard_who_gives_up_has_lost(black, duel):
    assert black.post(f"/duels/{duel.slug}/forfeit", {"round": 1}).status_code == 200
    assert black.get(f"/duels/{duel.slug}").json()["view"]["result"]["winners"] == ["White"]


def test_refusals_that_have_links_on_pages_are_plain_text_in_the_api(black, duel):
    refused = black.post("/house/tansy/duel", {"control": "2m"})
    assert refused.status_code == 422
    assert "Finish it first." in refused.json()["detail"]
    assert "<" not in refused.json()["detail"]


def test_spectators_can_read_a_duel_but_not_play(duel):
    watcher = a_program()
    assert watcher.get(f"/duels/{duel.slug}").json()["request"] is None
    assert watcher.get(f"/duels/{duel.slug}/request").json()["code"] == "not_yours"
    answer = watcher.put(f"/duels/{duel.slug}/orders", {"round": 1, "orders": REST})
    assert (answer.status_code, answer.json()["code"]) == (403, "not_yours")


def test_ones_duels_that_wait_for_orders_are_marked(black, duel):
    (mine,) = black.get("/duels/mine").json()
    assert (mine["slug"], mine["wizard"], mine["waits"], mine["round"]) == (duel.slug, "Black", True, 1)
    submit_orders(duel=duel, wizard="Black", round_number=1, orders=REST)
    (mine,) = black.get("/duels/mine").json()
    assert (mine["waits"], mine["round"]) == (False, None)


def test_a_line_sent_twice_with_the_same_key_is_said_once(black, white, duel):
    for _ in range(2):
        assert black.post(f"/duels/{duel.slug}/talk", {"text": "Have at you", "key": "1"}).status_code == 200
    assert Line.objects.count() == 1
    assert [line["text"] for line in white.get(f"/duels/{duel.slug}").json()["talk"]] == ["Have at you"]


def test_a_message_arrives(black, white):
    assert black.post("/messages", {"to": ["White"], "text": "Well met"}).json() == {"sent": 1}
    assert [it.text for it in white.user.messages.all()] == ["Well met"]
    assert black.post("/messages", {"to": ["Nobody"], "text": "Well met"}).status_code == 422


@pytest.mark.parametrize(
    ("method", "path", "scope"),
    [("put", "orders", "play"), ("put", "draft", "play"), ("post", "forfeit", "play"), ("post", "talk", "message")],
)
def test_each_action_needs_its_scope(duel, method, path, scope):
    scopes = {"read", "challenge", "play", "message"} - {scope}
    program = Program(duel.seats.get(name="Black").mage.owner, *scopes)
    answer = getattr(program, method)(f"/duels/{duel.slug}/{path}", {})
    assert (answer.status_code, answer.json()["code"]) == (403, "scope")


def test_oversized_orders_are_refused(black, duel):
    given = {"round": 1, "orders": {**REST, "say": "x" * 9000}}
    assert black.put(f"/duels/{duel.slug}/orders", given).status_code == 413
