"""Values of pairs of gestures, computed from the value that a player gives each spell."""

from collections.abc import Callable, Iterable, Mapping
from random import Random
from typing import Final

from wavinghands.engine import Json
from wavinghands.search.order_completion import HANDS, Pair, complete_orders, pairs

Bonus = Callable[[Pair], float]
"""A function that returns the extra value of a pair, beyond the spells that it completes."""

VALUES: Final[Mapping[str, float]] = {
    "shield": 0.1,
    "remove_enchantment": 0.3,
    "magic_mirror": 0.3,
    "counter_spell": 0.3,
    "dispel_magic": 0.3,
    "cure_light_wounds": 0.6,
    "cure_heavy_wounds": 1,
    "summon_goblin": 3.2,
    "summon_ogre": 5,
    "summon_troll": 6.5,
    "summon_giant": 8,
    "summon_elemental": 1,
    "summon_fire_elemental": 1,
    "summon_ice_elemental": 1,
    "magic_missile": 1,
    "finger_of_death": 9,
    "lightning_bolt": 5,
    "clap_of_lightning": 5,
    "cause_light_wounds": 2,
    "cause_heavy_wounds": 3,
    "fireball": 5,
    "fire_storm": 1,
    "ice_storm": 1,
    "amnesia": 1.2,
    "confusion": 1,
    "maladroitness": 0.8,
    "charm_person": 1.2,
    "charm_monster": 1,
    "paralysis": 1.5,
    "fear": 0.8,
    "anti_spell": 1.5,
    "protection": 1,
    "disease": 8,
    "poison": 8,
    "haste": 3,
    "time_stop": 2,
    "blindness": 3,
    "invisibility": 2,
}
"""The rough value of each spell, in points of damage, if it is cast at the usual target."""
STAB: Final = 0.5
"""The value of a stab, which any shield stops."""
CAPRICE: Final = 0.05
"""The range of the random amount that breaks near ties between pairs."""

LONG: Final = 60
"""The round by which all caution is gone, so that duels end."""


def patience(request: Json) -> float:
    """Return a player's remaining caution, which falls from 1 to 0 in long duels."""
    return max(0.0, 1 - int(request["round"]) / LONG)


def weighed(request: Json, values: Mapping[str, float], rng: Random, bonus: Bonus = lambda pair: 0.0) -> Json:
    """Return orders for the pair of gestures that completes or leads to the most valuable spells."""
    return complete_orders(request, lambda asked: best(asked, values, rng, bonus), values, rng)


def best(request: Json, values: Mapping[str, float], rng: Random, bonus: Bonus = lambda pair: 0.0) -> Pair:
    """Return the pair with the highest sum of value and `bonus`."""
    rate = rates(request, values)
    return max(pairs(request), key=lambda pair: rate(pair) + bonus(pair) + rng.random() * CAPRICE)


def rates(request: Json, values: Mapping[str, float]) -> Bonus:
    """Return a function that rates pairs of gestures by the spells that they complete and lead to."""
    alone = {
        (hand, gesture): _of_hand(request, hand, gesture, values)
        for hand in HANDS
        for gesture in request["hands"][hand]["gestures"]
    }

    def rate(pair: Pair) -> float:
        left, right = pair
        hands = (alone["left", left], alone["right", right])
        if left != right:
            return sum(0.0 if gesture == "C" else found for gesture, found in zip(pair, hands, strict=True))
        if left == ">":
            return STAB
        together = _most(request["completes"]["both"].get(left, ()), values)
        return max(together, max(hands) if left == "C" else sum(hands))

    return rate


def _of_hand(request: Json, hand: str, gesture: str, values: Mapping[str, float]) -> float:
    if gesture == ">":
        return STAB
    done = _most(request["completes"][hand].get(gesture, ()), values)
    paths = request["paths"][hand].get(gesture, {})
    return done + max((values.get(slug, 0) / (len(missing) + 1) for slug, missing in paths.items()), default=0.0)


def _most(spells: Iterable[Json], values: Mapping[str, float]) -> float:
    return max((values.get(spell["spell"], 0) for spell in spells), default=0.0)
