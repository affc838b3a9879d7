"""Requests: the orders or answers that a wizard must give, as data for all clients.

Pages, bots and other clients use the same data. The engine accepts every choice that a request offers.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from wavinghands.engine.binding import Holds, forcing, holds
from wavinghands.engine.duel import Duel, InForce, Wizard
from wavinghands.engine.events import Viewer
from wavinghands.engine.gestures import HANDS, NOTHING, OPEN, Hand
from wavinghands.engine.lexicon import Step
from wavinghands.engine.lookahead.ahead import ahead, known
from wavinghands.engine.lookahead.candidates import may_show_palms
from wavinghands.engine.lookahead.completion import (
    Targets,
    completes,
    one_short,
    paths,
    prospects,
    second_completes,
    second_paths,
)
from wavinghands.engine.orders import NOBODY, Orders
from wavinghands.engine.phases import Asked, account
from wavinghands.engine.plain_data import Json
from wavinghands.engine.round import Question
from wavinghands.engine.spell import Chapter, Hold, Usually
from wavinghands.engine.spells import FORCING, WAITING
from wavinghands.engine.spells.enchantment import may_last
from wavinghands.engine.view import effects_left, eyes_of, is_blind, last_known, monsters_known
from wavinghands.engine.words.english import ENGLISH, Catalogue
from wavinghands.engine.words.notes import notes
from wavinghands.engine.words.prose import place_name, spell_name
from wavinghands.engine.words.questions import asked, labels

NAMING: Final = ("completes", "second", "fire", "targets", "monsters", "claims", "threats")
"""The parts of a request that contain names of spells or beings."""


def request(subject: Duel | Asked, wizard: str, *, catalogue: Catalogue = ENGLISH) -> Json | None:
    """Return the request for the orders of `wizard`, or for their answers after the reveal.

    Return `None` if the wizard has no orders or answers to give.
    """
    if isinstance(subject, Asked):
        return _answers(subject, wizard, catalogue)
    if wizard not in subject.acting:
        return None
    asked_now = _orders(subject, wizard, catalogue)
    if catalogue is not ENGLISH:
        asked_now |= {part: _named(asked_now[part], catalogue) for part in NAMING}
    return asked_now


def _named(part: Any, catalogue: Catalogue) -> Any:
    """Translate the names of spells and beings in a part of a request."""
    if isinstance(part, list | tuple):
        return [_named(entry, catalogue) for entry in part]
    if not isinstance(part, dict):
        return part
    named = {key: _named(value, catalogue) for key, value in part.items()}
    if "spell" in named and "name" in named:
        named["name"] = spell_name(named["spell"], catalogue)
    elif "ref" in named:
        named["name"] = place_name(named["ref"], catalogue)
    return named


def _answers(waiting: Asked, wizard: str, catalogue: Catalogue) -> Json | None:
    questions = [_question(question, catalogue) for question in waiting.questions if question.wizard == wizard]
    number = waiting.duel.number + 1
    return {"type": "answers", "round": number, "wizard": wizard, "questions": questions} if questions else None


def _question(question: Question, catalogue: Catalogue) -> Json:
    return {
        "field": list(question.field),
        "kind": question.kind,
        "text": asked(question, catalogue),
        "choices": list(question.choices),
        "labels": labels(question, catalogue),
        "default": question.default,
    }


def _orders(duel: Duel, name: str, catalogue: Catalogue) -> Json:
    wizard = duel.wizard(name)
    enemy = duel.enemy_of(name) or NOBODY
    monsters, targets, refs = _circle(duel, eyes_of(duel, name))
    victim = _usual_victim(duel, name)
    weaving = _weaving(duel, wizard, enemy)
    offered = list(_offered(weaving["completes"], weaving["second"]))
    return {
        "type": "orders",
        "round": duel.number + 1,
        "kind": duel.kind,
        "wizard": name,
        "notes": notes(duel, wizard, catalogue),
        **weaving,
        **_waiting(duel, wizard),
        "ahead": ahead(duel, name),
        "targets": targets,
        "corpses": _corpses(duel, monsters),
        "stab": {"target": enemy},
        **_mishaps(duel, name, refs),
        "monsters": _monsters(duel, name, victim, monsters, offered, refs),
        "claims": _claims(duel, name, victim, monsters, offered, refs),
        "questions": list(_questions(duel, name, catalogue)),
        "threats": _threats(duel, name, monsters, refs),
        "surrender": [["P", "P"]],
        "forfeit": "palms" if may_show_palms(duel, duel.wizard(name)) else duel.rules.forfeit,
    }


# What the hands may do


def _weaving(duel: Duel, wizard: Wizard, enemy: str) -> Json:
    """Return the gestures that each hand may make, and the spells that each gesture completes or leads to."""
    aims = {Usually.SELF: wizard.name, Usually.OPPONENT: enemy, Usually.NOBODY: NOBODY}
    first, *others = holds(duel, wizard)
    by_hand = prospects(duel.lexicon, wizard.woven, wizard.spent)
    return {
        "hands": _hands(first),
        "completes": completes(by_hand, aims),
        "paths": paths(by_hand),
        "second": _second_pair_request(duel, wizard, first, others[0], aims) if others else None,
    }


def _hands(pair: Holds) -> Json:
    return {hand: _hand(pair[hand]) for hand in HANDS}


def _hand(hold: Hold) -> Json:
    gestures = list(hold.gestures)
    default = NOTHING if NOTHING in gestures else gestures[0]
    return {"gestures": gestures, "default": default, "forced": hold.effect}


def _second_pair_request(duel: Duel, wizard: Wizard, first: Holds, second: Holds, aims: Targets) -> Json:
    firsts = {hand: first[hand].gestures for hand in HANDS}
    return {
        "hands": _hands(second),
        "completes": second_completes(duel.lexicon, wizard.woven, wizard.spent, firsts, aims),
        "paths": second_paths(duel.lexicon, wizard.woven, wizard.spent, firsts),
    }


# What waits for a spell


def _waiting(duel: Duel, wizard: Wizard) -> Json:
    return {"delay": _delay(duel, wizard), "permanent": _permanent(duel, wizard), "fire": _releasable(duel, wizard)}


def _delay(duel: Duel, wizard: Wizard) -> Json | None:
    """Return the Delayed Effect that waits for one of the wizard's spells, or `None`.

    Source: ruling 5.3 (docs/rulings.md).
    """
    if not duel.acts_on(wizard.name, WAITING["delay"]):
        return None
    is_full = wizard.banked is not None and duel.rules.second_bank == "refused"
    return _window(duel, wizard, WAITING["delay"]) | {"full": is_full}


def _permanent(duel: Duel, wizard: Wizard) -> Json | None:
    """Return the Permanency that waits for one of the wizard's spells, or `None`.

    Source: ruling 5.4 (docs/rulings.md).
    """
    if not duel.acts_on(wizard.name, WAITING["permanent"]):
        return None
    fitting = [slug for slug, spell in duel.lexicon.spells.items() if may_last(spell, duel.rules)]
    return _window(duel, wizard, WAITING["permanent"]) | {"spells": fitting}


def _window(duel: Duel, wizard: Wizard, effect: str) -> Json:
    return {
        "must": duel.rules.delay_and_permanency == "must",
        "left": effects_left(wizard.effects).get(effect, 0),
    }


def _releasable(duel: Duel, wizard: Wizard) -> Json | None:
    banked = wizard.banked
    if banked is None:
        return None
    return {"spell": banked.spell, "name": duel.lexicon.spells[banked.spell].name, "target": banked.target or NOBODY}


# Targets


@lru_cache(maxsize=64)  # viewers with the same knowledge ask one after the other
def _circle(duel: Duel, eyes: Viewer) -> tuple[list[Json], list[Json], list[str]]:
    """Return the known monsters, the legal targets, and the references to these targets.

    `eyes` is the result of `eyes_of` for the viewer.
    """
    monsters = monsters_known(duel, eyes)
    targets = _targets(duel, monsters)
    return monsters, targets, [target["ref"] for target in targets]


def _targets(duel: Duel, known: list[Json]) -> list[Json]:
    wizards = [{"ref": there.name, "name": there.name, "kind": "wizard"} for there in duel.wizards if there.stands]
    monsters = [
        {"ref": monster["name"], "name": monster["name"], "kind": monster["kind"], "owner": monster["owner"]}
        for monster in known
        if monster["alive"]
    ]
    return [*wizards, *monsters, *_summoned_monsters(duel.acting), {"ref": NOBODY, "name": NOBODY, "kind": NOBODY}]


@lru_cache(maxsize=1024)
def _summoned_monsters(acting: tuple[str, ...]) -> list[Json]:
    refs = [f"{hand}:{wizard}" for wizard in acting for hand in HANDS]
    return [{"ref": ref, "name": place_name(ref), "kind": "new"} for ref in refs]


def _corpses(duel: Duel, known: list[Json]) -> list[str]:
    wizards = [there.name for there in duel.wizards if not there.alive]
    return wizards + [monster["name"] for monster in known if not monster["alive"]]


def _mishaps(duel: Duel, name: str, refs: list[str]) -> Json:
    """Return the request's fields that help clients predict which spells will fail.

    These are the `missed` targets and the rule option `mind_clash`.
    """
    return {"missed": _missed(duel, name, refs), "mind_clash": duel.rules.mind_clash}


def _missed(duel: Duel, name: str, refs: list[str]) -> list[str]:
    """Return the targets that the wizard would miss because of Blindness or Invisibility.

    Only effects that the wizard knows of are considered. Source: rulings 3.4, 5.2 (docs/rulings.md).
    """
    is_bare = duel.kind == "time_stop" and duel.rules.time_stop_strips_self
    if duel.rules.blind_caster_misses and duel.acts_on(name, "blindness") and not is_bare:
        return [ref for ref in refs if ref not in (name, NOBODY)]
    if not duel.rules.invisible_evades_spells or is_bare:
        return []
    guarded = duel.acting if duel.kind == "time_stop" else [wizard.name for wizard in duel.wizards if wizard.stands]
    return [other for other in guarded if other != name and _is_unseen(duel, other, name)]


def _is_unseen(duel: Duel, name: str, viewer: str) -> bool:
    """Return whether, as far as `viewer` knows, a wizard will be invisible in the next round."""
    is_known = "invisibility" in last_known(duel, name, viewer).effects
    return is_known and (duel.tail is None or duel.acts_on(name, "invisibility"))


Offered = Sequence[tuple[str, Json]]
"""Pairs of a hand and a spell that it can complete."""


def _offered(completed: Json, second: Json | None) -> Iterable[tuple[str, Json]]:
    for hand in (*HANDS, "both"):
        for table in (completed[hand], *(second["completes"][hand].values() if second else ())):
            for found in table.values():
                for spell in found:
                    yield hand, spell


def _usual_victim(duel: Duel, name: str) -> str | None:
    """Return the default victim of the wizard's monsters: the only opponent, or else `nobody`.

    Return `None` if there are several opponents, because dice then choose among them.
    """
    enemies = duel.opponents(name)
    return None if len(enemies) > 1 else enemies[0].name if enemies else NOBODY


def _monsters(
    duel: Duel, name: str, usual: str | None, known: list[Json], offered: Offered, targets: list[str]
) -> list[Json]:
    """Return the monsters that the wizard may command, including those that the wizard's hands may summon."""
    own = [monster for monster in known if monster["owner"] == name and monster["alive"]]
    summons = Chapter.SUMMONS.value
    summoning = {hand for hand, spell in offered if spell["class"] == summons}
    return [_monster(duel, monster, usual, targets) for monster in own] + [
        _new(hand, name, usual, targets) for hand in HANDS if hand in summoning
    ]


def _new(hand: Hand, summoner: str, target: str | None, targets: list[str]) -> Json:
    ref = f"{hand}:{summoner}"
    return {"ref": ref, "name": place_name(ref), "kind": "new", "target": target, "targets": targets}


def _claims(
    duel: Duel, name: str, usual: str | None, known: list[Json], offered: Offered, targets: list[str]
) -> list[Json]:
    """Return the monsters that a spell could bring under the wizard's command in this round.

    The field `by` of each monster contains the slug of the spell. Source: rulings 3.9, 4.8 (docs/rulings.md).
    """
    by = {duel.lexicon.spells[spell["spell"]].claims: spell["spell"] for _, spell in offered}
    others = [monster for monster in known if monster["owner"] != name and not monster["kind"].endswith("elemental")]
    claims = []
    if "standing" in by:
        turned = {} if duel.rules.charmed_monster_keeps_target else {"target": usual}
        there = [_monster(duel, monster, usual, targets) | turned for monster in others if monster["alive"]]
        new = [_new(hand, other, usual, targets) for other in duel.acting if other != name for hand in HANDS]
        claims += [monster | {"by": by["standing"]} for monster in (*there, *new)]
    if "fallen" in by:
        fallen = [_monster(duel, monster, usual, targets) for monster in known if _is_corpse(monster)]
        claims += [monster | {"by": by["fallen"]} for monster in fallen]
    return claims


def _is_corpse(monster: Json) -> bool:
    return not monster["alive"] and not monster["kind"].endswith("elemental")


def _monster(duel: Duel, monster: Json, usual: str | None, targets: list[str]) -> Json:
    target = _victim(duel, monster, usual, targets)
    facts = {name: monster[name] for name in ("name", "kind")}
    strikes_twice = duel.rules.haste == "pair" and duel.kind == "normal" and "haste" in monster["effects"]
    second = {"second": {"target": target}} if strikes_twice else {}
    return {"ref": monster["name"], **facts, "target": target, "targets": targets, **second}


def _victim(duel: Duel, monster: Json, usual: str | None, targets: list[str]) -> str | None:
    """Return the being that a monster attacks if it gets no orders.

    This is its current victim. If that victim is gone, it is the `usual` one or, under some rules, nobody. Source:
    ruling 3.9 (docs/rulings.md).
    """
    target = str(monster["target"] or NOBODY)
    if target in targets:
        return target
    return NOBODY if duel.rules.idle_without_target else usual


# Questions about other wizards, and threats


def _questions(duel: Duel, name: str, catalogue: Catalogue) -> Iterable[Json]:
    """Yield the questions about the hands that this wizard's spells bind.

    Source: rulings 3.1, 3.2 (docs/rulings.md).
    """
    for subject in duel.wizards:
        if subject.name not in duel.acting:
            continue
        if is_blind(duel.last, name):
            minds = _hoped_for(duel, name, subject)
        else:
            minds = forcing(duel, last_known(duel, subject.name, name))
        if not minds:
            continue
        for slug, mind in FORCING.items():
            there = minds.get(slug)
            question = mind.decides(duel, name, subject.name, there) if there and there.by == name else None
            if there and question is not None:
                yield _question(question, catalogue) | _directions(question, there)


def _directions(question: Question, there: InForce) -> Json:
    """Return the hands and gestures that the caster may choose for a charmed wizard."""
    if question.kind != "direct":
        return {}
    return {"hands": [there.hand] if there.hand else list(HANDS), "gestures": list(OPEN)}


def _hoped_for(duel: Duel, name: str, subject: Wizard) -> Mapping[str, InForce]:
    """Return the mind spells on `subject` that may have worked, by slug.

    The wizard called `name` is blind and may have cast them without seeing whether they worked.
    """
    seen = last_known(duel, subject.name, name).effects
    hopes = {slug: there for slug, there in seen.items() if there.left is None}
    if duel.kind == "time_stop" or (duel.rules.blind_caster_misses and name != subject.name):
        return hopes
    for then in duel.course():
        assert then.last is not None
        if duel.tail is None or then.number <= duel.tail.first:
            hand = _hand_named(duel, then.last.orders.get(name), subject.name)
            hopes |= {slug: InForce(1, name, hand) for slug in _cast_at(then, name, subject.name)}
        if then.kind == "normal":
            break
    return hopes


def _cast_at(then: Duel, caster: str, target: str) -> list[str]:
    """Return the slugs of the spells that `caster` cast at `target` in the last round of the duel `then`.

    They include spells of `target` that were reflected by a mirror on `caster` or on one of the caster's monsters.
    """
    mirrors = {caster, *(monster.name for monster in then.monsters if monster.owner == caster)}
    return [
        event.data["spell"]
        for event in account(then).events
        if (event.type == "cast" and (event.data["caster"], event.data["target"]) == (caster, target))
        or (event.type == "reflected" and event.data["caster"] == target and event.data["mirror"] in mirrors)
    ]


def _hand_named(duel: Duel, orders: Orders | None, subject: str) -> Hand | None:
    """Return the hand that the orders name for a Charm Person.

    Return `None` if the rules ask for the hand a round later.
    """
    if orders is None or duel.rules.hand_choice == "next_orders":
        return None
    named = orders.direct.get(subject, {}).get("hand")
    return "left" if named == "left" else "right" if named == "right" else None


def _threats(duel: Duel, name: str, monsters: list[Json], targets: list[str]) -> list[Json]:
    """Return the spells and attacks that threaten the wizard in the next round, as far as the wizard knows."""
    threats = [
        _threat(step, hand, wizard.name, name)
        for wizard in duel.wizards
        if wizard.stands and wizard.name != name
        for there in [known(duel, name, wizard)]
        for hand, woven in zip(HANDS, there.woven, strict=True)
        for step in one_short(duel.lexicon, woven)
        if step.spell.slug not in there.spent
    ]
    attacks = [
        {"by": monster["name"], "attack": monster["attack"], "kind": monster["kind"]}
        for monster in monsters
        if monster["alive"] and _is_after(duel, monster, name, targets)
    ]
    return threats + attacks


def _is_after(duel: Duel, monster: Json, name: str, targets: list[str]) -> bool:
    """Return whether a monster without orders attacks this wizard, or may do so by chance."""
    if monster["kind"].endswith("elemental"):
        return True
    owner = monster["owner"]
    is_enemy = owner is not None and duel.wizard(owner).side != duel.wizard(name).side
    return _victim(duel, monster, name if is_enemy else NOBODY, targets) == name


def _threat(step: Step, hand: Hand, by: str, name: str) -> Json:
    """Return the entry in `threats` for a spell that `by` could complete in the next round.

    `target` is the spell's default target, and `both` says whether the spell takes both hands.
    """
    return {
        "by": by,
        "spell": step.spell.slug,
        "name": step.spell.name,
        "hand": hand,
        "gesture": step.pattern[-1].upper(),
        "both": step.takes_both,
        "target": {Usually.SELF: by, Usually.OPPONENT: name}.get(step.spell.usually),
    }
