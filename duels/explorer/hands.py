"""The spells that a line of gestures completes or leads to in a spell book."""

from functools import cache
from typing import NamedTuple

from duels.explorer.lines import gestures_of, pairs_of
from wavinghands import engine

SURRENDER = ("P", "P")


class Lead(NamedTuple):
    """A spell that a hand has begun, and the number of missing gestures."""

    spell: str
    rest: int


@cache
def _lexicon(book: str) -> engine.Lexicon:
    return engine.start(book, [{"name": "Black"}, {"name": "White"}], seed=0).lexicon


def _progress(line: str) -> tuple[str, str]:
    """Return each hand's latest gestures, up to the length of the longest spell."""
    woven = ("", "")
    for pair in pairs_of(line):
        woven = engine.woven_on(woven, gestures_of(pair))
    return woven


def completed(book: str, line: str) -> list[str]:
    """Return the slugs of the spells that the last pair of gestures in a line completes.

    Spells that need both hands come first.
    """
    if line and gestures_of(line[-2:]) == SURRENDER:
        return []
    ways = _lexicon(book).menu(_progress(line))
    return list(dict.fromkeys(spell.slug for way in ways for spell in way.values()))


def leads(book: str, line: str) -> list[Lead]:
    """Return the unfinished spells at the end of a line.

    Spells with the fewest missing gestures come first.
    """
    lexicon = _lexicon(book)
    nearest: dict[str, int] = {}
    for hand in _progress(line):
        for spell, rest in engine.under_way(lexicon, engine.live(lexicon, hand)):
            nearest[spell] = min(rest, nearest.get(spell, rest))
    return [Lead(spell, rest) for spell, rest in sorted(nearest.items(), key=lambda lead: lead[1]) if rest]


def is_surrender(pair: str) -> bool:
    return gestures_of(pair) == SURRENDER
