"""Stalemate prevention.

In very long duels, lines that change nothing lose value, and wizards of all levels work towards all spells but the
longest.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from wavinghands import engine
from wavinghands.search.dangers import is_decided
from wavinghands.search.levels import Level
from wavinghands.search.lines import Line

LONG: Final = 40
"""The number of rounds after which a duel is long, and repetition costs value."""
LONG_IF_DECIDED: Final = 50
"""The number of rounds after which repetition costs value if a permanent mind spell binds both hands of a wizard.

It is larger, because repeating the same gestures usually ends such a duel.
"""
REPETITION_COST: Final = 0.1
"""The cost of each recent repetition."""
LATELY: Final = 12
"""The number of past rounds in which the same pair counts as a repetition."""


def widened(level: Level, duel: engine.Duel) -> Level:
    """Return the level or, in a long duel, a copy of it that works towards all spells except those in `TOO_LONG`.

    The spells that it knows may not be enough to finish. For example, a Shield stops all attacks of a novice.
    """
    return replace(level, knows=frozenset()) if duel.number >= LONG else level


def discourage_repetition(duel: engine.Duel, lines: Iterable[Line]) -> list[Line]:
    """Return these lines, best first. In a long duel, lines that repeat earlier moves lose value."""
    if duel.number < (LONG_IF_DECIDED if is_decided(duel) else LONG):
        return list(lines)
    for line in lines:
        cost = REPETITION_COST * repetition(duel.wizard(line.name), line.chosen.pair, line.castings)
        line.estimate -= cost
        line.taste -= cost
    return sorted(lines, key=lambda line: -line.estimate)


def repetition(wizard: engine.Wizard, pair: tuple[str, str], castings: Iterable[engine.Casting]) -> int:
    """Return how much a move repeats the wizard's recent rounds.

    The result is the number of recent rounds with the same pair, plus the number of interrupting spells in `castings`.
    """
    left, right = (woven.upper()[-LATELY:] for woven in wizard.woven)
    made = [*zip(left, right, strict=False)].count(pair)
    return made + sum(casting.spell.interrupts for casting in castings)
