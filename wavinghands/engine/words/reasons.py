"""The rule behind each event: its source, and the section of `docs/rulings.md` that settles it."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from wavinghands.engine.events import Event
from wavinghands.engine.plain_data import Json
from wavinghands.engine.spell import Spell
from wavinghands.engine.spells import SPELLS
from wavinghands.engine.words.english import ENGLISH, Catalogue
from wavinghands.engine.words.prose import closest

Facts = Mapping[str, Any]
"""The facts of an event, by name."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule of the game: its `source` (author, heading), and the section of `docs/rulings.md` that settles it."""

    source: str
    ruling: str


def _of_spell(spell: Spell) -> Rule:
    """Parse the field `rules` of a spell, such as "Bartle, Fear; rulings 3.2, 4.3".

    Only the first ruling is kept.
    """
    source, _, sections = spell.rules.partition("; ")
    _, _, numbers = sections.partition(" ")
    return Rule(source, numbers.split(", ")[0] or "2")


RULES: Final[Mapping[str, Rule]] = {slug: _of_spell(spell) for slug, spell in SPELLS.items()} | {
    "gestures": Rule("Bartle, The Turn", "3.3"),
    "talk": Rule("Firetop Mountain, Orders", "4.9"),
    "lost_target": Rule("Bartle, The Turn", "3.4"),
    "new_target": Rule("Bartle, The Turn", "3.4"),
    "blind_caster": Rule("Firetop Mountain, Blindness", "4.1"),
    "unseen_target": Rule("Bartle, Invisibility", "4.1"),
    "mirror_sight": Rule("Warlocks", "3.6"),
    "two_mirrors": Rule("spellcast, Magic mirror", "3.5"),
    "death_and_life": Rule("Bartle, Raise dead", "4.8"),
    "elements": Rule("Bartle, Summon Elemental", "4.6"),
    "fireball_in_ice": Rule("Bartle, Ice storm", "4.6"),
    "mind_clash": Rule("Bartle, Enchantments", "4.4"),
    "permanent_mind": Rule("Warlocks", "4.4"),
    "protected": Rule("Bartle, Shield", "3.7"),
    "resistant": Rule("Bartle, Resist Heat", "4.6"),
    "summoning": Rule("Bartle, Summons Spells", "3.8"),
    "attacks": Rule("Bartle, The Turn", "3.9"),
    "elementals": Rule("Bartle, Summon Elemental", "3.9"),
    "stab": Rule("Bartle, Stab", "3.9"),
    "damage_and_cures": Rule("Bartle, The Turn", "3.10"),
    "death": Rule("Bartle, The Turn", "3.10"),
    "countdown": Rule("Bartle, Enchantments", "3.12"),
    "surrender": Rule("Bartle, Surrender", "3.11"),
    "forfeit": Rule("Warlocks", "3.11"),
    "end": Rule("Bartle, Surrender", "3.11"),
    "common_sense": Rule("Bartle, The Turn", "4.9"),
}
"""All rules by slug. The rule for a spell has the slug of the spell. Slugs never change."""

BY_SPELL: Final = ""
"""A marker for events that follow the rule of their spell or effect."""

RULE_OF: Final[Mapping[str, str]] = {
    "round_of": "haste",
    "round_of.haste": "haste",
    "round_of.time_stop": "time_stop",
    "gestures": "gestures",
    "forced": BY_SPELL,
    "ails": BY_SPELL,
    "says": "talk",
    "banked": "delay_effect",
    "banks": "delay_effect",
    "extended": "permanency",
    "cast": BY_SPELL,
    "misses": "lost_target",
    "misses.absent": "lost_target",
    "misses.blindness": "blind_caster",
    "misses.invisibility": "unseen_target",
    "fails": BY_SPELL,
    "fails.no_effect": BY_SPELL,
    "fails.dispelled": "dispel_magic",
    "fails.countered": "counter_spell",
    "fails.absent": "new_target",
    "fails.mirror_blind": "mirror_sight",
    "fails.mirrors": "two_mirrors",
    "fails.cancelled": "elements",
    "fails.cancelled.finger_of_death": "death_and_life",
    "fails.cancelled.raise_dead": "death_and_life",
    "fails.clash": "mind_clash",
    "fails.removed": "remove_enchantment",
    "fails.shielded": "protected",
    "fails.ice": "fireball_in_ice",
    "fails.resists": "resistant",
    "fails.bound": "permanent_mind",
    "reflected": "magic_mirror",
    "appears": "summoning",
    "shielded": BY_SPELL,
    "countering": "counter_spell",
    "mirroring": "magic_mirror",
    "dispelling": "dispel_magic",
    "cured": "damage_and_cures",
    "raised": "raise_dead",
    "doomed": BY_SPELL,
    "destroyed": BY_SPELL,
    "destroyed.elements": "elements",
    "destroyed.fire_storm": "elements",
    "destroyed.ice_storm": "elements",
    "merged": "elements",
    "rages": BY_SPELL,
    "spared.countered": "counter_spell",
    "spared.resists": "resistant",
    "bound": BY_SPELL,
    "stops_time": "time_stop",
    "confused": "confusion",
    "charmed": "charm_monster",
    "begins": BY_SPELL,
    "ends": BY_SPELL,
    "ends.clash": "mind_clash",
    "ends.time": "countdown",
    "damage": BY_SPELL,
    "damage.stab": "stab",
    "damage.monster": "attacks",
    "damage.elemental": "elementals",
    "hurt": "time_stop",
    "attack": "attacks",
    "attack.deflected": "protected",
    "attack.resisted": "resistant",
    "attack.misses": "unseen_target",
    "stab": "stab",
    "stab.nobody": "stab",
    "stab.deflected": "protected",
    "stab.misses": "unseen_target",
    "stab.misses.blindness": "blind_caster",
    "idle": BY_SPELL,
    "dies": BY_SPELL,
    "dies.wounds": "death",
    "dies.destroyed": "death",
    "dies.forfeit": "forfeit",
    "late": "gestures",
    "surrenders": "forfeit",
    "surrenders.palms": "surrender",
    "surrenders.ruling": "end",
    "surrenders.absence": "end",
    "surrenders.timeout": "end",
    "victory": "end",
    "draw": "end",
}
"""The rule behind each event, by the event's type and further facts."""

DECIDING: Final = ("kind", "result", "why", "cause", "how", "spell", "effect")
"""The facts that select the rule of an event.

For the rule of a spell, one of `spell`, `why`, `effect` and `cause` is the slug of that spell.
"""

NO_RULE: Final = "common_sense"
"""The rule for events that have neither a spell nor a rule of their own."""


def rule_of(event: Event) -> Json:
    """Return the rule behind `event`: its `id`, its `source` and its `ruling`.

    The dict is shared: never change it.
    """
    return _facts_of(rule_id(event.type, event.data))


@cache
def _facts_of(slug: str) -> Json:
    rule = RULES[slug]
    return {"id": slug, "source": rule.source, "ruling": rule.ruling}


def rule_id(type: str, facts: Facts) -> str:
    """Return the slug of the rule behind an event.

    Raise `KeyError` for an unknown type of event.
    """
    return _rule_id(type, *map(facts.get, DECIDING))


@cache
def _rule_id(type: str, *deciding: str | None) -> str:
    facts = dict(zip(DECIDING, deciding, strict=True))
    key = ".".join(filter(None, (type, *deciding[:-1])))
    spells = (facts[name] for name in ("spell", "why", "effect", "cause"))
    return closest(RULE_OF, key) or next((slug for slug in spells if slug in SPELLS), None) or NO_RULE


def rule_table(catalogue: Catalogue = ENGLISH) -> dict[str, Json]:
    """Return all rules by slug: `name`, `source`, `ruling`, and a `text` of one or two sentences."""
    return {
        slug: {"name": catalogue["names"][slug], "source": rule.source, "ruling": rule.ruling}
        | {"text": catalogue["rules"][slug]}
        for slug, rule in RULES.items()
    }
