"""Tedium: in a very long duel wizards think less of what leaves all as it is, lest it never end."""

from collections.abc import Iterable
from typing import Final

from wavinghands import engine
from wavinghands.search.lines import Line
from wavinghands.search.spells import UPSETS

TEDIOUS: Final = 40
"""Rounds after which a duel is tedious."""
TEDIUM: Final = 0.1
"""What it then costs to do once more what one has just done."""
LATELY: Final = 12
"""For how many rounds one remembers what one has done."""


def tired(duel: engine.Duel, lines: Iterable[Line]) -> list[Line]:
    """These lines, the best first: in a tedious duel each is worth less the more it leaves all as it is."""
    if duel.number < TEDIOUS:
        return list(lines)
    for line in lines:
        second = line.second.castings if line.second else ()
        cost = TEDIUM * stays(duel.wizard(line.name), line.chosen.pair, line.chosen.castings + second)
        line.glance -= cost
        line.taste -= cost
    return sorted(lines, key=lambda line: -line.glance)


def stays(wizard: engine.Wizard, pair: tuple[str, str], castings: Iterable[engine.Casting]) -> int:
    """How much this leaves all as it is: by how often he has made the pair lately, and by spells that only upset."""
    left, right = (woven.upper()[-LATELY:] for woven in wizard.woven)
    made = [*zip(left, right, strict=False)].count(pair)
    return made + sum(casting.spell.slug in UPSETS for casting in castings)
