"""Pictures of puzzles: of the puzzle of the day for the front page, and of any puzzle for link previews."""

from functools import lru_cache

from duels.models import Puzzle
from duels.puzzles.daily import slug_of, today
from duels.puzzles.positions import enemies_in, position, puzzle_named
from duels.puzzles.words import difficulty_of, title_of
from duels.viewing.pictures import picture
from duels.viewing.previews import signs
from duels.viewing.replays import scene_of
from duels.wording.languages import catalogue
from wavinghands import engine
from wavinghands.engine import Json

ROUNDS = 3
"""The number of rounds whose gestures are shown."""


def preview_of_today() -> Json | None:
    """Return a preview of the puzzle of the day, or `None` if there are no puzzles.

    `hands` contains the gestures of the left and right hand in the last rounds, oldest first. They are the solver's or,
    if the puzzle asks for the enemy's spell, the enemy's. `hp` contains the solver's hit points. `enemies` contains the
    names and hit points of the others, such as "Grey 12, White 3".
    """
    slug = slug_of(today())
    puzzle = puzzle_named(slug) if slug else None
    if puzzle is None:
        return None
    fields = {"title": title_of(puzzle), "kind": puzzle.kind, "difficulty": difficulty_of(puzzle)}
    return fields | _picture(puzzle)


@lru_cache(maxsize=4)
def _picture(puzzle: Puzzle) -> Json:
    """Return the part of the preview that is the same in all languages."""
    me, enemies = str(puzzle.data["wizard"]), enemies_in(puzzle)
    duel = position(puzzle)
    seen = engine.view(duel, me, since=max(0, duel.number - ROUNDS))
    shown = enemies[0] if puzzle.kind == Puzzle.Kind.READ else me
    made = [signs(entry["gestures"].get(shown)) for entry in seen["rounds"]]
    hp = {wizard["name"]: wizard["hp"] for wizard in seen["wizards"]}
    names_and_points = ", ".join(f"{enemy} {hp[enemy]}" for enemy in enemies)
    return {"hands": list(zip(*made, strict=True)), "enemy": enemies[0], "enemies": names_and_points, "hp": hp[me]}


def picture_of(puzzle: Puzzle) -> str:
    """Return an SVG picture of the puzzle's position, as the solver sees it before the first move."""
    duel = position(puzzle)
    seen = engine.view(duel, str(puzzle.data["wizard"]), since=0, catalogue=catalogue())
    return picture(scene_of(seen, seen["rounds"]) | {"number": seen["number"]}, title=title_of(puzzle))
