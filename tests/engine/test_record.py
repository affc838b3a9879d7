"""Tests for duel records: valid ones, and one-line errors that say where the fault is."""

import copy
from typing import Any

import pytest

from tests.engine.duels import REST, a_record, duel_of
from wavinghands import engine
from wavinghands.engine.states import states


def refusal(record: Any) -> str:
    with pytest.raises(engine.EngineError) as caught:
        engine.load(record)
    assert len(str(caught.value).splitlines()) == 1
    return str(caught.value)


def with_round(**changes: Any) -> dict[str, Any]:
    record = a_record()
    record["rounds"][0].update(changes)
    return record


ORDERS = {"Black": REST, "White": REST}


@pytest.mark.parametrize("record", [None, 3, "x", [], [a_record()]])
def test_a_record_is_an_object(record: Any) -> None:
    assert refusal(record) == "a record must be an object"


@pytest.mark.parametrize(
    ("changes", "place"),
    [
        ({"format": "wavinghands-duel/2"}, "format: "),
        ({"format": None}, "format: "),
        ({"spellbook": "spells"}, "spellbook: "),
        ({"spellbook": ["classic"]}, "spellbook: "),
        ({"seed": "7"}, "seed: "),
        ({"seed": 7.5}, "seed: "),
        ({"seed": True}, "seed: "),
        ({"options": {"nonsense": 1}}, "options.nonsense: "),
        ({"wizards": []}, "wizards: "),
        ({"wizards": [{"name": "Black"}]}, "wizards: "),
        ({"wizards": [{"name": f"W{number}"} for number in range(9)]}, "wizards: "),
        ({"wizards": [{"name": "Black"}, {"name": "Black"}]}, "wizards: "),
        ({"wizards": [{"name": "Black"}, {"name": "nobody"}]}, "wizards.1.name: "),
        ({"wizards": [{"name": "Black"}, {"name": "*"}]}, "wizards.1.name: "),
        ({"wizards": ["Black", "White"]}, "wizards.0.name: "),
        ({"wizards": [{"name": "Black"}, {"name": "White", "gender": "w"}]}, "wizards.1.gender: "),
        ({"wizards": [{"name": "Black"}, {"name": "White", "gender": []}]}, "wizards.1.gender: "),
        ({"rounds": {}}, "rounds: "),
        ({"rounds": [7]}, "round 1: "),
        ({"result": {"outcome": "draw"}}, "result: "),
        ({"result": "draw"}, "result: "),
    ],
)
def test_an_error_in_a_record_names_its_location(changes: dict[str, Any], place: str) -> None:
    assert refusal(a_record(**changes)).startswith(place)


@pytest.mark.parametrize(
    ("changes", "place"),
    [
        ({"number": 2}, "round 1, number: "),
        ({"number": "1"}, "round 1, number: "),
        ({"kind": "haste"}, "round 1, kind: "),
        ({"kind": "quick"}, "round 1, kind: "),
        ({"orders": None}, "round 1, orders: "),
        ({"orders": {"Black": REST}}, "round 1, White, orders: has no orders"),
        ({"orders": {**ORDERS, "Grey": REST}}, "round 1, Grey, orders: is not asked"),
        ({"orders": {**ORDERS, "White": []}}, "round 1, White: "),
        ({"orders": {**ORDERS, "White": {"left": "-"}}}, "round 1, White, right: "),
        ({"orders": {**ORDERS, "White": {**REST, "target": {"left": "Grey"}}}}, "round 1, White, target.left: "),
        ({"chance": []}, "round 1, chance: "),
        ({"chance": {"dice": 6}}, "round 1, chance: "),
        ({"chance": {"confusion": []}}, "round 1, chance.confusion: "),
        ({"chance": {"confusion": {"Black": {"hand": "left"}}}}, "round 1, Black, chance.confusion: "),
        ({"chance": {"confusion": {"Black": {"hand": "both", "gesture": "P"}}}}, "round 1, Black, chance.confusion: "),
        ({"chance": {"confusion": {"Black": {"hand": "left", "gesture": ">"}}}}, "round 1, Black, chance.confusion: "),
        ({"chance": {"attack": {"Grub": 1}}}, "round 1, Grub, chance.attack: "),
        ({"chance": {"paralyze": {"Black": "both"}}}, "round 1, Black, chance.paralyze: "),
        ({"chance": {"names": "Grub"}}, "round 1, chance.names: "),
        ({"chance": {"adjudged": ["Grub"]}}, "round 1, chance.adjudged: "),
        ({"chance": {"adjudged": ["Black", "Black"]}}, "round 1, chance.adjudged: "),
        ({"chance": {"names": ["left:Black"]}}, "round 1, chance.names: "),
        ({"chance": {"names": ["Black"]}}, "round 1, chance.names: "),
        ({"chance": {"names": ["Grub", "Grub"]}}, "round 1, chance.names: "),
    ],
)
def test_an_error_in_a_round_names_round_wizard_and_field(changes: dict[str, Any], place: str) -> None:
    assert refusal(with_round(**changes)).startswith(place)


def test_a_later_round_is_named_by_its_number() -> None:
    record = engine.dump(duel_of("classic", Black="SFWP", White="----"))
    record["rounds"][2]["orders"]["White"]["left"] = "Q"
    assert refusal(record).startswith("round 3, White, left: ")


def test_a_wizard_who_has_left_gives_no_orders() -> None:
    record = engine.dump(duel_of("classic", Black=("P-", "P-"), White="--", Grey="--"))
    assert list(record["rounds"][1]["orders"]) == ["White", "Grey"]
    record["rounds"][1]["orders"]["Black"] = REST
    assert refusal(record) == "round 2, Black, orders: is not asked for orders"


def test_no_round_follows_the_end() -> None:
    record = engine.dump(duel_of("classic", Black=("P", "P"), White="-"))
    record["rounds"].append({"number": 2, "kind": "normal", "orders": {}, "chance": {}})
    assert refusal(record) == "round 2: the duel has already ended"


def test_a_result_that_does_not_follow_from_the_rounds_is_rejected() -> None:
    record = engine.dump(duel_of("classic", Black=("P", "P"), White="-"))
    assert record["result"] == {"outcome": "victory", "winners": ["White"], "surrendered": ["Black"], "killed": []}
    engine.load(record)
    engine.load({**record, "result": None})
    assert refusal({**record, "result": {**record["result"], "winners": ["Black"]}}).startswith("result: ")


def test_optional_parts_may_be_missing() -> None:
    short = {
        "format": "wavinghands-duel/1",
        "spellbook": "standard",
        "wizards": [{"name": "Black"}, {"name": "White"}],
        "rounds": [{"orders": ORDERS}],
    }
    assert engine.dump(engine.load(short))["rounds"][0]["number"] == 1
    assert engine.dump(engine.load({**short, "rounds": []}))["rounds"] == []


def test_an_export_has_every_die_that_was_rolled() -> None:
    duel = duel_of("classic", Black=("SFW-", "DSF-"), White="----")
    rounds = engine.dump(duel)["rounds"]
    assert set(rounds[2]["chance"]) == {"names"}
    assert set(rounds[3]["chance"]) == {"confusion"}


def test_reading_a_record_leaves_it_as_it_was() -> None:
    record = engine.dump(duel_of("classic", Black=("SFW", "DSF"), White="---"))
    before = copy.deepcopy(record)
    engine.dump(engine.load(record))
    assert record == before


def test_options_are_exported_where_they_differ_from_the_book() -> None:
    wizards = [{"name": "Black"}, {"name": "White"}]
    same = engine.start("standard", wizards, options={"self_stab": True})
    other = engine.start("standard", wizards, options={"self_stab": False})
    assert engine.dump(same)["options"] == {}
    assert engine.dump(other)["options"] == {"self_stab": False}


def test_the_states_of_a_record_have_the_form_of_a_replay() -> None:
    duel = duel_of("classic", Black="SFW", White="WWP")
    replayed = states(engine.dump(duel))
    assert set(replayed) == {"format", "rounds", "result"}
    assert replayed["format"] == "wavinghands-replay/1"
    last = replayed["rounds"][-1]
    assert set(last) == {"number", "kind", "wizards", "monsters", "cast", "events"}
    assert last["wizards"]["White"] == {
        "hp": 15,
        "alive": True,
        "surrendered": False,
        "left": "P",
        "right": "-",
        "effects": {"protection": 3},
    }
    (monster,) = last["monsters"]
    assert set(monster) == {"name", "kind", "owner", "hp", "alive", "target", "effects"}
    assert last["cast"] == [
        {"caster": "Black", "spell": "summon_goblin", "hand": "left", "target": "Black"},
        {"caster": "White", "spell": "protection", "hand": "left", "target": "White"},
    ]
    assert all(event["type"] and event["text"].endswith((".", "”")) for event in last["events"])


def test_dead_wizards_stay_listed() -> None:
    duel = duel_of("classic", Black="PWPFSSSD-", White="---------", Grey="---------")
    last = states(engine.dump(duel))["rounds"][-1]
    assert last["wizards"]["White"]["alive"] is False
    assert list(last["wizards"]) == ["Black", "White", "Grey"]


def test_a_monster_of_this_round_is_named_as_a_target() -> None:
    record = engine.dump(
        duel_of("classic", Black="SFW", White="-SD", more={3: {"White": {"target": {"left": "left:Black"}}}})
    )
    last = states(record)["rounds"][-1]
    assert last["cast"][1]["target"] == last["monsters"][0]["name"]


def test_only_an_eight_sided_die_can_show_a_stab() -> None:
    """Check the option `confusion_die`. Source: docs/rulings.md, section 1.3."""
    (only,) = a_record()["rounds"]
    thrown = {**only, "chance": {"confusion": {"Black": {"hand": "left", "gesture": ">"}}}}
    assert engine.load(a_record(options={"confusion_die": "eight"}, rounds=[thrown])).number == 1
    with pytest.raises(engine.RecordError, match="is not a valid roll"):
        engine.load(a_record(rounds=[thrown]))
