"""An index of a book's spells by the gestures that complete them or lead to them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from wavinghands.engine.gestures import Pair
from wavinghands.engine.spell import Spell

Menu = tuple[Mapping[str, Spell], ...]
"""The ways to cast the spells that a pair of gestures completes, usual way first. Each way maps hands to spells."""


@dataclass(frozen=True, slots=True, eq=False)
class Step:
    """A spell's pattern that a hand has begun or completed."""

    pattern: str
    letters: str
    spell: Spell
    takes_both: bool
    rest: int
    paired: tuple[int, ...]

    def fits(self, woven: str) -> bool:
        """Return whether both hands made the gestures of this step that require both hands.

        `woven` must end with the gestures of this step.
        """
        return not self.paired or all(woven[place].islower() for place in self.paired)


def _one_handed_spells(steps: Iterable[Step]) -> list[Spell]:
    return list(dict.fromkeys(step.spell for step in steps if not step.takes_both))


Steps = Mapping[str, tuple[Step, ...]]
"""Steps by the gestures already made, in capitals."""


@dataclass(frozen=True, slots=True, eq=False)
class Lexicon:
    """An index of a book's patterns and their beginnings.

    - `slugs`: all spells by slug, even those missing from the book, because orders may name them
    - `spells`: the book's spells under its rules, by slug
    - `patterns`: the patterns of each of these spells
    - `whole`: the steps of all complete patterns, longest first
    - `begun`: a mapping from the gestures made so far, in capitals, to the steps of the patterns that begin with them
    - `stopped_by`: for each spell and each kind of attack, the slugs of the spells that stop it
    """

    slugs: Mapping[str, Spell]
    spells: Mapping[str, Spell]
    patterns: Mapping[str, tuple[str, ...]]
    whole: tuple[Step, ...]
    begun: Steps
    stopped_by: Mapping[str, frozenset[str]]

    def completed(self, woven: str, spent: frozenset[str] = frozenset()) -> tuple[Step, ...]:
        """Return the patterns that a hand's last gesture completes, longest first.

        Spells in `spent` are left out.
        """
        capitals = woven.upper()
        steps = _ending(self, capitals[-3:])
        if not steps:
            return ()
        found = [step for step in steps if capitals.endswith(step.letters) and step.fits(woven)]
        return tuple([step for step in found if step.spell.slug not in spent] if spent else found)

    def menu(self, woven: Pair, spent: frozenset[str] = frozenset()) -> Menu:
        """Return the possible ways to cast the spells that the hands have just completed.

        Source: ruling 3.3 (docs/rulings.md).
        """
        left, right = self.completed(woven[0], spent), self.completed(woven[1], spent)
        return _menu(left, right) if left or right else ()

    def leads(self, woven: str) -> list[Step]:
        """Return the patterns that a hand has begun, sorted by the number of remaining gestures."""
        capitals = woven.upper()
        begun = [
            step
            for made in range(1, len(woven) + 1)
            for step in self.begun.get(capitals[-made:], ())
            if step.fits(woven)
        ]
        return sorted(begun, key=lambda step: step.rest)


@lru_cache(maxsize=4096)
def _ending(lexicon: Lexicon, last: str) -> tuple[Step, ...]:
    """Return the patterns that these last gestures of a hand may complete, longest first."""
    return tuple([step for step in lexicon.whole if step.letters.endswith(last) or last.endswith(step.letters)])


@lru_cache(maxsize=4096)
def _menu(left: tuple[Step, ...], right: tuple[Step, ...]) -> Menu:
    both = sorted((step for step in (*left, *right) if step.takes_both), key=lambda step: -len(step.pattern))
    ways: list[Mapping[str, Spell]] = [{"both": spell} for spell in dict.fromkeys(step.spell for step in both)]
    lefts, rights = _one_handed_spells(left), _one_handed_spells(right)
    for one in lefts or (None,):
        for other in rights or (None,):
            way = {hand: spell for hand, spell in (("left", one), ("right", other)) if spell}
            if way:
                ways.append(way)
    return tuple(ways)
