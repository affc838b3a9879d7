"""Rounds tried out: played as any other, by the same phases, but told to nobody, asking nothing, with dice at will."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from math import prod
from typing import Any, TypeVar

from wavinghands.engine.beings import Actor, Being, Cast
from wavinghands.engine.chance import NAMES, Chance
from wavinghands.engine.duel import Duel
from wavinghands.engine.events import Event, Viewer
from wavinghands.engine.gestures import HANDS, Hand
from wavinghands.engine.orders import Orders
from wavinghands.engine.phases import close, upcoming
from wavinghands.engine.round import Round

Side = TypeVar("Side")
"""What a die shows."""


class LoadedDice(Chance):
    """Dice that fall as they are told: each on the side of this number, the first one where `falls` has no more.

    `sides`: how many sides each had that was rolled.
    """

    __slots__ = ("_falls", "sides")

    def __init__(self, falls: Sequence[int] = ()) -> None:
        super().__init__(0, 0)
        self._falls = falls
        self.sides: list[int] = []

    def afresh(self) -> "LoadedDice":
        """The same dice before any was rolled."""
        return LoadedDice(self._falls)

    def _roll(self, sides: Sequence[Side]) -> Side:
        place = len(self.sides)
        self.sides.append(len(sides))
        return sides[self._falls[place] if place < len(self._falls) else 0]

    def confusion(self, wizard: str, gestures: Sequence[str]) -> tuple[Hand, str]:
        """The hand that confusion strikes, and the gesture that it makes."""
        hand, gesture = self._roll([(hand, gesture) for gesture in gestures for hand in HANDS])
        self.rolled.setdefault("confusion", {})[wizard] = {"hand": hand, "gesture": gesture}
        return hand, gesture

    def paralyze(self, wizard: str) -> Hand:
        """Return the hand that is held when nobody chose one, the same where several Paralyses ask."""
        rolled = self.rolled.setdefault("paralyze", {})
        if wizard not in rolled:
            rolled[wizard] = self._roll(HANDS)
        hand: Hand = rolled[wizard]
        return hand

    def attack(self, monster: str, victims: Sequence[str]) -> str:
        """The victim that a monster picks among `victims`, the same where it picks twice."""
        thrown: str | None = self.rolled.get("attack", {}).get(monster)
        victim = thrown if thrown in victims and thrown is not None else self._roll(victims)
        self.rolled.setdefault("attack", {})[monster] = victim
        return victim

    def second_attack(self, monster: str, victims: Sequence[str]) -> str:
        """The victim that a hastened monster picks the second time."""
        return self._roll(victims)

    def name(self, kind: str, taken: Collection[str]) -> str:
        """A name for a monster that appears; what it is called changes nothing."""
        number = len(taken)
        name = f"{NAMES[kind][0]} {number}"
        while name in taken:
            number += 1
            name = f"{NAMES[kind][0]} {number}"
        self.rolled.setdefault("names", []).append(name)
        return name


class Trial(Round):
    """A round of which nothing is told."""

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
        """Nothing."""

    def tell_to(self, audience: frozenset[Viewer] | None, type: str, **data: Any) -> None:
        """Nothing."""

    def tell_secret(self, knower: Actor, type: str, others: Event, **data: Any) -> None:
        """Nothing."""

    def destroy(self, creature: Being, type: str, **facts: Any) -> None:
        """Let a monster fall at once."""
        creature.destroyed = True

    def tell_stopped_time(self, wizards: Collection[Being]) -> None:
        """Nothing."""

    def proclaim(self, type: str, **data: Any) -> None:
        """Nothing."""

    def proclaim_of(self, being: Being, type: str, **data: Any) -> None:
        """Nothing."""


def fork(duel: Duel, orders: Mapping[str, Orders], dice: LoadedDice | None = None) -> Duel:
    """The duel after a round with these orders, what is open by its defaults; who has none does not act.

    Nothing is checked: orders that could not be given may come to anything. What happened is told only if asked for
    (`account`), by playing it again.
    """
    round = Trial(duel, orders, None, dice or LoadedDice())
    for phase in upcoming(round):
        phase(round)
    return close(round)


def outcomes(duel: Duel, orders: Mapping[str, Orders]) -> Iterator[tuple[float, Duel]]:
    """Every way in which the dice may fall in such a round: how likely it is, and the duel after it."""
    untried: list[tuple[int, ...]] = [()]
    while untried:
        falls = untried.pop()
        dice = LoadedDice(falls)
        after = fork(duel, orders, dice)
        yield 1 / prod(dice.sides), after
        for place in range(len(falls), len(dice.sides)):
            first = (*falls, *[0] * (place - len(falls)))
            untried += [(*first, side) for side in range(1, dice.sides[place])]
