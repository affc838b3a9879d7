"""The mutable parts of a round: wizards, monsters, pairs of gestures, stabs and spells."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from wavinghands.engine.duel import HIT_POINTS, NO_EFFECTS, Banked, Duel, Effects, InForce, Monster, Wizard
from wavinghands.engine.gestures import Hand, Pair, of_hand
from wavinghands.engine.orders import Orders
from wavinghands.engine.spell import Spell

SECOND_PAIR: Final[Mapping[str, bool]] = {"second": True}
"""The data that marks events from a wizard's second pair of gestures."""
FIRST_PAIR: Final[Mapping[str, bool]] = {}
"""The data that marks events from a wizard's first pair of gestures: an empty mapping."""
NOTHING_LINGERS: Final[frozenset[str]] = frozenset()
"""The `lingering` effects of a being for whom nothing stays in force after a round."""
NOTHING_SPENT: Final[frozenset[str]] = frozenset()
"""The `spent` spells of a wizard who has cast no once-per-duel spell in this round."""


@dataclass(slots=True, eq=False)
class Wound:
    """Damage from one source in this round: its points, and the spells that caused it.

    If several spells caused it, such as two Fire Storms, each of them alone would have done the full damage.
    """

    points: int
    casts: "tuple[Cast, ...]" = ()


class Being:
    """A being during a round.

    Class attributes hold the defaults of fields that rarely change.

    - `hp`: the hit points. Damage and cures change them only at the end of the round
    - `effects`: the effects that were in force at the start of the round
    - `begun`: the effects that this round's spells start
    - `lingering`: the effects of the last normal round that stay in force in the extra rounds after it (Time Stop,
      Haste)
    - `exposed`: whether a Time Stop suspends the being's protections in this round
    - `countered`, `mirrored`, `shielded`: whether a Counter-spell, a Magic Mirror or a shield protects the being in
      this round
    - `unseen`: whether stabs and other beings' spells miss the being
    - `wounds`, `cured`: the damage taken and the points cured in this round
    - `doom`: the reason why the being dies at the end of the round, or ""
    - `slayers`: this round's spells that kill the being regardless of its hit points (Finger of Death)
    - `destroyed`: whether the being is a monster that has already been destroyed
    """

    begun: Mapping[str, InForce] = NO_EFFECTS
    lingering: frozenset[str] = NOTHING_LINGERS
    exposed: bool = False
    countered: bool = False
    mirrored: bool = False
    shielded: bool = False
    blind: bool = False
    invisible: bool = False
    unseen: bool = False
    wounds: tuple[Wound, ...] = ()
    cured: int = 0
    doom: str = ""
    slayers: tuple["Cast", ...] = ()
    destroyed: bool = False

    def __init__(self, name: str, hp: int, max_hp: int, *, alive: bool, effects: Effects) -> None:
        self.name = name
        self.hp = hp
        self.max_hp = max_hp
        self.alive = alive
        self.effects = dict(effects)

    @property
    def stands(self) -> bool:
        """Return whether the being is alive and still takes part in the duel."""
        return self.alive

    @property
    def protected(self) -> bool:
        """Return whether the being is safe from stabs, missiles and monsters. Source: ruling 3.7 (docs/rulings.md)."""
        return self.shielded or self.countered or self.is_kept_by("protection")

    @property
    def hurt(self) -> int:
        """Return the points of damage taken in this round."""
        return sum(wound.points for wound in self.wounds)

    def has(self, effect: str) -> bool:
        """Return whether the being is under `effect`, even if the effect began in this round."""
        return effect in self.effects or effect in self.begun

    def is_kept_by(self, effect: str) -> bool:
        """Return whether `effect` protects the being in this round."""
        if effect in self.begun:
            return True
        return (effect in self.effects or effect in self.lingering) and not self.exposed

    def resists(self, element: str) -> bool:
        """Return whether the being is immune to an element.

        Resist Heat protects against fire, and Resist Cold against ice.
        """
        return self.is_kept_by("resist_heat" if element == "fire" else "resist_cold")

    def lose(self, effect: str) -> None:
        """End `effect`, even if it lingers in the extra rounds after a normal one."""
        self.effects.pop(effect, None)
        self.lingering -= {effect}


@dataclass(slots=True, eq=False)
class Move:
    """A wizard's pair of gestures.

    - `orders`: the orders for this pair
    - `pair`: the gestures made, which effects may have forced
    - `is_second`: whether this is the second pair of a hastened wizard
    - `woven`: the gesture sequences of both hands, including this pair
    - `forced`: the effect that forced each hand
    - `cast`: the hands that cast a spell
    """

    orders: Orders
    pair: Pair
    is_second: bool = False
    woven: Pair = ("", "")
    forced: dict[str, str] = field(default_factory=dict)
    cast: list[str] = field(default_factory=list)

    def hand(self, hand: str) -> str:
        """Return the gesture that `hand` made."""
        return of_hand(self.pair, hand)

    def force(self, hand: Hand, gesture: str, effect: str) -> None:
        """Replace the gesture of `hand` with `gesture`, as forced by `effect`."""
        self.pair = (gesture, self.pair[1]) if hand == "left" else (self.pair[0], gesture)
        self.forced[hand] = effect

    @property
    def path(self) -> tuple[str, ...]:
        """Return the path of keys to the answers about this move.

        The path is `("second",)` for a second pair of gestures, otherwise an empty tuple.
        """
        return ("second",) if self.is_second else ()

    @property
    def surprises(self) -> set[str]:
        """Return the hands whose gestures differ from the orders.

        If there are any, the set also contains `both`.
        """
        ordered = (self.orders.left, self.orders.right)
        hands = {hand for hand, did, was in zip(("left", "right"), self.pair, ordered, strict=True) if did != was}
        return hands | {"both"} if hands else hands


class Actor(Being):
    """A wizard in a round.

    - `moves`: the pairs of gestures that the wizard makes: none, one, or two if hastened
    - `held`: the hand that a Paralysis holds in this round, or ""
    - `held_by`: the name of the wizard who cast that Paralysis
    - `spent`: the once-per-duel spells cast in this round
    - `banked`: the spell banked in an earlier round
    - `banking`: the spell that is being banked in this round
    - `surrendered`: whether the wizard surrenders in this round
    - `barrier`: whether the gestures up to and including this round no longer count towards spells
    """

    moves: Sequence[Move] = ()
    held: str = ""
    held_by: str | None = None
    spent: frozenset[str] = NOTHING_SPENT
    banking: "Cast | None" = None
    surrendered: bool = False
    barrier: bool = False

    def __init__(self, source: Wizard, orders: Orders | None, max_hp: int) -> None:
        super().__init__(source.name, source.hp, max_hp, alive=source.alive, effects=source.effects)
        self.source = source
        self.orders = orders if source.stands else None
        self.woven: Pair = source.woven
        self.banked: Banked | None = source.banked

    @property
    def stands(self) -> bool:
        """Return whether the wizard is still fighting in this round."""
        return self.source.stands

    @property
    def side(self) -> int | str:
        """Return the wizard's team, or the wizard's name if they have no team."""
        return self.source.side

    @property
    def acts(self) -> bool:
        """Return whether the wizard gives orders in this round."""
        return self.orders is not None

    @property
    def shows_palms(self) -> bool:
        """Return whether the wizard surrenders by showing both palms."""
        return ("P", "P") in [move.pair for move in self.moves]


class Creature(Being):
    """A monster in a round.

    - `source`: the monster before the round, or `None` if it is summoned in this round
    - `first_owner`: its controller at the start of the round
    - `target`, `second_target`: the victims of its first and second attack. If `second_target` is `None`, both attacks
      are on the first victim
    - `attacked`: the victim of its latest attack, in this round or an earlier one
    - `idle`: the spell that keeps it from attacking, or ""
    - `compelled`: the victim that it must attack because it is confused
    - `hasted`: whether a Haste cast in this round already makes it attack twice
    - `stops_time`: whether it attacks once more, with an attack that nothing can stop
    - `maker`: the wizard and the hand that summoned or raised it in this round
    - `summoned_at`: the subject of the spell that summoned it in this round
    """

    source: Monster | None = None
    first_owner: str | None = None
    second_target: str | None = None
    idle: str = ""
    compelled: str | None = None
    hasted: bool = False
    stops_time: bool = False
    maker: tuple[str, str] | None = None
    summoned_at: Being | None = None

    def __init__(self, monster: Monster, more: int) -> None:
        points = monster.kind.points + more
        super().__init__(monster.name, monster.hp, points, alive=monster.alive, effects=monster.effects)
        self.kind = monster.kind
        self.owner: str | None = monster.owner
        self.target: str | None = monster.target
        self.attacked: str | None = monster.attacked

    @property
    def is_new(self) -> bool:
        """Return whether the monster was summoned or raised in this round."""
        return self.maker is not None

    @property
    def place(self) -> str:
        """Return the reference (`HAND:WIZARD`) that orders use for the monster in the round in which it appears."""
        return f"{self.maker[1]}:{self.maker[0]}" if self.maker else ""


@dataclass(slots=True, eq=False)
class Cast:
    """A spell being cast.

    - `hand`: the hand or hands that complete the spell, or `released` for a banked spell
    - `move`: the gestures that complete the spell, or `None` for a banked spell
    - `ref`: the name of the target, as written in orders
    - `awaits_target`: whether the target is a monster that has yet to be summoned or raised in this round
    - `aimed_at`: the being that `ref` names
    - `target`: the same being, or `None` if the spell misses it
    - `subject`: the being that the spell finally reaches
    - `master`: the wizard whom the spell obeys: its caster or, if a mirror reflects it, the mirror's bearer
    - `kind`: the kind of monster that the spell summons
    - `is_permanent`: whether Permanency makes its effect permanent
    - `opens`: if this is a Delayed Effect or Permanency that may already act in this round, the wizard whose spell it
      waits for
    - `is_used`: whether that Delayed Effect or Permanency has already been applied to a spell
    - `void`: the reason why the spell failed, or ""
    """

    caster: Actor
    spell: Spell
    hand: str
    move: Move | None = None
    ref: str | None = None
    aimed_at: Being | None = None
    awaits_target: bool = False
    target: Being | None = None
    subject: Being | None = None
    master: Actor | None = None
    kind: str = ""
    is_permanent: bool = False
    opens: Actor | None = None
    is_used: bool = False
    void: str = ""

    @property
    def second(self) -> Mapping[str, bool]:
        """Return `{"second": True}` if the spell comes from a second pair of gestures, otherwise an empty mapping.

        The mapping becomes part of the spell's events.
        """
        return SECOND_PAIR if self.move is not None and self.move.is_second else FIRST_PAIR


@dataclass(frozen=True, slots=True)
class Stab:
    """A stab in this round. `ref` is the name of its target."""

    wizard: Actor
    move: Move
    hand: str
    ref: str


@dataclass(frozen=True, slots=True, eq=False)
class Influence:
    """A mind spell that was cast on a being in this round, or that waits for the next normal round.

    - `master`: the wizard whom the spell obeys, or `None`
    - `hand`: the hand that the spell binds, if it is known
    - `cast`: the `Cast` of the spell, or `None` if it was cast in an earlier round
    """

    spell: Spell
    master: Actor | None
    hand: Hand | None = None
    cast: Cast | None = None


def actor_of(wizard: Wizard, orders: Orders | None, duel: Duel) -> Actor:
    """Return an `Actor` for `wizard` at the start of a round."""
    actor = Actor(wizard, orders, duel.rules.max_hp)
    if duel.tail is not None:
        _linger(actor, duel)
        _hide(actor, actor.lingering)
    elif wizard.effects:
        _hide(actor, wizard.effects)
    return actor


def _hide(actor: Actor, sight: Iterable[str]) -> None:
    """Set whether a wizard is blind, invisible and unseen in this round.

    `sight` contains the slugs of the effects in force. Only Blindness and Invisibility matter.
    """
    actor.blind = "blindness" in sight and not (actor.exposed and actor.acts)
    actor.invisible = "invisibility" in sight
    actor.unseen = actor.invisible and not actor.exposed


def creature_of(monster: Monster, duel: Duel) -> Creature:
    """Return a `Creature` for `monster`, alive or dead, at the start of a round."""
    creature = Creature(monster, duel.rules.max_hp - HIT_POINTS)
    creature.source = monster
    creature.first_owner = monster.owner
    if duel.tail is not None:
        _linger(creature, duel)
    return creature


def _linger(being: Being, duel: Duel) -> None:
    """Apply the effects that the last normal round leaves in force for an extra round (Time Stop, Haste).

    They do not protect beings for whom time stands still. Source: rulings 5.1, 5.2 (docs/rulings.md).
    """
    assert duel.tail is not None
    being.lingering = duel.tail.marks.get(being.name, NOTHING_LINGERS)
    acts = isinstance(being, Actor) and being.acts
    being.exposed = duel.kind == "time_stop" and (not acts or duel.rules.time_stop_strips_self)
    if not being.exposed:
        being.shielded = "shielded" in being.lingering
        being.countered = "countered" in being.lingering
        being.mirrored = "mirrored" in being.lingering
