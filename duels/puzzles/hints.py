"""Hints that are given one at a time, first a hand and its gesture, then the spell."""

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from duels.models import Puzzle
from duels.puzzles.positions import enemy_in
from duels.puzzles.words import HANDS, spell_names
from duels.wording.gestures import NAMES
from duels.wording.languages import listed
from wavinghands.engine import Json

MOST: Final = 2
"""The number of hints. Each costs half of the score for a solution."""
GESTURE: Final = {
    "left": gettext_lazy("Your left hand plays %(gesture)s."),
    "right": gettext_lazy("Your right hand plays %(gesture)s."),
    "both": gettext_lazy("Both hands play %(gesture)s."),
}
LOOK: Final = {
    "left": gettext_lazy("Look at %(enemy)s’s left hand."),
    "right": gettext_lazy("Look at %(enemy)s’s right hand."),
    "both": gettext_lazy("Look at both of %(enemy)s’s hands."),
}


def hints_at(puzzle: Puzzle, number: int) -> list[str]:
    """Return the first `number` hints for a puzzle."""
    solution = puzzle.data["solutions"][0]
    told = _reading(puzzle, solution) if puzzle.kind == Puzzle.Kind.READ else _ordering(puzzle, solution)
    return told[: min(number, MOST)]


def _reading(puzzle: Puzzle, solution: Json) -> list[str]:
    names = spell_names(puzzle.book)
    other = next(choice for choice in solution["choices"] if choice != solution["spell"])
    two = sorted(names[slug] for slug in (solution["spell"], other))
    look = LOOK[solution.get("hand", "both")] % {"enemy": enemy_in(puzzle)}
    return [str(look), _("It is %(first)s or %(second)s.") % {"first": two[0], "second": two[1]}]


def _ordering(puzzle: Puzzle, solution: Json) -> list[str]:
    names, cast = spell_names(puzzle.book), solution.get("cast", {})
    hand = next((hand for hand in HANDS if hand in cast), _busy(solution))
    gesture = NAMES[solution["left" if hand == "both" else hand]]
    if not cast:
        return [str(GESTURE[hand] % {"gesture": gesture}), _("You don’t complete a spell this round.")]
    spells = listed([names.get(cast[hand], cast[hand]) for hand in HANDS if hand in cast])
    return [str(GESTURE[hand] % {"gesture": gesture}), _("You cast: %(spells)s.") % {"spells": spells}]


def _busy(solution: Json) -> str:
    """Return the hand that makes a gesture, for orders with which no hand casts a spell."""
    return "left" if solution["left"] != "-" else "right"
