"""The spells that a hand completes or leads to with its next gesture.

For a hastened wizard, this includes the gesture after the next one.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from wavinghands.engine.gestures import GESTURES, HANDS, REACH, Hand, Pair
from wavinghands.engine.lexicon import Lexicon, Step
from wavinghands.engine.plain_data import Json
from wavinghands.engine.shared import Shared
from wavinghands.engine.spell import Usually


class Completion(NamedTuple):
    """A spell that a gesture completes.

    The target is left out, because it depends on the wizard.
    """

    facts: Json
    usually: Usually
    takes_both: bool


class Prospect(NamedTuple):
    """The spells that a hand would complete or lead to with each possible next gesture.

    They include spells that require both hands to make this gesture. For each gesture, `paths` maps the slugs of spells
    to their missing gestures.
    """

    completed: Mapping[str, Sequence[Completion]]
    paths: Shared


Prospects = Mapping[str, Prospect]
"""The `Prospect` of each hand."""
Targets = Mapping[Usually, str]
"""A wizard's default targets."""
Firsts = Mapping[Hand, Sequence[str]]
"""The gestures that the hands may make in the first pair."""


def prospects(lexicon: Lexicon, woven: Pair, spent: frozenset[str]) -> Prospects:
    """Return the spells that the next gesture of each hand would complete or lead to.

    Results are cached and shared, so never change them.
    """
    left, right = (live(lexicon, hand) for hand in woven)
    return {"left": _of_hand(lexicon, left, spent), "right": _of_hand(lexicon, right, spent)}


@lru_cache(maxsize=65536)  # asked repeatedly for each hand in a round
def live(lexicon: Lexicon, woven: str) -> str:
    """Return the part of a hand's gesture sequence that spells can still build on.

    There are only a few different results, so they are good cache keys.
    """
    capitals = woven.upper()
    for start in range(len(woven)):
        if capitals[start:] in lexicon.begun:
            return woven[start:]
    return ""


@lru_cache(maxsize=8192)
def under_way(lexicon: Lexicon, alive: str) -> tuple[tuple[str, int], ...]:
    """Return the slugs of the spells that a hand has begun, with the number of remaining gestures.

    `alive` is a result of `live`.
    """
    nearest: dict[str, int] = {}
    for step in lexicon.leads(alive):
        nearest.setdefault(step.spell.slug, step.rest)
    return tuple(nearest.items())


def one_short(lexicon: Lexicon, woven: str) -> list[Step]:
    """Return the patterns that a hand completes with one more gesture."""
    return _one_short(lexicon, live(lexicon, woven))


@lru_cache(maxsize=4096)
def _one_short(lexicon: Lexicon, woven: str) -> list[Step]:
    return [step for step in lexicon.leads(woven) if step.rest == 1]


@lru_cache(maxsize=4096)  # about 12 KB each
def _of_hand(lexicon: Lexicon, woven: str, spent: frozenset[str]) -> Prospect:
    completed, paths = {}, Shared()
    for gesture in GESTURES:
        further = (woven + gesture.lower())[-REACH:]
        paths[gesture] = _missing(lexicon.leads(further), spent)
        if steps := lexicon.completed(further, spent):
            completed[gesture] = [Completion(_facts(step), step.spell.usually, step.takes_both) for step in steps]
    return Prospect(completed, paths)


def _missing(steps: Iterable[Step], spent: frozenset[str]) -> dict[str, str]:
    """Map the slug of each spell to the gestures that are missing in the first of its `steps`.

    Spells in `spent` are left out.
    """
    missing: dict[str, str] = {}
    for step in steps:
        if step.spell.slug not in spent:
            missing.setdefault(step.spell.slug, step.pattern[-step.rest :])
    return missing


def paths(by_hand: Prospects) -> Json:
    """Return the spells that each gesture of each hand would lead to, with the gestures that will then be missing.

    Spells with the fewest missing gestures come first.
    """
    return {hand: prospect.paths for hand, prospect in by_hand.items()}


def completes(by_hand: Prospects, targets: Targets) -> Json:
    """Return the spells that each gesture of each hand would complete.

    The spell that is cast by default comes first.
    """
    table: Json = {"left": {}, "right": {}, "both": {}}
    for hand, prospect in by_hand.items():
        for gesture, completed in prospect.completed.items():
            for facts, usually, takes_both in completed:
                entries = table["both" if takes_both else hand].setdefault(gesture, [])
                if all(entry["spell"] != facts["spell"] for entry in entries):
                    entries.append(_aimed(facts, usually, targets))
    for entries in table["both"].values():
        entries.sort(key=lambda entry: -len(entry["gestures"]))
    return table


def _facts(step: Step) -> Json:
    spell = step.spell
    return {"spell": spell.slug, "name": spell.name, "class": spell.chapter.value, "gestures": step.pattern}


def _aimed(facts: Json, usually: Usually, targets: Targets) -> Json:
    """Return the facts about a completed spell, with its default target added.

    The field `aimed` says whether there is a default target. Source: ruling 3.4 (docs/rulings.md).
    """
    target = targets.get(usually)
    return {**facts, "target": target, "aimed": target is not None}


# After a first pair


def second_completes(lexicon: Lexicon, woven: Pair, spent: frozenset[str], firsts: Firsts, targets: Targets) -> Json:
    """Return the spells that a second pair of gestures would complete.

    The keys are the hand, its gesture in the first pair, and its gesture in the second pair. Spells that take both
    hands are under `both`, and their field `hand` names the hand whose sequence matches the pattern.
    """
    table: Json = {"left": {}, "right": {}, "both": {}}
    for hand, first, alive in _firsts(lexicon, woven, firsts):
        for gesture, steps in _completed_after(lexicon, alive, first, spent).items():
            for step, first_both in steps:
                place = table["both" if step.takes_both else hand].setdefault(first, {}).setdefault(gesture, [])
                aimed = _aimed(_facts(step), step.spell.usually, targets)
                place.append(aimed | {"first_both": first_both, "hand": hand})
    return table


def second_paths(lexicon: Lexicon, woven: Pair, spent: frozenset[str], firsts: Firsts) -> Json:
    """Return the spells that a second pair of gestures would lead to, with the gestures that will then be missing.

    The keys are the hand, its gesture in the first pair, and its gesture in the second pair. A lower-case letter means
    that both hands make the first gesture.
    """
    table: Json = {"left": {}, "right": {}}
    for hand, first, alive in _firsts(lexicon, woven, firsts):
        for made in (first, first.lower()):
            table[hand][made] = _paths_after(lexicon, alive + made, spent)
    return table


def _firsts(lexicon: Lexicon, woven: Pair, firsts: Firsts) -> Iterator[tuple[Hand, str, str]]:
    """Yield each hand, each gesture that it may make in the first pair, and its earlier gestures that still count."""
    for hand, before in zip(HANDS, woven, strict=True):
        alive = live(lexicon, before)
        for first in firsts[hand]:
            yield hand, first, alive


@lru_cache(maxsize=4096)
def _completed_after(
    lexicon: Lexicon, woven: str, first: str, spent: frozenset[str]
) -> Mapping[str, Sequence[tuple[Step, bool]]]:
    """Return the spells that each gesture of a second pair completes."""
    completed = {}
    for gesture in GESTURES:
        alone, joint = ((woven + made + gesture.lower())[-REACH:] for made in (first, first.lower()))
        completed[gesture] = _marked(lexicon.completed(alone, spent), lexicon.completed(joint, spent))
    return completed


@lru_cache(maxsize=4096)
def _paths_after(lexicon: Lexicon, woven: str, spent: frozenset[str]) -> Mapping[str, Mapping[str, str]]:
    """Return the spells that each gesture of a second pair leads to, if the hand has begun them earlier."""
    begun = {gesture: lexicon.leads((woven + gesture.lower())[-REACH:]) for gesture in GESTURES}
    found = {
        gesture: _missing([step for step in steps if len(step.pattern) - step.rest > 1], spent)
        for gesture, steps in begun.items()
    }
    return {gesture: missing for gesture, missing in found.items() if missing}


def _marked(alone: Sequence[Step], joint: Sequence[Step]) -> list[tuple[Step, bool]]:
    """Return one step per spell, with a flag that says whether both hands must make the first gesture.

    `alone` contains the steps after a first gesture by one hand, and `joint` those after a first gesture by both hands.
    """
    nearest = {step.spell.slug: (step, True) for step in reversed(joint)}
    nearest |= {step.spell.slug: (step, False) for step in reversed(alone)}
    return [nearest[slug] for slug in dict.fromkeys(step.spell.slug for step in joint)]
