"""A comparison of the logs of real games with the engine's results for the same orders.

For each kind of fact, one function reads the log and another reads the engine's result. Facts are compared both ways:
none in the log may be missing from the engine's result, and the engine may add none of that kind.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from wavinghands.engine import Json, load
from wavinghands.engine.duel import Duel
from wavinghands.engine.states import state

REAL = Path(__file__).parents[1] / "golden" / "real"
FILES = sorted(REAL.glob("*.json"))

Words = tuple[Any, ...]


def read(file: Path) -> Json:
    game: Json = json.loads(file.read_text(encoding="utf-8"))
    return game


@dataclass(frozen=True)
class Seen:
    """A round played by the engine.

    `before` and `after` are the duel before and after the round. `state` is the state after it in the format of a
    replay.
    """

    before: Duel
    after: Duel
    state: Json

    def events(self, *types: str) -> list[Json]:
        return [event for event in self.state["events"] if event["type"] in types]

    def orders(self, wizard: str) -> Json:
        assert self.after.last is not None
        given = self.after.last.orders.get(wizard)
        return given.as_json() if given else {}

    def standing(self) -> list[Json]:
        return [monster for monster in self.state["monsters"] if monster["alive"]]


def rounds(record: Mapping[str, Any]) -> Iterator[Seen]:
    """Play a record with the engine, and yield its rounds."""
    for after in reversed(list(load(record).course())):
        assert after.before is not None
        yield Seen(after.before, after, state(after))


# Gestures and spells


def _gestures_told(facts: Mapping[str, Json]) -> Iterator[Words]:
    for wizard, made in facts.items():
        yield wizard, made["left"], made["right"]


def _gestures_found(seen: Seen) -> Iterator[Words]:
    for wizard in seen.before.acting:
        made = seen.state["wizards"][wizard]
        yield wizard, made["left"], made["right"]


def _cast_told(facts: list[Json]) -> Iterator[Words]:
    for fact in facts:
        target = fact.get("monster") or fact["target"]
        there = None if target == "nobody" or ":" in target else target
        yield fact["caster"], fact["spell"], fact["hand"], there, fact.get("missed")


def _cast_found(seen: Seen) -> Iterator[Words]:
    missed = {(event["caster"], event["spell"]): event["why"] for event in seen.events("misses")}
    for cast in seen.state["cast"]:
        why = missed.get((cast["caster"], cast["spell"]))
        yield cast["caster"], cast["spell"], cast["hand"], cast["target"], None if why == "absent" else why


ONE_HANDED = ("confusion", "paralysis", "charm_person")


def _forced_told(facts: list[Json]) -> Iterator[Words]:
    for fact in facts:
        yield fact["who"], fact["by"], fact.get("hand"), fact.get("master"), fact.get("changed", False)


def _forced_found(seen: Seen) -> set[Words]:
    """Return the gestures that spells forced on wizards in a round.

    Each is a tuple of the wizard, the spell, the hand, the caster whom the wizard obeyed, and whether the log says that
    the gesture was changed.
    """
    found = set()
    for event in seen.events("forced"):
        who, effect, hand = event["wizard"], event["effect"], event["hand"]
        one_handed, led = effect in ONE_HANDED, effect in ("charm_person", "paralysis")
        master = seen.before.wizard(who).effects[effect].by if led else None
        found.add((who, effect, hand if one_handed else None, master, effect in ("confusion", "charm_person")))
    return found


# Monsters


def _summoned_told(facts: list[Json]) -> Iterator[Words]:
    for fact in facts:
        yield fact["name"], fact["kind"], fact.get("owner"), fact["caster"], fact["hand"]


def _summoned_found(seen: Seen) -> Iterator[Words]:
    for event in seen.events("appears"):
        maker = next(cast for cast in seen.state["cast"] if cast["spell"] == f"summon_{event['kind']}")
        yield event["monster"], event["kind"], event["owner"], maker["caster"], maker["hand"]


def _charmed_told(facts: list[Json]) -> Iterator[Words]:
    for fact in facts:
        yield fact["monster"], fact["owner"]


def _charmed_found(seen: Seen) -> Iterator[Words]:
    for event in seen.events("charmed"):
        yield event["monster"], event["owner"]


def obeyed(seen: Seen, monster: str) -> str | None:
    """Return the wizard that a monster obeyed in a round, even one who died or left in that round."""
    owners = {known.name: known.owner for known in seen.before.monsters}
    owners |= {event["monster"]: event["owner"] for event in seen.events("appears", "charmed")}
    return owners[monster]


def _directs_told(facts: list[Json]) -> Iterator[Words]:
    for fact in facts:
        yield fact["owner"], fact["monster"], fact["target"]


def _directs_found(seen: Seen) -> Iterator[Words]:
    """Yield a tuple of wizard, monster and victim for each order to attack that a monster obeyed.

    An order to attack a monster that is still being summoned counts as obeyed if the attacker ends up without a target.
    """
    makers = {f"{hand}:{caster}": name for name, _, _, caster, hand in _summoned_found(seen)}
    for wizard in seen.before.acting:
        for ref, victim in seen.orders(wizard).get("attack", {}).items():
            monster = next(known for known in seen.state["monsters"] if known["name"] == makers.get(ref, ref))
            if monster["target"] == (None if ":" in victim else victim) and obeyed(seen, monster["name"]) == wizard:
                yield wizard, monster["name"], victim


# Harm

CAUSES = {
    **dict.fromkeys(("stab", "monster", "elemental"), "attack"),
    **dict.fromkeys(("cause_light_wounds", "cause_heavy_wounds"), "wounds"),
    **dict.fromkeys(("lightning_bolt", "clap_of_lightning"), "lightning"),
}
BLOWS = ("stab", "monster", "elemental")


def _attacks_told(facts: list[Json]) -> Iterator[Words]:
    for fact in facts:
        yield fact["attacker"], fact["target"], fact["result"], fact.get("amount")


def _attacks_found(seen: Seen) -> Iterator[Words]:
    for event in seen.events("damage"):
        if event["cause"] in BLOWS:
            yield event["by"], event["subject"], "hits", event["points"]
    for event in seen.events("attack", "stab"):
        if event["victim"]:
            yield event["attacker"], event["victim"], event["result"], None
    for event in seen.events("idle"):
        yield event["monster"], "nobody", {"paralysis": "paralysed"}.get(event["why"], event["why"]), None
    for _, monster, victim in _directs_found(seen):
        if ":" in victim:
            yield monster, victim, "misses", None


def _damage_told(facts: list[Json]) -> Iterator[Words]:
    for fact in facts:
        yield fact["who"], fact["amount"], fact["cause"], fact.get("by")


def _damage_found(seen: Seen) -> Iterator[Words]:
    for event in seen.events("damage"):
        by = event["by"] if event["cause"] in BLOWS else None
        yield event["subject"], event["points"], CAUSES.get(event["cause"], event["cause"]), by


def _healed_told(facts: list[Json]) -> Iterator[Words]:
    for fact in facts:
        yield fact["who"], fact["amount"]


def _healed_found(seen: Seen) -> Iterator[Words]:
    for event in seen.events("cured"):
        yield event["subject"], event["points"]


# Effects

STANDING = {
    "shielded": "shield",
    "countering": "counter_spell",
    "mirroring": "magic_mirror",
    "dispelling": "dispel_magic",
}
SICKNESSES = ("disease", "poison")
MIND = ("amnesia", "confusion", "maladroitness", "charm_person", "paralysis", "fear")
AT_THE_END = ("blindness", "invisibility")


def _effects_told(facts: list[Json]) -> Iterator[Words]:
    for fact in facts:
        if fact["effect"] == "mind spells":
            yield fact["who"], "mind spells", "cancelled"
        else:
            yield fact["who"], fact["effect"], fact["change"], fact.get("by"), fact.get("rounds_left")


def _effects_found(seen: Seen) -> Iterator[Words]:
    yield from _starts(seen)
    for event in seen.events("begins", "ends"):
        if event["effect"] in AT_THE_END:
            yield event["subject"], event["effect"], "takes hold" if event["type"] == "begins" else "ends", None, None
    for who in {event["subject"] for event in seen.events("fails") if event["why"] == "clash"}:
        yield who, "mind spells", "cancelled"
    for wizard in seen.before.wizards:
        for sickness in SICKNESSES:
            if sickness in wizard.effects:
                left = seen.state["wizards"][wizard.name]["effects"].get(sickness, 0)
                yield wizard.name, "sickness", "acts", None, left


def _starts(seen: Seen) -> Iterator[Words]:
    for event in seen.events("shielded", "countering", "mirroring", "dispelling"):
        yield event.get("subject", "everyone"), STANDING[event["type"]], "starts", None, None
    for event in seen.events("begins"):
        effect = "sickness" if event["effect"] in SICKNESSES else event["effect"]
        yield event["subject"], effect, "starts", _charmer(seen, event["subject"], effect), None
    for event in seen.events("fails"):
        if _is_told_to_start(event):
            yield event["subject"], event["spell"], "starts", _charmer(seen, event["subject"], event["spell"]), None
    for event in seen.events("bound", "destroyed"):
        if event["type"] == "bound" or event["why"] in AT_THE_END:
            yield event["monster"], event.get("spell") or event["why"], "starts", None, None
    failed = {(event["caster"], event["spell"]) for event in seen.events("fails")}
    for cast in seen.state["cast"]:
        if cast["spell"] == "remove_enchantment" and (cast["caster"], cast["spell"]) not in failed:
            yield cast["target"], cast["spell"], "starts", None, None


def _is_told_to_start(event: Json) -> bool:
    """Return whether the log reports a failed spell as if it had worked.

    The log does so for mind spells that clash or are removed, and for a Shield that a Counter-spell stops, because the
    Counter-spell is also a shield.
    """
    spell, why = event["spell"], event["why"]
    return (spell in MIND and why in ("clash", "removed")) or (spell == "shield" and why == "countered")


def _charmer(seen: Seen, subject: str, effect: str) -> str | None:
    if effect != "charm_person":
        return None
    return next(cast["caster"] for cast in seen.state["cast"] if (cast["spell"], cast["target"]) == (effect, subject))


# Failed spells

WHAT = {
    **dict.fromkeys(("charm_person", "charm_monster"), "charm"),
    **dict.fromkeys(("cause_light_wounds", "cause_heavy_wounds"), "cause wounds"),
    **dict.fromkeys(("resist_heat", "resist_cold", "time_stop"), "resist_heat or resist_cold or time_stop"),
}


def _countered_told(facts: list[Json]) -> Iterator[Words]:
    for fact in facts:
        yield fact["who"], fact["what"], fact.get("by")


def _countered_found(seen: Seen) -> Iterator[Words]:
    for event in seen.events("fails"):
        subject, spell = event.get("subject"), event["spell"]
        is_summons = spell.startswith("summon")
        if event["why"] in ("countered", "shielded") and not is_summons and spell != "shield":
            yield subject, WHAT.get(spell, spell), None
        if spell == "charm_monster" and subject in seen.state["wizards"]:
            yield subject, WHAT[spell], "wrong kind of being"


def _absorbed_told(facts: list[Json]) -> Iterator[Words]:
    for fact in facts:
        yield fact["target"], fact["spell"]


def _absorbed_found(seen: Seen) -> Iterator[Words]:
    for event in seen.events("fails"):
        if event["why"] == "countered" and event["spell"].startswith("summon"):
            yield event["subject"], event["spell"]


def _resisted_told(facts: list[Json]) -> Iterator[Words]:
    for fact in facts:
        yield fact["who"], fact["what"], fact["by"]


def _resisted_found(seen: Seen) -> Iterator[Words]:
    for event in seen.events("spared"):
        yield event["subject"], event["spell"], {"resists": "resistance"}.get(event["why"], event["why"])


# The result of the round


def _names_told(facts: list[str]) -> Iterator[Words]:
    for name in facts:
        yield (name,)


def _died_found(seen: Seen) -> Iterator[Words]:
    for event in seen.events("dies", "destroyed", "merged"):
        yield (event.get("wizard") or event["monster"],)


def _surrendered_found(seen: Seen) -> Iterator[Words]:
    for event in seen.events("surrenders"):
        yield (event["wizard"],)


def _victorious_found(seen: Seen) -> Iterator[Words]:
    for event in seen.events("victory"):
        yield (event["wizard"],)


def _draw_told(fact: bool) -> Iterator[Words]:
    yield (fact,)


def _draw_found(seen: Seen) -> Iterator[Words]:
    for _ in seen.events("draw"):
        yield (True,)


def _points_told(facts: Mapping[str, int]) -> Iterator[Words]:
    yield from facts.items()


def _hp_found(seen: Seen) -> Iterator[Words]:
    for name, wizard in seen.state["wizards"].items():
        yield name, wizard["hp"]


def _monster_hp_found(seen: Seen) -> Iterator[Words]:
    for monster in seen.standing():
        yield monster["name"], monster["hp"]


def _number_told(fact: Any) -> Iterator[Words]:
    yield (fact,)


Telling = tuple[Callable[[Any], Iterable[Words]], Callable[[Seen], Iterable[Words]]]

KINDS: Mapping[str, Telling] = {
    "number": (_number_told, lambda seen: [(seen.state["number"],)]),
    "kind": (_number_told, lambda seen: [(seen.state["kind"],)]),
    "gestures": (_gestures_told, _gestures_found),
    "cast": (_cast_told, _cast_found),
    "forced": (_forced_told, _forced_found),
    "summoned": (_summoned_told, _summoned_found),
    "charmed": (_charmed_told, _charmed_found),
    "directs": (_directs_told, _directs_found),
    "attacks": (_attacks_told, _attacks_found),
    "damage": (_damage_told, _damage_found),
    "healed": (_healed_told, _healed_found),
    "effects": (_effects_told, _effects_found),
    "countered": (_countered_told, _countered_found),
    "absorbed": (_absorbed_told, _absorbed_found),
    "resisted": (_resisted_told, _resisted_found),
    "died": (_names_told, _died_found),
    "surrendered": (_names_told, _surrendered_found),
    "victorious": (_names_told, _victorious_found),
    "draw": (_draw_told, _draw_found),
    "hp": (_points_told, _hp_found),
    "monster_hp": (_points_told, _monster_hp_found),
}


# The closing table of the log


def _closing_wizards(table: Mapping[str, Json]) -> Iterator[Words]:
    for name, told in table.items():
        effects = frozenset(told["effects"].items())
        yield name, told["state"], told["hp"], effects, told["banked"], told["left"], told["right"]


def _wizards_at_the_end(game: list[Seen]) -> Iterator[Words]:
    """Yield the wizards after the last round, in the format of the table at the end of the log.

    The table also lists effects that were cast in that round on wizards who died in it. It does not list Anti-spell,
    which can only be seen from the missing gestures.
    """
    last = game[-1]
    for name, wizard in last.state["wizards"].items():
        begun = [event["effect"] for event in last.events("begins") if event["subject"] == name]
        effects = dict(wizard["effects"]) if wizard["alive"] else dict.fromkeys(begun, 1)
        effects.pop("anti_spell", None)
        how = "dead" if not wizard["alive"] else "surrendered" if wizard["surrendered"] else "alive"
        hands = zip(*(_kept(seen, name) for seen in game if name in seen.before.acting), strict=True)
        left, right = ("".join(hand) for hand in hands)
        hp = wizard["hp"] if wizard["alive"] else None
        yield name, how, hp, frozenset(effects.items()), wizard.get("banked"), left, right


def _kept(seen: Seen, name: str) -> tuple[str, str]:
    """Return a wizard's gestures in a round, as far as they still count.

    A hand hit by Anti-spell keeps nothing but a stab.
    """
    assert seen.after.last is not None
    made = seen.after.last.gestures[name]
    left, right = ("-" if made.barrier and gesture != ">" else gesture for gesture in made.pair)
    return left, right


def _closing_monsters(table: list[Json]) -> Iterator[Words]:
    for told in table:
        yield told["name"], told["hp"], told["owner"], told["target"], frozenset(told["effects"].items())


def _monsters_at_the_end(game: list[Seen]) -> Iterator[Words]:
    """Yield the monsters after the last round, each with the wizard it obeyed and, if alive, its victim."""
    last = game[-1]
    dead = {event.get("wizard") or event.get("monster") for event in last.events("dies", "destroyed", "merged")}
    for monster in last.standing():
        target = "nobody" if monster["target"] in dead | {None} else monster["target"]
        name = monster["name"]
        yield name, monster["hp"], obeyed(last, name), target, frozenset(monster["effects"].items())


CLOSING: Mapping[str, tuple[Callable[[Any], Iterable[Words]], Callable[[list[Seen]], Iterable[Words]]]] = {
    "wizards": (_closing_wizards, _wizards_at_the_end),
    "monsters": (_closing_monsters, _monsters_at_the_end),
}


def closing_differences(table: Mapping[str, Any], game: list[Seen]) -> list[str]:
    """Return the differences between the table at the end of the log and the engine's last round."""
    wrong = [f"{kind}: nothing compares this kind of fact" for kind in table if kind not in CLOSING]
    for kind, (told, found) in CLOSING.items():
        wrong += _both_ways(kind, Counter(told(table[kind])), Counter(found(game)))
    return wrong


def differences(facts: Mapping[str, Any], seen: Seen) -> list[str]:
    """Return the facts about a round that appear only in the log or only in the engine's result."""
    wrong = [f"{kind}: nothing compares this kind of fact" for kind in facts if kind not in KINDS]
    for kind, (told, found) in KINDS.items():
        log, engine = Counter(told(facts[kind]) if kind in facts else ()), Counter(found(seen))
        wrong += _both_ways(kind, log, engine)
    return wrong


def _both_ways(kind: str, log: Counter[Words], engine: Counter[Words]) -> list[str]:
    return [f"{kind}: the log tells {fact}, the engine does not" for fact in (log - engine).elements()] + [
        f"{kind}: the engine tells {fact}, the log does not" for fact in (engine - log).elements()
    ]


def census(facts: Iterable[Mapping[str, Any]]) -> Counter[str]:
    """Return the number of facts of each kind."""
    count: Counter[str] = Counter()
    for entry in facts:
        for kind, told in entry.items():
            count[kind] += len(list(KINDS[kind][0](told))) if kind in KINDS else 1
    return count
