"""The puzzle of the day as a small picture, for the front page."""

from functools import lru_cache

from duels.models import Puzzle
from duels.puzzles.daily import slug_of, today
from duels.puzzles.positions import enemy_in, position, puzzle_named
from duels.puzzles.words import title_of
from duels.viewing.previews import signs
from wavinghands import engine
from wavinghands.engine import Json

ROUNDS = 3
"""The number of rounds whose gestures are shown."""


def preview_of_today() -> Json | None:
    """Return the preview of the puzzle of the day, or `None` if there are no puzzles.

    `hands` contains the gestures of the left and of the right hand in the last rounds, the newest last. They are the
    solver's, or the enemy's if the puzzle asks for the enemy's spell. `hp` and `enemy_hp` are the hit points of the
    solver and of the enemy.
    """
    slug = slug_of(today())
    puzzle = puzzle_named(slug) if slug else None
    if puzzle is None:
        return None
    return {"title": title_of(puzzle), "kind": puzzle.kind, "rating": round(puzzle.rating), **_picture(puzzle)}


@lru_cache(maxsize=4)
def _picture(puzzle: Puzzle) -> Json:
    """Return the part of the preview that never changes and is the same in all languages."""
    me, enemy = str(puzzle.data["wizard"]), enemy_in(puzzle)
    duel = position(puzzle)
    seen = engine.view(duel, me, since=max(0, duel.number - ROUNDS))
    shown = enemy if puzzle.kind == Puzzle.Kind.READ else me
    made = [signs(entry["gestures"].get(shown)) for entry in seen["rounds"]]
    hp = {wizard["name"]: wizard["hp"] for wizard in seen["wizards"]}
    return {"hands": list(zip(*made, strict=True)), "enemy": enemy, "hp": hp[me], "enemy_hp": hp[enemy]}
