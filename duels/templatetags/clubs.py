"""Tags for a club's challenges and tournaments, used on its page."""

from typing import Any

from django import template

from duels.challenges.lobby import mage_to_accept, offers_in_club
from duels.models import Club
from duels.tournaments.listing import coming_in_club

register = template.Library()


@register.inclusion_tag("clubs/_challenges.html", takes_context=True)
def club_challenges(context: dict[str, Any], club: Club) -> dict[str, Any]:
    """Render the open challenges that only a club's members may accept, as the current user sees them."""
    user = context["user"]
    return {
        "club": club,
        "offers": offers_in_club(club, user.pk),
        "accepting": mage_to_accept(user),
        "csrf_token": context.get("csrf_token"),
    }


@register.inclusion_tag("clubs/_tournaments.html", takes_context=True)
def club_tournaments(context: dict[str, Any], club: Club) -> dict[str, Any]:
    """Render a club's running and upcoming tournaments, and for officers a link to create one."""
    found = coming_in_club(club, context["user"].pk)
    return {"club": club, "coming": found, "is_officer": context["is_officer"]}
