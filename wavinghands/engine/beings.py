"""The beings of a round on the workbench, what their hands do, and the spells on their way."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from wavinghands.engine.duel import NO_EFFECTS, Banked, Effects, InForce, Monster, Wizard
from wavinghands.engine.gestures import Hand, Pair, of_hand
from wavinghands.engine.orders import Orders
from wavinghands.engine.spell import Spell

SECOND_PAIR: Final[Mapping[str, bool]] = {"second": True}
"""The mark of what the second pair of gestures does."""
FIRST_PAIR: Final[Mapping[str, bool]] = {}
"""The mark of what the first pair does: none."""
NOTHING_LINGERS: Final[frozenset[str]] = frozenset()
"""What is left of a round that has no tail."""
NOTHING_SPENT: Final[frozenset[str]] = frozenset()
"""What most spend of the spells that are cast once a duel."""


@dataclass(slots=True, eq=False)
class Wound:
    """Points of damage in this round, and the spells that did them, each enough by itself."""

    points: int
    casts: "tuple[Cast, ...]" = ()


class Being:
    """A being on the workbench; what few of them ever change is set on the class.

    `effects`: those in force; `begun`: those that this round's spells begin; `lingering`: what a normal round leaves
    in force in its tail. `exposed`: nothing of what it had guards it, for its time stands still; `unseen`: stabs and
    spells of others miss it. `hp`: points left as the round began, after it once they are counted; `wounds`, `cured`:
    points of this round. `doom`: why it dies at the end of the round; `slayers`: the spells that decided it;
    `destroyed`: it has fallen already.
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
        """Whether it is in the circle, alive."""
        return self.alive

    @property
    def protected(self) -> bool:
        """Whether stabs, missiles and monsters cannot hurt it. Source: ruling 3.7."""
        return self.shielded or self.countered or self.is_kept_by("protection")

    @property
    def hurt(self) -> int:
        """Points of damage taken in this round."""
        return sum(wound.points for wound in self.wounds)

    def has(self, effect: str) -> bool:
        """Whether `effect` is on it, begun in this round or before."""
        return effect in self.effects or effect in self.begun

    def is_kept_by(self, effect: str) -> bool:
        """Whether `effect` guards it in this round."""
        if effect in self.begun:
            return True
        return (effect in self.effects or effect in self.lingering) and not self.exposed

    def resists(self, element: str) -> bool:
        """Whether fire (heat) or ice (cold) does it no harm."""
        return self.is_kept_by("resist_heat" if element == "fire" else "resist_cold")

    def lose(self, effect: str) -> None:
        """End `effect`, in the tail of a round too."""
        self.effects.pop(effect, None)
        self.lingering -= {effect}


@dataclass(slots=True, eq=False)
class Move:
    """A pair of gestures of a wizard: what it was to be, what it became, and the hands that cast.

    `woven`: what his hands have woven with it; `is_second`: whether it is the second of one who is hastened.
    """

    orders: Orders
    pair: Pair
    is_second: bool = False
    woven: Pair = ("", "")
    forced: dict[str, str] = field(default_factory=dict)
    cast: list[str] = field(default_factory=list)

    def hand(self, hand: str) -> str:
        """The gesture that `hand` made."""
        return of_hand(self.pair, hand)

    def force(self, hand: Hand, gesture: str, effect: str) -> None:
        """Let `hand` make a gesture, for an effect on the wizard has it do so."""
        self.pair = (gesture, self.pair[1]) if hand == "left" else (self.pair[0], gesture)
        self.forced[hand] = effect

    @property
    def path(self) -> tuple[str, ...]:
        """Where its answers stand among those of the wizard."""
        return ("second",) if self.is_second else ()

    @property
    def surprises(self) -> set[str]:
        """The hands that did not do what was ordered; `both` when either did not."""
        ordered = (self.orders.left, self.orders.right)
        hands = {hand for hand, did, was in zip(("left", "right"), self.pair, ordered, strict=True) if did != was}
        return hands | {"both"} if hands else hands


class Actor(Being):
    """A wizard on the workbench, and the pairs of gestures that he makes: none, one or two.

    `held`, `held_by`: the hand that a Paralysis holds in this round, and its caster; `spent`: what he spends of the
    spells that are cast once a duel; `banked`: what he had banked; `banking`: what he banks; `barrier`: what he has
    gestured so far will no longer count.
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
        """Whether he fights in this round."""
        return self.source.stands

    @property
    def side(self) -> int | str:
        """With whom he wins: his team; without one he alone."""
        return self.source.side

    @property
    def acts(self) -> bool:
        """Whether he gives orders in this round."""
        return self.orders is not None

    @property
    def shows_palms(self) -> bool:
        """Whether he shows both palms, which is a surrender."""
        return ("P", "P") in [move.pair for move in self.moves]


class Creature(Being):
    """A monster on the workbench. `maker`: the wizard and hand that summoned it, in this very round.

    `first_owner`: its controller as the round began. `target`: its standing victim; `attacked`: whom it attacked in
    this round, before that in its last; `compelled`: whom it must attack, confused; `idle`: the spell that keeps it
    from attacking. `hasted`: it attacks twice; `second_target`: whom the second time, if not the same; `stops_time`:
    it attacks once more, and nothing stops that attack.
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
        """Whether it appeared in this round, summoned or raised."""
        return self.maker is not None

    @property
    def place(self) -> str:
        """How orders name it in the round of its summoning."""
        return f"{self.maker[1]}:{self.maker[0]}" if self.maker else ""


@dataclass(slots=True, eq=False)
class Cast:
    """A spell on its way. `aimed_at`: whom the order names; `target`: the same, if seen; `subject`: whom it reaches.

    `move`: the gestures that completed it, none for a released one; `awaits_target`: it is aimed at a monster that
    this round brings; `master`: who casts it after mirrors; `kind`: of the monster that it summons; `is_permanent`:
    its effect is not to end; `opens`: whose window it opens in this very round; `is_used`: that has been used already;
    `void`: why it came to nothing.
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
        """A mark for a spell of the second pair."""
        return SECOND_PAIR if self.move is not None and self.move.is_second else FIRST_PAIR


@dataclass(frozen=True, slots=True, eq=False)
class Influence:
    """A mind spell on a being: a `cast` of this round, or what an earlier round of the tail has begun (no `cast`).

    `master`: its caster after mirrors, if it has one; `hand`: the hand that it binds, if that is settled.
    """

    spell: Spell
    master: Actor | None
    hand: Hand | None = None
    cast: Cast | None = None
