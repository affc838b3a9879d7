"""Tags for running and upcoming tournaments, and for a player's next duel in a tournament."""

from typing import Any

from django import template

from duels.tournaments.listing import awaits_duel, coming
from duels.wording.contests import Contest

register = template.Library()


@register.inclusion_tag("tournaments/_coming.html", takes_context=True)
def tournaments_coming(context: dict[str, Any]) -> dict[str, Any]:
    """Render the running and upcoming tournaments."""
    user = context.get("user")
    return {"coming": coming(user.pk if user else None)}


@register.simple_tag
def next_duel_socket(contest: Contest | None, user: Any) -> str:
    """Return the address of the socket that announces this user's next live duel in a tournament, or an empty string.

    Unlike the socket of the tournament's page, it does not mark the user as ready to be paired.
    """
    if contest is None or not user.is_authenticated or not awaits_duel(contest.tournament, user.pk):
        return ""
    return f"/ws/tournament/{contest.tournament.slug}/?listens=1"
