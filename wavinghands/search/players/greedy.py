"""A player that simulates one round for each sensible pair of gestures and plays the best pair."""

from collections.abc import Mapping
from random import Random
from typing import Any, Final

from wavinghands import engine
from wavinghands.engine import Json
from wavinghands.search.order_completion import HANDS, Pair, complete_orders, pairs
from wavinghands.search.players.weighing import VALUES, best, rates

SENSIBLE: Final = 10
"""The number of pairs to simulate: the pairs with the most promising spells under way."""
A_BLOW: Final = 2.0
"""The value of one point of a monster's attack, in points of damage."""
AN_END: Final = 100.0
A_KILL: Final = 40.0
"""The value of a spell that kills, for a player that values such spells above all others."""
BURDENS: Final = frozenset(
    {"disease", "poison", "blindness", "anti_spell", "amnesia", "confusion", "maladroitness", "paralysis"}
    | {"fear", "charm_person"}
)
"""Harmful effects. All others are welcome."""


def greedy(duel: engine.Duel, wizard: str, rng: Random, values: Mapping[str, float] = VALUES) -> Json:
    """Return orders for the pair of gestures with the best mean result against two kinds of opponents.

    One kind does nothing, and the other continues its likeliest spells. `values` maps spells to values.
    """
    request = engine.request(duel, wizard) or {}

    def pick(asked: Json) -> Pair:
        return _best(duel, request, values, rng) if asked is request else best(asked, values, rng)

    return complete_orders(request, pick, values, rng)


def assassin(duel: engine.Duel, wizard: str, rng: Random) -> Json:
    """Play like `greedy`, but value deadly spells above all others."""
    kills = {slug: A_KILL for slug, spell in duel.lexicon.slugs.items() if spell.kills or spell.slays}
    return greedy(duel, wizard, rng, {**VALUES, **kills})


def _best(duel: engine.Duel, request: Json, values: Mapping[str, float], rng: Random) -> Pair:
    rate = rates(request, values)
    replies: list[Mapping[str, Json]] = [{}, _likeliest(duel, request)]

    def value(pair: Pair) -> float:
        orders = complete_orders({**request, "second": None}, lambda asked: pair, values, Random(0))
        after = [engine.rehearse(duel, request["wizard"], orders, reply) for reply in replies]
        return sum(_advantage(then, request["wizard"], values) for then in after) / len(after) + rate(pair)

    sensible = sorted(pairs(request), key=rate, reverse=True)[:SENSIBLE]
    return max(sensible, key=lambda pair: value(pair) + rng.random() / 100)


# Replies


def _likeliest(duel: engine.Duel, request: Json) -> dict[str, Json]:
    """Return the likeliest orders of each visible opponent.

    Each hand continues the spell with the most value per remaining gesture.
    """
    others = (name for name in duel.acting if name != request["wizard"])
    return {name: _next(request["ahead"]["wizards"].get(name, {})) for name in others}


def _next(ahead: Json) -> Json:
    left, right = (_gesture(ahead.get(hand, ())) for hand in HANDS)
    return {"left": left, "right": "-" if (left, right) == ("P", "P") else right}


def _gesture(turns: list[Json]) -> str:
    """Return a hand's next gesture towards the most valuable spell that it can complete in the rounds `turns`."""
    plans = [
        (VALUES.get(slug, 0) / len(missing), missing[0].upper())
        for found in turns
        for missing, slugs in found.items()
        for slug in slugs
    ]
    return max(plans, default=(0, "-"))[1]


# Positions after the round


def _advantage(after: Json, wizard: str, values: Mapping[str, float]) -> float:
    """Return the wizard's advantage after a round, in points of damage."""
    if after["result"] is not None:
        winners = after["result"]["winners"]
        return AN_END if wizard in winners else -AN_END if winners else 0.0
    own = [being for being in after["wizards"] if being["name"] == wizard]
    others = [being for being in after["wizards"] if being["name"] != wizard]
    blows = sum(_blow(monster, wizard) for monster in after["monsters"])
    return _health(own, values) - _health(others, values) / len(others) + A_BLOW * blows


def _blow(monster: Json, wizard: str) -> float:
    """Return a monster's damage per attack.

    The damage is positive if `wizard` owns the monster, 0 if nobody does, and otherwise negative.
    """
    if not monster["alive"] or monster["owner"] is None:
        return 0.0
    return float(monster["attack"]) if monster["owner"] == wizard else -float(monster["attack"])


def _health(wizards: list[Json], values: Mapping[str, float]) -> float:
    return sum(float(being["hp"]) + _eased(being["effects"], values) for being in wizards if being["alive"])


def _eased(effects: Mapping[str, Any], values: Mapping[str, float]) -> float:
    return sum(values.get(effect, 0.0) * (-1 if effect in BURDENS else 1) for effect in effects)
