"""A player that works towards a permanent mind spell, and then kills the bound opponent."""

from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import Final

from wavinghands import engine
from wavinghands.engine import Json
from wavinghands.search import apprentice
from wavinghands.search.choosing import choose_at
from wavinghands.search.dangers import is_bound, rounds_to_bind, simulate
from wavinghands.search.evaluation import ROUGH, Evaluator
from wavinghands.search.levels import LEVELS

EYE: Final = Evaluator(ROUGH)
LEVEL: Final = replace(LEVELS[4], deepens=0)
"""The level that this player expects of its opponent, and at which it plays itself once the opponent is bound."""
BOUND: Final = 3.0
"""The value of an opponent under a permanent mind spell, on a scale where hit points and spells are worth at most 1."""
END: Final = 10.0
"""The value of a won duel, on the same scale as `BOUND`."""
NEARER: Final = 0.8
"""The factor by which each round until a permanent mind spell reduces its value."""
UNLIKELY: Final = 0.04
"""Replies with a lower probability are ignored."""


def binder(duel: engine.Duel, wizard: str, rng: Random) -> Json:
    """Return the orders with the best mean result against the likely replies of a player of level `LEVEL`.

    If the opponent is already bound, play like a player of this level.
    """
    believed, seed = engine.belief(duel, wizard), rng.getrandbits(32)
    foe = believed.enemy_of(wizard)
    if foe is None or is_bound(believed.lexicon, believed.wizard(foe)):
        return choose_at(duel, wizard, LEVEL, seed).orders
    replies = _replies(believed, foe, seed)

    def value(orders: engine.Orders) -> float:
        return sum(
            share * _value(simulate(believed, {wizard: orders, **reply}), wizard, foe) for reply, share in replies
        )

    orders = (engine.orders_for(believed, wizard, candidate) for candidate in engine.candidates(believed, wizard))
    return max(orders, key=value).as_json() | apprentice.answers(engine.request(duel, wizard) or {"questions": []}, rng)


def _replies(duel: engine.Duel, foe: str, seed: int) -> list[tuple[Mapping[str, engine.Orders], float]]:
    """Return likely orders of the opponent, with their probabilities; no orders if it is not the opponent's turn."""
    if foe not in duel.acting:
        return [({}, 1.0)]
    mixture = choose_at(duel, foe, LEVEL, seed).mixture
    return [({foe: engine.understood(duel, foe, orders)}, share) for orders, share in mixture if share >= UNLIKELY]


def _value(duel: engine.Duel, wizard: str, foe: str) -> float:
    """Return the value of a position for the wizard."""
    value = EYE.value(duel, wizard)
    if duel.result is not None:
        return END * value
    if is_bound(duel.lexicon, duel.wizard(foe)):
        return value + BOUND
    caster = duel.wizard(wizard)
    return value + BOUND * NEARER ** rounds_to_bind(duel, caster, caster.woven)
