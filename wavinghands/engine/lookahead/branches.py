"""Trial rounds.

They run the phases of real rounds, with chosen dice and without events or questions.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from math import prod
from types import MappingProxyType
from typing import Any, Final, TypeVar

from wavinghands.engine.beings import Actor, Being, Cast
from wavinghands.engine.chance import NAMES, Chance
from wavinghands.engine.duel import Duel
from wavinghands.engine.events import Event, Viewer
from wavinghands.engine.gestures import HANDS, Hand
from wavinghands.engine.orders import Orders
from wavinghands.engine.phases import close, upcoming
from wavinghands.engine.round import Round

Side = TypeVar("Side")
"""The type of a die's sides."""
NONE_SPARED: Final[Mapping[str, Hand]] = MappingProxyType({})
"""No hand is spared."""


class LoadedDice(Chance):
    """Dice with chosen results.

    Each roll takes the side with the next index in `falls`, or the first side once `falls` is used up. `sides` contains
    the number of sides of each die rolled so far. `spared` contains, by wizard, a hand that Confusion never changes.
    """

    __slots__ = ("_falls", "_spared", "sides")

    def __init__(self, falls: Sequence[int] = (), spared: Mapping[str, Hand] = NONE_SPARED) -> None:
        super().__init__(0, 0)
        self._falls, self._spared = falls, spared
        self.sides: list[int] = []

    def afresh(self) -> "LoadedDice":
        """Return a fresh copy of these dice, as they were before the first roll."""
        return LoadedDice(self._falls, self._spared)

    def _roll(self, sides: Sequence[Side]) -> Side:
        place = len(self.sides)
        self.sides.append(len(sides))
        return sides[self._falls[place] if place < len(self._falls) else 0]

    def confusion(self, wizard: str, gestures: Sequence[str]) -> tuple[Hand, str]:
        """Return the hand that Confusion changes, and the gesture that it makes instead."""
        hands = [hand for hand in HANDS if hand != self._spared.get(wizard)]
        hand, gesture = self._roll([(hand, gesture) for gesture in gestures for hand in hands])
        self.rolled.setdefault("confusion", {})[wizard] = {"hand": hand, "gesture": gesture}
        return hand, gesture

    def paralyze(self, wizard: str) -> Hand:
        """Return a random hand of `wizard` for a Paralysis to hold.

        Several Paralyses on one wizard hold the same hand.
        """
        rolled = self.rolled.setdefault("paralyze", {})
        if wizard not in rolled:
            rolled[wizard] = self._roll(HANDS)
        hand: Hand = rolled[wizard]
        return hand

    def attack(self, monster: str, victims: Sequence[str]) -> str:
        """Return the victim that a monster picks from `victims`.

        If its earlier pick is among them, the monster picks the same victim again.
        """
        thrown: str | None = self.rolled.get("attack", {}).get(monster)
        victim = thrown if thrown in victims and thrown is not None else self._roll(victims)
        self.rolled.setdefault("attack", {})[monster] = victim
        return victim

    def second_attack(self, monster: str, victims: Sequence[str]) -> str:
        """Return the victim that a hastened monster picks the second time."""
        return self._roll(victims)

    def name(self, kind: str, taken: Collection[str]) -> str:
        """Return a name for a new monster.

        Any name will do, because trial rounds show no names.
        """
        number = len(taken)
        name = f"{NAMES[kind][0]} {number}"
        while name in taken:
            number += 1
            name = f"{NAMES[kind][0]} {number}"
        self.rolled.setdefault("names", []).append(name)
        return name


class Trial(Round):
    """A round that records no events, so most of the methods about events do nothing."""

    __slots__ = ()
    tells = False

    def tell(
        self,
        type: str,
        *,
        about: Iterable[Being] = (),
        casting: Cast | None = None,
        outcome: bool = False,
        once: bool = False,
        **data: Any,
    ) -> None:
        """Record nothing."""

    def tell_to(self, audience: frozenset[Viewer] | None, type: str, **data: Any) -> None:
        """Record nothing."""

    def tell_secret(self, knower: Actor, type: str, others: Event, **data: Any) -> None:
        """Record nothing."""

    def destroy(self, creature: Being, type: str, **facts: Any) -> None:
        """Destroy a monster without recording an event.

        All parameters except `creature` are ignored.
        """
        creature.destroyed = True

    def tell_stopped_time(self, wizards: Collection[Being]) -> None:
        """Record nothing."""

    def proclaim(self, type: str, **data: Any) -> None:
        """Record nothing."""

    def proclaim_of(self, being: Being, type: str, **data: Any) -> None:
        """Record nothing."""


def branch(duel: Duel, orders: Mapping[str, Orders], spared: Mapping[str, Hand] = NONE_SPARED) -> Duel:
    """Return the duel after a round with these orders and default answers.

    All dice fall on their first side, but Confusion never changes the hand that `spared` contains for a wizard. Wizards
    without orders do not act. Orders are not validated: the result of illegal orders is undefined. Events are computed
    only on demand, by playing the round again (`account`).
    """
    return _branch(duel, orders, LoadedDice(spared=spared))


def _branch(duel: Duel, orders: Mapping[str, Orders], dice: LoadedDice) -> Duel:
    round = Trial(duel, orders, None, dice)
    for phase in upcoming(round):
        phase(round)
    return close(round)


def outcomes(duel: Duel, orders: Mapping[str, Orders]) -> Iterator[tuple[float, Duel]]:
    """Yield each possible outcome of a round with these orders.

    An outcome is a probability and the duel after the round. The outcomes differ in the results of the dice.
    """
    untried: list[tuple[int, ...]] = [()]
    while untried:
        falls = untried.pop()
        dice = LoadedDice(falls)
        after = _branch(duel, orders, dice)
        yield 1 / prod(dice.sides), after
        for place in range(len(falls), len(dice.sides)):
            first = (*falls, *[0] * (place - len(falls)))
            untried += [(*first, side) for side in range(1, dice.sides[place])]
