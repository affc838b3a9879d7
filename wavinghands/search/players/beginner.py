"""A player that knows only the spells of the lessons: Shield, Magic Missile and Summon Goblin."""

from random import Random
from typing import Final

from wavinghands import engine
from wavinghands.engine import Json
from wavinghands.search.order_completion import Pair, complete_orders, pairs

TAUGHT: Final = {"shield": 1, "magic_missile": 2, "summon_goblin": 3}
"""The spells of the lessons and their values, best last."""


def beginner(duel: engine.Duel, wizard: str, rng: Random) -> Json:
    """Cast missiles with the left hand and summon goblins with the right hand.

    If threatened, cast a shield with the right hand instead.
    """
    return complete_orders(engine.request(duel, wizard) or {}, _pick, TAUGHT, rng)


def _pick(request: Json) -> Pair:
    left = _next(request, "left", "magic_missile")
    right = "P" if _is_threatened(request) else _next(request, "right", "summon_goblin")
    return (left, right) if (left, right) in pairs(request) else pairs(request)[0]


def _next(request: Json, hand: str, slug: str) -> str:
    """Return the gesture that brings this hand closest to the spell."""
    done = (
        made for made, spells in request["completes"][hand].items() if any(spell["spell"] == slug for spell in spells)
    )
    ways = ((len(missing[slug]), made) for made, missing in request["paths"][hand].items() if slug in missing)
    return next(done, None) or min(ways, default=(0, "-"))[1]


def _is_threatened(request: Json) -> bool:
    """Return whether a monster's attack or a Magic Missile threatens this wizard."""
    return any("attack" in threat or threat["spell"] == "magic_missile" for threat in request["threats"])
