"""The construction of a book's lexicon: its spells under given rules, and their patterns.

Source: ruling 2 (docs/rulings.md).
"""

from collections import defaultdict
from collections.abc import Mapping
from functools import lru_cache

from wavinghands.engine.books.book import Book
from wavinghands.engine.gestures import REACH, is_two_handed
from wavinghands.engine.lexicon import Lexicon, Step, Steps
from wavinghands.engine.rules import Rules
from wavinghands.engine.spell import Spell
from wavinghands.engine.spells import SPELLS
from wavinghands.engine.spells.stopping import stoppers
from wavinghands.engine.spells.summoning import aimed


@lru_cache(maxsize=256)
def lexicon_of(book: Book, rules: Rules) -> Lexicon:
    """Return the lexicon of the spells that `book` contains under `rules`."""
    patterns = {slug: spelt for slug, spelt in book.patterns(rules).items() if _exists(SPELLS[slug], rules)}
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
    return Lexicon(SPELLS, spells, patterns, tuple(ordered), _fixed(begun), stoppers(spells, rules))


def _step(pattern: str, spell: Spell, made: int) -> Step:
    paired = tuple(place - made for place in range(made) if pattern[place].islower())
    return Step(pattern, pattern.upper(), spell, is_two_handed(pattern), len(pattern) - made, paired)


def _fixed(steps: Mapping[str, list[Step]]) -> Steps:
    return {letters: tuple(found) for letters, found in steps.items()}


def _exists(spell: Spell, rules: Rules) -> bool:
    return all(getattr(rules, option) == value for option, value in spell.under.items())
