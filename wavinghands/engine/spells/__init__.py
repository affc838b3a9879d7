"""All spells, in the order in which they take effect where that matters. Source: Firetop Mountain, order table."""

from collections.abc import Mapping
from typing import Final

from wavinghands.engine.spell import Spell
from wavinghands.engine.spells import damaging, enchantment, protection, summoning

_ALL = {spell.slug: spell for chapter in (protection, summoning, damaging, enchantment) for spell in chapter.SPELLS}
_EARLY = ("dispel_magic", "counter_spell", "magic_mirror")
_CURES = ("cure_light_wounds", "cure_heavy_wounds")
_APART = (*_EARLY, "raise_dead", *_CURES)
_ENCHANTMENTS = [spell.slug for spell in enchantment.SPELLS]
_SICK = _ENCHANTMENTS.index("poison") + 1
_ORDER = (
    *_EARLY,
    *(spell.slug for spell in summoning.SPELLS),
    "raise_dead",
    *_ENCHANTMENTS[:_SICK],
    *_CURES,
    *_ENCHANTMENTS[_SICK:],
    *(spell.slug for spell in protection.SPELLS if spell.slug not in _APART),
    *(spell.slug for spell in damaging.SPELLS),
)

SPELLS: Final[Mapping[str, Spell]] = {slug: _ALL[slug] for slug in _ORDER}
"""By slug, in that order."""
RANK: Final[Mapping[str, int]] = {slug: rank for rank, slug in enumerate(SPELLS)}
"""The place of each spell in that order."""
