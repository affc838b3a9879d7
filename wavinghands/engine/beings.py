"""The mutable beings of a round, the moves of their hands, and the spells being cast."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from wavinghands.engine.duel import NO_EFFECTS, Banked, Effects, InForce, Monster, Wizard
from wavinghands.engine.gestures import Hand, Pair, of_hand
from wavinghands.engine.orders import Orders
from wavinghands.engine.spell import Spell

SECOND_PAIR: Final[Mapping[str, bool]] = {"second": True}
"""The data that marks events from a wizard's second pair of gestures."""
FIRST_PAIR: Final[Mapping[str, bool]] = {}
"""The data that marks events from a wizard's first pair of gestures: none."""
NOTHING_LINGERS: Final[frozenset[str]] = frozenset()
"""The `lingering` effects of a being on which nothing stays in force after a round."""
NOTHING_SPENT: Final[frozenset[str]] = frozenset()
"""The once-per-duel spells that most wizards have spent: none."""


@dataclass(slots=True, eq=False)
class Wound:
    """Damage of one kind in this round: its points, and the spells that caused it.

    Each of these spells alone would have caused all of it.
    """

    points: int
    casts: "tuple[Cast, ...]" = ()


class Being:
    """A being during a round. Class attributes hold the defaults of fields that rarely change.

    `effects` are the effects in force, and `begun` are the effects that this round's spells start. `lingering` are the
    effects that a normal round leaves in force in its tail (the stopped and hasted rounds after it). `exposed` means
    that time stands still for the being, so that its protections do not work. `unseen` means that stabs and other
    beings' spells miss it.

    `hp` holds its hit points at the start of the round and, once damage is counted, at the end. `wounds` and `cured`
    are the damage and the cured points in this round. `doom` is why it dies at the end of the round, and `slayers` are
    the spells that decided this. `destroyed` means that it has already fallen.
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
        """Return whether the being is alive and in the circle."""
        return self.alive

    @property
    def protected(self) -> bool:
        """Return whether the being is safe from stabs, missiles and monsters. Source: ruling 3.7."""
        return self.shielded or self.countered or self.is_kept_by("protection")

    @property
    def hurt(self) -> int:
        """Return the points of damage taken in this round."""
        return sum(wound.points for wound in self.wounds)

    def has(self, effect: str) -> bool:
        """Return whether `effect` is on the being. It may have begun in this round or earlier."""
        return effect in self.effects or effect in self.begun

    def is_kept_by(self, effect: str) -> bool:
        """Return whether `effect` protects the being in this round."""
        if effect in self.begun:
            return True
        return (effect in self.effects or effect in self.lingering) and not self.exposed

    def resists(self, element: str) -> bool:
        """Return whether the being is immune to an element. Resist Heat protects from fire, Resist Cold from ice."""
        return self.is_kept_by("resist_heat" if element == "fire" else "resist_cold")

    def lose(self, effect: str) -> None:
        """End `effect`, even if it lingers in the hasted or time-stopped rounds after a normal one."""
        self.effects.pop(effect, None)
        self.lingering -= {effect}


@dataclass(slots=True, eq=False)
class Move:
    """A wizard's pair of gestures: the orders, the resulting pair, and the hands that cast.

    `woven` contains the sequences of both hands, including this pair. `is_second` marks the second pair of a hastened
    wizard.
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
        """Make `hand` make a gesture because of an effect on the wizard."""
        self.pair = (gesture, self.pair[1]) if hand == "left" else (self.pair[0], gesture)
        self.forced[hand] = effect

    @property
    def path(self) -> tuple[str, ...]:
        """Return the keys that lead to the answers about this move within the wizard's answers."""
        return ("second",) if self.is_second else ()

    @property
    def surprises(self) -> set[str]:
        """Return the hands whose gestures differ from the orders, and `both` if there are any."""
        ordered = (self.orders.left, self.orders.right)
        hands = {hand for hand, did, was in zip(("left", "right"), self.pair, ordered, strict=True) if did != was}
        return hands | {"both"} if hands else hands


class Actor(Being):
    """A wizard in a round, with the pairs of gestures that they make: none, one or two.

    `held` is the hand that a Paralysis holds in this round, and `held_by` is its caster. `spent` contains the
    once-per-duel spells cast in this round. `banked` is the spell banked earlier, and `banking` is the spell being
    banked. `barrier` means that earlier gestures will no longer count.
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
        """Return whether the wizard fights in this round."""
        return self.source.stands

    @property
    def side(self) -> int | str:
        """Return the wizard's side: the team, or the name of a wizard without one."""
        return self.source.side

    @property
    def acts(self) -> bool:
        """Return whether the wizard gives orders in this round."""
        return self.orders is not None

    @property
    def shows_palms(self) -> bool:
        """Return whether the wizard shows both palms, which is a surrender."""
        return ("P", "P") in [move.pair for move in self.moves]


class Creature(Being):
    """A monster in a round.

    `maker` is the wizard and the hand that summoned it in this very round. `first_owner` is its controller at the start
    of the round. `target` is its current victim, and `attacked` is the victim of its last attack, in this round or
    before. `compelled` is the victim that it must attack because it is confused. `idle` is the spell that keeps it from
    attacking. `hasted` means that it attacks twice, and `second_target` is the second victim if it differs.
    `stops_time` means that it attacks once more, and that nothing stops that attack.
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
        """Return whether the monster appeared in this round, summoned or raised."""
        return self.maker is not None

    @property
    def place(self) -> str:
        """Return the reference (`HAND:WIZARD`) that orders use for the monster in the round of its summoning."""
        return f"{self.maker[1]}:{self.maker[0]}" if self.maker else ""


@dataclass(slots=True, eq=False)
class Cast:
    """A spell being cast.

    `aimed_at` is the target in the orders. `target` is the same, or `None` once the spell has missed. `subject` is the
    being that the spell reaches. `move` contains the gestures that completed it, and is `None` for a released spell.
    `awaits_target` means that it is aimed at a monster summoned in this round. `master` is its caster after mirrors.
    `kind` is the kind of monster that it summons. `is_permanent` means that its effect never ends. `opens` is the
    wizard whose window for another spell it opens in this round (Delayed Effect, Permanency), and `is_used` says
    whether that window has been used. `void` is why it failed.
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
        """Return the data that marks the events of this spell if it comes from a second pair of gestures."""
        return SECOND_PAIR if self.move is not None and self.move.is_second else FIRST_PAIR


@dataclass(frozen=True, slots=True, eq=False)
class Influence:
    """A mind spell on a being.

    `cast` is its cast in this round, or `None` if it was cast in an earlier round since the last normal one. `master`
    is its caster after mirrors, if any. `hand` is the hand that it binds, if that is settled.
    """

    spell: Spell
    master: Actor | None
    hand: Hand | None = None
    cast: Cast | None = None
