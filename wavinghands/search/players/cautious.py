"""One who answers the most dangerous spell under way first, and then builds the safest damage."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from math import inf
from random import Random
from typing import Any, Final

from wavinghands import engine
from wavinghands.search.players.weighing import WORTH, Bonus, patience, weighed
from wavinghands.search.weaving import HANDS, Pair

Json = dict[str, Any]
Coming = tuple[int, str]
"""In how many rounds something may come, 0 being the round to come, and the spell or attack that it is."""

AIMED: Final = {slug: worth for slug, worth in WORTH.items() if not slug.startswith("summon_")}
DANGER: Final[Mapping[str, float]] = {**AIMED, "finger_of_death": 30, "disease": 12, "poison": 12}
"""How bad it is what others may cast at him. Whom they summon he meets with shields."""
LIKELY: Final = 0.6
"""How much of a danger is left a round later: the others may think better of it."""
STOPPED_BY_PROTECTION: Final = frozenset({"magic_missile", "monster", "stab"})
GUARDS: Final = frozenset(
    {"shield", "magic_mirror", "counter_spell", "dispel_magic", "protection", "remove_enchantment"}
)
"""Worth to him what they stop, and nothing else."""
SAFE: Final[Mapping[str, float]] = {
    **{slug: worth for slug, worth in WORTH.items() if slug not in GUARDS},
    "finger_of_death": 6,
    "disease": 5,
    "poison": 5,
}
"""What he builds: rather what is done soon."""


def cautious(duel: engine.Duel, wizard: str, rng: Random) -> Json:
    """Orders that stop as much as two hands can of what may come in the next three rounds."""
    request = engine.request(duel, wizard) or {}
    return weighed(request, SAFE, rng, _stopping(request, _protected(duel, wizard)))


def _protected(duel: engine.Duel, wizard: str) -> float:
    """The rounds in which he needs no shield."""
    own = next(being for being in engine.view(duel, wizard, since=duel.number)["wizards"] if being["name"] == wizard)
    left: int | str = own["effects"].get("protection", 0)
    return left if isinstance(left, int) else inf


def _stopping(request: Json, protected: float) -> Bonus:
    """How much danger pairs of gestures stop, or are a step to stopping."""
    dangers = {
        coming: danger
        for coming, danger in _dangers(request)
        if coming[0] >= protected or coming[1] not in STOPPED_BY_PROTECTION
    }
    stopped = _stopped_by_gestures(request)

    def bonus(pair: Pair) -> float:
        coming = set().union(*(stopped[hand, letter] for hand, letter in _letters(pair)))
        return patience(request) * sum(dangers.get(each, 0.0) for each in coming)

    return bonus


def _letters(pair: Pair) -> Iterator[tuple[str, str]]:
    """What the hands make, as patterns have it: of what both make together a small letter too."""
    for hand, made in zip(HANDS, pair, strict=True):
        yield hand, made
        if pair[0] == pair[1]:
            yield hand, made.lower()


def _dangers(request: Json) -> Iterator[tuple[Coming, float]]:
    """All that may come and can be stopped, and how bad it is."""
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
    """What each gesture of each hand would stop, or be a step to stopping in time."""
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
    """What a spell of one's own would stop if it were completed in so many rounds."""
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
