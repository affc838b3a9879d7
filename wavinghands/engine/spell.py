"""The facts of a spell, and the function that applies its effect. Its gestures are in the books."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum, StrEnum
from typing import Any, Final, NamedTuple

from wavinghands.engine.gestures import OPEN


class Chapter(Enum):
    """The class of a spell. Source: Bartle, the four sections of the list of spells."""

    PROTECTION = "protection"
    SUMMONS = "summons"
    DAMAGE = "damage"
    ENCHANTMENT = "enchantment"


class Usually(StrEnum):
    """The usual target of a spell if its caster names none. Source: Firetop Mountain, order table; ruling 2."""

    SELF = "self"
    OPPONENT = "opponent"
    NOBODY = "nobody"
    NONE = "none"


class Role(Enum):
    """The relation of a spell to other spells of its round. Source: ruling 3.5."""

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
    """The effect that binds a hand, if any, and the gestures that the hand may make."""

    effect: str | None
    gestures: tuple[str, ...]

    @property
    def is_sure(self) -> bool:
        """Return whether the hand is certain to make one of `gestures`."""
        return self.gestures is not OPEN


FREE: Final = Hold(None, OPEN)
"""The hold on a free hand."""


def never(*facts: Any) -> Any:
    """Do nothing. This is the default for hooks that a mind spell does not need."""
    return None


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Mind:
    """The hooks of a mind spell while it lasts. Unused hooks are `never`. Source: rulings 3.2, 4.3, 4.4.

    Hooks for wizards. `forces(round, wizard, in_force)` forces the wizard's gestures in the round in which the spell
    acts; if it is `never`, the spell forces none. `holds(duel, wizard, in_force, hand, index)` returns a `Hold` with
    everything that is known beforehand about a hand in the first (0) or second (1) pair of the next round.
    `decides(duel, caster, subject, in_force)` returns a `Question`, with names, that the caster answers in their orders
    for that round. `asks(round, caster, subject)` returns a `Question` about the subject for the round of the casting,
    after the reveal, or `None` if nothing is open.

    Hooks for monsters. `stills(rules)` returns the round in which a monster may not attack, `now` or `next`, or `None`.
    `misleads(round, monster, is_second)` returns the name of the being that a monster must attack; `is_second` means
    the second attack of a hastened monster. `binds_elementals` means that the spell stills elementals too if the option
    `mind_binds_elementals` is set.

    Hooks for other spells. `contradicts(influences, being, round)` returns whether several spells of this kind on one
    being demand incompatible things. `yields` means that the spell cancels no other spell if `mind_clash` is
    `paralysis_yields`. `renews` means that a permanent spell acts again each round if `permanent_mind` is `renew`.
    """

    forces: Callable[..., None] = never
    holds: Callable[..., Hold | None] = never
    decides: Callable[..., Any] = never
    asks: Callable[..., Any] = never
    stills: Callable[[Any], str | None] = never
    misleads: Callable[..., str | None] = never
    binds_elementals: bool = False
    contradicts: Callable[..., bool | None] = never
    yields: bool = False
    renews: bool = False


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Spell:
    """A spell. `text` describes its effect in a sentence, `rules` its source: "Bartle, Fear; rulings 3.2, 4.3".

    `effect`: applies the spell once it has reached its subject, or all beings; an `Effect` of `round`. `role`: its
    relation to other spells. `mind`: set for mind spells, which clash with each other, with their hooks. `once`: each
    wizard may cast it once per duel. `blanket`: it affects all beings and has no target. `never_reflected`,
    `never_countered`: mirrors or Counter-spells do not stop it. `protects`: it shields its subject in the round;
    `shieldable`: shields stop it; `undone_by`: further spells of its round that stop it; `removed_if`: the option that
    says whether Remove Enchantment ends it, as it ends all other enchantments; `keeps_off`: the attacks of the round
    that it stops, cast at the attacker or at all beings. `extensible`: whether Permanency can extend it, or the option
    that says so. `takes`: the order (`delay`, `permanent`) with which its subject names the spell that it waits for.
    `makes`: the kind of monster that it summons; `claims`: the monsters that it brings under its caster's command,
    `standing` or `fallen`; `destroys`: the kinds of monsters that it destroys; `spares`: the beings it does not affect,
    `wizard` or a kind. `guards`: it only protects its subject from harm. `kills`: its subject dies after its last
    round; `breaks_off`: its subject's earlier gestures no longer count; `quiet`: its end is not reported. `notes`:
    notes to its subject while it lasts, by the hand that it binds; "" if that is not known. `under`: the options
    that a book must have for the spell to exist.
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
        """Return whether it kills in the round in which it is cast."""
        return self.role is Role.SLAY

    @property
    def interrupts(self) -> bool:
        """Return whether it can keep its subject from completing the spells that the subject's hands have begun."""
        return self.breaks_off or (self.mind is not None and self.mind.forces is not never)

    @property
    def ends_effects(self) -> bool:
        """Return whether it ends the enchantments that are in force, on its subject or on all beings."""
        return self.role in (Role.DISENCHANT, Role.DISPEL)
