"""The dice of a round. Each die is independent of all others.

If the record does not fix the result of a die, it is drawn from the seed, the number of the round, and the name of the
die. An adjudication is not a die, but it is recorded with the dice, because it is not part of any orders either.
"""

from collections.abc import Collection, Mapping, Sequence
from random import Random
from typing import Any

from wavinghands.engine.gestures import HANDS, Hand

NAMES: Mapping[str, tuple[str, ...]] = {
    "goblin": ("Grub", "Nib", "Skrit", "Mogg", "Snick", "Wart", "Pox", "Yag"),
    "ogre": ("Borg", "Hulm", "Drub", "Gorm", "Thud", "Lunk", "Mulg", "Brak"),
    "troll": ("Stump", "Karg", "Moss", "Grendle", "Rok", "Slag", "Torv", "Ymb"),
    "giant": ("Boulder", "Colm", "Tor", "Fell", "Mountain", "Oak", "Crag", "Hrung"),
    "fire_elemental": ("Ember", "Blaze", "Cinder", "Flare"),
    "ice_elemental": ("Rime", "Frost", "Icicle", "Sleet"),
}
"""The names of monsters, by kind. Once all names of a kind are taken, they are reused with a number."""


class Chance:
    """The dice of one round.

    `rolled` collects the results, in the format of the record's `chance`.
    """

    __slots__ = ("_fixed", "_number", "_seed", "rolled")

    def __init__(self, seed: int, number: int, fixed: Mapping[str, Any] | None = None) -> None:
        self._seed = seed
        self._number = number
        self._fixed = fixed or {}
        self.rolled: dict[str, Any] = {}

    def afresh(self) -> "Chance":
        """Return a fresh copy of these dice, as they were before the first roll."""
        return Chance(self._seed, self._number, self._fixed)

    @property
    def adjudged(self) -> Sequence[str]:
        """Return the wizards whom an adjudication removes from the duel in this round."""
        fixed: Sequence[str] = self._fixed.get("adjudged", ())
        return fixed

    def confusion(self, wizard: str, gestures: Sequence[str]) -> tuple[Hand, str]:
        """Return the hand that Confusion changes, and the gesture that it makes instead.

        Source: Bartle, "Confusion".
        """
        die = self._die("confusion", wizard)
        drawn = {"hand": die.choice(HANDS), "gesture": die.choice(gestures)}
        fixed = self._fixed.get("confusion", {}).get(wizard, drawn)
        self.rolled.setdefault("confusion", {})[wizard] = fixed
        return fixed["hand"], fixed["gesture"]

    def paralyze(self, wizard: str) -> Hand:
        """Return a random hand of `wizard` for a Paralysis to hold."""
        hand: Hand = self._fixed.get("paralyze", {}).get(wizard) or self._die("paralyze", wizard).choice(HANDS)
        self.rolled.setdefault("paralyze", {})[wizard] = hand
        return hand

    def attack(self, monster: str, victims: Sequence[str]) -> str:
        """Return the victim that a monster attacks, chosen from `victims`."""
        thrown = self.rolled.get("attack", {}).get(monster)
        if thrown is not None:  # confused and without a usual victim: in the record, one die makes both choices
            return thrown if thrown in victims else self._die("attack again", monster).choice(victims)
        fixed = self._fixed_attacks(monster)[0]
        victim: str = fixed if fixed in victims else self._die("attack", monster).choice(victims)
        self.rolled.setdefault("attack", {})[monster] = victim
        return victim

    def second_attack(self, monster: str, victims: Sequence[str]) -> str:
        """Return the second victim of a confused, hastened monster.

        If it differs from the monster's first victim, both are recorded in `rolled`.
        """
        first, fixed = self.rolled["attack"][monster], self._fixed_attacks(monster)[1]
        victim: str = fixed if fixed in victims else self._die("second attack", monster).choice(victims)
        if victim != first:
            self.rolled["attack"][monster] = [first, victim]
        return victim

    def _fixed_attacks(self, monster: str) -> tuple[Any, Any]:
        """Return the victims that the record sets for a monster's two attacks.

        A single recorded victim counts for both.
        """
        fixed = self._fixed.get("attack", {}).get(monster)
        return (fixed[0], fixed[1]) if isinstance(fixed, list) else (fixed, fixed)

    def name(self, kind: str, taken: Collection[str]) -> str:
        """Return a name for a new monster, different from the names of all other beings in the duel."""
        names: list[str] = self.rolled.setdefault("names", [])
        fixed = self._fixed.get("names", ())
        name = fixed[len(names)] if len(names) < len(fixed) else self._new_name(kind, len(names), taken)
        names.append(name)
        return name

    def _new_name(self, kind: str, index: int, taken: Collection[str]) -> str:
        names = list(NAMES[kind])
        self._die("names", str(index)).shuffle(names)
        used = {name.lower() for name in taken}
        number = 1
        while True:
            for name in names:
                candidate = name if number == 1 else f"{name} {number}"
                if candidate.lower() not in used:
                    return candidate
            number += 1

    def _die(self, key: str, about: str) -> Random:
        return Random(f"{self._seed}/{self._number}/{key}/{about}")
