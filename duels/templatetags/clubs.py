"""Tags for the challenges and tournaments of a club, for its page."""

from typing import Any

from django import template

from duels.challenges.lobby import mage_to_accept, offers_in_club
from duels.models import Club
from duels.tournaments.listing import coming_in_club

register = template.Library()


@register.inclusion_tag("clubs/_challenges.html", takes_context=True)
def club_challenges(context: dict[str, Any], club: Club) -> dict[str, Any]:
    """Render the open challenges to the members of a club, as this member sees them."""
    user = context["user"]
    return {
        "club": club,
        "offers": offers_in_club(club, user.pk),
        "accepting": mage_to_accept(user),
        "csrf_token": context.get("csrf_token"),
    }


@register.inclusion_tag("clubs/_tournaments.html", takes_context=True)
def club_tournaments(context: dict[str, Any], club: Club) -> dict[str, Any]:
    """Render the tournaments of a club that run or come next, and a link for officers to create one."""
    found = coming_in_club(club, context["user"].pk)
    return {"club": club, "coming": found, "is_officer": context["is_officer"]}
