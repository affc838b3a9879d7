"""How a user does at puzzles, where pages tell of him."""

from django import template

from duels.puzzles.daily import today
from duels.puzzles.standings import Shown, shown_standing

register = template.Library()


@register.inclusion_tag("puzzles/_standing.html")
def puzzle_standing(user_id: int) -> dict[str, Shown | None]:
    """His rating and streak, if he has tried any."""
    return {"standing": shown_standing(user_id, today())}
