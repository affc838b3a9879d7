"""Which spells a line completes, and to which ones it leads: by the book, whatever was done with them in duels."""

from functools import cache
from typing import NamedTuple

from duels.explorer.lines import gestures_of, pairs_of
from wavinghands import engine

SURRENDER = ("P", "P")


class Lead(NamedTuple):
    """A spell that a hand has begun, and how many gestures it wants yet."""

    spell: str
    rest: int


@cache
def _lexicon(book: str) -> engine.Lexicon:
    return engine.start(book, [{"name": "Black"}, {"name": "White"}], seed=0).lexicon


def _woven(line: str) -> tuple[str, str]:
    """What both hands have woven; a surrender is no gesture of a spell."""
    woven = ("", "")
    for pair in pairs_of(line):
        woven = engine.woven_on(woven, gestures_of(pair))
    return woven


def completed(book: str, line: str) -> list[str]:
    """The spells, by slug, that the last pair of a line completes, those first that are usually cast."""
    if line and gestures_of(line[-2:]) == SURRENDER:
        return []
    ways = _lexicon(book).menu(_woven(line))
    return list(dict.fromkeys(spell.slug for way in ways for spell in way.values()))


def leads(book: str, line: str) -> list[Lead]:
    """The spells that the hands have begun at the end of a line, those first that want the fewest gestures."""
    lexicon = _lexicon(book)
    nearest: dict[str, int] = {}
    for hand in _woven(line):
        for spell, rest in engine.under_way(lexicon, engine.live(lexicon, hand)):
            nearest[spell] = min(rest, nearest.get(spell, rest))
    return [Lead(spell, rest) for spell, rest in sorted(nearest.items(), key=lambda lead: lead[1]) if rest]


def is_surrender(pair: str) -> bool:
    """Whether this pair of a line says that who makes it gives up."""
    return gestures_of(pair) == SURRENDER
