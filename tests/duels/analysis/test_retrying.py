import pytest
from django.test import Client
from django.urls import reverse

from duels.models import Analysis, Duel, Round
from duels.play.transaction import give_up, submit_orders
from tests.builders import a_mage, a_user, rows_of_a_duel
from tests.duels.analysis.analysed import analysed
from tests.duels.finished import a_finished_duel
from wavinghands import engine
from wavinghands.search import analysis as search

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("commits")]

SHIELD = {"left": "P", "right": "-"}


@pytest.fixture
def duel():
    """Return an analysed duel in which White, the second wizard, made a mistake in round 3."""
    duel = a_finished_duel()
    analysed(duel, a_user())
    return duel


@pytest.fixture
def worth(monkeypatch):
    """Replace the evaluation of orders with a dictionary of values that tests may change."""
    worth = {"chance": 0.5, "best_chance": 0.55, "cost": 0.05}

    def try_out(record, number, wizard, orders):
        before = engine.load({**record, "rounds": record["rounds"][: number - 1], "result": None})
        entry = record["rounds"][number - 1]
        tried = {**entry["orders"], wizard: engine.check_orders(before, wizard, orders)}
        return worth | {"record": engine.dump(engine.advance(before, {**entry, "orders": tried}))}

    monkeypatch.setattr(search, "try_out", try_out)
    return worth


def loser(duel):
    return duel.seats.get(position=1).name


def address(duel, number=3, wizard=None):
    return f"/replay/{duel.slug}/{number}/retry/{wizard or loser(duel)}/"


def tries(duel, *moves):
    body = {"moves": [{"orders": orders} for orders in moves]}
    return Client().post(address(duel), body, content_type="application/json")


def test_the_board_shows_the_position_before_the_mistake(duel, client):
    context = client.get(address(duel)).context
    view, request = context["frame"]["view"], context["frame"]["request"]
    assert (view["number"], view["viewer"], request["round"]) == (2, loser(duel), 3)
    assert "by 25%" in context["guide"]["says"]
    assert context["next"] is None


def test_other_orders_are_played_against_the_opponents_and_evaluated(duel, worth):
    answer = tries(duel, SHIELD).json()
    (played,) = answer["frame"]["view"]["rounds"][2:]
    assert played["gestures"][loser(duel)]["left"] == "P"
    winner = duel.seats.get(position=0).name
    was = Round.objects.get(duel=duel, number=3).orders[winner]
    assert played["gestures"][winner]["left"] == was["left"]
    assert answer["guide"]["over"]
    assert answer["frame"]["request"] is None
    assert Round.objects.filter(duel=duel).count() == Duel.objects.get(pk=duel.pk).round - 1


@pytest.mark.parametrize(
    ("cost", "says"), [(0.0, "as good as the best one"), (0.1, "Better than the original move"), (0.25, "No better")]
)
def test_the_text_compares_the_orders(duel, worth, cost, says):
    worth["cost"] = cost
    assert says in tries(duel, SHIELD).json()["guide"]["says"]


def test_illegal_orders_and_a_second_round_are_refused(duel, worth):
    for moves in [[{"left": "Q", "right": "-"}], [SHIELD, SHIELD]]:
        response = tries(duel, *moves)
        assert response.status_code == 400
        assert response.json()["why"]


PARALYSIS = {"left": "F", "right": "W"}


@pytest.fixture
def paralysing():
    """Return an analysed duel in which White casts Paralysis in round 3 and may have to choose a hand."""
    black, white = a_mage("Black"), a_mage("White")
    duel = rows_of_a_duel(black, white)
    for number in (1, 2, 3):
        submit_orders(duel=duel, wizard="Black", round_number=number, orders={"left": "S", "right": "D"})
        orders = {"left": "F" if number < 3 else "-", "right": "S"}
        submit_orders(duel=duel, wizard="White", round_number=number, orders=orders)
    give_up(duel=duel, wizard="White")
    duel.refresh_from_db()
    analysed(duel, a_user())
    return duel


def sends(duel, **move):
    return Client().post(address(duel), {"moves": [move]}, content_type="application/json")


def test_a_question_after_the_reveal_is_asked_and_evaluated(paralysing):
    asked = sends(paralysing, orders=PARALYSIS).json()
    assert not asked["guide"]["over"]
    assert asked["frame"]["view"]["reveal"]
    (question,) = asked["frame"]["request"]["questions"]
    assert question["field"] == ["paralyze", "Black"]
    for hand in ("left", "right"):
        told = sends(paralysing, orders=PARALYSIS, answers={"paralyze": {"Black": hand}}).json()
        assert told["guide"]["over"]
        assert "chance" in told["guide"]["says"]
        assert told["frame"]["request"] is None
        assert told["frame"]["view"]["number"] == 3
        held = [event for event in told["frame"]["view"]["rounds"][-1]["events"] if event.get("hand") == hand]
        assert held


def test_an_invalid_answer_is_refused(paralysing):
    for answers in ({"paralyze": {"Black": "foot"}}, {"paralyze": {"Nobody": "left"}}):
        response = sends(paralysing, orders=PARALYSIS, answers=answers)
        assert response.status_code == 400 or not response.json()["guide"]["over"]


def test_only_rounds_with_a_choice_of_analysed_duels_can_be_retried(duel, client):
    other = a_finished_duel()
    for nowhere in (address(other), address(duel, 2), address(duel, 3, "Nobody"), address(duel, 99)):
        assert client.get(nowhere).status_code == 404


def test_a_page_links_to_the_next_mistake_of_the_same_wizard(duel, client):
    analysis = Analysis.objects.get(duel=duel)
    result = analysis.result
    later = {**result["moves"][0], "round": 5}
    others = {**result["moves"][0], "round": 4, "wizard": "Choose another opponent"}
    analysis.result = {**result, "moves": [*result["moves"], others, later]}
    analysis.save()
    following = reverse("retry", args=[duel.slug, 5, loser(duel)])
    assert client.get(address(duel)).context["next"] == following
