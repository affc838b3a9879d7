"""Values and groups of spells for planning."""

from collections.abc import Mapping
from typing import Final

CAST: Final[Mapping[str, float]] = {
    "shield": 0.05,
    "remove_enchantment": 0.1,
    "magic_mirror": 0.05,
    "counter_spell": 0.08,
    "dispel_magic": 0.05,
    "raise_dead": 0.2,
    "cure_light_wounds": 0.12,
    "cure_heavy_wounds": 0.25,
    "summon_goblin": 0.7,
    "summon_ogre": 1.1,
    "summon_troll": 1.4,
    "summon_giant": 1.7,
    "summon_elemental": 0.2,
    "summon_fire_elemental": 0.2,
    "summon_ice_elemental": 0.2,
    "magic_missile": 0.2,
    "finger_of_death": 5.0,
    "lightning_bolt": 0.9,
    "clap_of_lightning": 0.9,
    "cause_light_wounds": 0.4,
    "cause_heavy_wounds": 0.6,
    "fireball": 0.9,
    "fire_storm": 0.3,
    "ice_storm": 0.3,
    "amnesia": 0.4,
    "confusion": 0.3,
    "maladroitness": 0.35,
    "charm_person": 0.4,
    "charm_monster": 0.5,
    "paralysis": 0.5,
    "fear": 0.4,
    "anti_spell": 0.6,
    "protection": 0.3,
    "resist_heat": 0.1,
    "resist_cold": 0.1,
    "disease": 2.5,
    "poison": 2.5,
    "haste": 0.8,
    "time_stop": 0.6,
    "blindness": 0.9,
    "invisibility": 0.7,
    "delay_effect": 0.1,
    "permanency": 0.1,
}
"""The value of casting each spell, in logits of winning. Spells that are not listed have none."""
MIND: Final = frozenset({"amnesia", "charm_person", "confusion", "fear", "maladroitness", "paralysis"})
"""Spells that affect a wizard's mind."""
CLEANS: Final = frozenset({"dispel_magic", "remove_enchantment"})
"""Spells that end enchantments."""
HEALS: Final = frozenset({"cure_light_wounds", "cure_heavy_wounds"})
"""Spells that restore hit points."""
ELEMENTS: Final = frozenset(
    {"fireball", "fire_storm", "ice_storm", "resist_cold", "resist_heat"}
    | {"summon_elemental", "summon_fire_elemental", "summon_ice_elemental"}
)
"""Spells of fire and ice, and spells that protect against them."""
SUMMONS: Final = frozenset({"summon_goblin", "summon_ogre", "summon_troll", "summon_giant"})
"""Spells that summon monsters."""
GUARDS: Final = frozenset({"shield", "counter_spell", "protection", "dispel_magic"})
"""Spells that ward off attacks."""
TURNS_BACK: Final = frozenset({"magic_mirror", "counter_spell", "dispel_magic"})
"""Spells that ward off other spells."""
HURTS: Final = frozenset(
    {
        "magic_missile",
        "finger_of_death",
        "lightning_bolt",
        "clap_of_lightning",
        "cause_light_wounds",
        "cause_heavy_wounds",
        "fireball",
        "disease",
        "poison",
    }
)
"""Spells that only harm their target."""
CURES: Final = frozenset({"shield", "protection", "cure_light_wounds", "cure_heavy_wounds"})
"""Spells that only help their target."""
POINTS: Final[Mapping[str, int]] = {
    "magic_missile": 1,
    "cause_light_wounds": 2,
    "cause_heavy_wounds": 3,
    "lightning_bolt": 5,
    "clap_of_lightning": 5,
    "fireball": 5,
    "fire_storm": 5,
    "ice_storm": 5,
    "summon_goblin": 1,
    "summon_ogre": 2,
    "summon_troll": 3,
    "summon_giant": 4,
    "summon_elemental": 3,
    "summon_fire_elemental": 3,
    "summon_ice_elemental": 3,
    "charm_monster": 4,
}
"""The maximum damage of a spell in the round in which it is cast, including damage by a monster that it brings."""
