"""A duel as it stands between two rounds. Everything here is frozen; what did not change is shared.

A duel knows the round that led to it and the duel before that round, so that its whole course can be walked back.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from wavinghands.engine.books.book import Book
from wavinghands.engine.events import Event
from wavinghands.engine.gestures import NOTHING, Hand, Pair, is_half_clap
from wavinghands.engine.lexicon import Lexicon
from wavinghands.engine.orders import Circle, Orders
from wavinghands.engine.rules import Rules

HIT_POINTS: Final = 15
"""The points of damage that kill a wizard. Source: Bartle, "The Turn"; ruling 1.1."""
MOST_WIZARDS: Final = 8
"""Wizards in the largest melee. Source: ruling 3.13."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of monster: the points of damage that it does, which are also those that kill it."""

    slug: str
    points: int
    element: str = ""

    @property
    def is_elemental(self) -> bool:
        """Whether it attacks everybody and has no controller."""
        return bool(self.element)


KINDS: Final[Mapping[str, Kind]] = {
    kind.slug: kind
    for kind in (
        Kind("goblin", 1),
        Kind("ogre", 2),
        Kind("troll", 3),
        Kind("giant", 4),
        Kind("fire_elemental", 3, "fire"),
        Kind("ice_elemental", 3, "ice"),
    )
}
"""In the order in which they appear. Source: Bartle, "Summons Spells"; ruling 3.8."""


Repeats = str | tuple[Pair, ...] | None
"""What a permanent mind spell repeats: a gesture or a victim, or pairs of gestures."""


class InForce(NamedTuple):
    """An effect on a being. `left`: rounds in which it will still be in force; none: permanent.

    `by`: who cast it; `since`: the round in which he did; `hand`: the hand that it binds; `repeats`: the gesture, the
    pairs of gestures or the victim that a permanent mind spell makes its subject repeat.
    """

    left: int | None = None
    by: str | None = None
    hand: Hand | None = None
    since: int = 0
    repeats: Repeats = None


Effects = Mapping[str, InForce]
"""What is in force on a being, by the slug of the spell."""
NO_EFFECTS: Final[Effects] = MappingProxyType({})
"""The effects of one on whom nothing lies; like the next two one table for all."""
UNFORCED: Final[Mapping[str, str]] = MappingProxyType({})
"""What forces the hands of one who is free."""
UNMARKED: Final[Mapping[str, frozenset[str]]] = MappingProxyType({})
"""What a round leaves in force that leaves nothing."""


class Banked(NamedTuple):
    """A spell that a Delayed Effect holds back: its slug, the hand that completed it, and its target by name."""

    spell: str
    hand: str
    target: str | None = None


UNKNOWN_SPELL: Final = Banked("shield", "left")
"""What stands for a spell that another has banked, as far as one knows who does not see what: it is never released."""


class Wizard(NamedTuple):
    """A player's being. `hp`: points left of 15; `woven`: what each hand has made since the last barrier.

    `spent`: the spells that he can cast no more, which can be cast once a duel; `surrendered`: he has left, alive.
    `memory`: the pairs of gestures of his last round: one, two if he was hastened, none before the first. `team`: a
    number that he shares with those who win when he does; none: he stands alone.
    """

    name: str
    gender: str = "n"
    hp: int = HIT_POINTS
    alive: bool = True
    surrendered: bool = False
    effects: Effects = NO_EFFECTS
    memory: tuple[Pair, ...] = ()
    woven: Pair = ("", "")
    spent: frozenset[str] = frozenset()
    banked: Banked | None = None
    team: int | None = None

    @property
    def side(self) -> int | str:
        """With whom he wins: his team; without one he alone."""
        return self.name if self.team is None else self.team

    @property
    def stands(self) -> bool:
        """Whether he still fights."""
        return self.alive and not self.surrendered

    def forgetful(self, amnesia: InForce, rules: Rules) -> tuple[Pair, ...]:
        """The pairs that Amnesia has him make again: for ever those of its first round, if it is permanent."""
        return amnesia.repeats if isinstance(amnesia.repeats, tuple) else self.remembered(rules)

    def remembered(self, rules: Rules) -> tuple[Pair, ...]:
        """The pairs that Amnesia and Paralysis go by: what both hands made last. Source: ruling 3.2."""
        pairs = self.memory or ((NOTHING, NOTHING),)
        if rules.half_clap == "clap" or not any(map(is_half_clap, pairs)):
            return pairs
        return tuple(_without_half_claps(pair) for pair in pairs)


def team_of(wizard: Wizard) -> dict[str, int]:
    """The team of a wizard who has one, as records and views have it; who has none is the same as ever."""
    return {} if wizard.team is None else {"team": wizard.team}


def _without_half_claps(pair: Pair) -> Pair:
    if not is_half_clap(pair):
        return pair
    left, right = (NOTHING if gesture == "C" else gesture for gesture in pair)
    return left, right


class Monster(NamedTuple):
    """A summoned being. `hp`: points left of its kind's; `target`: its standing victim; `attacked`: the last one."""

    name: str
    kind: Kind
    owner: str | None
    hp: int
    alive: bool = True
    target: str | None = None
    effects: Effects = NO_EFFECTS
    attacked: str | None = None


class Gestures(NamedTuple):
    """What a wizard's hands were seen to do: the pair made, the hands that cast, and what forced each hand.

    `barrier`: nothing made so far counts any longer; `second`: the same of the second pair of one who is hastened.
    """

    pair: Pair
    cast: tuple[str, ...] = ()
    forced: Mapping[str, str] = UNFORCED
    barrier: bool = False
    second: "Gestures | None" = None


class Account(NamedTuple):
    """What happened in a round: the spells cast, in the form of the record's replay, and all events.

    For the next who sees them: `worded`, events in words, by the catalogue and themselves; `told`, all those that
    somebody sees, in their order, by the catalogue and all of them.
    """

    casts: tuple[Mapping[str, Any], ...]
    events: tuple[Event, ...]
    worded: dict[int, dict[int, dict[str, Any]]]
    told: dict[tuple[int, ...], list[dict[str, Any]]]


@dataclass(slots=True)
class Played:
    """A round that was played. It can always be played again, so that its `account` is kept for a while only.

    `orders`: with what was answered after the reveal; `chance`: the dice that fell, in the form of the record;
    `blind`, `invisible`: the wizards who were so in it.
    """

    number: int
    kind: str
    orders: Mapping[str, Orders]
    chance: Mapping[str, Any]
    gestures: Mapping[str, Gestures]
    account: Account | None
    blind: frozenset[str] = frozenset()
    invisible: frozenset[str] = frozenset()


class Tail(NamedTuple):
    """What a normal round leaves to the stopped time and the free round that follow it. Source: rulings 5.1, 5.2.

    `first`: the number of that round; `free`: who is owed a free round; `marks`: what stays in force in its tail, by
    being: `shielded`, `countered`, `mirrored` and slugs of effects.
    """

    first: int
    free: tuple[str, ...] = ()
    marks: Mapping[str, frozenset[str]] = UNMARKED


@dataclass(frozen=True, slots=True, eq=False)
class Duel:
    """A duel after `number` rounds; `result` is there once it has ended.

    Of the round to come: its `kind`, who is `acting`, that is, must give orders for it, and whose `tail` it is.
    `living`: the monsters in the circle; `fallen`: those that have died, by name.
    """

    book: Book
    rules: Rules
    lexicon: Lexicon
    seed: int
    wizards: tuple[Wizard, ...]
    acting: tuple[str, ...]
    living: tuple[Monster, ...] = ()
    fallen: Mapping[str, Monster] = field(default_factory=dict)
    number: int = 0
    kind: str = "normal"
    result: Mapping[str, Any] | None = None
    last: Played | None = None
    before: "Duel | None" = None
    tail: Tail | None = None

    def __repr__(self) -> str:
        points = ", ".join(f"{wizard.name} {wizard.hp}" for wizard in self.wizards)
        return f"<Duel by {self.book.slug}, round {self.number}: {points}>"

    @property
    def monsters(self) -> tuple[Monster, ...]:
        """All monsters, those that have fallen first."""
        return (*self.fallen.values(), *self.living)

    def wizard(self, name: str) -> Wizard:
        """The wizard of this name; raises `KeyError`."""
        for wizard in self.wizards:
            if wizard.name == name:
                return wizard
        raise KeyError(name)

    def opponents(self, name: str) -> list[Wizard]:
        """All wizards who still fight, but the one of this name and those of his side."""
        side = self.wizard(name).side
        return [wizard for wizard in self.wizards if wizard.stands and wizard.side != side]

    def enemy_of(self, name: str) -> str | None:
        """The default enemy: the next wizard after the one of this name who still fights, none of his own side.

        Source: ruling 3.4.
        """
        before, is_past, side = None, False, self.wizard(name).side
        for wizard in self.wizards:
            if wizard.name == name:
                is_past = True
            elif wizard.stands and wizard.side != side:
                if is_past:
                    return wizard.name
                before = before or wizard.name
        return before

    def sides(self, names: Iterable[str]) -> int:
        """How many sides the wizards of these names are."""
        return len({self.wizard(name).side for name in names})

    def circle(self, monsters: Iterable[Monster] | None = None) -> Circle:
        """The names that orders for the next round may use; of monsters those of these, if all are not to be known."""
        return Circle(
            self.number + 1,
            [wizard.name for wizard in self.wizards],
            {monster.name for monster in (self.monsters if monsters is None else monsters)},
            self.lexicon.slugs,
            [name for name in self.acting if self.paired(name)],
        )

    def paired(self, name: str) -> bool:
        """Whether this wizard gives two pairs of gestures in the round to come. Source: ruling 5.1."""
        if self.rules.haste != "pair" or self.kind != "normal":
            return False
        return name in self.acting and "haste" in self.wizard(name).effects

    def forces(self, mind: InForce) -> bool:
        """Whether a mind spell forces the gestures of the round to come. Source: rulings 5.1, 5.2.

        None does in stopped time; one that was cast in the tail of a round waits for the next normal one.
        """
        return self.kind != "time_stop" and (self.tail is None or mind.since <= self.tail.first)

    def acts_on(self, name: str, effect: str) -> bool:
        """Whether an effect of sight, or one that waits for a spell, acts on this wizard in the round to come.

        In a tail it does if it did in the normal round. Source: rulings 5.1, 5.3.
        """
        if self.tail is not None:
            return effect in self.tail.marks.get(name, ())
        return effect in self.wizard(name).effects

    def course(self) -> "Iterator[Duel]":
        """This duel as it stood after each round, the latest first, without its start."""
        duel: Duel | None = self
        while duel is not None and duel.last is not None:
            yield duel
            duel = duel.before
