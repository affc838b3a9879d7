"""Players that want one thing, and look at little else."""

from collections.abc import Mapping
from random import Random
from typing import Any, Final

from wavinghands import engine
from wavinghands.search.players.weighing import WORTH, Bonus, patience, weighed
from wavinghands.search.weaving import Pair, pairs, weave

Json = dict[str, Any]

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


def at_random(duel: engine.Duel, wizard: str, rng: Random) -> Json:
    """Any gestures that surrender nothing, at the usual targets."""
    return weave(engine.request(duel, wizard) or {}, lambda asked: rng.choice(pairs(asked)), WORTH, rng)


def own_plans(duel: engine.Duel, wizard: str, rng: Random) -> Json:
    """He sees his own hands alone, and drives for the spell of most worth for each gesture."""
    return weighed(engine.request(duel, wizard) or {}, _new_to(duel, wizard), rng)


def finger_racer(duel: engine.Duel, wizard: str, rng: Random) -> Json:
    """He races for Finger of Death with both hands, one behind the other; where a hand is free, he shields or stabs."""
    request = engine.request(duel, wizard) or {}
    return weighed(request, RACE, rng, shielding(request, 0.6))


def hoarder(duel: engine.Duel, wizard: str, rng: Random) -> Json:
    """He summons monsters, as many and as big as he can, and shields himself a little from those of others."""
    request = engine.request(duel, wizard) or {}
    return weighed(request, HOARD, rng, shielding(request, 0.8))


def shielding(request: Json, fear: float) -> Bonus:
    """What a shield by either hand is worth: `fear` for each point that attackers are about to do."""
    worth = fear * patience(request) * sum(threat.get("attack", 0) for threat in request["threats"])

    def bonus(pair: Pair) -> float:
        completed = (
            request["completes"][hand].get(made, ()) for hand, made in zip(("left", "right"), pair, strict=True)
        )
        return worth if any(spell["spell"] == "shield" for spells in completed for spell in spells) else 0.0

    return bonus


def _new_to(duel: engine.Duel, wizard: str) -> Mapping[str, float]:
    """The worth of spells, but of those whose effect already lies on all the others, as far as he knows."""
    there = [
        set(being["effects"])
        for being in engine.view(duel, wizard, since=duel.number)["wizards"]
        if being["name"] != wizard
    ]
    on_all = set.intersection(*there)
    return {slug: worth for slug, worth in WORTH.items() if slug not in on_all}
