"""Puzzles by their slugs, and the duels that they are."""

from typing import Any

from django.db.models import QuerySet

from duels.models import Puzzle
from wavinghands import engine

Json = dict[str, Any]


def open_puzzles() -> QuerySet[Puzzle]:
    """The puzzles that are given to people."""
    return Puzzle.objects.filter(withdrawn=False, hidden=False)


def puzzle_named(slug: str) -> Puzzle | None:
    """The puzzle at this address, if it is given to people."""
    return open_puzzles().filter(slug=slug).select_related("duel").first()


def position(puzzle: Puzzle) -> engine.Duel:
    """The duel as the puzzle finds it."""
    return engine.load(puzzle.data["record"])


def whole(puzzle: Puzzle) -> engine.Duel:
    """The duel from which the puzzle comes, to the end as far as it is known."""
    record = puzzle.data["record"]
    return engine.load({**record, "rounds": record["rounds"] + puzzle.data["source"].get("rest", [])})


def enemy_in(puzzle: Puzzle) -> str:
    """The name of the other wizard; puzzles are of two."""
    names = [wizard["name"] for wizard in puzzle.data["record"]["wizards"]]
    return str(next(name for name in names if name != puzzle.data["wizard"]))


def after(duel: engine.Duel, orders: Json, chance: Json | None = None) -> engine.Duel:
    """The duel after a round with these orders by name, dice falling as `chance` has them in a record."""
    known = {name: orders.get(name) or {"left": "-", "right": "-"} for name in duel.acting}
    return engine.advance(duel, {"kind": duel.kind, "orders": known, "chance": chance or {}})
