"""A spell book: how each spell is gestured, and the options that it sets; and its lexicon under given rules."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import product
from typing import Any

from wavinghands.engine.gestures import REACH, Pair, is_two_handed
from wavinghands.engine.rules import Rules
from wavinghands.engine.spells import SPELLS, Chapter, Spell

Menu = tuple[Mapping[str, Spell], ...]
"""The ways to cast what a pair of gestures completes, the usual one first; each maps hands to spells."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Book:
    """A spell book. `gestures`: the patterns of each spell, with blanks between; `options`: its differences."""

    slug: str
    title: str
    summary: str
    source: str
    gestures: Mapping[str, str]
    options: Mapping[str, Any] = field(default_factory=dict)

    @property
    def rules(self) -> Rules:
        """The rules that this book is played by."""
        return Rules().with_options(self.options)

    def patterns(self, rules: Rules) -> dict[str, tuple[str, ...]]:
        """The patterns of each spell that exists under `rules`."""
        gestures = dict(self.gestures)
        if rules.maladroit:
            gestures["maladroitness"] = gestures.pop("confusion")
        if rules.para_fdf:
            gestures |= {"paralysis": "FDF", "disease": "DSFDFc"}
        return {slug: tuple(patterns.split()) for slug, patterns in gestures.items() if _exists(SPELLS[slug], rules)}


def _exists(spell: Spell, rules: Rules) -> bool:
    if spell.chapter is Chapter.SUMMONS or spell.slug == "charm_monster":
        two = spell.slug in ("summon_fire_elemental", "summon_ice_elemental")
        one = spell.slug == "summon_elemental"
        return rules.monsters and not (two and rules.elementals == "choice") and not (one and rules.elementals == "two")
    return spell.slug != "raise_dead" or rules.raise_dead


@dataclass(frozen=True, slots=True, eq=False)
class Step:
    """A pattern of a spell, or its beginning. `rest`: gestures still missing; `paired`: which of those made need both
    hands, counted from the last one backwards."""

    pattern: str
    spell: Spell
    rest: int
    paired: tuple[int, ...]

    def fits(self, woven: str) -> bool:
        """Whether a hand that made the right gestures made them with the other hand where it had to."""
        return all(woven[place].islower() for place in self.paired)


Steps = Mapping[str, tuple[Step, ...]]


@dataclass(frozen=True, slots=True, eq=False)
class Lexicon:
    """Which gestures complete which spells, or lead to them: the steps by their letters in capitals."""

    patterns: Mapping[str, tuple[str, ...]]
    whole: Steps
    begun: Steps
    lengths: tuple[int, ...]

    @property
    def slugs(self) -> Mapping[str, Spell]:
        """All spells by slug, those too that this book has not: orders may name them."""
        return SPELLS

    def completed(self, woven: str, spent: Collection[str] = ()) -> list[Step]:
        """The patterns that a hand's last gesture completes, the longest first."""
        capitals = woven.upper()
        return [
            step
            for length in self.lengths
            if length <= len(woven)
            for step in self.whole.get(capitals[-length:], ())
            if step.spell.slug not in spent and (not step.paired or step.fits(woven))
        ]

    def menu(self, woven: Pair, spent: Collection[str] = ()) -> Menu:
        """The ways to cast what both hands have just completed; empty if it is nothing. Source: ruling 3.3."""
        left, right = (self.completed(hand, spent) for hand in woven)
        if not left and not right:
            return ()
        both = sorted(
            (step for step in (*left, *right) if is_two_handed(step.pattern)), key=lambda step: -len(step.pattern)
        )
        singles: list[list[Spell | None]] = [
            [*dict.fromkeys(step.spell for step in hand if not is_two_handed(step.pattern))] or [None]
            for hand in (left, right)
        ]
        ways: list[Mapping[str, Spell]] = [{"both": spell} for spell in dict.fromkeys(step.spell for step in both)]
        for pair in product(*singles):
            way = {hand: spell for hand, spell in zip(("left", "right"), pair, strict=True) if spell is not None}
            if way:
                ways.append(way)
        return tuple(ways)

    def leads(self, woven: str) -> list[Step]:
        """The patterns that a hand has begun, those first that want the fewest gestures."""
        capitals = woven.upper()
        begun = [
            step
            for made in range(1, len(woven) + 1)
            for step in self.begun.get(capitals[-made:], ())
            if not step.paired or step.fits(woven)
        ]
        return sorted(begun, key=lambda step: step.rest)


@lru_cache(maxsize=256)
def lexicon(book: Book, rules: Rules) -> Lexicon:
    """The lexicon of `book` under `rules`."""
    patterns = book.patterns(rules)
    whole: dict[str, list[Step]] = defaultdict(list)
    begun: dict[str, list[Step]] = defaultdict(list)
    for slug, spellings in patterns.items():
        for pattern in spellings:
            assert len(pattern) <= REACH, f"{book.slug}: {slug} takes more gestures than are kept"
            whole[pattern.upper()].append(_step(pattern, slug, len(pattern)))
            for made in range(1, len(pattern)):
                begun[pattern[:made].upper()].append(_step(pattern, slug, made))
    lengths = sorted({len(letters) for letters in whole}, reverse=True)
    return Lexicon(patterns, _fixed(whole), _fixed(begun), tuple(lengths))


def _step(pattern: str, slug: str, made: int) -> Step:
    paired = tuple(place - made for place in range(made) if pattern[place].islower())
    return Step(pattern, SPELLS[slug], len(pattern) - made, paired)


def _fixed(steps: Mapping[str, list[Step]]) -> Steps:
    return {letters: tuple(found) for letters, found in steps.items()}
