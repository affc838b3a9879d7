"""The spells that stop a spell or an attack in the same round.

Attacks have slugs, as spells do: `stab`, `monster`, `fire_elemental`, `ice_elemental`. Source: ruling 2, "Stopped
by"; rulings 3.5 to 3.9 (docs/rulings.md).
"""

from collections.abc import Iterator, Mapping
from typing import Final

from wavinghands.engine.rules import Rules
from wavinghands.engine.spell import Chapter, Mind, Role, Spell, Usually, never

STAB: Final = "stab"
"""An attack with a knife."""
MONSTER: Final = "monster"
"""An attack by a monster that has a controller."""
ELEMENTALS: Final = ("fire_elemental", "ice_elemental")
"""Attacks by elementals."""
MONSTERS: Final = (MONSTER, *ELEMENTALS)
"""Attacks by all monsters."""
ATTACKS: Final = (STAB, *MONSTERS)
"""All kinds of attack."""


def stoppers(spells: Mapping[str, Spell], rules: Rules) -> dict[str, frozenset[str]]:
    """Map each spell of a book, and each kind of attack, to the spells that stop it.

    Keys and values are slugs.
    """
    table = {slug: set(_stop(spell, spells, rules)) for slug, spell in spells.items()}
    for attack in ATTACKS:
        fall_to = (spell.slug for spell in spells.values() if attack in spell.keeps_off)
        table[attack] = {*_shields(spells), *fall_to, *_idle(attack, spells, rules)}
    return {slug: frozenset(found & spells.keys()) for slug, found in table.items()}


def _stop(spell: Spell, spells: Mapping[str, Spell], rules: Rules) -> Iterator[str]:
    if spell.role is not Role.DISPEL:
        yield from _with(Role.DISPEL, spells)
    if not spell.never_countered and not _is_as_good_countered(spell) and spell.usually is not Usually.NONE:
        yield from _with(Role.COUNTER, spells)
    if not spell.never_reflected and not _is_spared(spell, rules):
        yield from _with(Role.MIRROR, spells)
    if spell.shieldable:
        yield from _shields(spells)
    if is_removed(spell, rules):
        yield from _with(Role.DISENCHANT, spells)
    if spell.mind:
        yield from (other.slug for other in spells.values() if other.mind and _clash(spell.mind, other.mind, rules))
    yield from spell.undone_by


def _is_as_good_countered(spell: Spell) -> bool:
    """Return whether a Counter-spell protects the subject at least as well as this spell."""
    return spell.protects and spell.chapter is Chapter.PROTECTION


def _is_spared(spell: Spell, rules: Rules) -> bool:
    return rules.mirror_spares == "own_and_beneficial" and spell.chapter in (Chapter.PROTECTION, Chapter.SUMMONS)


def is_removed(spell: Spell, rules: Rules) -> bool:
    """Return whether a Remove Enchantment in the same round cancels `spell`. Source: ruling 4.5 (docs/rulings.md)."""
    if spell.chapter is not Chapter.ENCHANTMENT:
        return False
    return not spell.removed_if or bool(getattr(rules, spell.removed_if))


def _with(role: Role, spells: Mapping[str, Spell]) -> Iterator[str]:
    return (spell.slug for spell in spells.values() if spell.role is role)


def _shields(spells: Mapping[str, Spell]) -> Iterator[str]:
    return (spell.slug for spell in spells.values() if spell.protects)


def _clash(mind: Mind, other: Mind, rules: Rules) -> bool:
    """Return whether `other` cancels `mind` if two wizards cast them at the same being.

    Source: ruling 4.4 (docs/rulings.md).
    """
    if rules.mind_clash == "kinds":
        return mind is not other or mind.contradicts is not never
    if rules.mind_clash == "paralysis_yields":
        return mind.yields or not other.yields
    return True


def _idle(attack: str, spells: Mapping[str, Spell], rules: Rules) -> Iterator[str]:
    """Yield the mind spells that stop an attack by keeping the attacker idle. Source: ruling 4.3 (docs/rulings.md)."""
    for slug, spell in spells.items():
        mind = spell.mind
        if mind is not None and mind.stills(rules) == "now":
            binds_elementals = mind.binds_elementals and rules.mind_binds_elementals
            if attack == MONSTER or (attack in ELEMENTALS and binds_elementals):
                yield slug
