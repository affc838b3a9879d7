from typing import Any

import pytest

from tests.engine.duels import REST, duel_of, last_round, next_round, request_of
from wavinghands import engine
from wavinghands.engine.gestures import HANDS
from wavinghands.engine.orders import Orders, _optional


def a_duel() -> engine.Duel:
    return duel_of("classic", Black="---", White="SFW")


def goblin(duel: engine.Duel) -> str:
    name: str = engine.view(duel, None)["monsters"][0]["name"]
    return name


def refusal(orders: Any) -> str:
    with pytest.raises(engine.OrderError) as caught:
        engine.check_orders(a_duel(), "Black", orders)
    assert (caught.value.round, caught.value.wizard) == (4, "Black")
    return str(caught.value).removeprefix("round 4, Black")


@pytest.mark.parametrize("orders", [None, 7, "SD", [], ["left"], True])
def test_orders_are_an_object(orders: Any) -> None:
    assert refusal(orders) == ": orders must be an object"


@pytest.mark.parametrize("hand", ["left", "right"])
def test_both_hands_are_required(hand: str) -> None:
    assert refusal({hand: "P"}) == f", {'right' if hand == 'left' else 'left'}: this hand needs a gesture"


@pytest.mark.parametrize("gesture", ["", "X", "c", "SD", "?", None, 1, ["S"], {"S": 1}])
def test_a_hand_makes_one_gesture(gesture: Any) -> None:
    assert refusal({"left": gesture, "right": "-"}).startswith(", left: ")


@pytest.mark.parametrize(
    ("field", "value", "place"),
    [
        ("lefthand", "S", "lefthand"),
        ("second", {"left": "S", "right": "S"}, "second"),
        ("say", 7, "say"),
        ("say", "x" * 501, "say"),
        ("say", "\ud800", "say"),
        ("say", "a\0b", "say"),
        ("cast", "shield", "cast"),
        ("cast", {"left": "sheild"}, "cast.left"),
        ("cast", {"left": None}, "cast.left"),
        ("cast", {"middle": "shield"}, "cast.middle"),
        ("target", ["Black"], "target"),
        ("target", {"left": "Nobody"}, "target.left"),
        ("target", {"left": "Grey"}, "target.left"),
        ("target", {"left": "left:Grey"}, "target.left"),
        ("target", {"left": "middle:White"}, "target.left"),
        ("target", {"left": 3}, "target.left"),
        ("attack", {"Grey": "Black"}, "attack.Grey"),
        ("attack", {"White": "Black"}, "attack.White"),
        ("attack", {"left:Black": "Grey"}, "attack.left:Black"),
        ("paralyze", {"Grey": "left"}, "paralyze.Grey"),
        ("paralyze", {"White": "both"}, "paralyze.White"),
        ("direct", {"White": "left"}, "direct.White"),
        ("direct", {"White": {}}, "direct.White"),
        ("direct", {"White": {"hand": "both"}}, "direct.White.hand"),
        ("direct", {"White": {"hand": "left", "gesture": "c"}}, "direct.White.gesture"),
        ("direct", {"White": {"hand": "left", "foot": "C"}}, "direct.White"),
        ("elemental", "water", "elemental"),
        ("delay", "middle", "delay"),
        ("permanent", True, "permanent"),
        ("fire", "true", "fire"),
        ("forfeit", 1, "forfeit"),
    ],
)
def test_an_invalid_field_is_named(field: str, value: Any, place: str) -> None:
    assert refusal({**REST, field: value}).startswith(f", {place}: ")


def test_an_error_message_stays_short_for_any_input() -> None:
    assert len(refusal({**REST, "left": "S" * 1_000_000})) < 300
    assert len(refusal({**REST, "x" * 1_000_000: 1})) < 300
    assert len(refusal({**REST, "target": {"left": "\n" * 5_000}}).splitlines()) == 1
    assert len(refusal({**REST, "cast": {f"hand {index}": "shield" for index in range(100_000)}})) < 300


def test_only_acting_wizards_give_orders() -> None:
    duel = a_duel()
    for stranger in ("Grey", "nobody", ""):
        with pytest.raises(engine.OrderError, match="is not asked for orders"):
            engine.check_orders(duel, stranger, REST)
        with pytest.raises(engine.OrderError, match="is not asked for orders"):
            engine.play(duel, {stranger: REST})


def test_a_duel_that_has_ended_is_played_no_further() -> None:
    duel = next_round(a_duel(), Black={"forfeit": True})
    assert duel.result is not None
    with pytest.raises(engine.OrderError, match="is not asked"):
        engine.check_orders(duel, "White", REST)
    for go_on in (engine.play, engine.settle):
        with pytest.raises(engine.EngineError, match="has ended"):
            go_on(duel, {})


def test_checked_orders_have_the_form_of_the_record() -> None:
    given = {"right": "-", "left": "S", "say": "", "cast": {}, "forfeit": False, "target": {"left": "White"}}
    assert engine.check_orders(a_duel(), "Black", given) == {"left": "S", "right": "-", "target": {"left": "White"}}


def test_every_reference_in_the_request_is_accepted() -> None:
    duel = a_duel()
    request = request_of(duel, "White")
    for target in request["targets"]:
        engine.check_orders(duel, "White", {**REST, "target": {"left": target["ref"], "both": target["ref"]}})
    for monster in request["monsters"]:
        for victim in monster["targets"]:
            engine.check_orders(duel, "White", {**REST, "attack": {monster["ref"]: victim}})


def test_unneeded_fields_are_ignored() -> None:
    duel = a_duel()
    surplus = {"cast": {"left": "fire_storm"}, "target": {"both": "White"}, "attack": {goblin(duel): "nobody"}}
    with_it, without = (last_round(next_round(duel, Black=given)) for given in (surplus, {}))
    assert with_it == without


@pytest.mark.parametrize(
    ("text", "may_be"),
    [
        ("Black", True),
        ("Zoë", True),
        ("Dr Who-2_x", True),
        ("_-", True),
        ("Nobody", False),
        ("nobody", False),
        ("", False),
        (" Black", False),
        ("Black ", False),
        ("a  b", False),
        ("left:Black", False),
        ("*", False),
        ("a\nb", False),
        ("x" * 61, False),
        (None, False),
        (7, False),
    ],
)
def test_a_name_is_letters_digits_and_inner_spaces(text: Any, may_be: bool) -> None:
    assert engine.is_name(text) is may_be


def test_the_record_keeps_every_field_of_orders() -> None:
    kept = [name for name, _ in _optional(Orders())]
    assert kept == [name for name in Orders.__dataclass_fields__ if name not in HANDS]
