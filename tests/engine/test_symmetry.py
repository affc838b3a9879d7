"""Tests that renaming wizards, monsters or hands changes nothing but the names."""

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
from wavinghands.engine import Json
from wavinghands.engine.states import states

OTHERS = ("Zoë", "Ann", "Mo", "A-1", "x y", "Ünal", "Left Hand", "Bo")
SWAPPED = {"left": "right", "right": "left"}


def mapped(value: Any, table: dict[str, str]) -> Any:
    """Return a copy of `value` with the names in `table` replaced, also in keys and in references to hands."""
    if isinstance(value, dict):
        return {mapped(key, table): mapped(item, table) for key, item in value.items()}
    if isinstance(value, list):
        return [mapped(item, table) for item in value]
    if isinstance(value, str) and ":" in value:
        return ":".join(table.get(part, part) for part in value.split(":"))
    return table.get(value, value) if isinstance(value, str) else value


def silent(record: Json) -> Json:
    """Return a copy of `record` without the wizards' speech, which may contain names."""
    rounds = [
        {**entry, "orders": {name: {**given, "say": ""} for name, given in entry["orders"].items()}}
        for entry in record["rounds"]
    ]
    return {**record, "rounds": rounds}


def outcome(record: Json) -> Json:
    """Return the rounds and the result of a record, without the sentences that describe events."""
    replayed = states(record)
    rounds = [{**entry, "events": list(map(facts, entry["events"]))} for entry in replayed["rounds"]]
    return {"rounds": rounds, "result": replayed["result"]}


def facts(event: Json) -> Json:
    """Return an event without its sentence.

    In an event of type `begins`, the field `left` (the remaining rounds) is renamed, as it does not stand for a hand.
    """
    names = {"left": "rounds_left"} if event["type"] == "begins" else {}
    return {names.get(key, key): fact for key, fact in event.items() if key != "text"}


@FEWER
@given(duels(), st.permutations(OTHERS))
def test_renaming_wizards_and_monsters_changes_only_names(duel: engine.Duel, names: list[str]) -> None:
    record = silent(engine.dump(duel))
    table = dict(zip(NAMES, names, strict=True))
    table |= {monster.name: f"Monster {number}" for number, monster in enumerate(duel.monsters)}
    assert differences(mapped(outcome(record), table), outcome(mapped(record, table))) == []


@FEWER
@given(duels(most=4))
def test_swapping_hands_changes_only_hands(duel: engine.Duel) -> None:
    """Compare the rounds before the first one in which swapping the hands could make a difference."""
    assume(not duel.rules.maladroit)
    record = until_hands_matter(duel)
    assert differences(unordered(mapped(outcome(record), SWAPPED)), unordered(outcome(mapped(record, SWAPPED)))) == []


def until_hands_matter(duel: engine.Duel) -> Json:
    """Return the record of `duel` up to the first round in which swapping the hands could make a difference."""
    record = silent(engine.dump(duel))
    both = zip(record["rounds"], outcome(record)["rounds"], strict=True)
    even = takewhile(lambda pair: not goes_by_hand(*pair), both)
    return {**record, "rounds": [entry for entry, _ in even], "result": None}


def goes_by_hand(entry: Json, then: Json) -> bool:
    """Return whether swapping the hands could make a difference in a round.

    For example, if both hands stab, only the right hand's stab counts.
    """
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


def unordered(data: Json) -> Json:
    """Return a copy of an outcome in which the spells and events of each round have a fixed order."""
    rounds = [
        {**entry, "cast": in_order(entry["cast"]), "events": in_order(entry["events"])} for entry in data["rounds"]
    ]
    return {**data, "rounds": rounds}


def in_order(data: list[Json]) -> list[Json]:
    return sorted(data, key=partial(json.dumps, sort_keys=True))
