from html import unescape

import pytest
from django.test import Client

from duels.models import Duel
from duels.play.transaction import SeatSpec, start_duel, submit_orders
from duels.viewing.forms.orders import OrdersForm
from tests.builders import a_mage

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("commits")]


@pytest.fixture
def black(client: Client) -> Client:
    return client


@pytest.fixture
def duel(black: Client) -> Duel:
    mages = [a_mage(name) for name in ("Black", "White")]
    black.force_login(mages[0].owner)
    return start_duel(seats=[SeatSpec(one.name, "x", one) for one in mages], book="classic", pace=None, seed=1)


def page(client: Client, duel: Duel) -> str:
    return unescape(client.get(f"/duel/{duel.slug}/plain/").content.decode())


def post(client: Client, duel: Duel, **given: str) -> str:
    return unescape(client.post(f"/duel/{duel.slug}/plain/", given, follow=True).content.decode())


def orders_of(duel: Duel, name: str = "Black") -> object:
    return duel.seats.get(name=name).orders


def other(duel: Duel, number: int, left: str, right: str) -> None:
    submit_orders(duel=duel, wizard="White", round_number=number, orders={"left": left, "right": right})


def test_orders_are_sealed_as_filled_in(black, duel):
    assert "Orders for round 1" in page(black, duel)
    filled = {"round": "1", "left": "P", "right": ">", "target.left": "White", "target.right": "White", "say": "Ho!"}
    assert "Your orders are sealed." in post(black, duel, **filled)
    assert orders_of(duel) == {
        "left": "P", "right": ">", "target": {"left": "White", "right": "White"}, "say": "Ho!",
    }  # fmt: skip


def test_fields_left_as_usual_use_the_engines_defaults(black, duel):
    post(black, duel, round="1", left="P", right="-")
    other(duel, 1, "-", "-")
    assert "Black casts Shield on themselves" in page(black, duel)


def test_sealed_orders_can_be_withdrawn_and_replaced(black, duel):
    post(black, duel, round="1", left="S", right="S")
    assert "Your orders are open again." in post(black, duel, action="take_back", round="1")
    assert orders_of(duel) is None
    post(black, duel, round="1", left="W", right="W")
    assert orders_of(duel) == {"left": "W", "right": "W"}


def test_stale_orders_are_refused_and_the_current_form_is_shown(black, duel):
    post(black, duel, round="1", left="S", right="S")
    other(duel, 1, "-", "-")
    told = post(black, duel, round="1", left="W", right="W")
    assert "Orders for round 2" in told
    assert orders_of(duel) is None


@pytest.mark.parametrize(
    "given",
    [{}, {"round": "1"}, {"round": "x", "left": "P", "right": "P"}, {"round": "1", "left": "X", "right": "P"}],
)
def test_an_invalid_form_changes_nothing(black, duel, given):
    answer = black.post(f"/duel/{duel.slug}/plain/", given)
    assert answer.status_code == 409
    assert orders_of(duel) is None


def test_a_question_after_the_reveal_is_answered(black, duel):
    rounds = [("F", "-"), ("F", "-")]
    for number, (left, right) in enumerate(rounds, 1):
        post(black, duel, round=str(number), left=left, right=right)
        other(duel, number, "-", "-")
    post(black, duel, round="3", left="F", right="-")
    other(duel, 3, "-", "-")
    assert "Round 3: your answer" in page(black, duel)
    assert "Your answers are sealed." in post(black, duel, **{"round": "3", "question.0": "0"})
    duel.refresh_from_db()
    assert duel.round == 4


def test_giving_up_needs_confirmation(black, duel):
    assert "You’ll show two palms. They shield you" in page(black, duel)
    refused = post(black, duel, action="give_up")
    assert "Confirm that you want to give up" in refused
    assert "This field is required" not in refused
    duel.refresh_from_db()
    assert duel.result is None
    assert "The duel is over." in post(black, duel, action="give_up", sure="yes")


def test_a_finished_duel_shows_no_round_after_its_last(black, duel):
    shown = post(black, duel, action="give_up", sure="yes")
    assert "The duel is over." in shown
    assert "<strong>Round 1</strong>" in shown


def test_a_spectator_sees_the_duel_without_a_form(duel):
    watcher = Client()
    assert "Orders for round" not in page(watcher, duel)
    assert watcher.post(f"/duel/{duel.slug}/plain/", {"round": "1", "left": "P", "right": "P"}).status_code == 404


def test_sealed_orders_of_the_opponent_are_hidden(black, duel):
    before = page(black, duel)
    submit_orders(
        duel=duel, wizard="White", round_number=1, orders={"left": "P", "right": "D", "say": "Abracadabra"},
    )  # fmt: skip
    assert "Abracadabra" not in page(black, duel)
    assert len(before) > 0


def test_the_form_shows_sealed_orders(black, duel):
    post(black, duel, **{"round": "1", "left": "W", "right": ">", "target.right": "White", "say": "Ho!"})
    form = black.get(f"/duel/{duel.slug}/plain/").context["form"]
    stands = {name: form[name].value() for name in ("left", "right", "target.left", "target.right", "say")}
    assert stands == {"left": "W", "right": ">", "target.left": None, "target.right": "White", "say": "Ho!"}


def test_a_surrender_needs_confirmation(black, duel):
    palms = {"round": "1", "left": "P", "right": "P"}
    assert "Showing both palms means you surrender" in post(black, duel, **palms)
    assert orders_of(duel) is None
    post(black, duel, **palms, surrender="on")
    assert orders_of(duel) == {"left": "P", "right": "P"}


def test_a_wizard_asked_after_the_reveal_sees_the_gestures(black, duel):
    for number in (1, 2, 3):
        post(black, duel, round=str(number), left="F", right="-")
        other(duel, number, "-", "W" if number == 3 else "-")
    told = page(black, duel)
    assert "Round 3: your answer" in told
    assert "White rests their left hand and waves their right hand." in told


def test_a_round_that_is_not_a_number_is_refused(black, duel):
    assert black.post(f"/duel/{duel.slug}/plain/", {"action": "take_back", "round": "x"}).status_code == 409


def test_a_hasted_monster_gets_two_orders():
    gestures = {"gestures": ["-"], "default": "-"}
    asked = {
        "round": 1,
        "hands": {"left": gestures, "right": gestures},
        "completes": {"left": {}, "right": {}, "both": {}},
        "targets": [{"ref": "White", "name": "White"}],
        "monsters": [{"ref": "Grub", "name": "Grub", "targets": ["White"], "second": {"target": "White"}}],
        **dict.fromkeys(("second", "delay", "permanent", "fire")),
        "corpses": [],
        "questions": [],
    }
    form = OrdersForm(asked, {"round": "1", "left": "-", "right": "-", "second.attack.0": "White"})
    assert form.is_valid()
    assert form.orders() == {"left": "-", "right": "-", "second": {"attack": {"Grub": "White"}}}


def test_a_hasted_wizard_chooses_among_the_spells_that_any_first_pair_allows():
    gestures = {"gestures": ["W", "P"], "default": "W"}
    none, missile = {"left": {}, "right": {}, "both": {}}, {"D": [{"spell": "magic_missile", "name": "Magic Missile"}]}
    hands = {"left": gestures, "right": gestures}
    asked = {
        "round": 1,
        "hands": hands,
        "completes": none,
        "second": {"hands": hands, "completes": none | {"left": {"S": none["left"] | missile, "W": missile}}},
        "targets": [],
        "monsters": [],
        **dict.fromkeys(("delay", "permanent", "fire")),
        "corpses": [],
        "questions": [],
    }
    offered = OrdersForm(asked).fields["second.cast.left"].choices
    assert offered == [("", "default"), ("magic_missile", "Magic Missile, with D")]


@pytest.mark.parametrize(
    ("hands", "led"),
    [(["left", "right"], {"hand": "left", "gesture": "P"}), (["left"], {"gesture": "P"})],
    ids=["the hand is open", "the hand was chosen in the round before"],
)
def test_a_charm_names_the_hand_only_if_it_is_open(hands, led):
    gestures = {"gestures": ["-"], "default": "-"}
    question = {"field": ["direct", "White"], "kind": "direct", "text": "?", "hands": hands, "gestures": ["P"]}
    asked = {
        "round": 1,
        "hands": {"left": gestures, "right": gestures},
        "completes": {"left": {}, "right": {}, "both": {}},
        "targets": [],
        "monsters": [],
        **dict.fromkeys(("second", "delay", "permanent", "fire")),
        "corpses": [],
        "questions": [question],
    }
    given = {"round": "1", "left": "-", "right": "-", "question.0.hand": "left", "question.0.gesture": "P"}
    form = OrdersForm(asked, given)
    assert form.is_valid(), form.errors
    assert form.orders()["direct"] == {"White": led}
    sealed = OrdersForm(asked, sealed=form.orders())
    assert (sealed.initial["question.0.hand"], sealed.initial["question.0.gesture"]) == ("left", "P")
