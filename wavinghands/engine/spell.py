"""What a spell is: its facts, and the function that makes it take effect. How it is gestured stands in the books."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any


class Chapter(Enum):
    """The class of a spell. Source: Bartle, the four sections of the list of spells."""

    PROTECTION = "protection"
    SUMMONS = "summons"
    DAMAGE = "damage"
    ENCHANTMENT = "enchantment"


class Usually(Enum):
    """Whom a spell is cast at when its caster does not say. Source: Firetop Mountain, order table; ruling 2."""

    SELF = "self"
    OPPONENT = "opponent"
    NOBODY = "nobody"
    NONE = "none"


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Spell:
    """A spell. `text` is its effect in a sentence, `rules` its source: "Bartle, Fear; rulings 3.2, 4.3".

    `effect`: what it does once it has reached its subject, or all; an `Effect` of the workbench, which knows spells.
    `once`: each wizard may cast it once a duel. `mind`: it clashes with other mind spells. `blanket`: it affects all
    and has no target. `never_reflected`, `never_countered`: no mirror turns it back, no Counter-spell stops it.
    `protects`: shields its subject in the round; `shieldable`: does nothing to one who is shielded; `undone_by`: what
    stops it in its round besides; `keeps_off`: the attacks of the round that it stops, cast at the attacker or at all.
    `extensible`: Permanency can make it last; or the option that says whether. `makes`: the kind of monster that it
    summons. `under`: the options that a book must have for it to exist.
    """

    slug: str
    name: str
    chapter: Chapter
    usually: Usually
    effect: Callable[[Any, Any], None]
    text: str
    rules: str
    once: bool = False
    mind: bool = False
    blanket: bool = False
    never_reflected: bool = False
    never_countered: bool = False
    protects: bool = False
    shieldable: bool = False
    undone_by: tuple[str, ...] = ()
    keeps_off: tuple[str, ...] = ()
    extensible: bool | str = False
    makes: str = ""
    under: Mapping[str, Any] = field(default_factory=dict)
