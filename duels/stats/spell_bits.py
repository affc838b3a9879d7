"""Encoding of the spells that were cast in a duel, as an integer with one bit per spell.

The encoding allows searches without a join.
"""

from collections.abc import Iterable

# A spell's position is its bit in the database: append new spells, never remove any.
SPELLS = (
    *("shield", "remove_enchantment", "magic_mirror", "counter_spell", "dispel_magic", "raise_dead"),
    *("cure_light_wounds", "cure_heavy_wounds", "summon_goblin", "summon_ogre", "summon_troll", "summon_giant"),
    *("summon_elemental", "summon_fire_elemental", "summon_ice_elemental", "magic_missile", "finger_of_death"),
    *("lightning_bolt", "clap_of_lightning", "cause_light_wounds", "cause_heavy_wounds", "fireball", "fire_storm"),
    *("ice_storm", "amnesia", "confusion", "maladroitness", "charm_person", "charm_monster", "paralysis", "fear"),
    *("anti_spell", "protection", "resist_heat", "resist_cold", "disease", "poison", "blindness", "invisibility"),
    *("haste", "time_stop", "delay_effect", "permanency"),
)

BITS = {spell: 1 << place for place, spell in enumerate(SPELLS)}


def bits_of(spells: Iterable[str]) -> int:
    """Return an integer with the bits of these spells.

    Unknown spells are ignored.
    """
    bits = 0
    for spell in spells:
        bits |= BITS.get(spell, 0)
    return bits
