"""Upper bounds on the damage that is still possible, so that proofs can skip hopeless positions.

`is_whole` returns whether the function `options` lists all possible orders. If it does not, nothing can be proved.
"""

from collections.abc import Sequence
from typing import Final

from wavinghands import engine
from wavinghands.search.goals import HANDS, Goal, enemies_of, nearly
from wavinghands.search.options import FATAL, ready
from wavinghands.search.spells import POINTS, SUMMONS

UNSURE: Final = frozenset({"paralysis", "charm_person", "confusion", "maladroitness"})
"""Spells under which a hand may make gestures that nobody ordered."""
WAITING: Final = frozenset({"delay_effect", "permanency"})
"""Spells that delay other spells or make them last."""
BINDING: Final = UNSURE | {"amnesia", "fear"}
"""Spells that bind hands."""
SHIELDED: Final = frozenset(slug for slug in POINTS if slug == "magic_missile" or slug[:6] in ("summon", "charm_"))
"""Spells that do no damage to a shielded wizard in the round in which they are cast.

The same is true of the monsters that they summon or charm.
"""

UNBOUNDED: Final = frozenset(
    {"finger_of_death", "haste", "time_stop", "raise_dead"}
    | {"summon_elemental", "summon_fire_elemental", "summon_ice_elemental"}
)
"""Spells that allow more damage than one spell per hand and round could do."""


def is_whole(duel: engine.Duel) -> bool:
    """Return whether the function `options` lists all possible orders in this position."""
    for wizard in duel.wizards:
        if wizard.banked is not None or duel.paired(wizard.name) or not WAITING.isdisjoint(wizard.effects):
            return False
        if wizard.name in duel.acting and not WAITING.isdisjoint(nearly(duel, wizard)):
            return False
        forced = engine.forcing(duel, wizard) if wizard.effects and wizard.name in duel.acting else {}
        if any(slug in UNSURE and not _is_sure(duel, wizard) for slug in forced):
            return False
    return True


def _is_sure(duel: engine.Duel, wizard: engine.Wizard) -> bool:
    bound = engine.holds(duel, wizard)[0]
    return any(bound[hand].is_sure and bound[hand].effect in UNSURE for hand in ("left", "right"))


def is_settled(duel: engine.Duel, goal: Goal, left: int) -> bool:
    """Return whether an upper bound on the damage shows that the victim cannot die in the `left` rounds to come.

    There must be only one enemy. The victim is the enemy if the goal is to win, and otherwise the wizard. In the last
    round, a victim who gives orders may cast a shield, so only spells that pass shields count.
    """
    if duel.kind != "normal" or goal.spared or not is_whole(duel):
        return False
    if left > 1:
        return goal.kind == "win" and _is_far(duel, goal, left)
    enemy = goal.enemies[0]
    victim = duel.wizard(enemy if goal.kind == "win" else goal.wizard)
    other = duel.wizard(goal.wizard if goal.kind == "win" else enemy)
    if not victim.effects.keys().isdisjoint(FATAL | BINDING):
        return False
    slugs = nearly(duel, other)
    if not slugs.isdisjoint({"finger_of_death", "time_stop"}):  # a wizard in stopped time strikes through shields
        return False
    shields = victim.name in duel.acting and "dispel_magic" not in slugs
    return victim.hp > _reach(duel, other, SHIELDED if shields else frozenset()) + (
        0 if shields else 1 + sum(monster.kind.points for monster in duel.living)
    )


def _is_far(duel: engine.Duel, goal: Goal, left: int) -> bool:
    """Return whether an upper bound on the damage shows that an idle enemy survives `left` rounds.

    In each round, one spell per hand, a stab and the existing monsters may do damage. A hand cannot summon in two
    successive rounds.
    """
    enemy, wizard = duel.wizard(goal.enemies[0]), duel.wizard(goal.wizard)
    soon, later = (_within(duel, wizard, rounds) for rounds in (left - 1, left))
    if duel.living or not later.isdisjoint(UNBOUNDED) or not soon.isdisjoint(UNSURE | WAITING):
        return False
    if not enemy.effects.keys().isdisjoint(FATAL | BINDING):
        return False
    monsters = len(HANDS) * max((POINTS[slug] for slug in soon & SUMMONS), default=0)
    return enemy.hp > left * (_reach(duel, wizard, rounds=left) + 1) + (left - 1) * monsters


def _within(duel: engine.Duel, wizard: engine.Wizard, rounds: int) -> set[str]:
    """Return the spells that this wizard can complete within this number of rounds."""
    return {slug for hand in wizard.woven for _, slug in ready(duel.lexicon, hand, rounds, wizard.spent)}


def _reach(duel: engine.Duel, wizard: engine.Wizard, void: frozenset[str] = frozenset(), rounds: int = 1) -> int:
    """Return the maximum damage that one spell per hand can do within `rounds` rounds.

    Spells in `void` are ignored.
    """
    hands = [[slug for _, slug in ready(duel.lexicon, hand, rounds, wizard.spent)] for hand in wizard.woven]
    return sum(max((POINTS.get(slug, 0) for slug in slugs if slug not in void), default=0) for slugs in hands)


def is_within_reach(duel: engine.Duel, wizard: str, kind: str, rounds: int) -> bool:
    """Return whether an upper bound on the damage permits the death that a puzzle of this kind must force or prevent.

    This is much quicker than a proof. For the kind `guard`, return whether there is an enemy.
    """
    enemies = enemies_of(duel, wizard)
    if kind == "guard" or not enemies:
        return bool(enemies)
    if kind == "win":
        return all(_is_mortal(duel, [wizard], enemy, rounds) for enemy in enemies)
    return _is_mortal(duel, enemies, wizard, rounds)


def _is_mortal(duel: engine.Duel, killers: Sequence[str], victim: str, rounds: int) -> bool:
    """Return whether an upper bound on the damage by these wizards permits the victim's death."""
    ones, other = [duel.wizard(name) for name in killers], duel.wizard(victim)
    if not FATAL.isdisjoint(other.effects) or any("finger_of_death" in _within(duel, one, rounds) for one in ones):
        return True
    spells_and_stabs = sum(_reach(duel, one, rounds=rounds) + 1 for one in ones)
    return other.hp <= rounds * (spells_and_stabs + sum(monster.kind.points for monster in duel.living))
