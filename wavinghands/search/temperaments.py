"""Temperaments: a wizard's preferences for a whole duel.

They give players of the same level different styles.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Final


@dataclass(frozen=True, slots=True)
class Temperament:
    """A preference for spells.

    `likes` maps spells to factors that express the preference. If `is_timid` is true, attacks on the wizard have more
    weight.
    """

    likes: Mapping[str, float] = field(default_factory=dict)
    is_timid: bool = False


LIKES: Final[Mapping[str, tuple[str, ...]]] = {
    "even": (),
    "summoner": ("summon_goblin", "summon_ogre", "summon_troll", "summon_giant", "charm_monster", "raise_dead"),
    "duellist": ("magic_missile", "cause_light_wounds", "cause_heavy_wounds", "lightning_bolt", "clap_of_lightning"),
    "healer": ("cure_light_wounds", "cure_heavy_wounds", "protection", "remove_enchantment", "raise_dead"),
    "mind_bender": ("amnesia", "confusion", "maladroitness", "charm_person", "paralysis", "fear"),
    "pyromancer": ("fireball", "fire_storm", "summon_elemental", "summon_fire_elemental", "resist_heat"),
    "poisoner": ("poison", "disease", "cause_light_wounds", "cause_heavy_wounds"),
    "warder": ("protection", "counter_spell", "magic_mirror", "dispel_magic", "anti_spell"),
    "trickster": ("blindness", "invisibility", "time_stop", "haste", "charm_monster", "anti_spell", "delay_effect"),
}
"""The preferred spells of each temperament."""
TIMID: Final = frozenset({"even", "healer", "warder"})
"""The temperaments that are more cautious about attacks."""
MORE: Final = 1.6
"""The factor for every preferred spell."""

TEMPERAMENTS: Final[Mapping[str, Temperament]] = {
    name: Temperament(dict.fromkeys(likes, MORE), name in TIMID) for name, likes in LIKES.items()
}
"""All temperaments by name."""


def temperament_of(wizard: str, seed: int, name: str = "") -> Temperament:
    """Return the named temperament.

    If `name` is empty, draw one from the seed and the wizard's name.
    """
    return TEMPERAMENTS[name or Random(f"{seed}/{wizard}/temperament").choice(sorted(TEMPERAMENTS))]
