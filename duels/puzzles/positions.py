"""Queries for puzzles by slug, and for the positions in their duels."""

from typing import Final

from django.db.models import QuerySet

from duels.models import Puzzle
from wavinghands import engine
from wavinghands.engine import Json

USUAL_BOOK: Final = "classic"
"""The spell book that the lessons teach, to which the others are compared."""


def open_puzzles() -> QuerySet[Puzzle]:
    """Return the puzzles that may be given to users."""
    return Puzzle.objects.filter(withdrawn=False, hidden=False)


def puzzle_named(slug: str) -> Puzzle | None:
    """Return the open puzzle with this slug, or `None` if there is none."""
    return open_puzzles().filter(slug=slug).select_related("duel").first()


def position(puzzle: Puzzle) -> engine.Duel:
    """Return the puzzle's duel up to the position to be solved."""
    return engine.load(puzzle.data["record"])


def whole(puzzle: Puzzle) -> engine.Duel:
    """Return the puzzle's whole duel, including any known rounds after the position."""
    record = puzzle.data["record"]
    return engine.load({**record, "rounds": record["rounds"] + puzzle.data["source"].get("rest", [])})


def enemy_in(puzzle: Puzzle) -> str:
    """Return the name of the solver's opponent or, in a melee, of the first opponent."""
    return enemies_in(puzzle)[0]


def enemies_in(puzzle: Puzzle) -> list[str]:
    """Return the names of the solver's opponents."""
    names = [str(wizard["name"]) for wizard in puzzle.data["record"]["wizards"]]
    return [name for name in names if name != puzzle.data["wizard"]]


def is_melee(puzzle: Puzzle) -> bool:
    return len(enemies_in(puzzle)) > 1


def after(duel: engine.Duel, orders: Json, chance: Json | None = None) -> engine.Duel:
    """Return the duel after a round.

    `orders` maps wizards to orders. Wizards without orders do nothing. `chance` contains the results of the round's
    dice, in the format of a record.
    """
    known = {name: orders.get(name) or {"left": "-", "right": "-"} for name in duel.acting}
    return engine.advance(duel, {"kind": duel.kind, "orders": known, "chance": chance or {}})
