"""Tests for the views of a duel. Source: docs/rulings.md, section 6."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from tests.engine.duels import duel_of, last_round, next_round, wizard
from wavinghands import engine
from wavinghands.engine.duel import InForce
from wavinghands.engine.spells import SPELLS
from wavinghands.engine.words.prose import spell_name

HIDDEN = {"left": "?", "right": "?", "cast": [], "forced": {}, "barrier": False, "second": None}
INVISIBLE = ("PPWS", "--WS")
BLINDING = ("DWFFD", "----D")


def types(duel: engine.Duel, viewer: str | None) -> list[str]:
    return [event["type"] for event in last_round(duel, viewer)["events"]]


def invisible_black(book: str = "classic") -> engine.Duel:
    return duel_of(book, Black=INVISIBLE, White="----")


def blind_white(book: str = "classic", **more: Any) -> engine.Duel:
    return duel_of(book, Black=BLINDING, White="-----", **more)


def test_everybody_sees_visible_events() -> None:
    duel = duel_of("classic", Black=("SD", "WF"), White="-P")
    views = [engine.view(duel, viewer) for viewer in ("Black", "White", None, engine.EVERYTHING)]
    for seen in views:
        assert seen["rounds"] == views[0]["rounds"]
        assert seen["wizards"] == views[0]["wizards"]
    assert [seen["viewer"] for seen in views] == ["Black", "White", None, None]
    assert views[0]["rounds"][1]["gestures"]["Black"] == {
        "left": "D",
        "right": "F",
        "cast": ["left"],
        "forced": {},
        "barrier": False,
        "second": None,
    }


@pytest.mark.parametrize("of_another", [invisible_black, blind_white])
def test_cached_events_are_not_shown_to_other_viewers(of_another: Callable[[], engine.Duel]) -> None:
    def played() -> engine.Duel:
        return next_round(of_another(), Black={"left": "S", "right": "W"}, White={"left": "P", "right": "-"})

    viewers = ("Black", "White", None, engine.EVERYTHING)
    alone = {viewer: engine.view(played(), viewer) for viewer in viewers}
    assert alone["Black"]["rounds"] != alone["White"]["rounds"]
    for order in (viewers, viewers[::-1]):
        duel = played()
        assert {viewer: engine.view(duel, viewer) for viewer in order} == alone


def test_a_view_has_only_the_requested_rounds() -> None:
    duel = duel_of("classic", Black="SDSD", White="----")
    assert [entry["number"] for entry in engine.view(duel, None, since=2)["rounds"]] == [3, 4]


def test_a_forced_gesture_is_marked_by_its_cause() -> None:
    duel = next_round(duel_of("classic", Black="SWD", White="---"), White={"left": "C", "right": "P"})
    gestures = last_round(duel, "Black")["gestures"]["White"]
    assert (gestures["left"], gestures["right"], gestures["forced"]) == ("W", "P", {"left": "fear"})


def test_an_anti_spell_leaves_a_barrier() -> None:
    gestures = last_round(duel_of("classic", Black="SPF", White="---"))["gestures"]
    assert (gestures["Black"]["barrier"], gestures["White"]["barrier"]) == (False, True)


def test_invisibility_is_public_and_hides_nothing_in_the_round_of_casting() -> None:
    duel = invisible_black()
    for viewer in ("White", None):
        assert last_round(duel, viewer)["gestures"]["Black"]["left"] == "S"
        assert wizard(duel, "Black", viewer)["invisible"] is True


@pytest.mark.parametrize("viewer", ["White", None])
def test_only_the_wizard_sees_their_own_invisible_hands(viewer: str | None) -> None:
    duel = next_round(invisible_black(), Black={"left": "F"})
    assert last_round(duel, viewer)["gestures"]["Black"] == HIDDEN
    assert last_round(duel, "Black")["gestures"]["Black"]["left"] == "F"
    assert last_round(duel, engine.EVERYTHING)["gestures"]["Black"]["left"] == "F"


def test_hidden_gestures_stay_hidden_after_invisibility() -> None:
    duel = invisible_black()
    for gesture in "FWSP":
        duel = next_round(duel, Black={"left": gesture})
    shown = [entry["gestures"]["Black"]["left"] for entry in engine.view(duel, "White")["rounds"]]
    assert shown == ["P", "P", "W", "S", "?", "?", "?", "P"]


def test_in_classic_everybody_sees_spells_of_an_invisible_wizard() -> None:
    duel = next_round(next_round(invisible_black(), Black={"left": "-"}), Black={"left": "P"})
    assert "cast" in types(duel, "White")


def test_in_standard_everybody_sees_only_spells_at_visible_beings() -> None:
    duel = next_round(invisible_black("standard"), Black={"left": "P"})
    assert "cast" in types(duel, "Black")
    assert not {"cast", "shielded"} & set(types(duel, "White"))
    hit = next_round(next_round(invisible_black("standard"), Black={"left": "S"}), Black={"left": "D"})
    assert "cast" in types(hit, "White")
    assert wizard(hit, "White", "White")["hp"] == 14


def test_the_hit_points_of_an_invisible_wizard_stay_known() -> None:
    storm = duel_of("classic", Black=("PPWS---", "--WS---"), White=("---SWWC", "------C"))
    assert wizard(storm, "Black", "White")["hp"] == wizard(storm, "Black", None)["hp"] == 10


def test_blind_viewers_see_only_their_own_gestures() -> None:
    duel = next_round(blind_white(), Black={"left": "F"}, White={"left": "W"})
    seen = last_round(duel, "White")["gestures"]
    assert seen["Black"] == HIDDEN
    assert seen["White"]["left"] == "W"
    assert last_round(duel, "Black")["gestures"]["White"]["left"] == "W"
    assert last_round(duel, None)["gestures"]["Black"]["left"] == "F"


def test_blind_viewers_know_others_as_last_seen() -> None:
    duel = next_round(blind_white("classic"), Black={"left": ">", "target": {"left": "Black"}}, White={"left": ">"})
    assert wizard(duel, "Black", None)["hp"] == 14
    assert wizard(duel, "Black", "White")["hp"] == 15
    assert wizard(duel, "Black", "White")["seen"] is False
    assert last_round(duel, "White")["hp"] == {"Black": 15, "White": 15}


def test_blind_viewers_learn_only_of_spells_that_reach_them() -> None:
    shielded = next_round(blind_white(), Black={"left": "P"})
    assert not {"cast", "shielded"} & set(types(shielded, "White"))
    hurt = next_round(next_round(blind_white(), Black={"left": "S"}), Black={"left": "D"})
    assert {"cast", "damage"} <= set(types(hurt, "White"))
    assert wizard(hurt, "White", "White")["hp"] == 14


def hands_of(duel: engine.Duel, type_: str, viewer: str | None) -> list[Any]:
    return [event.get("hand") for event in last_round(duel, viewer)["events"] if event["type"] == type_]


def test_the_hand_of_an_unseen_spell_or_stab_is_secret() -> None:
    pointed = next_round(next_round(blind_white(), Black={"left": "S"}), Black={"left": "D"})
    assert (hands_of(pointed, "cast", "White"), hands_of(pointed, "cast", "Black")) == ([None], ["left"])
    stab = {"right": ">", "target": {"right": "White"}}
    stabbed = next_round(blind_white(), Black=stab, White={"left": "P"})
    assert (hands_of(stabbed, "stab", "White"), hands_of(stabbed, "stab", "Black")) == ([None], ["right"])
    unseen = next_round(invisible_black(), Black={"left": "P"})
    assert hands_of(unseen, "cast", "White") == hands_of(unseen, "cast", None) == [None]
    assert hands_of(unseen, "cast", "Black") == ["left"]


def test_blind_viewers_hear_speech() -> None:
    duel = next_round(blind_white(), Black={"say": "Where am I?"})
    said = [event for event in last_round(duel, "White")["events"] if event["type"] == "says"]
    assert [(event["wizard"], event["words"]) for event in said] == [("Black", "Where am I?")]
    assert said[0]["text"] == "Black says: “Where am I?”"


def test_blind_viewers_learn_of_the_end() -> None:
    duel = next_round(blind_white(), Black={"left": "P", "right": "P"})
    assert {"surrenders", "victory"} <= set(types(duel, "White"))


def test_blind_viewers_learn_of_a_new_monster_when_it_attacks_them() -> None:
    """Check Grey's new goblin while White is blind. It attacks Black in one duel and White in the other."""
    hands = {"Black": (BLINDING[0] + "---", BLINDING[1] + "---"), "White": "-" * 8, "Grey": "-----SFW"}
    more = {8: {"Grey": {"attack": {"left:Grey": "Black"}}}}
    duel = duel_of("classic", more=more, **hands)
    assert [monster["kind"] for monster in engine.view(duel, None)["monsters"]] == ["goblin"]
    assert engine.view(duel, "White")["monsters"] == []
    again = duel_of("classic", more={8: {"Grey": {"attack": {"left:Grey": "White"}}}}, **hands)
    assert [monster["target"] for monster in engine.view(again, "White")["monsters"]] == ["White"]


def test_blind_casters_do_not_learn_if_a_monster_for_others_appears() -> None:
    hands = {"Black": (BLINDING[0] + "---", BLINDING[1] + "---"), "White": "-----SFW", "Grey": "-" * 8}
    given = {
        8: {
            "White": {"target": {"left": "Grey"}, "attack": {"left:White": "Black"}},
            "Grey": {"attack": {"left:White": "Black"}},
        }
    }
    duel = duel_of("classic", more=given, **hands)
    assert "appears" in types(duel, None)
    assert "appears" not in types(duel, "White")


def test_blind_victims_know_the_controller_of_a_monster_seen_before() -> None:
    hands = {"Black": BLINDING, "White": "-" * 5, "Grey": "--SFW"}
    duel = duel_of("classic", more={5: {"Grey": {"attack": {"left:Grey": "White"}}}}, **hands)
    (seen,) = engine.view(duel, "White")["monsters"]
    attacked = next_round(duel)
    assert wizard(attacked, "White")["hp"] == 13
    assert engine.view(attacked, "White")["monsters"] == [seen]
    assert (seen["owner"], seen["target"]) == ("Grey", "White")


def test_blindness_ends_after_three_rounds() -> None:
    duel = blind_white()
    for _ in range(4):
        duel = next_round(duel, Black={"left": "W"})
    shown = [entry["gestures"]["Black"]["left"] for entry in engine.view(duel, "White")["rounds"]]
    assert shown == ["D", "W", "F", "F", "D", "?", "?", "?", "W"]
    assert wizard(duel, "Black", "White")["seen"] is True


def test_the_hand_of_a_paralysis_is_shown_once_it_is_settled() -> None:
    naming = {"paralyze": {"White": "left"}}
    classic = duel_of("classic", Black="FFF", White="---", more={3: {"Black": naming}})
    assert wizard(classic, "White", None)["minds"] == [{"effect": "paralysis", "by": "Black", "hand": "left"}]
    standard = duel_of("standard", Black="FFF", White="---")
    assert wizard(standard, "White", None)["minds"] == [{"effect": "paralysis", "by": "Black", "hand": None}]
    held = next_round(standard, Black=naming)
    assert last_round(held, None)["gestures"]["White"]["forced"] == {"left": "paralysis"}


def test_a_transcript_has_only_what_its_viewer_saw() -> None:
    duel = next_round(invisible_black(), Black={"left": "F"})
    assert "wiggles" in engine.transcript(duel)
    assert "wiggles" not in engine.transcript(duel, "White")
    assert engine.transcript(duel, None).startswith("Black against White. Rule set: Classic.")


def test_the_description_names_every_spell() -> None:
    assert {slug: spell_name(slug) for slug in SPELLS} == {slug: spell.name for slug, spell in SPELLS.items()}


def test_in_spellcast_blind_viewers_sense_casts_but_not_results() -> None:
    start = engine.start("spellcast", [{"name": "Black"}, {"name": "White"}])
    black, white = engine.settle(start, {"Black": {"left": "S", "right": "-"}}).wizards
    blind = replace(start, wizards=(black._replace(effects={"blindness": InForce(3, "White")}), white))
    orders = {"Black": {"left": "D", "right": "-"}, "White": {"left": "-", "right": "P"}}
    rounds = engine.view(engine.settle(blind, orders), "Black")["rounds"]
    types = [(event["type"], event.get("spell")) for event in rounds[-1]["events"]]
    assert ("cast", "magic_missile") in types
    assert ("cast", "shield") in types
    assert "misses" not in dict(types)
