"""Functions that turn a pair of gestures into full orders, with spells and targets that a request allows.

The engine accepts the result for every pair.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import product
from random import Random
from typing import Any

from wavinghands.engine import Json

Pair = tuple[str, str]
"""The gestures of both hands."""
Pick = Callable[[Json], Pair]
"""A function that picks one of the `pairs` of a request, or of the request for a second pair."""

HANDS = ("left", "right")
UNSURE = frozenset({"paralysis", "charm_person", "confusion", "maladroitness"})
"""Effects that may make a hand show a P that the wizard did not intend."""


def complete_orders(request: Json, pick: Pick, values: Mapping[str, float], rng: Random) -> Json:
    """Return orders for the pair of gestures that `pick` chooses.

    They cast the most valuable spells, and release a banked spell immediately.
    """
    given = _complete_pair(request, pick(request), values)
    given["attack"] = {monster["ref"]: foe for monster in request["monsters"] for foe in _foes(request)}
    given["fire"] = request["fire"] is not None
    given["permanent"] = _lasting(request, given["cast"])
    if request["second"]:
        after = _after(request, given)
        given["second"] = _given(_complete_pair(after, pick(after), values))
    return _given(given) | answers(request, rng)


def _complete_pair(request: Json, pair: Pair, values: Mapping[str, float]) -> Json:
    """Complete a pair of gestures with the most valuable spells and targets.

    `values` maps spells to values.
    """
    left, right = pair
    casts = dict(_casts(request, left, right, values))
    return {
        "left": left,
        "right": right,
        "cast": {hand: spell["spell"] for hand, spell in casts.items()},
        "target": {hand: _target(request, spell) for hand, spell in casts.items() if spell["aimed"]},
    }


def _given(orders: Json) -> Json:
    return {field: value for field, value in orders.items() if value}


def _lasting(request: Json, cast: Mapping[str, str]) -> str:
    """Return the hand whose spell becomes permanent, or "" if there is none."""
    fitting = request["permanent"]["spells"] if request["permanent"] else ()
    return next((hand for hand, spell in cast.items() if spell in fitting), "")


def _after(request: Json, first: Json) -> Json:
    """Return the request for a hastened wizard's second pair of gestures, given the first pair."""
    second = request["second"]

    def continued(table: Json, hand: str) -> dict[str, list[Json]]:
        by_gesture = table.get(first[hand], {})
        return {
            gesture: [entry for entry in found if _fits(entry, hand, first)] for gesture, found in by_gesture.items()
        }

    completes: Json = {hand: continued(second["completes"][hand], hand) for hand in HANDS}
    completes["both"] = {}
    for hand in HANDS:
        for gesture, found in continued(second["completes"]["both"], hand).items():
            completes["both"].setdefault(gesture, []).extend(found)
    made = {hand: first[hand].lower() if first["left"] == first["right"] else first[hand] for hand in HANDS}
    paths = {hand: second["paths"][hand].get(made[hand], {}) for hand in HANDS}
    return {**request, "hands": second["hands"], "completes": completes, "paths": paths}


def _fits(entry: Json, hand: str, first: Json) -> bool:
    """Return whether `hand` can continue the spell in `entry` after a hastened wizard's first pair of gestures."""
    together = first["left"] == first["right"]
    return entry.get("hand", hand) == hand and (together or not entry.get("first_both"))


def answers(request: Json, rng: Random) -> Json:
    """Answer the questions of a request at random, or with the default if there is one."""
    return answered(request, lambda field, choices: rng.choice(choices))


def answered(request: Json, pick: Callable[[Sequence[str], Sequence[Any]], Any]) -> Json:
    """Return answers chosen by `pick` to questions about hands and elementals, and defaults for other questions.

    `pick` gets the field of the answer and the possible choices, and returns one of the choices.
    """
    return filled_in((question["field"], _choice(question, pick)) for question in request["questions"])


def filled_in(given: Iterable[tuple[Sequence[str], Any]]) -> Json:
    """Build orders or answers from pairs of a path of keys and a value. Values of `None` are left out."""
    filled: Json = {}
    for path, choice in given:
        if choice is not None:
            place = filled
            for step in path[:-1]:
                place = place.setdefault(step, {})
            place[path[-1]] = choice
    return filled


def _choice(question: Json, pick: Callable[[Sequence[str], Sequence[Any]], Any]) -> Any:
    match question["kind"]:
        case "hand" | "element":
            return pick(question["field"], question["choices"])
        case "direct":
            return pick(question["field"], list(_directions(question["hands"], question["gestures"])))
    return question["default"]


def _directions(hands: Sequence[str], gestures: Sequence[str]) -> Iterator[Json]:
    """Yield the ways to direct a charmed wizard. The hand is left out if only one hand is possible."""
    for hand, gesture in product(hands, gestures):
        yield {"hand": hand, "gesture": gesture} if len(hands) > 1 else {"gesture": gesture}


# Gestures and targets -------------------------------------------------------------------------------------------------


def pairs(request: Json) -> list[Pair]:
    """Return the pairs of gestures that cannot lead to a surrender.

    If there are none, return pairs that can.
    """
    every = [(a, b) for a in request["hands"]["left"]["gestures"] for b in request["hands"]["right"]["gestures"]]
    meant = [pair for pair in every if list(pair) not in request["surrender"]]
    if not any(hand["forced"] in UNSURE and len(hand["gestures"]) > 1 for hand in request["hands"].values()):
        return meant or every
    return [pair for pair in meant if "P" not in pair] or meant or every


def _casts(request: Json, left: str, right: str, values: Mapping[str, float]) -> Iterator[tuple[str, Json]]:
    """Yield each hand that completes a spell, with that spell."""
    completed = {"left": request["completes"]["left"].get(left), "right": request["completes"]["right"].get(right)}
    together = request["completes"]["both"].get(left) if left == right else None
    for hand, spells in {"both": together}.items() if together else completed.items():
        if spells:
            yield hand, max(spells, key=lambda spell: values.get(spell["spell"], 0))


def _target(request: Json, spell: Json) -> str:
    """Return the default target of a spell, or another wizard's monster for Charm Monster."""
    if spell["spell"] == "charm_monster":
        return next((str(monster["ref"]) for monster in _monsters_of_others(request)), str(spell["target"]))
    return str(spell["target"])


def _monsters_of_others(request: Json) -> Iterator[Json]:
    for target in request["targets"]:
        if target.get("owner") not in (None, request["wizard"]):
            yield target


def _foes(request: Json) -> list[str]:
    """Return a list with the default target of the wizard's monsters, or an empty list if there is none."""
    foe = request["stab"]["target"]
    return [] if foe == "nobody" else [foe]
