"""The state of a duel between rounds.

All objects except caches are immutable, and successive duels share unchanged parts. A duel refers to the round that led
to it and to the duel before that round, so its whole history can be followed.
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
"""The hit points of a wizard at the start of a duel. Source: Bartle, "The Turn"; ruling 1.1 (docs/rulings.md)."""
MOST_WIZARDS: Final = 8
"""The maximum number of wizards in a duel. Source: ruling 3.13 (docs/rulings.md)."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of monster.

    `points` is both the hit points of a new monster of this kind and the damage of each of its attacks.
    """

    slug: str
    points: int
    element: str = ""

    @property
    def is_elemental(self) -> bool:
        """Return whether this is an elemental, which has no controller and attacks everyone."""
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
"""The kinds of monsters by slug, in the order in which they appear.

Source: Bartle, "Summons Spells"; ruling 3.8 (docs/rulings.md).
"""


Repeats = str | tuple[Pair, ...] | None
"""The gesture, the victim or the pairs of gestures that a permanent mind spell repeats."""


class InForce(NamedTuple):
    """An effect on a being.

    - `left`: the number of rounds in which the effect will still be in force, or `None` if it is permanent
    - `by`: the caster
    - `hand`: the hand that the effect binds
    - `since`: the number of the round in which the spell was cast
    - `repeats`: the gesture, the pairs of gestures or the victim that a permanent mind spell makes its subject repeat
    """

    left: int | None = None
    by: str | None = None
    hand: Hand | None = None
    since: int = 0
    repeats: Repeats = None


Effects = Mapping[str, InForce]
"""The effects on a being, by the slug of the spell."""
NO_EFFECTS: Final[Effects] = MappingProxyType({})
"""No effects. This mapping and the next two are shared by all beings."""
UNFORCED: Final[Mapping[str, str]] = MappingProxyType({})
"""The forced hands of a wizard whose hands are free."""
UNMARKED: Final[Mapping[str, frozenset[str]]] = MappingProxyType({})
"""The `marks` of a `Tail` for a round that leaves nothing in force."""


class Banked(NamedTuple):
    """A spell held back by Delayed Effect.

    Its fields are its slug, the hand that completed it, and the name of its target.
    """

    spell: str
    hand: str
    target: str | None = None


UNKNOWN_SPELL: Final = Banked("shield", "left")
"""A placeholder for another wizard's banked spell, which a viewer does not know. It is never released."""


class Wizard(NamedTuple):
    """A wizard in a duel.

    - `gender`: `m`, `f`, `n` or `x` (they)
    - `hp`: the remaining hit points
    - `surrendered`: whether the wizard has left the duel alive
    - `memory`: the pairs of gestures that the wizard made last: two if hastened, none before the first round
    - `woven`: the sequence of each hand's gestures that still count towards spells
    - `spent`: the once-per-duel spells that the wizard has cast
    - `banked`: the spell held back by Delayed Effect
    - `team`: a number that all wizards on one side share, or `None` for a wizard without a team
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
        """Return the wizard's team, or the wizard's name if they have no team."""
        return self.name if self.team is None else self.team

    @property
    def stands(self) -> bool:
        """Return whether the wizard is still fighting."""
        return self.alive and not self.surrendered

    def forgetful(self, amnesia: InForce, rules: Rules) -> tuple[Pair, ...]:
        """Return the pairs of gestures that Amnesia makes the wizard repeat.

        A permanent Amnesia always repeats the same pairs.
        """
        return amnesia.repeats if isinstance(amnesia.repeats, tuple) else self.remembered(rules)

    def remembered(self, rules: Rules) -> tuple[Pair, ...]:
        """Return the wizard's latest pairs of gestures, which Amnesia and Paralysis repeat.

        Source: ruling 3.2 (docs/rulings.md).
        """
        pairs = self.memory or ((NOTHING, NOTHING),)
        if rules.half_clap == "clap" or not any(map(is_half_clap, pairs)):
            return pairs
        return tuple(_without_half_claps(pair) for pair in pairs)


def team_of(wizard: Wizard) -> dict[str, int]:
    """Return the `team` entry for records and views, or an empty dict for a wizard without a team."""
    return {} if wizard.team is None else {"team": wizard.team}


def _without_half_claps(pair: Pair) -> Pair:
    if not is_half_clap(pair):
        return pair
    left, right = (NOTHING if gesture == "C" else gesture for gesture in pair)
    return left, right


class Monster(NamedTuple):
    """A monster in a duel.

    - `owner`: the wizard who controls the monster, or `None`
    - `hp`: the remaining hit points
    - `target`: the victim that the monster attacks unless it gets other orders
    - `attacked`: the victim of its latest attack
    """

    name: str
    kind: Kind
    owner: str | None
    hp: int
    alive: bool = True
    target: str | None = None
    effects: Effects = NO_EFFECTS
    attacked: str | None = None


class Gestures(NamedTuple):
    """The visible actions of a wizard's hands in a round.

    - `pair`: the gestures made
    - `cast`: the hands that cast a spell
    - `forced`: the effect that forced each hand
    - `barrier`: whether the gestures up to and including this round no longer count towards spells
    - `second`: the second pair of a hastened wizard
    """

    pair: Pair
    cast: tuple[str, ...] = ()
    forced: Mapping[str, str] = UNFORCED
    barrier: bool = False
    second: "Gestures | None" = None


class Account(NamedTuple):
    """The spells and events of a round.

    - `casts`: the spells cast, in the format of a replay (see `states`)
    - `events`: the events
    - `worded`: a cache of events in words, by the `id()` of the catalogue and then by the `id()` of the event
    - `shown`: a cache of lists of events in words, by the `id()` of the catalogue and of each event
    """

    casts: tuple[Mapping[str, Any], ...]
    events: tuple[Event, ...]
    worded: dict[int, dict[int, dict[str, Any]]]
    shown: dict[tuple[int, ...], list[dict[str, Any]]]


@dataclass(slots=True)
class Played:
    """A round that has been played.

    Its `account` can be recomputed, so it is cached only for a while.

    - `orders`: each wizard's orders, including their answers after the reveal
    - `chance`: the results of the dice, in the format of the record
    - `gestures`: each wizard's gestures
    - `blind`, `invisible`: the wizards who were blind or invisible in the round
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
    """State that a normal round passes on to the extra rounds after it (Time Stop, Haste).

    Source: rulings 5.1, 5.2 (docs/rulings.md).

    - `first`: the number of the normal round
    - `free`: the wizards who will get an extra round from Haste after a time-stopped round
    - `marks`: for each being, the effects that stay in force: `shielded`, `countered`, `mirrored` and slugs of spells
    """

    first: int
    free: tuple[str, ...] = ()
    marks: Mapping[str, frozenset[str]] = UNMARKED


@dataclass(frozen=True, slots=True, eq=False)
class Duel:
    """The state of a duel between rounds.

    - `number`: the number of rounds played
    - `kind`: the kind of the next round: `normal`, or an extra round of kind `haste` or `time_stop`
    - `acting`: the wizards who must give orders for the next round
    - `tail`: state from the last normal round, if the next round is an extra one
    - `living`: the living monsters
    - `fallen`: the dead monsters, by name
    - `result`: the result, or `None` until the duel has ended
    - `last`: the latest round
    - `before`: the duel before that round
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
        """Return all monsters, starting with the dead."""
        return (*self.fallen.values(), *self.living)

    def wizard(self, name: str) -> Wizard:
        """Return the wizard with this name, or raise `KeyError`."""
        for wizard in self.wizards:
            if wizard.name == name:
                return wizard
        raise KeyError(name)

    def opponents(self, name: str) -> list[Wizard]:
        """Return the wizards on other sides who are still fighting."""
        side = self.wizard(name).side
        return [wizard for wizard in self.wizards if wizard.stands and wizard.side != side]

    def enemy_of(self, name: str) -> str | None:
        """Return the name of the wizard's default enemy, or `None` if there is no enemy left.

        This is the next wizard in seat order who is still fighting and belongs to another side. Source: ruling 3.4
        (docs/rulings.md).
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
        """Return how many different sides these wizards belong to."""
        return len({self.wizard(name).side for name in names})

    def circle(self, monsters: Iterable[Monster] | None = None) -> Circle:
        """Return the names that orders for the next round may contain.

        `monsters` defaults to all monsters of the duel.
        """
        return Circle(
            self.number + 1,
            [wizard.name for wizard in self.wizards],
            {monster.name for monster in (self.monsters if monsters is None else monsters)},
            self.lexicon.slugs,
            [name for name in self.acting if self.paired(name)],
        )

    def paired(self, name: str) -> bool:
        """Return whether this wizard orders two pairs of gestures in the next round.

        Source: ruling 5.1 (docs/rulings.md).
        """
        if self.rules.haste != "pair" or self.kind != "normal":
            return False
        return name in self.acting and "haste" in self.wizard(name).effects

    def forces(self, mind: InForce) -> bool:
        """Return whether a mind spell forces gestures in the next round. Source: rulings 5.1, 5.2 (docs/rulings.md).

        No mind spell forces gestures in a time-stopped round. A spell cast in an extra round (Time Stop, Haste) waits
        for the next normal round.
        """
        return self.kind != "time_stop" and (self.tail is None or mind.since <= self.tail.first)

    def acts_on(self, name: str, effect: str) -> bool:
        """Return whether an effect acts on this wizard in the next round. Source: rulings 5.1, 5.3 (docs/rulings.md).

        `effect` must be Blindness, Invisibility, Delayed Effect or Permanency. In an extra round (Time Stop, Haste),
        these effects act if they acted in the last normal round.
        """
        if self.tail is not None:
            return effect in self.tail.marks.get(name, ())
        return effect in self.wizard(name).effects

    def course(self) -> "Iterator[Duel]":
        """Yield the duel after each of its rounds, latest first.

        The state before the first round is left out.
        """
        duel: Duel | None = self
        while duel is not None and duel.last is not None:
            yield duel
            duel = duel.before
