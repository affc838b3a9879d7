"""A player that first stops the most dangerous spells and then pursues quick spells of its own."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from math import inf
from random import Random
from typing import Final

from wavinghands import engine
from wavinghands.engine import Json
from wavinghands.search.order_completion import HANDS, Pair
from wavinghands.search.players.weighing import VALUES, Bonus, patience, weighed

Coming = tuple[int, str]
"""A danger: the number of rounds before it can strike (0 for the coming round), and the spell or attack."""

AIMED: Final = {slug: value for slug, value in VALUES.items() if not slug.startswith("summon_")}
DANGER: Final[Mapping[str, float]] = {**AIMED, "finger_of_death": 30, "disease": 12, "poison": 12}
"""How bad it is to be the target of each spell. Summonings are left out, because shields deal with the monsters."""
LIKELY: Final = 0.6
"""The factor by which a danger shrinks with each round until it strikes, because the opponent may change plans."""
STOPPED_BY_PROTECTION: Final = frozenset({"magic_missile", "monster", "stab"})
GUARDS: Final = frozenset(
    {"shield", "magic_mirror", "counter_spell", "dispel_magic", "protection", "remove_enchantment"}
)
"""Spells that are valued only for what they stop."""
SAFE: Final[Mapping[str, float]] = {
    **{slug: value for slug, value in VALUES.items() if slug not in GUARDS},
    "finger_of_death": 6,
    "disease": 5,
    "poison": 5,
}
"""The values of the spells to work towards. Quick ones are favoured."""


def cautious(duel: engine.Duel, wizard: str, rng: Random) -> Json:
    """Return orders that stop as many of the dangers in the next three rounds as two hands can."""
    request = engine.request(duel, wizard) or {}
    return weighed(request, SAFE, rng, _stopping(request, _protected(duel, wizard)))


def watchman(duel: engine.Duel, wizard: str, rng: Random) -> Json:
    """Return orders that stop the worst danger in the coming round or, without one, pursue this wizard's best spell."""
    request = engine.request(duel, wizard) or {}
    now = {coming: danger for coming, danger in _dangers(request) if coming[0] == 0}
    worst = max(now.values(), default=0.0)
    dangers = {coming: danger for coming, danger in now.items() if danger == worst}
    return weighed(request, VALUES, rng, _stopping_these(request, dangers))


def _protected(duel: engine.Duel, wizard: str) -> float:
    """Return how many more rounds the wizard's Protection lasts, or infinity if it is permanent."""
    own = next(being for being in engine.view(duel, wizard, since=duel.number)["wizards"] if being["name"] == wizard)
    left: int | str = own["effects"].get("protection", 0)
    return left if isinstance(left, int) else inf


def _stopping(request: Json, protected: float) -> Bonus:
    """Return a bonus for gestures that stop dangers or begin to.

    `protected` is the number of rounds in which Protection stops missiles and monsters.
    """
    dangers = {
        coming: danger
        for coming, danger in _dangers(request)
        if coming[0] >= protected or coming[1] not in STOPPED_BY_PROTECTION
    }
    return _stopping_these(request, dangers)


def _stopping_these(request: Json, dangers: Mapping[Coming, float]) -> Bonus:
    stopped = _stopped_by_gestures(request)

    def bonus(pair: Pair) -> float:
        coming = set().union(*(stopped[hand, gesture] for hand, gesture in _as_written(pair)))
        return patience(request) * sum(dangers.get(each, 0.0) for each in coming)

    return bonus


def _as_written(pair: Pair) -> Iterator[tuple[str, str]]:
    """Yield each hand with its gesture.

    If both gestures are the same, also yield each hand with the gesture in lower case. This is how patterns write
    gestures of both hands.
    """
    for hand, made in zip(HANDS, pair, strict=True):
        yield hand, made
        if pair[0] == pair[1]:
            yield hand, made.lower()


def _dangers(request: Json) -> Iterator[tuple[Coming, float]]:
    """Yield every danger that can be stopped, with its severity."""
    for there in request["ahead"]["wizards"].values():
        for turn, threats in enumerate(there["stops"]):
            for threat in threats:
                yield (turn, threat), DANGER.get(threat, 0) * LIKELY ** (turn + 1)
    for attack in request["ahead"]["attacks"]:
        yield (0, attack), _blows(request, attack)


def _blows(request: Json, attack: str) -> float:
    if attack == "stab":
        return 0.2
    blows = (threat for threat in request["threats"] if "attack" in threat)
    return sum(float(blow["attack"]) for blow in blows if blow["kind"] == attack or attack == "monster")


def _stopped_by_gestures(request: Json) -> Mapping[tuple[str, str], set[Coming]]:
    """Map each hand and gesture to the dangers that the gesture stops or helps to stop in time."""
    stoppers = _stoppers(request)
    stopped: Mapping[tuple[str, str], set[Coming]] = defaultdict(set)
    own = request["ahead"]["wizards"][request["wizard"]]
    for hand in HANDS:
        for turn, found in enumerate(own[hand]):
            for missing, slugs in found.items():
                for slug in slugs:
                    stopped[hand, missing[0]] |= stoppers[turn, slug]
    return stopped


def _stoppers(request: Json) -> Mapping[Coming, set[Coming]]:
    """Map each of the wizard's own spells, in each coming round, to the dangers that it would stop in that round."""
    stoppers: Mapping[Coming, set[Coming]] = defaultdict(set)
    for there in request["ahead"]["wizards"].values():
        for turn, threats in enumerate(there["stops"]):
            for threat, own in threats.items():
                for slug in own:
                    stoppers[turn, slug].add((turn, threat))
    for attack, own in request["ahead"]["attacks"].items():
        for slug in own:
            stoppers[0, slug].add((0, attack))
    return stoppers
