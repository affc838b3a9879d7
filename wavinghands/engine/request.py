"""What a wizard is asked now, as data: the page, the house's player and every other client build on it.

A client that picks anything from a request alone never has an order refused.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from wavinghands.engine.books import Lexicon, Step
from wavinghands.engine.duel import Duel, InForce, Wizard
from wavinghands.engine.gestures import (
    GESTURES,
    HANDS,
    NOTHING,
    OPEN,
    REACH,
    Hand,
    held,
)
from wavinghands.engine.orders import NOBODY
from wavinghands.engine.phases import Asked
from wavinghands.engine.prose import place_name
from wavinghands.engine.round import Question
from wavinghands.engine.spells import Chapter, Usually
from wavinghands.engine.view import monsters_known, sees_gestures

Json = dict[str, Any]
STEADY = "PW>-"
"""The gestures that one who is afraid can still make. Source: Bartle, "Fear"."""


def request(subject: Duel | Asked, wizard: str) -> Json | None:
    """What `wizard` is asked: orders, or answers after the reveal; none if nothing is."""
    if isinstance(subject, Asked):
        return _answers(subject, wizard)
    return _orders(subject, wizard) if wizard in subject.acting else None


def _answers(asked: Asked, wizard: str) -> Json | None:
    questions = [_question(question) for question in asked.questions if question.wizard == wizard]
    number = asked.duel.number + 1
    return {"type": "answers", "round": number, "wizard": wizard, "questions": questions} if questions else None


def _question(question: Question) -> Json:
    return {
        "field": list(question.field),
        "kind": question.kind,
        "text": question.text,
        "choices": list(question.choices),
        "labels": list(question.labels),
        "default": question.default,
    }


def _orders(duel: Duel, name: str) -> Json:
    wizard = duel.wizard(name)
    hands = {hand: _hand(duel, wizard, hand) for hand in HANDS}
    enemy = duel.enemy_of(name) or NOBODY
    known = monsters_known(duel, name)
    targets = _targets(duel, known)
    hopes = _prospects_of(duel, wizard)
    completes = _completes(hopes, {Usually.SELF: name, Usually.OPPONENT: enemy, Usually.NOBODY: NOBODY})
    return {
        "type": "orders",
        "round": duel.number + 1,
        "kind": duel.kind,
        "wizard": name,
        "hands": hands,
        "notes": _notes(wizard),
        "completes": completes,
        "leads": {
            hand: {gesture: prospect.leads for gesture, prospect in by_gesture.items()}
            for hand, by_gesture in hopes.items()
        },
        "targets": targets,
        "corpses": _corpses(duel, known),
        "stab": {"target": enemy},
        "monsters": _monsters(known, name, enemy, completes, [target["ref"] for target in targets]),
        "questions": list(_questions(duel, name)),
        "threats": _threats(duel, name, known),
        "surrender": [["P", "P"]],
    }


# What the hands may do


def _hand(duel: Duel, wizard: Wizard, hand: Hand) -> Json:
    forced, gestures = _forced(duel, wizard, hand)
    default = NOTHING if NOTHING in gestures else gestures[0]
    return {"gestures": gestures, "default": default, "forced": forced}


def _forced(duel: Duel, wizard: Wizard, hand: Hand) -> tuple[str | None, list[str]]:
    """The effect that binds a hand, and the gestures that are open to it."""
    left, right = wizard.remembered(duel.rules)[-1]
    last = left if hand == "left" else right
    paralysis = wizard.effects.get("paralysis")
    if "amnesia" in wizard.effects:
        return "amnesia", [last]
    if paralysis is not None and _holds(duel, paralysis, hand):
        return "paralysis", [held(last, claps_stay=duel.rules.para_fc)]
    if "fear" in wizard.effects:
        return "fear", list(STEADY)
    return _loosely_bound(wizard, hand), list(OPEN)


def _loosely_bound(wizard: Wizard, hand: Hand) -> str | None:
    """An effect that may overrule this hand, though nobody knows yet with what."""
    for effect in ("paralysis", "confusion", "maladroitness", "charm_person"):
        in_force = wizard.effects.get(effect)
        follows = effect == "maladroitness" and hand == "right"
        if in_force is not None and in_force.hand in (None, hand) and not follows:
            return effect
    return None


def _holds(duel: Duel, paralysis: InForce, hand: Hand) -> bool:
    """Whether a paralysis surely holds `hand`: it was named, and the caster is there if he must be."""
    master_acts = duel.rules.hand_choice == "at_cast" or paralysis.by in duel.acting
    return paralysis.hand == hand and master_acts


NOTES = {
    "paralysis": "One of your hands is paralysed: a held C becomes F, S becomes D, W becomes P, others stay.",
    "amnesia": "You have forgotten what you meant to do: your hands repeat their last gestures.",
    "fear": "You are afraid: your hands can make no C, D, F or S.",
    "confusion": "You are confused: one of your hands will do something else than you say.",
    "maladroitness": "You are maladroit: your left hand will do what your right hand does.",
    "charm_person": "You are charmed: {by} says what one of your hands does.",
    "blindness": "You are blind: you see nobody else's gestures.",
    "invisibility": "Nobody sees your gestures.",
}
NOTES_OF_A_HAND = {
    "paralysis": "Your {hand} hand is paralysed: a held C becomes F, S becomes D, W becomes P, others stay.",
    "charm_person": "You are charmed: {by} says what your {hand} hand does.",
}


def _notes(wizard: Wizard) -> list[Json]:
    notes = []
    for effect, in_force in wizard.effects.items():
        if effect in NOTES:
            text = NOTES_OF_A_HAND.get(effect, NOTES[effect]) if in_force.hand else NOTES[effect]
            notes.append({"effect": effect, "text": text.format(by=in_force.by or "nobody", hand=in_force.hand)})
    return notes


# What they complete


class Prospect(NamedTuple):
    """What one more gesture of a hand, made by both hands, would complete, and which spells it would be a step to."""

    completed: tuple[Step, ...]
    leads: list[Json]


Prospects = Mapping[str, Mapping[str, Prospect]]
"""The prospects of both hands, by hand and gesture."""


@lru_cache(maxsize=4096)  # about 12 KB each
def prospects(lexicon: Lexicon, woven: str, spent: frozenset[str]) -> Mapping[str, Prospect]:
    """The prospects of a hand, by gesture. They are kept and shared, nobody may change them."""
    table = {}
    for gesture in GESTURES:
        further = (woven + gesture.lower())[-REACH:]
        table[gesture] = Prospect(tuple(lexicon.completed(further, spent)), _leads(lexicon, further, spent))
    return table


def _leads(lexicon: Lexicon, woven: str, spent: frozenset[str]) -> list[Json]:
    nearest: dict[str, Json] = {}
    for step in lexicon.leads(woven):
        slug = step.spell.slug
        if slug not in nearest and slug not in spent:
            missing = step.pattern[-step.rest :]
            nearest[slug] = {"spell": slug, "name": step.spell.name, "more": step.rest, "missing": missing}
    return list(nearest.values())


def _prospects_of(duel: Duel, wizard: Wizard) -> Prospects:
    left, right = wizard.woven
    return {
        "left": prospects(duel.lexicon, left, wizard.spent),
        "right": prospects(duel.lexicon, right, wizard.spent),
    }


def _completes(hopes: Prospects, targets: Mapping[Usually, str]) -> Json:
    """The spells that each gesture of each hand would complete, the usual one first."""
    table: Json = {"left": {}, "right": {}, "both": {}}
    for hand, by_gesture in hopes.items():
        for gesture, prospect in by_gesture.items():
            for step in prospect.completed:
                place = table["both" if step.takes_both else hand]
                _note(place.setdefault(gesture, []), step, targets)
    for entries in table["both"].values():
        entries.sort(key=lambda entry: -len(entry["gestures"]))
    return table


def _note(entries: list[Json], step: Step, targets: Mapping[Usually, str]) -> None:
    """Add a spell that is completed, aimed as ruling 3.4 has it if nobody says otherwise."""
    spell = step.spell
    if any(entry["spell"] == spell.slug for entry in entries):
        return
    entries.append(
        {
            "spell": spell.slug,
            "name": spell.name,
            "class": spell.chapter.value,
            "gestures": step.pattern,
            "target": targets.get(spell.usually),
            "aimed": spell.usually in targets,
        }
    )


# Whom they may be aimed at


def _targets(duel: Duel, known: list[Json]) -> list[Json]:
    wizards = [{"ref": there.name, "name": there.name, "kind": "wizard"} for there in duel.wizards if there.stands]
    monsters = [
        {"ref": monster["name"], "name": monster["name"], "kind": monster["kind"], "owner": monster["owner"]}
        for monster in known
        if monster["alive"]
    ]
    new = [
        {"ref": f"{hand}:{wizard}", "name": place_name(f"{hand}:{wizard}"), "kind": "new"}
        for wizard in duel.acting
        for hand in HANDS
    ]
    return [*wizards, *monsters, *new, {"ref": NOBODY, "name": NOBODY, "kind": NOBODY}]


def _corpses(duel: Duel, known: list[Json]) -> list[str]:
    wizards = [there.name for there in duel.wizards if not there.alive]
    return wizards + [monster["name"] for monster in known if not monster["alive"]]


def _monsters(known: list[Json], name: str, enemy: str, completes: Json, targets: list[str]) -> list[Json]:
    """The monsters that he may order about, those that his hands may summon among them."""
    own = [monster for monster in known if monster["owner"] == name and monster["alive"]]
    entries = [
        {
            "ref": monster["name"],
            "name": monster["name"],
            "kind": monster["kind"],
            "target": monster["target"] or NOBODY,
            "targets": targets,
        }
        for monster in own
    ]
    for hand in HANDS:
        if any(spell["class"] == Chapter.SUMMONS.value for found in completes[hand].values() for spell in found):
            ref = f"{hand}:{name}"
            entries.append({"ref": ref, "name": place_name(ref), "kind": "new", "target": enemy, "targets": targets})
    return entries


# What is to be decided about others, and what they threaten


def _questions(duel: Duel, name: str) -> Iterable[Json]:
    """The hands of others that his spells bind in the round to come. Source: rulings 3.1, 3.2."""
    for subject in duel.wizards:
        paralysis = subject.effects.get("paralysis")
        charm = subject.effects.get("charm_person")
        next_orders = duel.rules.hand_choice == "next_orders"
        if paralysis and paralysis.by == name and next_orders and paralysis.hand is None and subject.stands:
            text = f"Which of {subject.name}'s hands do you hold?"
            labels = ("left hand", "right hand")
            yield _question(Question(name, ("paralyze", subject.name), "hand", text, HANDS, labels, None))
        if charm and charm.by == name and subject.stands:
            hands = [charm.hand] if charm.hand else list(HANDS)
            text = f"What shall {subject.name}'s {charm.hand + ' ' if charm.hand else ''}hand do?"
            question = _question(Question(name, ("direct", subject.name), "direct", text, (), (), None))
            yield question | {"hands": hands, "gestures": list(OPEN)}


def _threats(duel: Duel, name: str, known: list[Json]) -> list[Json]:
    """What the others could complete next, as far as he saw their hands, and who attacks him."""
    threats = [
        {
            "by": wizard.name,
            "spell": step.spell.slug,
            "name": step.spell.name,
            "hand": hand,
            "gesture": step.pattern[-1].upper(),
        }
        for wizard in duel.wizards
        if wizard.stands and wizard.name != name and _is_followed(duel, name, wizard.name)
        for hand, woven in zip(HANDS, wizard.woven, strict=True)
        for step in duel.lexicon.leads(woven)
        if step.rest == 1 and step.spell.slug not in wizard.spent
    ]
    attacks = [
        {"by": monster["name"], "attack": monster["max_hp"], "kind": monster["kind"]}
        for monster in known
        if monster["alive"] and (monster["target"] == name or monster["kind"].endswith("elemental"))
    ]
    return threats + attacks


def _is_followed(duel: Duel, viewer: str, wizard: str) -> bool:
    """Whether `viewer` saw all that `wizard` may still build on."""
    reach = 8
    for count, then in enumerate(duel.course()):
        if count == reach or then.last is None:
            break
        if wizard in then.last.gestures and not sees_gestures(then.last, viewer, wizard):
            return False
        if wizard in then.last.gestures and then.last.gestures[wizard].barrier:
            break
    return True
