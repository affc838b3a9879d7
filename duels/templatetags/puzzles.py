"""Tags for users' results at puzzles."""

from django import template

from duels.puzzles.daily import today
from duels.puzzles.preview import preview_of_today
from duels.puzzles.ratings import Shown, shown_standing
from wavinghands.engine import Json

register = template.Library()


@register.inclusion_tag("puzzles/_standing.html")
def puzzle_standing(user_id: int) -> dict[str, Shown | None]:
    """Render the user's rating and streak, if they have tried any puzzle."""
    return {"standing": shown_standing(user_id, today())}


@register.simple_tag
def puzzle_of_the_day() -> Json | None:
    """Return a preview of the puzzle of the day, which `duels.puzzles.preview` describes."""
    return preview_of_today()
