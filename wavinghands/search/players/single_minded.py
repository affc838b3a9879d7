"""Players with a single aim that ignore almost everything else."""

from collections.abc import Mapping
from random import Random
from typing import Final

from wavinghands import engine
from wavinghands.engine import Json
from wavinghands.search.order_completion import Pair, complete_orders, pairs
from wavinghands.search.players.weighing import VALUES, Bonus, patience, weighed

RACE: Final[Mapping[str, float]] = {"finger_of_death": 10, "shield": 0.1}
HOARD: Final[Mapping[str, float]] = {
    "summon_goblin": 3,
    "summon_ogre": 6,
    "summon_troll": 10,
    "summon_giant": 15,
    "raise_dead": 3,
    "charm_monster": 3,
    "shield": 0.1,
}
LOCK: Final[Mapping[str, float]] = {
    "paralysis": 6,
    "charm_person": 5,
    "amnesia": 4,
    "confusion": 3,
    "maladroitness": 3,
    "fear": 3,
    "anti_spell": 6,
    "magic_missile": 3,
    "summon_goblin": 8,
    "cause_light_wounds": 5,
}
BURN: Final[Mapping[str, float]] = {
    "fireball": 8,
    "lightning_bolt": 8,
    "clap_of_lightning": 8,
    "cause_heavy_wounds": 5,
    "cause_light_wounds": 3,
    "magic_missile": 2,
    "fire_storm": 2,
    "ice_storm": 2,
}
WARD: Final[Mapping[str, float]] = {
    "shield": 1,
    "counter_spell": 3,
    "magic_mirror": 3,
    "protection": 2,
    "cure_light_wounds": 1,
    "cure_heavy_wounds": 3,
}
SICKEN: Final[Mapping[str, float]] = {"disease": 10, "shield": 0.1}
POISON: Final[Mapping[str, float]] = {"poison": 10, "shield": 0.1}


def at_random(duel: engine.Duel, wizard: str, rng: Random) -> Json:
    """Return orders with random gestures that do not surrender, and with the default targets."""
    return complete_orders(engine.request(duel, wizard) or {}, lambda asked: rng.choice(pairs(asked)), VALUES, rng)


def own_plans(duel: engine.Duel, wizard: str, rng: Random) -> Json:
    """Pursue the spell with the most value per remaining gesture, and ignore opponents."""
    return weighed(engine.request(duel, wizard) or {}, _new_to(duel, wizard), rng)


def finger_racer(duel: engine.Duel, wizard: str, rng: Random) -> Json:
    """Race to cast Finger of Death, with one hand a few gestures behind the other.

    A free hand shields or stabs.
    """
    request = engine.request(duel, wizard) or {}
    return weighed(request, RACE, rng, shielding(request, 0.6))


def hoarder(duel: engine.Duel, wizard: str, rng: Random) -> Json:
    """Summon as many monsters as possible, the bigger the better.

    Cast a few shields against opponents' monsters.
    """
    request = engine.request(duel, wizard) or {}
    return weighed(request, HOARD, rng, shielding(request, 0.8))


def jailer(duel: engine.Duel, wizard: str, rng: Random) -> Json:
    """Cast mind spells and Anti-spell as often as possible, and do a little damage."""
    request = engine.request(duel, wizard) or {}
    return weighed(request, LOCK, rng, shielding(request, 0.4))


def burner(duel: engine.Duel, wizard: str, rng: Random) -> Json:
    """Do as much damage with spells as possible, and occasionally shield against monsters."""
    request = engine.request(duel, wizard) or {}
    return weighed(request, BURN, rng, shielding(request, 0.5))


def wall(duel: engine.Duel, wizard: str, rng: Random) -> Json:
    """Ward off everything, and wear opponents down with missiles."""
    request = engine.request(duel, wizard) or {}
    return weighed(request, {**WARD, "magic_missile": 4}, rng, shielding(request, 1.5))


def sickener(duel: engine.Duel, wizard: str, rng: Random) -> Json:
    """Cast Disease with both hands.

    When all opponents are about to die, only ward off attacks.
    """
    return _killing(duel, wizard, SICKEN, rng)


def poisoner(duel: engine.Duel, wizard: str, rng: Random) -> Json:
    """Cast Poison.

    When all opponents are about to die, only ward off attacks.
    """
    return _killing(duel, wizard, POISON, rng)


def _killing(duel: engine.Duel, wizard: str, aim: Mapping[str, float], rng: Random) -> Json:
    request = engine.request(duel, wizard) or {}
    if any(duel.lexicon.slugs[slug].kills for slug in _effects_on_all_opponents(duel, wizard)):
        return weighed(request, WARD, rng, shielding(request, 1.0))
    return weighed(request, aim, rng, shielding(request, 0.1))


def shielding(request: Json, fear: float) -> Bonus:
    """Return a bonus for casting Shield with either hand.

    It grows with `fear` and the damage in the coming round.
    """
    value = fear * patience(request) * sum(threat.get("attack", 0) for threat in request["threats"])

    def bonus(pair: Pair) -> float:
        completed = (
            request["completes"][hand].get(made, ()) for hand, made in zip(("left", "right"), pair, strict=True)
        )
        return value if any(spell["spell"] == "shield" for spells in completed for spell in spells) else 0.0

    return bonus


def _new_to(duel: engine.Duel, wizard: str) -> Mapping[str, float]:
    """Return the values of all spells, except those that already affect all opponents, as far as the wizard knows."""
    on_all = _effects_on_all_opponents(duel, wizard)
    return {slug: value for slug, value in VALUES.items() if slug not in on_all}


def _effects_on_all_opponents(duel: engine.Duel, wizard: str) -> set[str]:
    there = [
        set(being["effects"])
        for being in engine.view(duel, wizard, since=duel.number)["wizards"]
        if being["name"] != wizard
    ]
    return set.intersection(*there)
