"""A simple computer player.

It gets the same request as any other player, and answers with orders. It rates each pair of gestures by the spells that
the pair completes now or leads to later. It considers threats, adds a little randomness, and never makes a gesture that
could surrender the duel.
"""

from collections.abc import Mapping
from random import Random

from wavinghands.engine import Json
from wavinghands.search.order_completion import HANDS, UNSURE, Pair, answers, complete_orders, pairs

__all__ = ["UNSURE", "VALUES", "answers", "orders"]

VALUES: Mapping[str, float] = {
    "shield": 0.3,
    "remove_enchantment": 3,
    "magic_mirror": 0.5,
    "counter_spell": 1,
    "dispel_magic": 0.5,
    "raise_dead": 3,
    "cure_light_wounds": 2,
    "cure_heavy_wounds": 4,
    "summon_goblin": 14,
    "summon_ogre": 22,
    "summon_troll": 28,
    "summon_giant": 34,
    "summon_elemental": 2,
    "summon_fire_elemental": 2,
    "summon_ice_elemental": 2,
    "magic_missile": 4,
    "finger_of_death": 45,
    "lightning_bolt": 20,
    "clap_of_lightning": 20,
    "cause_light_wounds": 8,
    "cause_heavy_wounds": 12,
    "fireball": 20,
    "fire_storm": 3,
    "ice_storm": 3,
    "amnesia": 3,
    "confusion": 2,
    "maladroitness": 2,
    "charm_person": 3,
    "charm_monster": 2,
    "paralysis": 2.5,
    "fear": 3,
    "anti_spell": 5,
    "protection": 4,
    "resist_heat": 2,
    "resist_cold": 2,
    "disease": 20,
    "poison": 22,
    "haste": 10,
    "time_stop": 7,
    "blindness": 10,
    "invisibility": 9,
}
"""The value of casting each spell, at about four per hit point. Spells that are not listed have none."""

PATIENCE = 0.75
"""The factor by which a spell's value falls with each remaining gesture."""
STAB = 2.5
CAPRICE = 1.2
MOST_FEAR = 8.0
"""The highest bonus for a defence. It is limited because a wizard who only defends never wins."""
LONG = 40
"""The round by which all caution is gone, so that duels between two cautious wizards end."""
SHIELDING = frozenset({"shield", "counter_spell", "protection", "dispel_magic"})
SENDING_BACK = frozenset({"magic_mirror", "counter_spell", "dispel_magic"})


def orders(request: Json, rng: Random) -> Json:
    values = _values(request)
    return complete_orders(request, lambda asked: _best_pair(asked, values, rng), values, rng)


# Which gestures -------------------------------------------------------------------------------------------------------


def _best_pair(request: Json, values: Mapping[str, float], rng: Random) -> Pair:
    alone = {
        hand: {gesture: _value_alone(request, hand, gesture, values) for gesture in request["hands"][hand]["gestures"]}
        for hand in HANDS
    }

    def weight(pair: Pair) -> float:
        return _value_of(request, pair, alone, values) + rng.random() * CAPRICE

    return max(pairs(request), key=weight)


def _value_of(
    request: Json, pair: Pair, alone: Mapping[str, Mapping[str, float]], values: Mapping[str, float]
) -> float:
    left, right = pair
    if left != right:
        return _value_apart(request, pair, {hand: {**gestures, "C": 0.0} for hand, gestures in alone.items()})
    if left == ">":
        return STAB
    together = max((values.get(spell["spell"], 0) for spell in request["completes"]["both"].get(left, ())), default=0)
    apart = _value_apart(request, pair, alone)
    # Two hands with the same gesture waste one of them, unless the gesture takes both.
    return max(together, apart * (0.5 if left == "C" else 0.8))


def _value_apart(request: Json, pair: Pair, alone: Mapping[str, Mapping[str, float]]) -> float:
    """Return the value of a pair of gestures, without the spells that need both hands.

    `alone` contains the value of each gesture of each hand. If both gestures defend, the second one adds little.
    """
    values = [alone[hand][gesture] for hand, gesture in zip(HANDS, pair, strict=True)]
    guards = all(_guards(request, hand, gesture) for hand, gesture in zip(HANDS, pair, strict=True))
    return max(values) + 0.5 if guards else sum(values)


def _guards(request: Json, hand: str, gesture: str) -> bool:
    return any(spell["spell"] in SHIELDING for spell in request["completes"][hand].get(gesture, ()))


def _value_alone(request: Json, hand: str, gesture: str, values: Mapping[str, float]) -> float:
    """Return the value of the spells that this gesture completes or leads to.

    A spell that the gesture does not complete yet adds only part of its value.
    """
    if gesture == ">":
        return STAB
    done = max((values.get(spell["spell"], 0) for spell in request["completes"][hand].get(gesture, ())), default=0)
    paths = request["paths"][hand].get(gesture, {})
    ahead = sorted((values.get(slug, 0) * PATIENCE ** len(missing) for slug, missing in paths.items()), reverse=True)
    return done + sum(share * later for share, later in zip((0.6, 0.2, 0.1), ahead, strict=False))


def _values(request: Json) -> dict[str, float]:
    """Return the value of each spell in this round.

    A threat adds to the value of the defences that stop it.
    """
    blows = sum(threat.get("attack", 0) for threat in request["threats"])
    spells = {threat["spell"] for threat in request["threats"] if "spell" in threat}
    missiles = 1.5 if "magic_missile" in spells else 0
    curses = max((VALUES.get(spell, 0) for spell in spells - {"finger_of_death"}), default=0)
    values = dict(VALUES)
    fear = min(1.5 * blows, MOST_FEAR) * max(0.0, 1 - request["round"] / LONG)
    for spell in SHIELDING:
        values[spell] += fear + missiles
    for spell in SENDING_BACK:
        values[spell] += curses / 3
    return values
