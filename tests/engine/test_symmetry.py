"""Names and hands are only names: others in their place change nothing but themselves."""

import json
from functools import partial
from itertools import takewhile
from typing import Any

from hypothesis import assume, given
from hypothesis import strategies as st

from tests.engine.golden import differences
from tests.engine.plays import NAMES
from tests.engine.setups import FEWER, duels
from wavinghands import engine
from wavinghands.engine.states import states

Json = dict[str, Any]
OTHERS = ("Zoë", "Ann", "Mo", "A-1", "x y", "Ünal", "Left Hand", "Bo")
SWAPPED = {"left": "right", "right": "left"}


def mapped(value: Any, table: dict[str, str]) -> Any:
    """`value` with every word of `table` replaced, in keys and in refs of hands."""
    if isinstance(value, dict):
        return {mapped(key, table): mapped(item, table) for key, item in value.items()}
    if isinstance(value, list):
        return [mapped(item, table) for item in value]
    if isinstance(value, str) and ":" in value:
        return ":".join(table.get(part, part) for part in value.split(":"))
    return table.get(value, value) if isinstance(value, str) else value


def silent(record: Json) -> Json:
    """`record` without what was said: words may be names, but are none."""
    rounds = [
        {**entry, "orders": {name: {**given, "say": ""} for name, given in entry["orders"].items()}}
        for entry in record["rounds"]
    ]
    return {**record, "rounds": rounds}


def outcome(record: Json) -> Json:
    """What came of a record, without its sentences."""
    replayed = states(record)
    rounds = [{**entry, "events": list(map(facts, entry["events"]))} for entry in replayed["rounds"]]
    return {"rounds": rounds, "result": replayed["result"]}


def facts(event: Json) -> Json:
    """An event without its sentence; the rounds that are left of what begins are no hand."""
    names = {"left": "rounds_left"} if event["type"] == "begins" else {}
    return {names.get(key, key): fact for key, fact in event.items() if key != "text"}


@FEWER
@given(duels(), st.permutations(OTHERS))
def test_other_names_of_wizards_and_monsters_change_nothing_but_names(duel: engine.Duel, names: list[str]) -> None:
    record = silent(engine.dump(duel))
    table = dict(zip(NAMES, names, strict=True))
    table |= {monster.name: f"Monster {number}" for number, monster in enumerate(duel.monsters)}
    assert differences(mapped(outcome(record), table), outcome(mapped(record, table))) == []


@FEWER
@given(duels(most=4))
def test_other_hands_change_nothing_but_hands(duel: engine.Duel) -> None:
    """Up to the first round in which a rule goes by hand."""
    assume(not duel.rules.maladroit)
    record = until(duel)
    assert differences(unordered(mapped(outcome(record), SWAPPED)), unordered(outcome(mapped(record, SWAPPED)))) == []


def until(duel: engine.Duel) -> Json:
    """The record of `duel` up to the first round in which a rule may go by hand."""
    record = silent(engine.dump(duel))
    both = zip(record["rounds"], outcome(record)["rounds"], strict=True)
    even = takewhile(lambda pair: not goes_by_hand(*pair), both)
    return {**record, "rounds": [entry for entry, _ in even], "result": None}


def goes_by_hand(entry: Json, then: Json) -> bool:
    """Whether a rule may go by hand: of two knives, targets or monsters the left or the right hand's is the first."""
    pairs = [(wizard["left"], wizard["right"]) for wizard in then["wizards"].values()]
    pairs += [tuple(wizard["second"].values()) for wizard in then["wizards"].values() if "second" in wizard]
    banked = [event["wizard"] for event in then["events"] if event["type"] == "banked"]
    lasting = [event["caster"] for event in then["events"] if event["type"] == "extended"]
    casters = [cast["caster"] for cast in then["cast"]] + banked
    orders = [part for given in entry["orders"].values() for part in (given, given.get("second", {}))]
    return (
        (">", ">") in pairs
        or len(entry["chance"].get("names", [])) > 1
        or any(casters.count(name) > 1 for name in (*banked, *lasting))
        or any(part.get("target", {}).keys() == {"left", "right"} for part in orders)
    )


def unordered(told: Json) -> Json:
    """What came of a record, with spells and events in no order."""
    rounds = [
        {**entry, "cast": in_order(entry["cast"]), "events": in_order(entry["events"])} for entry in told["rounds"]
    ]
    return {**told, "rounds": rounds}


def in_order(told: list[Json]) -> list[Json]:
    return sorted(told, key=partial(json.dumps, sort_keys=True))
