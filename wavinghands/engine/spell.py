"""What a spell is: its facts, and the function that makes it take effect. How it is gestured stands in the books."""

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
    """Whom a spell is cast at when its caster does not say. Source: Firetop Mountain, order table; ruling 2."""

    SELF = "self"
    OPPONENT = "opponent"
    NOBODY = "nobody"
    NONE = "none"


class Role(Enum):
    """What a spell does to other spells of its round, or has to do with them. Source: ruling 3.5."""

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
    """The effect that binds a hand, if any, and the gestures that are open to it."""

    effect: str | None
    gestures: tuple[str, ...]

    @property
    def is_sure(self) -> bool:
        """Whether the hand will do nothing but one of `gestures`."""
        return self.gestures is not OPEN


FREE: Final = Hold(None, OPEN)
"""What does not bind a hand."""


def never(*facts: Any) -> Any:
    """What a mind spell does that does nothing of the kind."""
    return None


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Mind:
    """What a mind spell does while it lasts; what it does not do is `never` done. Source: rulings 3.2, 4.3, 4.4.

    To a wizard. `forces(round, wizard, in_force)`: makes his hands do it, in the round in which it acts; `never`: it
    forces no gestures. `holds(duel, wizard, in_force, hand, index)`: a `Hold`, what is known beforehand of a hand in
    the first (0) or second (1) pair of the round to come. `decides(duel, caster, subject, in_force)`: a `Question` that
    its caster has to answer with his orders for that round, by names; `asks(round, caster, subject)`: a `Question`
    about the subject after the reveal of its casting, none if that is settled.

    To a monster. `stills(rules)`: whether it keeps one from attacking, `now` or the `next` round; `misleads(round,
    monster, is_second)`: the name of whom it makes one attack, the second time if hastened.
    `binds_elementals`: it stills elementals too, where `mind_binds_elementals` says so.

    With others. `contradicts(influences, being, round)`: whether several of its kind on one being ask for what cannot
    both be done; `yields`: it undoes no other where `mind_clash` is `paralysis_yields`. `renews`: a permanent one
    acts afresh each round, where `permanent_mind` says so.
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
    """A spell. `text` is its effect in a sentence, `rules` its source: "Bartle, Fear; rulings 3.2, 4.3".

    `effect`: what it does once it has reached its subject, or all; an `Effect` of the workbench, which knows
    spells. `role`: what it has to do with other spells. `mind`: it clashes with other mind spells, and does this
    while it lasts. `once`: each wizard may cast it once a duel. `blanket`: it affects all and has no target.
    `never_reflected`, `never_countered`: no mirror turns it back, no Counter-spell stops it. `protects`: shields
    its subject in the round; `shieldable`: does nothing to one who is shielded; `undone_by`: what stops it in its
    round besides; `removed_if`: the option that says whether Remove Enchantment does, as it does all other
    enchantments; `keeps_off`: the attacks of the round that it stops, cast at the attacker or at all. `extensible`:
    Permanency can make it last; or the option that says whether. `takes`: the order (`delay`, `permanent`) by which
    a wizard on whom it lies names the spell that it waits for. `makes`: the kind of monster that it summons;
    `claims`: the monsters that it brings under its caster's command, `standing` or `fallen`; `destroys`: the kinds
    that do not survive it; `spares`: whom it does nothing to, `wizard` or a kind. `guards`: it does no more than
    keep harm from its subject. `kills`: its subject dies when its last round is over; `quiet`: nothing is told when
    it is. `notes`: what one is told on whom it lies, by the hand that it binds; "" if that is not known. `under`:
    the options that a book must have for it to exist.
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
    quiet: bool = False
    notes: Mapping[str, str] = field(default_factory=dict)
    under: Mapping[str, Any] = field(default_factory=dict)
