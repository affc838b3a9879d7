"""Tags for running and upcoming tournaments, and for the tournament to which a duel belongs."""

from typing import Any

from django import template
from django.urls import reverse

from duels.tournaments.listing import coming, tournament_of

register = template.Library()


@register.inclusion_tag("tournaments/_coming.html", takes_context=True)
def tournaments_coming(context: dict[str, Any]) -> dict[str, Any]:
    """Render the running and upcoming tournaments."""
    user = context.get("user")
    return {"coming": coming(user.pk if user else None)}


@register.simple_tag
def arena_of(duel_id: int) -> str:
    """Return the address of the tournament to which a duel belongs, or an empty string."""
    found = tournament_of(duel_id)
    return reverse("tournament", args=[found.slug]) if found else ""
