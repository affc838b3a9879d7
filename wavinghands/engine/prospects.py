"""What one more gesture of a hand completes, and which spells it is a step to."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from wavinghands.engine.books import Lexicon, Step
from wavinghands.engine.gestures import GESTURES, REACH, Pair
from wavinghands.engine.spells import Usually

Json = dict[str, Any]


class Prospect(NamedTuple):
    """What one more gesture of a hand, made by both hands, would complete, and which spells it would be a step to."""

    completed: tuple[Step, ...]
    leads: list[Json]


Prospects = Mapping[str, Mapping[str, Prospect]]
"""The prospects of both hands, by hand and gesture."""


def prospects(lexicon: Lexicon, woven: Pair, spent: frozenset[str]) -> Prospects:
    """The prospects of both hands that have woven this. They are kept and shared, nobody may change them."""
    left, right = woven
    return {"left": _of_hand(lexicon, left, spent), "right": _of_hand(lexicon, right, spent)}


@lru_cache(maxsize=4096)  # about 12 KB each
def _of_hand(lexicon: Lexicon, woven: str, spent: frozenset[str]) -> Mapping[str, Prospect]:
    table = {}
    for gesture in GESTURES:
        further = (woven + gesture.lower())[-REACH:]
        table[gesture] = Prospect(tuple(lexicon.completed(further, spent)), _leads(lexicon, further, spent))
    return table


def _leads(lexicon: Lexicon, woven: str, spent: frozenset[str]) -> list[Json]:
    nearest: dict[str, Json] = {}
    for step in lexicon.leads(woven):
        slug = step.spell.slug
        if slug not in nearest and slug not in spent:
            missing = step.pattern[-step.rest :]
            nearest[slug] = {"spell": slug, "name": step.spell.name, "more": step.rest, "missing": missing}
    return list(nearest.values())


def leads(hopes: Prospects) -> Json:
    """The spells that each gesture of each hand would be a step to, the nearest first."""
    return {
        hand: {gesture: prospect.leads for gesture, prospect in by_gesture.items()}
        for hand, by_gesture in hopes.items()
    }


def completes(hopes: Prospects, targets: Mapping[Usually, str]) -> Json:
    """The spells that each gesture of each hand would complete, the usual one first.

    `targets`: whom the wizard aims spells at by default.
    """
    table: Json = {"left": {}, "right": {}, "both": {}}
    for hand, by_gesture in hopes.items():
        for gesture, prospect in by_gesture.items():
            for step in prospect.completed:
                place = table["both" if step.takes_both else hand]
                _note(place.setdefault(gesture, []), step, targets)
    for entries in table["both"].values():
        entries.sort(key=lambda entry: -len(entry["gestures"]))
    return table


def _note(entries: list[Json], step: Step, targets: Mapping[Usually, str]) -> None:
    """Add a spell that is completed, aimed as ruling 3.4 has it if nobody says otherwise."""
    spell = step.spell
    if any(entry["spell"] == spell.slug for entry in entries):
        return
    entries.append(
        {
            "spell": spell.slug,
            "name": spell.name,
            "class": spell.chapter.value,
            "gestures": step.pattern,
            "target": targets.get(spell.usually),
            "aimed": spell.usually in targets,
        }
    )
