from typing import Any

import pytest

from tests.engine.duels import REST, asked, duel_of, last_round, next_round, request_of, wizard
from wavinghands import engine


def question(waiting: engine.Asked, name: str) -> dict[str, Any]:
    (only,) = request_of(waiting, name)["questions"]
    found: dict[str, Any] = only
    return found


def answered(duel: engine.Duel, orders: dict[str, Any], **answers: Any) -> engine.Duel:
    full = {name: {**REST, **given} for name, given in orders.items()}
    played = engine.play(duel, full, answers)
    assert isinstance(played, engine.Duel)
    return played


def test_nothing_is_asked_where_nothing_is_open() -> None:
    duel = duel_of("classic", Black="S", White="-")
    assert isinstance(engine.play(duel, {"Black": {"left": "D", "right": "-"}, "White": REST}, {}), engine.Duel)


def test_without_answers_nothing_is_asked() -> None:
    duel = duel_of("classic", Black="FF", White="--")
    assert isinstance(engine.play(duel, {"Black": {"left": "F", "right": "-"}, "White": REST}), engine.Duel)


def test_a_choice_of_several_spells_is_asked() -> None:
    duel = duel_of("classic", Black="WWF", White="---")
    waiting = asked(duel, Black={"left": "P"})
    assert waiting.asks == ("Black",)
    assert engine.request(waiting, "White") is None
    which = question(waiting, "Black")
    assert (which["field"], which["kind"], which["default"]) == (["cast"], "spells", {"left": "resist_heat"})
    assert which["choices"] == [{"left": "resist_heat"}, {"left": "cause_light_wounds"}, {"left": "shield"}]
    played = answered(duel, {"Black": {"left": "P", "target": {"left": "White"}}}, Black={"cast": {"left": "shield"}})
    assert last_round(played)["gestures"]["Black"]["cast"] == ["left"]
    assert engine.round_record(played)["orders"]["Black"]["cast"] == {"left": "shield"}


def test_a_spell_named_in_the_orders_is_not_asked() -> None:
    duel = duel_of("classic", Black="WWF", White="---")
    orders = {"left": "P", "right": "-", "cast": {"left": "shield"}}
    assert isinstance(engine.play(duel, {"Black": orders, "White": REST}, {}), engine.Duel)


def test_the_target_of_an_unordered_gesture_is_asked() -> None:
    more = {3: {"Black": {"paralyze": {"White": "left"}}}}
    duel = duel_of("classic", Black="FFF", White="--S", more=more)
    waiting = asked(duel, White={"left": "P", "target": {"left": "White"}})
    where = question(waiting, "White")
    assert (where["field"], where["kind"], where["default"]) == (["target", "left"], "target", "Black")
    assert set(where["choices"]) == {"Black", "White", "nobody"}
    played = answered(duel, {"White": {"left": "P"}}, White={"target": {"left": "White"}})
    assert wizard(played, "White")["hp"] == 14
    assert engine.round_record(played)["orders"]["White"]["target"] == {"left": "White"}


def test_the_hand_of_a_paralysis_is_asked_in_classic_and_not_in_standard() -> None:
    duel = duel_of("classic", Black="FF", White="--")
    which = question(asked(duel, Black={"left": "F"}), "Black")
    assert (which["field"], which["kind"], which["choices"]) == (["paralyze", "White"], "hand", ["left", "right"])
    played = answered(duel, {"Black": {"left": "F"}}, Black={"paralyze": {"White": "right"}})
    assert wizard(played, "White")["minds"] == [{"effect": "paralysis", "by": "Black", "hand": "right"}]
    other = duel_of("standard", Black="FF", White="--")
    assert isinstance(engine.play(other, {"Black": {"left": "F", "right": "-"}, "White": REST}, {}), engine.Duel)


def test_the_mirrors_bearer_is_asked_about_a_reflected_paralysis() -> None:
    duel = duel_of("classic", Black="FF", White=("-C", "-C"))
    waiting = asked(duel, Black={"left": "F"}, White={"left": "W", "right": "W"})
    assert waiting.asks == ("White",)
    assert question(waiting, "White")["field"] == ["paralyze", "Black"]


def test_nobody_is_asked_about_a_countered_paralysis() -> None:
    duel = duel_of("classic", Black="FF", White="WW")
    orders = {"Black": {"left": "F", "right": "-"}, "White": {"left": "S", "right": "-"}}
    assert isinstance(engine.play(duel, orders, {}), engine.Duel)


def test_a_hand_that_is_held_is_held_again_without_a_question() -> None:
    duel = duel_of("classic", Black="FFF", White="---", more={3: {"Black": {"paralyze": {"White": "right"}}}})
    played = engine.play(duel, {"Black": {"left": "F", "right": "-"}, "White": REST}, {})
    assert isinstance(played, engine.Duel)
    assert wizard(played, "White")["minds"][0]["hand"] == "right"


CHARMING = {3: {"Black": {"target": {"left": "nobody"}}}}


def test_the_hand_of_a_charm_person_is_asked_in_classic() -> None:
    duel = duel_of("classic", Black="PSD", White="---", more=CHARMING)
    which = question(asked(duel, Black={"left": "F"}), "Black")
    assert (which["field"], which["kind"]) == (["direct", "White"], "hand")
    assert which["choices"] == [{"hand": "left"}, {"hand": "right"}]
    played = answered(duel, {"Black": {"left": "F"}}, Black={"direct": {"White": {"hand": "left"}}})
    led = next_round(played, Black={"direct": {"White": {"hand": "right", "gesture": "F"}}}, White={"left": "S"})
    assert last_round(led)["gestures"]["White"]["left"] == "F"


def test_a_charms_hand_may_be_asked_while_another_is_directed() -> None:
    """Check a Charm Person that asks for a hand while an earlier Charm Person directs a hand.

    The record must keep the gesture that was ordered for the directed hand.
    """
    more = {
        3: {"Black": {"target": {"left": "nobody"}}},
        4: {"Black": {"target": {"right": "nobody"}, "direct": {"White": {"hand": "left"}}}},
    }
    duel = duel_of("classic", Black=("PSDF", "-PSD"), White="----", more=more)
    orders = {
        "Black": {"left": "-", "right": "F", "direct": {"White": {"hand": "left", "gesture": "D"}}},
        "White": {"left": "W", "right": "W"},
    }
    assert isinstance(engine.play(duel, orders, {}), engine.Asked)
    played = engine.play(duel, orders, {"Black": {"direct": {"White": {"hand": "right"}}}})
    assert isinstance(played, engine.Duel)
    assert last_round(played)["gestures"]["White"]["left"] == "D"
    assert wizard(played, "White")["minds"][0]["hand"] == "right"
    assert engine.view(engine.load(engine.dump(played)), None) == engine.view(played, None)


def test_a_late_hand_of_a_charm_also_counts_for_the_next_charm() -> None:
    """Check that the hand ordered for one Charm Person also counts for the next one, which asks nothing."""
    more = {3: {"Black": {"target": {"left": "nobody"}}}, 4: {"Black": {"target": {"right": "nobody"}}}}
    duel = duel_of("classic", Black=("PSDF", "-PSD"), White="----", more=more)
    orders = {
        "Black": {"left": "-", "right": "F", "direct": {"White": {"hand": "left", "gesture": "D"}}},
        "White": {"left": "W", "right": "W"},
    }
    played = engine.play(duel, orders, {})
    assert isinstance(played, engine.Duel)
    assert last_round(played)["gestures"]["White"]["left"] == "D"
    assert wizard(played, "White")["minds"][0]["hand"] == "left"
    assert engine.view(engine.load(engine.dump(played)), None) == engine.view(played, None)


def test_with_only_a_gesture_the_next_charms_hand_is_asked() -> None:
    more = {
        3: {"Black": {"target": {"left": "nobody"}}},
        4: {"Black": {"target": {"right": "nobody"}, "direct": {"White": {"hand": "left"}}}},
    }
    duel = duel_of("classic", Black=("PSDF", "-PSD"), White="----", more=more)
    orders = {"Black": {"left": "-", "right": "F", "direct": {"White": {"gesture": "D"}}}, "White": REST}
    assert isinstance(engine.play(duel, orders, {}), engine.Asked)
    played = engine.play(duel, orders, {"Black": {"direct": {"White": {"hand": "right"}}}})
    assert isinstance(played, engine.Duel)
    assert last_round(played)["gestures"]["White"]["left"] == "D"
    assert engine.dump(played)["rounds"][-1]["orders"]["Black"]["direct"] == {
        "White": {"gesture": "D", "hand": "right"}
    }
    assert engine.view(engine.load(engine.dump(played)), None) == engine.view(played, None)


def test_the_kind_of_an_elemental_is_asked_of_its_subject() -> None:
    duel = duel_of("classic", Black=("CSWW", "C---"), White="----")
    orders = {"Black": {"left": "S", "target": {"left": "White"}, "cast": {"left": "summon_elemental"}}}
    waiting = asked(duel, **orders)
    assert waiting.asks == ("White",)
    which = question(waiting, "White")
    assert (which["field"], which["kind"], which["choices"], which["default"]) == (
        ["elemental"],
        "element",
        ["fire", "ice"],
        "fire",
    )
    played = answered(duel, orders, White={"elemental": "ice"})
    assert engine.view(played, None)["monsters"][0]["kind"] == "ice_elemental"
    assert engine.round_record(played)["orders"]["White"]["elemental"] == "ice"


def test_one_answer_may_lead_to_the_next_question() -> None:
    """Check that White is asked first which spell the gestures P D W P should cast, and then at whom."""
    more = {3: {"Black": {"paralyze": {"White": "left"}}}}
    duel = duel_of("classic", Black="FFF", White="PDW", more=more)
    orders = {"Black": REST, "White": REST}
    waiting = engine.play(duel, orders, {})
    assert isinstance(waiting, engine.Asked)
    assert question(waiting, "White")["field"] == ["cast"]
    answers: dict[str, Any] = {"White": {"cast": {"left": "remove_enchantment"}}}
    waiting = engine.play(duel, orders, answers)
    assert isinstance(waiting, engine.Asked)
    assert (question(waiting, "White")["field"], question(waiting, "White")["default"]) == (["target", "left"], "Black")
    answers["White"]["target"] = {"left": "White"}
    played = engine.play(duel, orders, answers)
    assert isinstance(played, engine.Duel)
    assert engine.round_record(played)["orders"]["White"] == {**REST, **answers["White"]}


def test_all_answers_of_a_melee_are_asked_at_once() -> None:
    duel = duel_of("classic", Black="FF", White="FF", Grey="--")
    waiting = asked(duel, Black={"left": "F"}, White={"left": "F"})
    assert waiting.asks == ("Black", "White")
    assert question(waiting, "Black")["field"] == ["paralyze", "White"]
    assert question(waiting, "White")["field"] == ["paralyze", "Grey"]


# Rejected answers


def paralysing() -> engine.Asked:
    return asked(duel_of("classic", Black="FF", White="--"), Black={"left": "F"})


@pytest.mark.parametrize(
    "answers",
    [
        None,
        [],
        {},
        {"paralyze": {}},
        {"paralyze": {"White": "both"}},
        {"paralyze": {"Black": "left"}},
        {"paralyze": {"White": "left", "Black": "left"}},
        {"paralyze": {"White": "left"}, "target": {"left": "Black"}},
        {"paralyze": {"White": "left"}, "cast": {"left": "shield"}},
        {"paralyze": {"White": "left"}, "left": "P"},
        {"paralyze": {"White": "left"}, "forfeit": True},
    ],
)
def test_answers_are_a_choice_for_each_question_and_nothing_else(answers: Any) -> None:
    with pytest.raises(engine.OrderError) as refused:
        engine.check_answers(paralysing(), "Black", answers)
    assert str(refused.value).startswith("round 3, Black")


def test_a_wizard_without_questions_may_not_answer() -> None:
    with pytest.raises(engine.OrderError, match="round 3, White: has no question to answer"):
        engine.check_answers(paralysing(), "White", {"paralyze": {"White": "left"}})


def test_an_answer_that_fits_is_accepted() -> None:
    assert engine.check_answers(paralysing(), "Black", {"paralyze": {"White": "left"}}) == {
        "paralyze": {"White": "left"}
    }


# Defaults


def test_missing_orders_rest_both_hands() -> None:
    duel = engine.settle(duel_of("classic", Black="S", White="-"), {"Black": {"left": "D", "right": "-"}})
    assert engine.round_record(duel)["orders"]["White"] == REST
    assert wizard(duel, "White")["hp"] == 14


def test_unanswered_questions_take_their_defaults() -> None:
    duel = engine.settle(duel_of("classic", Black="WWF", White="---"), {"Black": {"left": "P", "right": "-"}})
    assert wizard(duel, "Black")["effects"] == {"resist_heat": "permanent"}


def test_dice_decide_questions_without_a_default() -> None:
    duel = engine.settle(duel_of("classic", Black="FF", White="--"), {"Black": {"left": "F", "right": "-"}})
    hand = wizard(duel, "White")["minds"][0]["hand"]
    assert engine.round_record(duel)["chance"] == {"paralyze": {"White": hand}}


def test_given_answers_count_when_others_are_missing() -> None:
    duel = duel_of("classic", Black="FF", White="FF", Grey="--")
    orders = {name: {"left": "F", "right": "-"} for name in ("Black", "White")}
    settled = engine.settle(duel, orders, {"Black": {"paralyze": {"White": "right"}}})
    assert wizard(settled, "White")["minds"][0]["hand"] == "right"
    assert wizard(settled, "Grey")["minds"][0]["hand"] in ("left", "right")


def test_an_answer_changes_no_dice() -> None:
    """Check that the names of monsters and the victims drawn at random do not depend on the hand that is chosen."""
    duel = duel_of("classic", Black=("FF", "SF"), White="--", Grey="--")
    orders = {"Black": {"left": "F", "right": "W"}}
    rolled = [
        engine.round_record(answered(duel, orders, Black={"paralyze": {"White": hand}}))["chance"]
        for hand in ("left", "right")
    ]
    assert rolled[0] == rolled[1]
    assert set(rolled[0]) == {"names", "attack"}
