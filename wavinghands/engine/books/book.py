"""A spell book: how each spell is gestured, and the options that it sets; and its lexicon under given rules."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from wavinghands.engine.gestures import REACH, Pair, is_two_handed
from wavinghands.engine.rules import Rules
from wavinghands.engine.spells import SPELLS, Spell, aimed, stoppers

Menu = tuple[Mapping[str, Spell], ...]
"""The ways to cast what a pair of gestures completes, the usual one first; each maps hands to spells."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Book:
    """A spell book. `gestures`: the patterns of each spell, with blanks between; none: it has not the spell.

    `options`: the rules in which it differs from Bartle's text.
    """

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

    def variant(
        self,
        *,
        slug: str,
        title: str,
        summary: str,
        source: str = "",
        gestures: Mapping[str, str] | None = None,
        options: Mapping[str, Any] | None = None,
    ) -> "Book":
        """A book like this one, but for what differs."""
        return Book(
            slug=slug,
            title=title,
            summary=summary,
            source=source or self.source,
            gestures={**self.gestures, **(gestures or {})},
            options={**self.options, **(options or {})},
        )

    def patterns(self, rules: Rules) -> dict[str, tuple[str, ...]]:
        """The patterns of each spell that exists under `rules`."""
        gestures = dict(self.gestures)
        if rules.maladroit:
            gestures["maladroitness"] = gestures.pop("confusion", "")
        if rules.para_fdf:
            gestures |= {slug: patterns for slug, patterns in PARA_FDF.items() if gestures.get(slug)}
        return {
            slug: tuple(patterns.split())
            for slug, patterns in gestures.items()
            if patterns and _exists(SPELLS[slug], rules)
        }


PARA_FDF = {"paralysis": "FDF", "disease": "DSFDFc"}
"""What the option of this name changes."""


def _exists(spell: Spell, rules: Rules) -> bool:
    return all(getattr(rules, option) == value for option, value in spell.under.items())


@dataclass(frozen=True, slots=True, eq=False)
class Step:
    """A pattern of a spell, or its beginning.

    `letters`: the pattern in capitals; `takes_both`: the spell needs both hands in its last round; `rest`: gestures
    still missing; `paired`: which of those made need both hands, counted from the last one backwards.
    """

    pattern: str
    letters: str
    spell: Spell
    takes_both: bool
    rest: int
    paired: tuple[int, ...]

    def fits(self, woven: str) -> bool:
        """Whether a hand that made the right gestures made them with the other hand where it had to."""
        return not self.paired or all(woven[place].islower() for place in self.paired)


def _single(steps: Iterable[Step]) -> list[Spell]:
    """The spells that one hand casts alone."""
    return list(dict.fromkeys(step.spell for step in steps if not step.takes_both))


Steps = Mapping[str, tuple[Step, ...]]
"""Steps by the letters in capitals that they spell."""


@dataclass(frozen=True, slots=True, eq=False)
class Lexicon:
    """Which gestures complete which spells, or lead to them: the steps by their letters in capitals.

    `spells`: the spells as they are under these rules; `whole`: all patterns, the longest first; `begun`: their
    beginnings; `stopped_by`: the spells that stop each of them, and each kind of attack, by slug.
    """

    spells: Mapping[str, Spell]
    patterns: Mapping[str, tuple[str, ...]]
    whole: tuple[Step, ...]
    begun: Steps
    stopped_by: Mapping[str, frozenset[str]]

    @property
    def slugs(self) -> Mapping[str, Spell]:
        """All spells by slug, those too that this book has not: orders may name them."""
        return SPELLS

    def completed(self, woven: str, spent: frozenset[str] = frozenset()) -> tuple[Step, ...]:
        """The patterns that a hand's last gesture completes, the longest first."""
        capitals = woven.upper()
        steps = _ending(self, capitals[-3:])
        if not steps:
            return ()
        found = [step for step in steps if capitals.endswith(step.letters) and step.fits(woven)]
        return tuple([step for step in found if step.spell.slug not in spent] if spent else found)

    def menu(self, woven: Pair, spent: frozenset[str] = frozenset()) -> Menu:
        """The ways to cast what both hands have just completed; empty if it is nothing. Source: ruling 3.3."""
        left, right = self.completed(woven[0], spent), self.completed(woven[1], spent)
        return _menu(left, right) if left or right else ()

    def leads(self, woven: str) -> list[Step]:
        """The patterns that a hand has begun, those first that want the fewest gestures."""
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
    """The patterns, the longest first, that a hand may have completed which made these gestures last."""
    return tuple([step for step in lexicon.whole if step.letters.endswith(last) or last.endswith(step.letters)])


@lru_cache(maxsize=4096)
def _menu(left: tuple[Step, ...], right: tuple[Step, ...]) -> Menu:
    both = sorted((step for step in (*left, *right) if step.takes_both), key=lambda step: -len(step.pattern))
    ways: list[Mapping[str, Spell]] = [{"both": spell} for spell in dict.fromkeys(step.spell for step in both)]
    lefts, rights = _single(left), _single(right)
    for one in lefts or (None,):
        for other in rights or (None,):
            way = {hand: spell for hand, spell in (("left", one), ("right", other)) if spell}
            if way:
                ways.append(way)
    return tuple(ways)


@lru_cache(maxsize=256)
def lexicon(book: Book, rules: Rules) -> Lexicon:
    """The lexicon of `book` under `rules`."""
    patterns = book.patterns(rules)
    spells = {slug: aimed(SPELLS[slug], rules) for slug in patterns}
    whole: list[Step] = []
    begun: dict[str, list[Step]] = defaultdict(list)
    for slug, spellings in patterns.items():
        for pattern in spellings:
            assert len(pattern) <= REACH, f"{book.slug}: {slug} takes more gestures than are kept"
            whole.append(_step(pattern, spells[slug], len(pattern)))
            for made in range(1, len(pattern)):
                begun[pattern[:made].upper()].append(_step(pattern, spells[slug], made))
    ordered = sorted(whole, key=lambda step: -len(step.pattern))
    return Lexicon(spells, patterns, tuple(ordered), _fixed(begun), stoppers(spells, rules))


def _step(pattern: str, spell: Spell, made: int) -> Step:
    paired = tuple(place - made for place in range(made) if pattern[place].islower())
    return Step(pattern, pattern.upper(), spell, is_two_handed(pattern), len(pattern) - made, paired)


def _fixed(steps: Mapping[str, list[Step]]) -> Steps:
    return {letters: tuple(found) for letters, found in steps.items()}
