"""The house's player. It knows nothing but the request that any player gets, and gives orders that any player could.

It weighs what each pair of gestures would complete now and lead to later, takes threats into account, adds a little
caprice, and never makes a gesture that could surrender the duel.
"""

from collections.abc import Iterable, Iterator, Mapping
from random import Random
from typing import Any

Json = dict[str, Any]

WORTH: Mapping[str, float] = {
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
"""What a spell is worth to its caster, about four to a hit point; nothing for spells that are not listed."""

PATIENCE = 0.75
"""What a spell is worth a gesture earlier."""
STAB = 2.5
CAPRICE = 1.2
MOST_FEAR = 8.0
"""What a shield is worth at most: who does nothing but shield himself never wins."""
LONG = 40
"""Rounds after which he throws caution to the winds, lest a duel of two cautious wizards never end."""
HANDS = ("left", "right")
UNSURE = frozenset({"paralysis", "charm_person", "confusion", "maladroitness"})
"""Effects under which a hand may come to make a P that nobody meant."""
SHIELDING = frozenset({"shield", "counter_spell", "protection", "dispel_magic"})
SENDING_BACK = frozenset({"magic_mirror", "counter_spell", "dispel_magic"})


def orders(request: Json, rng: Random) -> Json:
    """Orders for the round that is asked for."""
    worth = _worths(request)
    given = _pair(request, worth, rng)
    given["attack"] = {monster["ref"]: foe for monster in request["monsters"] for foe in _foes(request)}
    given["fire"] = request["fire"] is not None
    given["permanent"] = _lasting(request, given["cast"])
    if request["second"]:
        given["second"] = _given(_pair(_after(request, given), worth, rng))
    return _given(given) | answers(request, rng)


def _pair(request: Json, worth: Mapping[str, float], rng: Random) -> Json:
    """One pair of gestures, the spells that it casts, and at whom."""
    left, right = _best_pair(request, worth, rng)
    casts = dict(_casts(request, left, right, worth))
    return {
        "left": left,
        "right": right,
        "cast": {hand: spell["spell"] for hand, spell in casts.items()},
        "target": {hand: _target(request, spell) for hand, spell in casts.items() if spell["aimed"]},
    }


def _given(orders: Json) -> Json:
    return {field: value for field, value in orders.items() if value}


def _lasting(request: Json, cast: Mapping[str, str]) -> str:
    """The hand whose spell he makes permanent, if any; one that is banked he releases as soon as he can."""
    fitting = request["permanent"]["spells"] if request["permanent"] else ()
    return next((hand for hand, spell in cast.items() if spell in fitting), "")


def _after(request: Json, first: Json) -> Json:
    """What is asked for the second pair of a hasted wizard, once the first is chosen."""
    second = request["second"]

    def woven(table: Json, hand: str) -> dict[str, list[Json]]:
        by_gesture = table.get(first[hand], {})
        return {
            gesture: [entry for entry in found if _fits(entry, hand, first)] for gesture, found in by_gesture.items()
        }

    completes: Json = {hand: woven(second["completes"][hand], hand) for hand in HANDS}
    completes["both"] = {}
    for hand in HANDS:
        for gesture, found in woven(second["completes"]["both"], hand).items():
            completes["both"].setdefault(gesture, []).extend(found)
    leads = {hand: woven(second["leads"][hand], hand) for hand in HANDS}
    return {**request, "hands": second["hands"], "completes": completes, "leads": leads}


def _fits(entry: Json, hand: str, first: Json) -> bool:
    """Whether a spell goes on from what this hand did first."""
    together = first["left"] == first["right"]
    return entry.get("hand", hand) == hand and (together or not entry.get("first_both"))


def answers(request: Json, rng: Random) -> Json:
    """An answer to each question of the request."""
    return _filled_in((question["field"], _choice(question, rng)) for question in request["questions"])


def _filled_in(given: Iterable[tuple[list[str], Any]]) -> Json:
    filled: Json = {}
    for path, choice in given:
        if choice is not None:
            place = filled
            for step in path[:-1]:
                place = place.setdefault(step, {})
            place[path[-1]] = choice
    return filled


def _choice(question: Json, rng: Random) -> Any:
    match question["kind"]:
        case "hand" | "element":
            return rng.choice(question["choices"])
        case "direct":
            led = {"hand": rng.choice(question["hands"]), "gesture": rng.choice(question["gestures"])}
            return led if len(question["hands"]) > 1 else {"gesture": led["gesture"]}
    return question["default"]


# Which gestures -------------------------------------------------------------------------------------------------------


def _best_pair(request: Json, worth: Mapping[str, float], rng: Random) -> tuple[str, str]:
    alone = {
        hand: {gesture: _worth_alone(request, hand, gesture, worth) for gesture in request["hands"][hand]["gestures"]}
        for hand in HANDS
    }

    def weight(pair: tuple[str, str]) -> float:
        return _worth_of(request, pair, alone, worth) + rng.random() * CAPRICE

    return max(_pairs(request), key=weight)


def _pairs(request: Json) -> list[tuple[str, str]]:
    """The pairs of gestures that cannot come out as a surrender, as far as that is in his hands."""
    every = [(a, b) for a in request["hands"]["left"]["gestures"] for b in request["hands"]["right"]["gestures"]]
    meant = [pair for pair in every if list(pair) not in request["surrender"]]
    if not any(hand["forced"] in UNSURE and len(hand["gestures"]) > 1 for hand in request["hands"].values()):
        return meant or every
    return [pair for pair in meant if "P" not in pair] or meant or every


def _worth_of(
    request: Json, pair: tuple[str, str], alone: Mapping[str, Mapping[str, float]], worth: Mapping[str, float]
) -> float:
    left, right = pair
    if left != right:
        return _worth_apart(request, pair, {hand: {**gestures, "C": 0.0} for hand, gestures in alone.items()})
    if left == ">":
        return STAB
    together = max((worth.get(spell["spell"], 0) for spell in request["completes"]["both"].get(left, ())), default=0)
    apart = _worth_apart(request, pair, alone)
    # Two hands that do the same waste one of them, unless it is something that takes both.
    return max(together, apart * (0.5 if left == "C" else 0.8))


def _worth_apart(request: Json, pair: tuple[str, str], alone: Mapping[str, Mapping[str, float]]) -> float:
    """The worth of both hands; the second of two that guard him is worth little."""
    worths = [alone[hand][gesture] for hand, gesture in zip(HANDS, pair, strict=True)]
    guards = all(_guards(request, hand, gesture) for hand, gesture in zip(HANDS, pair, strict=True))
    return max(worths) + 0.5 if guards else sum(worths)


def _guards(request: Json, hand: str, gesture: str) -> bool:
    return any(spell["spell"] in SHIELDING for spell in request["completes"][hand].get(gesture, ()))


def _worth_alone(request: Json, hand: str, gesture: str, worth: Mapping[str, float]) -> float:
    """What this gesture of this hand completes, and half of what it leads to: the rest depends on what is to come."""
    if gesture == ">":
        return STAB
    done = max((worth.get(spell["spell"], 0) for spell in request["completes"][hand].get(gesture, ())), default=0)
    leads = request["leads"][hand].get(gesture, ())
    ahead = sorted((worth_ahead(lead, worth) for lead in leads), reverse=True)
    return done + sum(share * later for share, later in zip((0.6, 0.2, 0.1), ahead, strict=False))


def worth_ahead(lead: Json, worth: Mapping[str, float] = WORTH) -> float:
    """What a spell is worth that is so many gestures away."""
    return worth.get(lead["spell"], 0) * PATIENCE ** int(lead["more"])


def _worths(request: Json) -> dict[str, float]:
    """What spells are worth in this round: defences as much as they would ward off."""
    blows = sum(threat.get("attack", 0) for threat in request["threats"])
    spells = {threat["spell"] for threat in request["threats"] if "spell" in threat}
    missiles = 1.5 if "magic_missile" in spells else 0
    curses = max((WORTH.get(spell, 0) for spell in spells - {"finger_of_death"}), default=0)
    worth = dict(WORTH)
    fear = min(1.5 * blows, MOST_FEAR) * max(0.0, 1 - request["round"] / LONG)
    for spell in SHIELDING:
        worth[spell] += fear + missiles
    for spell in SENDING_BACK:
        worth[spell] += curses / 3
    return worth


# At whom --------------------------------------------------------------------------------------------------------------


def _casts(request: Json, left: str, right: str, worth: Mapping[str, float]) -> Iterator[tuple[str, Json]]:
    """The hands that complete something, and what they shall cast."""
    completed = {"left": request["completes"]["left"].get(left), "right": request["completes"]["right"].get(right)}
    together = request["completes"]["both"].get(left) if left == right else None
    for hand, spells in {"both": together}.items() if together else completed.items():
        if spells:
            yield hand, max(spells, key=lambda spell: worth.get(spell["spell"], 0))


def _target(request: Json, spell: Json) -> str:
    """The usual target, but that one charms the monsters of others and not oneself."""
    if spell["spell"] == "charm_monster":
        return next((str(monster["ref"]) for monster in _monsters_of_others(request)), str(spell["target"]))
    return str(spell["target"])


def _monsters_of_others(request: Json) -> Iterator[Json]:
    for target in request["targets"]:
        if target.get("owner") not in (None, request["wizard"]):
            yield target


def _foes(request: Json) -> list[str]:
    """Whom to send monsters at: the usual enemy, who is none of his own team."""
    foe = request["stab"]["target"]
    return [] if foe == "nobody" else [foe]
