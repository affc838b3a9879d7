"""Tags for running and upcoming tournaments, a user's won tournaments, and a player's next duel in a tournament."""

from typing import Any

from django import template

from duels.models import Tournament
from duels.tournaments.listing import awaits_duel, coming, won_by
from duels.wording.contests import Contest, title_of

register = template.Library()


@register.inclusion_tag("tournaments/_coming.html", takes_context=True)
def tournaments_coming(context: dict[str, Any]) -> dict[str, Any]:
    """Render the running and upcoming tournaments."""
    user = context.get("user")
    return {"coming": coming(user.pk if user else None)}


@register.simple_tag
def tournaments_won(user_id: int) -> list[tuple[str, Tournament]]:
    """Return the site's own tournaments that a user has won, each with its title, latest first."""
    return [(title_of(it), it) for it in won_by(user_id)]


@register.simple_tag
def next_duel_socket(contest: Contest | None, user: Any) -> str:
    """Return the address of the socket that announces this user's next live duel in a tournament, or an empty string.

    Unlike the socket of the tournament's page, it does not mark the user as ready to be paired.
    """
    if contest is None or not user.is_authenticated or not awaits_duel(contest.tournament, user.pk):
        return ""
    return f"/ws/tournament/{contest.tournament.slug}/?listens=1"
