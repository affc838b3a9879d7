"""All spells, in the order in which they take effect. Source: Firetop Mountain, order table."""

from collections.abc import Mapping
from typing import Final

from wavinghands.engine.spell import Mind, Spell, never
from wavinghands.engine.spells import damaging, enchantment, minds, protection, summoning

_CHAPTERS = (protection, summoning, damaging, enchantment, minds)
_ALL = {spell.slug: spell for chapter in _CHAPTERS for spell in chapter.SPELLS}
_EARLY = ("dispel_magic", "counter_spell", "magic_mirror")
_CURES = ("cure_light_wounds", "cure_heavy_wounds")
_APART = (*_EARLY, "raise_dead", *_CURES)
_ENCHANTMENTS = [spell.slug for spell in enchantment.SPELLS]
_SICK = _ENCHANTMENTS.index("disease")
_WELL = _ENCHANTMENTS.index("poison") + 1
_ORDER = (
    *_EARLY,
    *(spell.slug for spell in summoning.SPELLS),
    "raise_dead",
    *_ENCHANTMENTS[:_SICK],
    *(spell.slug for spell in minds.SPELLS),
    *_ENCHANTMENTS[_SICK:_WELL],
    *_CURES,
    *_ENCHANTMENTS[_WELL:],
    *(spell.slug for spell in protection.SPELLS if spell.slug not in _APART),
    *(spell.slug for spell in damaging.SPELLS),
)

SPELLS: Final[Mapping[str, Spell]] = {slug: _ALL[slug] for slug in _ORDER}
"""All spells by slug, in the order in which they take effect."""
RANK: Final[Mapping[str, int]] = {slug: rank for rank, slug in enumerate(SPELLS)}
"""The position of each spell in the order of `SPELLS`."""
MINDS: Final[Mapping[str, Mind]] = {spell.slug: spell.mind for spell in SPELLS.values() if spell.mind is not None}
"""The hooks of mind spells by slug, in the order in which the spells force gestures.

Source: ruling 3.2 (docs/rulings.md).
"""
FORCING: Final[Mapping[str, Mind]] = {slug: mind for slug, mind in MINDS.items() if mind.forces is not never}
"""The mind spells that force gestures, in the order of `MINDS`."""
MISLEADING: Final[Mapping[str, Mind]] = {slug: mind for slug, mind in MINDS.items() if mind.misleads is not never}
"""The mind spells that change which being a monster attacks."""
WAITING: Final[Mapping[str, str]] = {spell.takes: slug for slug, spell in SPELLS.items() if spell.takes}
"""The effects that wait for another spell. The key is the order (`delay`, `permanent`) that names that spell.

Source: rulings 5.3, 5.4 (docs/rulings.md).
"""
