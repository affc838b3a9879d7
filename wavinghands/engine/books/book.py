"""A spell book: how each spell is gestured, and the options that it sets; and its lexicon under given rules."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import product
from typing import Any

from wavinghands.engine.gestures import REACH, Pair, ends_with, is_two_handed
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
class Lexicon:
    """Which gestures complete which spells. `by_letters`: (pattern, spell) by the pattern in capitals."""

    patterns: Mapping[str, tuple[str, ...]]
    by_letters: Mapping[str, tuple[tuple[str, Spell], ...]]
    lengths: tuple[int, ...]

    @property
    def slugs(self) -> Mapping[str, Spell]:
        """All spells by slug, those too that this book has not: orders may name them."""
        return SPELLS

    def completed(self, woven: str, spent: Iterable[str] = ()) -> list[tuple[str, Spell]]:
        """The patterns that a hand's last gesture completes, and their spells, the longest first."""
        capitals = woven.upper()
        found = []
        for length in self.lengths:
            if length <= len(woven):
                for pattern, spell in self.by_letters.get(capitals[-length:], ()):
                    if ends_with(woven, pattern) and spell.slug not in spent:
                        found.append((pattern, spell))
        return found

    def menu(self, woven: Pair, spent: Iterable[str] = ()) -> Menu:
        """The ways to cast what both hands have just completed; empty if it is nothing. Source: ruling 3.3."""
        left, right = (self.completed(hand, spent) for hand in woven)
        if not left and not right:
            return ()
        both = sorted(
            ((pattern, spell) for pattern, spell in (*left, *right) if is_two_handed(pattern)),
            key=lambda entry: -len(entry[0]),
        )
        singles: list[list[Spell | None]] = [
            [*dict.fromkeys(spell for pattern, spell in hand if not is_two_handed(pattern))] or [None]
            for hand in (left, right)
        ]
        ways: list[Mapping[str, Spell]] = [{"both": spell} for spell in dict.fromkeys(spell for _, spell in both)]
        for pair in product(*singles):
            way = {hand: spell for hand, spell in zip(("left", "right"), pair, strict=True) if spell is not None}
            if way:
                ways.append(way)
        return tuple(ways)

    def leads(self, woven: str) -> list[tuple[str, Spell, int]]:
        """The patterns that a hand has begun, their spells, and how many gestures are missing, the fewest first."""
        begun = [
            (pattern, SPELLS[slug], len(pattern) - made)
            for slug, patterns in self.patterns.items()
            for pattern in patterns
            for made in range(1, len(pattern))
            if ends_with(woven, pattern[:made]) and made <= len(woven)
        ]
        return sorted(begun, key=lambda lead: lead[2])


@lru_cache(maxsize=256)
def lexicon(book: Book, rules: Rules) -> Lexicon:
    """The lexicon of `book` under `rules`."""
    patterns = book.patterns(rules)
    by_letters: dict[str, tuple[tuple[str, Spell], ...]] = {}
    for slug, spellings in patterns.items():
        for pattern in spellings:
            assert len(pattern) <= REACH, f"{book.slug}: {slug} takes more gestures than are kept"
            by_letters[pattern.upper()] = (*by_letters.get(pattern.upper(), ()), (pattern, SPELLS[slug]))
    lengths = sorted({len(letters) for letters in by_letters}, reverse=True)
    return Lexicon(patterns, by_letters, tuple(lengths))
