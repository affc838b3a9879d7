"""Hints for puzzles, given one at a time.

The first hint says where to look without giving the answer away. The second one names the spells or the gesture.
"""

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from duels.models import Puzzle
from duels.puzzles.positions import enemies_in, enemy_in, is_melee, position
from duels.puzzles.words import HANDS, casts_kept, enemy_names, spell_names
from duels.wording.gestures import NAMES
from duels.wording.languages import listed
from wavinghands.engine import Json

MOST: Final = 2
"""The number of hints. Each hint costs half of the score for a solution."""
GESTURE: Final = {
    "left": gettext_lazy("Your left hand plays %(gesture)s."),
    "right": gettext_lazy("Your right hand plays %(gesture)s."),
}
GOALS: Final = {
    ("win", 1): gettext_lazy("Take %(enemy)s from %(hp)s hit points to 0, even through a Shield."),
    ("win", 2): gettext_lazy("You need two rounds. Which orders leave %(enemy)s no way to stop your second move?"),
    ("win", 3): gettext_lazy("You need three rounds. Which orders leave %(enemy)s no way to stop your later moves?"),
    ("save", 1): gettext_lazy("Find everything that %(enemy)s can do this round. Your orders must stop all of it."),
    ("save", 2): gettext_lazy("%(enemy)s needs two rounds to kill you. What must you start or give up now?"),
    ("guard", 1): gettext_lazy("One hand continues your %(keeps)s. Only the other hand is free to stop the %(stops)s."),
}
"""The first hints of puzzles that ask for orders, by kind and number of rounds."""
MELEE_GOALS: Final = {
    "win": gettext_lazy(
        "Both must fall to 0 hit points, even through a Shield. %(enemy)s has %(hp)s, and %(other)s has %(other_hp)s."
    ),
    "save": gettext_lazy(
        "Find everything that %(enemy)s and %(other)s can do this round. Your orders must stop all of it together."
    ),
}
"""The first hints in melees, by kind."""
MELEE_DYING: Final = {
    "disease": gettext_lazy(
        "The disease kills %(dying)s at the end of this round. You have to kill %(last)s and stay alive."
    ),
    "poison": gettext_lazy(
        "The poison kills %(dying)s at the end of this round. You have to kill %(last)s and stay alive."
    ),
}
"""The first hints of wins in melees, by the sickness that kills one of the opponents in this round."""
DYING: Final = {
    "disease": gettext_lazy("The disease kills %(enemy)s at the end of this round. You only have to stay alive."),
    "poison": gettext_lazy("The poison kills %(enemy)s at the end of this round. You only have to stay alive."),
}
"""The first hints of wins in one round, by the sickness that kills the opponent in that round."""
CAST_KEPT: Final = gettext_lazy("Your %(keeps)s can stop the %(stops)s. Which target does it need?")
"""The first hint if the spell that the user must continue is also the one that stops the attack."""
LOOK: Final = {
    "left": gettext_lazy("Look at %(enemy)s’s left hand."),
    "right": gettext_lazy("Look at %(enemy)s’s right hand."),
    "both": gettext_lazy("Look at both of %(enemy)s’s hands."),
}


def hints_at(puzzle: Puzzle, number: int) -> list[str]:
    solution = puzzle.data["solutions"][0]
    found = _reading(puzzle, solution) if puzzle.kind == Puzzle.Kind.READ else _ordering(puzzle, solution)
    return found[: min(number, MOST)]


def _reading(puzzle: Puzzle, solution: Json) -> list[str]:
    names = spell_names(puzzle.book)
    other = next(choice for choice in solution["choices"] if choice != solution["spell"])
    two = sorted(names[slug] for slug in (solution["spell"], other))
    look = LOOK[solution.get("hand", "both")] % {"enemy": enemy_in(puzzle)}
    return [str(look), _("The spell is %(first)s or %(second)s.") % {"first": two[0], "second": two[1]}]


def _ordering(puzzle: Puzzle, solution: Json) -> list[str]:
    names, cast = spell_names(puzzle.book), solution.get("cast", {})
    first = _last_to_kill(puzzle) or str(_goal(puzzle) % _facts(puzzle, names))
    if not cast:
        hand = _busy(solution)
        return [first, str(GESTURE[hand] % {"gesture": NAMES[solution[hand]]})]
    spells = listed([names.get(cast[hand], cast[hand]) for hand in HANDS if hand in cast])
    return [first, _("You cast: %(spells)s.") % {"spells": spells}]


def _goal(puzzle: Puzzle) -> Promise:
    if puzzle.kind == Puzzle.Kind.GUARD and casts_kept(puzzle):
        return CAST_KEPT
    if is_melee(puzzle):
        return MELEE_GOALS[puzzle.kind]
    if (puzzle.kind, puzzle.rounds) == (Puzzle.Kind.WIN, 1):
        sickness = _sicknesses(puzzle).get(enemy_in(puzzle), "")
        return DYING.get(sickness) or GOALS[puzzle.kind, puzzle.rounds]
    return GOALS[puzzle.kind, puzzle.rounds]


def _last_to_kill(puzzle: Puzzle) -> str:
    """Return the first hint for a melee in which one of two opponents is about to die of a sickness.

    For any other puzzle, return an empty string.
    """
    sick, enemies = _sicknesses(puzzle), enemies_in(puzzle)
    if puzzle.kind != Puzzle.Kind.WIN or len(enemies) - len(sick) != 1 or not sick:
        return ""
    ((dying, sickness),) = sick.items()
    (last,) = (enemy for enemy in enemies if enemy != dying)
    return str(MELEE_DYING[sickness] % {"dying": dying, "last": last})


def _sicknesses(puzzle: Puzzle) -> dict[str, str]:
    """Return the sickness of each opponent who will die of it in this round, by the opponent's name."""
    duel = position(puzzle)
    due = ((enemy, duel.wizard(enemy).effects) for enemy in enemies_in(puzzle))
    return {enemy: slug for enemy, effects in due for slug in DYING if slug in effects and effects[slug].left == 1}


def _facts(puzzle: Puzzle, names: Mapping[str, str]) -> Mapping[str, object]:
    guards, duel = puzzle.data["guards"], position(puzzle)
    kept = {part: names[guards[part]] for part in ("stops", "keeps")} if guards else {}
    left = zip(("hp", "other_hp"), (duel.wizard(enemy).hp for enemy in enemies_in(puzzle)), strict=False)
    return {**enemy_names(puzzle), **dict(left), **kept}


def _busy(solution: Json) -> str:
    """Return the hand (`left` or `right`) whose gesture solves the puzzle without casting a spell."""
    return "left" if solution["left"] != "-" else "right"
