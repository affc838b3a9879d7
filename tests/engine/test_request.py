from itertools import product
from typing import Any

import pytest

from tests.engine.duels import duel_of, next_round, request_of
from tests.engine.players import after_first
from tests.engine.test_random_play import play_duel
from wavinghands import engine
from wavinghands.engine.gestures import woven_on

NOBODY = {"left": "nobody", "right": "nobody"}


def hand(request: dict[str, Any], name: str) -> dict[str, Any]:
    found: dict[str, Any] = request["hands"][name]
    return found


def spells(request: dict[str, Any], name: str, gesture: str) -> list[str]:
    return [spell["spell"] for spell in request["completes"][name].get(gesture, [])]


def test_at_the_beginning_both_hands_are_free_and_a_palm_is_a_shield() -> None:
    request = request_of(duel_of("classic", Black="-", White="-"), "Black")
    assert request["type"] == "orders"
    assert request["round"] == 2
    free = {"gestures": ["C", "D", "F", "P", "S", "W", ">", "-"], "default": "-", "forced": None}
    assert request["hands"] == {"left": free, "right": free}
    assert spells(request, "left", "P") == ["shield"]
    assert request["completes"]["both"] == {}
    assert request["surrender"] == [["P", "P"]]
    assert request["forfeit"] == "palms"
    assert request["stab"] == {"target": "White"}


def test_only_acting_wizards_of_a_running_duel_are_asked() -> None:
    duel = duel_of("classic", Black=("P", "P"), White="-")
    assert engine.request(duel, "White") is None
    assert engine.request(duel_of("classic", Black="-", White="-"), "Grey") is None


def test_completed_spells_are_listed_longest_first() -> None:
    request = request_of(duel_of("classic", Black=("WWF", "PPW"), White="---"), "Black")
    assert spells(request, "left", "P") == ["resist_heat", "cause_light_wounds", "shield"]
    (resist, cause, _) = request["completes"]["left"]["P"]
    assert (resist["gestures"], resist["target"], resist["aimed"]) == ("WWFP", "Black", True)
    assert cause["target"] == "White"


def test_a_two_handed_spell_is_listed_under_both() -> None:
    request = request_of(duel_of("classic", Black=("PPW", "WWW"), White="---"), "Black")
    assert spells(request, "both", "S") == ["invisibility"]
    assert spells(request, "right", "S") == ["counter_spell"]
    assert spells(request, "left", "S") == []


def test_a_storm_takes_no_target() -> None:
    (storm,) = request_of(duel_of("classic", Black="SWW", White="---"), "Black")["completes"]["both"]["C"]
    assert (storm["spell"], storm["target"], storm["aimed"]) == ("fire_storm", None, False)


def test_a_spent_clap_of_lightning_is_not_offered() -> None:
    duel = duel_of("classic", Black=("WDDCWDD", "---C---"), White="-------")
    request = request_of(duel, "Black")
    assert request["completes"]["both"] == {}
    assert all("clap_of_lightning" not in paths for paths in request["paths"]["left"].values())


def test_paths_have_the_missing_gestures() -> None:
    request = request_of(duel_of("classic", Black="S", White="-"), "Black")
    paths = request["paths"]["left"]
    assert paths["F"]["summon_goblin"] == "W"
    assert "magic_missile" not in paths["F"]
    assert (paths["W"]["fear"], paths["W"]["ice_storm"]) == ("D", "SSc")
    nearest = [len(missing) for missing in paths["S"].values()]
    assert nearest == sorted(nearest)


def test_fear_leaves_four_gestures() -> None:
    duel = duel_of("classic", Black="SWD", White="---")
    request = request_of(duel, "White")
    assert hand(request, "left") == {"gestures": ["P", "W", ">", "-"], "default": "-", "forced": "fear"}
    assert [note["effect"] for note in request["notes"]] == ["fear"]


def test_amnesia_leaves_the_gesture_of_each_hand() -> None:
    duel = duel_of("classic", Black="DPP", White=("--S", "-->"))
    request = request_of(duel, "White")
    assert hand(request, "left") == {"gestures": ["S"], "default": "S", "forced": "amnesia"}
    assert hand(request, "right") == {"gestures": [">"], "default": ">", "forced": "amnesia"}


def test_amnesia_of_half_a_clap_leaves_nothing() -> None:
    request = request_of(duel_of("classic", Black="DPP", White=("--C", "---")), "White")
    assert hand(request, "left")["gestures"] == ["-"]


def test_a_free_round_has_no_notes_about_later_blindness() -> None:
    """Check a duel in which White's haste begins in round 6, and Black's Blindness hits White in round 7."""
    black = ("--DWFFD", "------D")
    duel = duel_of("standard", Black=black, White=("-PWPWWC", "------C"))
    assert (duel.kind, duel.wizard("White").effects.keys()) == ("haste", {"haste", "blindness"})
    assert request_of(duel, "White")["notes"] == []
    shown = []
    for _ in range(4):
        duel = next_round(duel)
        shown.append((duel.kind, [note["effect"] for note in request_of(duel, "White")["notes"]]))
    assert shown == [
        ("normal", ["blindness"]),
        ("haste", ["blindness"]),
        ("normal", ["blindness"]),
        ("haste", ["blindness"]),
    ]


@pytest.mark.parametrize(("para_fc", "turns"), [(False, "C becomes F"), (True, "F becomes C")])
def test_the_note_on_paralysis_follows_the_options_of_the_duel(para_fc: bool, turns: str) -> None:
    duel = engine.start("classic", [{"name": "Black"}, {"name": "White"}], options={"para_fc": para_fc})
    for _ in range(3):
        duel = next_round(duel, Black={"left": "F"})
    (note,) = request_of(duel, "White")["notes"]
    assert turns in note["text"]


def test_a_paralysed_hand_that_is_known_has_one_gesture() -> None:
    duel = duel_of("classic", Black="FFF", White=("--W", "---"), more={3: {"Black": {"paralyze": {"White": "left"}}}})
    request = request_of(duel, "White")
    assert hand(request, "left") == {"gestures": ["P"], "default": "P", "forced": "paralysis"}
    assert hand(request, "right")["forced"] is None
    assert "left hand" in request["notes"][0]["text"]


def test_if_the_held_hand_is_open_the_caster_is_asked() -> None:
    duel = duel_of("standard", Black="FFF", White=("--W", "---"))
    request = request_of(duel, "White")
    assert [hand(request, name)["forced"] for name in ("left", "right")] == ["paralysis", "paralysis"]
    assert len(hand(request, "left")["gestures"]) == 8
    (question,) = request_of(duel, "Black")["questions"]
    assert (question["field"], question["kind"], question["choices"]) == (
        ["paralyze", "White"],
        "hand",
        ["left", "right"],
    )


def test_the_caster_of_a_charm_is_asked_for_a_gesture() -> None:
    more = {3: {"Black": {"target": NOBODY}}, 4: {"Black": {"direct": {"White": {"hand": "left"}}}}}
    for book, hands in (("classic", ["left"]), ("standard", ["left", "right"])):
        duel = duel_of(book, Black="PSDF", White="----", more=more)
        (question,) = request_of(duel, "Black")["questions"]
        assert (question["field"], question["kind"]) == (["direct", "White"], "direct")
        assert question["hands"] == hands
        assert question["gestures"] == ["C", "D", "F", "P", "S", "W", ">", "-"]
        assert hand(request_of(duel, "White"), "left")["forced"] == "charm_person"


def test_the_confused_may_order_anything() -> None:
    request = request_of(duel_of("classic", Black="DSF", White="---"), "White")
    assert hand(request, "left")["forced"] == "confusion"
    assert len(hand(request, "left")["gestures"]) == 8


def test_ones_own_monsters_and_new_monsters_can_be_ordered() -> None:
    duel = duel_of("classic", Black="SFWSF", White="-----")
    owned, coming = request_of(duel, "Black")["monsters"]
    assert (owned["kind"], owned["target"]) == ("goblin", "White")
    assert owned["ref"] in owned["targets"]
    assert (coming["ref"], coming["kind"], coming["target"]) == ("left:Black", "new", "White")
    assert request_of(duel, "White")["monsters"] == []


def test_dice_choose_a_new_monsters_victim_among_several_opponents() -> None:
    duel = duel_of("classic", Black="SF", White="--", Grey="--")
    (coming,) = request_of(duel, "Black")["monsters"]
    assert (coming["ref"], coming["target"]) == ("left:Black", None)
    duel = next_round(duel, Black={"left": "W"})
    goblin = request_of(duel, "Black")["monsters"][0]
    assert goblin["target"] in ("White", "Grey")  # as in its last attack
    duel = next_round(duel, Grey={"left": "P", "right": "P"}, Black={"left": "F"})
    assert request_of(next_round(duel, Black={"left": "S"}), "Black")["stab"] == {"target": "White"}


@pytest.mark.parametrize(("book", "victim"), [("classic", "White"), ("standard", "nobody")])
def test_a_monster_whose_victim_is_dead_targets_its_next_victim(book: str, victim: str) -> None:
    """Check Black's goblin after White has stabbed its victim to death. Its next victim depends on the book."""
    duel = duel_of(book, Black="SFW", White="SFW")
    mine, theirs = (monster["name"] for monster in engine.view(duel, None)["monsters"])
    duel = next_round(duel, Black={"attack": {mine: theirs}}, White={"left": ">", "target": {"left": theirs}})
    assert [monster["name"] for monster in engine.view(duel, None)["monsters"] if monster["alive"]] == [mine]
    assert request_of(duel, "Black")["monsters"][0]["target"] == victim
    is_threat = {"by": mine, "attack": 1, "kind": "goblin"} in request_of(duel, "White")["threats"]
    assert is_threat == (victim == "White")
    hurt = duel.wizard("White").hp - next_round(duel).wizard("White").hp
    assert hurt == (1 if is_threat else 0)


def test_targets_are_the_living_new_monsters_and_nobody() -> None:
    duel = duel_of("classic", Black="SFW", White="---")
    refs = [target["ref"] for target in request_of(duel, "White")["targets"]]
    monster = engine.view(duel, None)["monsters"][0]["name"]
    assert refs == ["Black", "White", monster, "left:Black", "right:Black", "left:White", "right:White", "nobody"]


def test_dead_beings_are_corpses_and_no_targets() -> None:
    duel = duel_of("classic", Black="SFW-", White="----")
    monster = engine.view(duel, None)["monsters"][0]["name"]
    duel = next_round(duel, White={"left": ">", "target": {"left": monster}})
    request = request_of(duel, "Black")
    assert request["corpses"] == [monster]
    assert monster not in [target["ref"] for target in request["targets"]]


def test_a_wizard_who_has_left_is_neither_target_nor_corpse() -> None:
    duel = duel_of("classic", Black=("P", "P"), White="-", Grey="-")
    request = request_of(duel, "Grey")
    assert [target["ref"] for target in request["targets"] if target["kind"] == "wizard"] == ["White", "Grey"]
    assert request["corpses"] == []
    assert request["stab"] == {"target": "White"}


def test_threats_are_spells_that_others_may_complete_and_attackers() -> None:
    duel = duel_of("classic", Black="---S", White="SFW-")
    black = request_of(duel, "White")["threats"]
    missile = {"by": "Black", "spell": "magic_missile", "name": "Magic Missile", "hand": "left", "gesture": "D"}
    assert missile | {"both": False, "target": "White"} in black
    monster = engine.view(duel, None)["monsters"][0]["name"]
    white = request_of(duel, "Black")["threats"]
    assert {"by": monster, "attack": 1, "kind": "goblin"} in white


@pytest.mark.parametrize(("left", "right"), [("PPWS---", "--WS---"), ("DWFFD--", "----D--")])
def test_threats_contain_no_unseen_gestures(left: str, right: str) -> None:
    """Check a Magic Missile whose first gesture Black makes while invisible, or while White is blind."""
    rounds = len(left.rstrip("-"))
    duel = duel_of("classic", Black=(left[:rounds] + "S", right[:rounds] + "-"), White="-" * (rounds + 1))
    assert request_of(duel, "White")["threats"] == []


@pytest.mark.parametrize(("keeps", "victim"), [(False, "White"), (True, "Black")])
def test_monsters_to_be_charmed_can_be_ordered_beforehand(*, keeps: bool, victim: str) -> None:
    duel = duel_of("classic", options={"charmed_monster_keeps_target": keeps}, Black="---PSD", White="SFW---")
    (goblin,) = engine.view(duel, None)["monsters"]
    claims = request_of(duel, "Black")["claims"]
    assert [claim["ref"] for claim in claims] == [goblin["name"], "left:White", "right:White"]
    assert (claims[0]["by"], claims[0]["target"]) == ("charm_monster", victim)
    charming = {"left": "D", "target": {"left": goblin["name"]}, "attack": {goblin["name"]: "White"}}
    assert duel.wizard("White").hp - next_round(duel, Black=charming).wizard("White").hp == 1
    assert request_of(duel, "White")["claims"] == []


def test_a_corpse_to_be_raised_can_be_ordered_beforehand() -> None:
    duel = duel_of("classic", Black="SFW", White="---")
    goblin = engine.view(duel, None)["monsters"][0]["name"]
    duel = next_round(duel, White={"left": ">", "target": {"left": goblin}})
    for gesture in "DWWFW":
        duel = next_round(duel, Black={"left": gesture})
    (claim,) = request_of(duel, "Black")["claims"]
    assert (claim["ref"], claim["by"]) == (goblin, "raise_dead")
    raising = {"left": "C", "right": "C", "target": {"both": goblin}, "attack": {goblin: "Black"}}
    assert duel.wizard("Black").hp - next_round(duel, Black=raising).wizard("Black").hp == 1


@pytest.mark.parametrize(("book", "is_missed"), [("classic", False), ("standard", True)])
def test_a_blind_wizards_request_lists_missed_targets(book: str, *, is_missed: bool) -> None:
    duel = duel_of(book, Black=("DWFFD", "----D"), White="-----")
    assert request_of(duel, "White")["missed"] == (
        ["Black", "left:Black", "right:Black", "left:White", "right:White"] * is_missed
    )
    assert request_of(duel, "Black")["missed"] == []


@pytest.mark.parametrize(
    ("book", "rule"), [("classic", "kinds"), ("standard", "paralysis_yields"), ("warlocks", "any")]
)
def test_the_request_says_how_mind_spells_clash(book: str, rule: str) -> None:
    assert request_of(duel_of(book, Black="-", White="-"), "Black")["mind_clash"] == rule


@pytest.mark.parametrize("evades", [True, False])
def test_invisible_targets_are_missed_if_the_rules_say_so(*, evades: bool) -> None:
    duel = duel_of("classic", options={"invisible_evades_spells": evades}, Black=("PPWS", "--WS"), White="----")
    assert request_of(duel, "White")["missed"] == ["Black"] * evades
    assert request_of(duel, "Black")["missed"] == []


# Second pairs and windows

HASTE = ("PWPWWC", "-----C")


def hastened(book: str = "classic") -> engine.Duel:
    """Return a duel in which Black has just cast Haste on themselves."""
    return duel_of(book, Black=HASTE, White="------")


def second(request: dict[str, Any], name: str, first: str, gesture: str) -> list[tuple[str, bool]]:
    found = request["second"]["completes"][name].get(first, {}).get(gesture, [])
    return [(spell["spell"], spell["first_both"]) for spell in found]


def test_wizards_without_haste_have_no_second_pair() -> None:
    request = request_of(duel_of("classic", Black="-", White="-"), "Black")
    assert [request[name] for name in ("second", "delay", "permanent", "fire")] == [None] * 4


def test_hastened_wizards_are_asked_for_a_second_pair() -> None:
    request = request_of(hastened(), "Black")
    free = {"gestures": ["C", "D", "F", "P", "S", "W", ">", "-"], "default": "-", "forced": None}
    assert request["second"]["hands"] == {"left": free, "right": free}
    assert second(request, "left", "S", "D") == [("magic_missile", False)]
    assert second(request, "right", "-", "P") == [("shield", False)]
    assert second(request, "left", ">", "D") == []
    assert request_of(hastened(), "White")["second"] is None


def test_a_second_pair_marks_first_gestures_of_both_hands() -> None:
    request = request_of(hastened(), "Black")
    mirrors = request["second"]["completes"]["both"]["C"]["W"]
    assert [(mirror["spell"], mirror["first_both"], mirror["hand"]) for mirror in mirrors] == [
        ("magic_mirror", True, "left"),
        ("magic_mirror", True, "right"),
    ]
    paths = request["second"]["paths"]["left"]
    assert paths["c"]["D"] == {"dispel_magic": "PW"}
    assert "D" not in paths["C"]


def test_a_free_round_has_one_pair() -> None:
    duel = hastened(book="standard")
    assert duel.kind == "haste"
    assert request_of(duel, "Black")["second"] is None
    assert engine.request(duel, "White") is None


def test_amnesia_repeats_both_pairs_of_a_hastened_wizard() -> None:
    duel = duel_of("classic", Black=HASTE, White="----DP")
    duel = next_round(
        duel, Black={"left": "S", "right": "W", "second": {"left": "F", "right": "-"}}, White={"left": "P"}
    )
    request = request_of(duel, "Black")
    assert [hand(request, name)["gestures"] for name in ("left", "right")] == [["S"], ["W"]]
    assert [request["second"]["hands"][name]["gestures"] for name in ("left", "right")] == [["F"], ["-"]]
    assert set(request["second"]["completes"]["left"]) <= {"S"}


def test_a_hastened_monsters_second_victim_is_requested() -> None:
    goblin = engine.view(duel_of("classic", Black="SFW", White="---"), None)["monsters"][0]["name"]
    more = {9: {"Black": {"target": {"both": goblin}}}}
    hasting = duel_of("classic", more=more, Black=("SFW" + HASTE[0], "---" + HASTE[1]), White="-" * 9)
    monster = request_of(hasting, "Black")["monsters"][0]
    assert monster["second"] == {"target": "White"}
    after = next_round(hasting, Black={"second": {"attack": {monster["ref"]: "nobody"}}})
    assert hasting.wizard("White").hp - after.wizard("White").hp == 1


DELAY = "DWSSSP"
PERMANENCY = "SPFPSDW"


def test_the_request_contains_open_windows() -> None:
    asked = request_of(duel_of("classic", Black=DELAY, White="------"), "Black")
    assert asked["delay"] == {"must": True, "left": 3, "full": False}
    assert asked["permanent"] is None
    asked = request_of(duel_of("standard", Black=PERMANENCY, White="-------"), "Black")
    assert (asked["permanent"]["must"], asked["permanent"]["left"]) == (False, 3)
    assert {"blindness", "haste", "delay_effect"} <= set(asked["permanent"]["spells"])
    assert not {"permanency", "disease", "resist_heat", "shield"} & set(asked["permanent"]["spells"])
    warlocks = request_of(duel_of("warlocks", Black=PERMANENCY, White="-------"), "Black")
    assert "permanency" in warlocks["permanent"]["spells"]


def test_only_its_owner_may_release_a_banked_spell() -> None:
    duel = duel_of("standard", Black=DELAY + "SD", White="--------", more={8: {"Black": {"delay": "left"}}})
    assert request_of(duel, "Black")["fire"] == {"spell": "magic_missile", "name": "Magic Missile", "target": "White"}
    assert request_of(duel, "White")["fire"] is None
    assert next_round(duel, Black={"fire": True}).wizard("White").hp == 14


def test_a_second_spell_is_banked_only_if_the_first_is_released() -> None:
    """Check a second Delayed Effect that Black completes while the first one still stores a Shield."""
    for book, is_full in (("classic", True), ("warlocks", False)):
        banking = {7: {"Black": {"delay": "left"}}}
        duel = duel_of(book, Black=DELAY + "P" + DELAY, White="-" * 13, more=banking)
        asked = request_of(duel, "Black")
        assert asked["fire"]["spell"] == "shield"
        assert asked["delay"]["full"] is is_full
        after = next_round(duel, Black={"left": "S", "right": "D", "delay": "both"})
        assert after.wizard("Black").banked == duel.wizard("Black").banked


def spells_listed(completes: dict[str, Any], pair: tuple[str, str]) -> set[tuple[str, str]]:
    """Return the spells that a pair of gestures completes according to `completes`, each with its hand."""
    by_hand = {"left": pair[0], "right": pair[1], **({"both": pair[0]} if pair[0] == pair[1] else {})}
    return {(hand, spell["spell"]) for hand, made in by_hand.items() for spell in completes[hand].get(made, [])}


def completed(duel: engine.Duel, name: str, *pairs: tuple[str, str]) -> set[tuple[str, str]]:
    """Return the spells that the last of these pairs of gestures completes, each with its hand."""
    wizard = duel.wizard(name)
    woven = wizard.woven
    for pair in pairs:
        woven = woven_on(woven, pair)
    return {(hand, spell.slug) for way in duel.lexicon.menu(woven, wizard.spent) for hand, spell in way.items()}


@pytest.mark.parametrize("book", engine.BOOKS)
def test_hands_complete_the_spells_in_the_request(book: str) -> None:
    for number in range(15):
        for duel in play_duel(book, number):
            before, last = duel.before, duel.last
            assert before is not None
            assert last is not None
            for name, made in last.gestures.items():
                asked = request_of(before, name)
                assert spells_listed(asked["completes"], made.pair) == completed(before, name, made.pair)
                if made.second is not None:
                    then = after_first(asked, {"left": made.pair[0], "right": made.pair[1]})
                    offered = spells_listed(then["completes"], made.second.pair)
                    assert offered == completed(before, name, made.pair, made.second.pair)


@pytest.mark.parametrize("made", ["WDWS", "CCDP", "SSFW", "WWWS", "PPWW"])
def test_both_pairs_complete_the_spells_in_the_request(made: str) -> None:
    """Try all gestures that a hastened wizard can make next, after the two pairs of gestures in `made`."""
    second = {"left": made[2], "right": made[3]}
    duel = next_round(hastened(), Black={"left": made[0], "right": made[1].replace("P", "-"), "second": second})
    asked = request_of(duel, "Black")
    gestures = "CDFPSW>-"
    for first in product(gestures, repeat=2):
        offered = after_first(asked, {"left": first[0], "right": first[1]})["completes"]
        for pair in product(gestures, repeat=2):
            assert spells_listed(offered, pair) == completed(duel, "Black", first, pair)
