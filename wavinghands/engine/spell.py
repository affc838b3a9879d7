"""The definition of a spell, without its gestures.

The books define the gestures.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum, StrEnum
from typing import Any, Final, NamedTuple

from wavinghands.engine.gestures import OPEN


class Chapter(Enum):
    """A category of spells: one of the four sections in Bartle's list."""

    PROTECTION = "protection"
    SUMMONS = "summons"
    DAMAGE = "damage"
    ENCHANTMENT = "enchantment"


class Usually(StrEnum):
    """The default target of a spell. Source: Firetop Mountain, order table; ruling 2 (docs/rulings.md)."""

    SELF = "self"
    OPPONENT = "opponent"
    NOBODY = "nobody"
    NONE = "none"


class Role(Enum):
    """The way in which a spell affects other spells of the same round. Source: ruling 3.5 (docs/rulings.md)."""

    DISPEL = "dispel"
    COUNTER = "counter"
    MIRROR = "mirror"
    SHIELD = "shield"
    DISENCHANT = "disenchant"
    RAISE = "raise"
    SLAY = "slay"
    FIRE_STORM = "fire_storm"
    ICE_STORM = "ice_storm"


class Hold(NamedTuple):
    """A limit on a hand: the gestures that it may make, and the effect that limits it, or `None`."""

    effect: str | None
    gestures: tuple[str, ...]

    @property
    def is_sure(self) -> bool:
        """Return whether the effect limits the hand to certain gestures.

        If not, the effect may force any gesture.
        """
        return self.gestures is not OPEN


FREE: Final = Hold(None, OPEN)
"""The limit of a hand that is free to make any gesture."""


def never(*facts: Any) -> Any:
    """Do nothing. This is the default for the hooks of `Mind`."""
    return None


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Mind:
    """The hooks and properties of a mind spell. Source: rulings 3.2, 4.3, 4.4 (docs/rulings.md).

    Hooks that a spell does not use are `never`. For wizards:

    - `forces(round, wizard, in_force)`: force the wizard's gestures in the round in which the spell acts
    - `holds(duel, wizard, in_force, hand, index)`: return a `Hold`, the limit on the hand's gesture as far as it is
      known before the next round. `index` is 0 for the first pair of gestures and 1 for the second
    - `decides(duel, caster, subject, in_force)`: return the `Question` that the caster answers in the orders for the
      round in which the spell acts. `caster` and `subject` are names
    - `asks(round, caster, subject)`: return the `Question` that the caster answers after the reveal of the round in
      which the spell is cast, or `None`
    - `keeps_claps(rules)`: return whether a hand that claps has to clap again

    For monsters:

    - `stills(rules)`: return when the spell keeps a monster from attacking: `now`, `next` (in the next round) or `None`
    - `misleads(round, monster, is_second)`: return the name of the being that the monster must attack. `is_second`
      means the second attack of a hastened monster
    - `binds_elementals`: whether `stills` applies to elementals too if the option `mind_binds_elementals` is set

    For other spells:

    - `contradicts(influences, being, round)`: return whether several spells of this kind on one being cannot all be
      obeyed
    - `yields`: whether the spell cancels no other spell if the option `mind_clash` is `paralysis_yields`
    - `renews`: whether a permanent spell acts afresh in each round if the option `permanent_mind` is `renew`
    """

    forces: Callable[..., None] = never
    holds: Callable[..., Hold | None] = never
    decides: Callable[..., Any] = never
    asks: Callable[..., Any] = never
    keeps_claps: Callable[[Any], bool | None] = never
    stills: Callable[[Any], str | None] = never
    misleads: Callable[..., str | None] = never
    binds_elementals: bool = False
    contradicts: Callable[..., bool | None] = never
    yields: bool = False
    renews: bool = False


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Spell:
    """A spell.

    - `chapter`, `usually`: its category and its default target
    - `effect`: a function that applies the spell once it has reached its subject (an `Effect` of the module `round`)
    - `text`: its description in a sentence or two
    - `rules`: the source of its rules, such as "Bartle, Fear; rulings 3.2, 4.3"
    - `role`: its role in relation to other spells of the round
    - `mind`: the hooks of a mind spell, or `None`
    - `once`: whether each wizard may cast it only once per duel
    - `blanket`: whether it affects all beings and has no target
    - `never_reflected`, `never_countered`: whether it is immune to mirrors or to Counter-spells
    - `protects`: whether it shields its subject in this round
    - `shieldable`: whether shields stop it
    - `undone_by`: slugs of other spells that stop it in the same round
    - `removed_if`: for enchantments, the option that says whether Remove Enchantment stops it, or "" if it always does
    - `keeps_off`: the kinds of attack that it stops in this round
    - `extensible`: whether Permanency can extend it, or the option that says so
    - `takes`: the field of orders (`delay`, `permanent`) that names the spell it waits for
    - `makes`: the kind of monster that it summons
    - `claims`: the monsters that it brings under its caster's command: `standing` (living) or `fallen`
    - `destroys`: the kinds of monsters that it destroys
    - `spares`: the beings that it does not affect: `wizard`, or kinds of monsters
    - `guards`: whether it only protects its subject from harm
    - `kills`: whether its subject dies when the effect runs out
    - `breaks_off`: whether its subject's earlier gestures no longer count
    - `quiet`: whether its end goes unreported
    - `notes`: texts for a wizard under its effect. Each key is a bound hand, or "" if no hand is bound or the hand is
      unknown
    - `under`: the options that the rules must have for the spell to exist
    """

    slug: str
    name: str
    chapter: Chapter
    usually: Usually
    effect: Callable[[Any, Any], None]
    text: str
    rules: str
    role: Role | None = None
    mind: Mind | None = None
    once: bool = False
    blanket: bool = False
    never_reflected: bool = False
    never_countered: bool = False
    protects: bool = False
    shieldable: bool = False
    undone_by: tuple[str, ...] = ()
    removed_if: str = ""
    keeps_off: tuple[str, ...] = ()
    extensible: bool | str = False
    takes: str = ""
    makes: str = ""
    claims: str = ""
    destroys: tuple[str, ...] = ()
    spares: tuple[str, ...] = ()
    guards: bool = False
    kills: bool = False
    breaks_off: bool = False
    quiet: bool = False
    notes: Mapping[str, str] = field(default_factory=dict)
    under: Mapping[str, Any] = field(default_factory=dict)

    @property
    def slays(self) -> bool:
        """Return whether the spell kills in the round in which it is cast."""
        return self.role is Role.SLAY

    @property
    def interrupts(self) -> bool:
        """Return whether the spell can keep its subject from completing spells that are under way."""
        return self.breaks_off or (self.mind is not None and self.mind.forces is not never)

    @property
    def ends_effects(self) -> bool:
        """Return whether the spell ends enchantments on its subject or on all beings."""
        return self.role in (Role.DISENCHANT, Role.DISPEL)
