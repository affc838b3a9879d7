"""Tags for users' puzzle ratings and the puzzle of the day."""

from datetime import datetime
from typing import Any, NamedTuple

from django import template
from django.utils import timezone

from duels.puzzles.daily import next_change, today
from duels.puzzles.positions import open_puzzles
from duels.puzzles.preview import preview_of_today
from duels.puzzles.ratings import Shown, is_newcomer, shown_standing
from duels.wording.dates import until
from wavinghands.engine import Json

register = template.Library()


@register.inclusion_tag("puzzles/_standing.html")
def puzzle_standing(user_id: int) -> dict[str, Shown | None]:
    """Render the user's rating and streak, if they have tried any puzzle."""
    return {"standing": shown_standing(user_id, today())}


@register.simple_tag
def puzzle_for_today(user: Any) -> Json | None:
    """Return the preview of today's puzzle for this user, in the format described in `duels.puzzles.preview`."""
    return preview_of_today(is_newcomer=is_newcomer(shown_standing(user.pk, today())))


class Change(NamedTuple):
    """The time at which the puzzle of the day changes, and how long it is until then, in words."""

    when: datetime
    told: str


@register.simple_tag
def change_of_puzzle() -> Change | None:
    """Return the next change of the puzzle of the day, or `None` if there are no puzzles."""
    now = timezone.now()
    when = next_change(now)
    return Change(when, until(when, now)) if open_puzzles().exists() else None
