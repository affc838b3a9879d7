"""Tests that the order of seats changes nothing in a round."""

import json
from collections.abc import Mapping
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tests.engine.setups import FEWER, duels
from wavinghands import engine
from wavinghands.engine import Json
from wavinghands.engine.chance import Chance
from wavinghands.engine.duel import KINDS, Duel
from wavinghands.engine.phases import account, upcoming
from wavinghands.engine.round import Round

Summoned = list[tuple[tuple[str, str], str, str]]
"""The monsters that appear in a round, in the order of `chance.names`: wizard and hand, kind, name."""


@FEWER
@given(duels(), st.integers(1, 7))
def test_rotating_the_seats_of_the_wizards_never_changes_a_round(duel: Duel, seats: int) -> None:
    """Compare rounds, up to the first one in which the order of seats decides which new elemental absorbs the other."""
    record = engine.dump(duel)
    seats %= len(duel.wizards)
    as_played = seated(record, record["wizards"])
    elsewhere = seated(record, record["wizards"][seats:] + record["wizards"][:seats])
    for entry in record["rounds"]:
        before, as_played = as_played, engine.advance(as_played, entry)
        monsters = summoned(before, as_played)
        if two_elementals_of_a_kind(monsters):
            break
        elsewhere = advance_with_names(elsewhere, entry, monsters)
        assert known(elsewhere) == known(as_played), f"round {entry['number']}, seats {seats}"


def seated(record: Json, wizards: list[Json]) -> Duel:
    """Return the duel in `record` before its first round, with the wizards in this order."""
    return engine.load({**record, "wizards": wizards, "rounds": [], "result": None})


def two_elementals_of_a_kind(monsters: Summoned) -> bool:
    elementals = [kind for _, kind, _ in monsters if KINDS[kind].is_elemental]
    return len(set(elementals)) < len(elementals)


def advance_with_names(duel: Duel, entry: Json, monsters: Summoned) -> Duel:
    """Play a round with the dice in `entry`, but name each hand's new monster as in `monsters`."""
    after = engine.advance(duel, entry)
    if not monsters:
        return after
    names, left = [], list(monsters)
    for maker, kind, _ in summoned(duel, after):
        found = next((one for one in left if one[:2] == (maker, kind)), left[0])
        left.remove(found)
        names.append(found[2])
    return engine.advance(duel, {**entry, "chance": {**entry["chance"], "names": names}})


def summoned(before: Duel, after: Duel) -> Summoned:
    """Return the maker, kind and name of each monster that appeared in the last round of `after`."""
    last = after.last
    assert last is not None
    if not last.chance.get("names"):
        return []
    round = Round(before, last.orders, None, Chance(before.seed, after.number, last.chance))
    for phase in upcoming(round):
        phase(round)
    new = [creature for creature in round.creatures if creature.source is None and creature.maker is not None]
    return [(creature.maker, creature.kind.slug, creature.name) for creature in new if creature.maker]


def known(duel: Duel) -> Json:
    """Return everything about a duel and its last round except the order of seats."""
    last, tail = duel.last, duel.tail
    assert last is not None
    happened = account(duel)
    return {
        "wizards": {wizard.name: wizard for wizard in duel.wizards},
        "living": {monster.name: monster for monster in duel.living},
        "fallen": dict(duel.fallen),
        "next": (duel.kind, sorted(duel.acting), tail and (tail.first, sorted(tail.free), dict(tail.marks))),
        "result": unordered(duel.result),
        "gestures": dict(last.gestures),
        "chance": unordered(last.chance),
        "cast": unordered(happened.casts),
        "events": sorted(described(event) for event in happened.events),
    }


def described(event: Any) -> str:
    """Return an event and its audience as a string that can be used for sorting."""
    audience = event.seen_by and sorted(map(str, event.seen_by))
    return json.dumps([event.type, unordered(event.data), audience, event.veiled and described(event.veiled)])


def unordered(value: Any) -> Any:
    """Return a copy of a JSON value in which all lists and objects are sorted."""
    if isinstance(value, Mapping):
        return {key: unordered(value[key]) for key in sorted(value)}
    if isinstance(value, list | tuple):
        return sorted(map(unordered, value), key=json.dumps)
    return value
