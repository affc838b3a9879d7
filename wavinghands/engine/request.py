"""What a wizard is asked now, as data: the page, the house's player and every other client build on it.

A client that picks anything from a request alone never has an order refused.
"""

from collections.abc import Iterable
from typing import Any

from wavinghands.engine.ahead import ahead, known
from wavinghands.engine.binding import Hold, holds, notes
from wavinghands.engine.duel import Duel
from wavinghands.engine.gestures import HANDS, NOTHING, OPEN
from wavinghands.engine.orders import NOBODY
from wavinghands.engine.phases import Asked
from wavinghands.engine.prose import place_name
from wavinghands.engine.prospects import completes, leads, prospects
from wavinghands.engine.round import Question
from wavinghands.engine.spells import Chapter, Usually
from wavinghands.engine.view import monsters_known

Json = dict[str, Any]


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
    enemy = duel.enemy_of(name) or NOBODY
    monsters = monsters_known(duel, name)
    targets = _targets(duel, monsters)
    (first,) = holds(duel, wizard)
    hopes = prospects(duel.lexicon, wizard.woven, wizard.spent)
    completed = completes(hopes, {Usually.SELF: name, Usually.OPPONENT: enemy, Usually.NOBODY: NOBODY})
    return {
        "type": "orders",
        "round": duel.number + 1,
        "kind": duel.kind,
        "wizard": name,
        "hands": {hand: _hand(first[hand]) for hand in HANDS},
        "notes": notes(wizard),
        "completes": completed,
        "leads": leads(hopes),
        "ahead": ahead(duel, name),
        "targets": targets,
        "corpses": _corpses(duel, monsters),
        "stab": {"target": enemy},
        "monsters": _monsters(monsters, name, enemy, completed, [target["ref"] for target in targets]),
        "questions": list(_questions(duel, name)),
        "threats": _threats(duel, name, monsters),
        "surrender": [["P", "P"]],
    }


def _hand(hold: Hold) -> Json:
    gestures = list(hold.gestures)
    default = NOTHING if NOTHING in gestures else gestures[0]
    return {"gestures": gestures, "default": default, "forced": hold.effect}


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


def _threats(duel: Duel, name: str, monsters: list[Json]) -> list[Json]:
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
        if wizard.stands and wizard.name != name
        for there in [known(duel, name, wizard)]
        for hand, woven in zip(HANDS, there.woven, strict=True)
        for step in duel.lexicon.leads(woven)
        if step.rest == 1 and step.spell.slug not in there.spent
    ]
    attacks = [
        {"by": monster["name"], "attack": monster["attack"], "kind": monster["kind"]}
        for monster in monsters
        if monster["alive"] and (monster["target"] == name or monster["kind"].endswith("elemental"))
    ]
    return threats + attacks
