"""Pictures of puzzles: of one puzzle for the front page, and of any puzzle for link previews."""

from functools import lru_cache

from duels.models import Puzzle
from duels.puzzles.daily import slug_for, today
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


def preview_of_today(*, is_newcomer: bool = False) -> Json | None:
    """Return a preview of the puzzle of the day, which is an easy one for a newcomer.

    Return `None` if there are no puzzles. `hands` contains the gestures of the left and right hand in the last rounds,
    oldest first. These gestures are the solver's or, if the puzzle asks for the spell of the `enemy`, the enemy's.
    """
    slug = slug_for(today(), is_newcomer=is_newcomer)
    puzzle = puzzle_named(slug) if slug else None
    if puzzle is None:
        return None
    fields = {"slug": slug, "title": title_of(puzzle), "kind": puzzle.kind}
    return fields | {"difficulty": difficulty_of(puzzle)} | _picture(puzzle)


@lru_cache(maxsize=4)
def _picture(puzzle: Puzzle) -> Json:
    """Return the part of the preview that is the same in all languages."""
    me, enemies = str(puzzle.data["wizard"]), enemies_in(puzzle)
    duel = position(puzzle)
    seen = engine.view(duel, me, since=max(0, duel.number - ROUNDS))
    shown = enemies[0] if puzzle.kind == Puzzle.Kind.READ else me
    made = [signs(entry["gestures"].get(shown)) for entry in seen["rounds"]]
    return {"hands": list(zip(*made, strict=True)), "enemy": enemies[0]}


def picture_of(puzzle: Puzzle) -> str:
    """Return an SVG picture of the puzzle's position, as the solver sees it before the first move."""
    duel = position(puzzle)
    seen = engine.view(duel, str(puzzle.data["wizard"]), since=0, catalogue=catalogue())
    return picture(scene_of(seen, seen["rounds"]) | {"number": seen["number"]}, title=title_of(puzzle))
