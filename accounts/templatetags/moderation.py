"""A template tag for the buttons on a user's page: write a message, follow, mute, block and report."""

from typing import Any

from django import template

from accounts.blocks import has_block_between, relation_to
from accounts.friends import followed_among, may_be_followed
from accounts.models import Mage, User
from accounts.permissions import may, standing_of
from accounts.services.messages import has_inbox

register = template.Library()


@register.inclusion_tag("accounts/_moderation_buttons.html", takes_context=True)
def moderation_buttons(
    context: dict[str, Any], them: User, mage: Mage | None = None, *, writes: bool = True
) -> dict[str, Any]:
    """Render the buttons on the page of the user `them` or of their mage.

    Only logged-in users other than `them` get the buttons. `writes` says whether to include the link for writing a
    message and the button for following.
    """
    request = context["request"]
    may_follow = writes and _may_follow(request.user, them)
    return {
        "request": request,
        "csrf_token": context.get("csrf_token"),
        "is_shown": request.user.is_authenticated and request.user.pk != them.pk,
        "them": them,
        "may_follow": may_follow,
        "follows": may_follow and bool(followed_among(request.user.pk, [them.pk])),
        "mage": mage,
        "may_write": writes and has_inbox(them) and not request.user.is_anonymous and not request.user.is_guest,
        "relation": relation_to(request.user, them.pk),
    }


def _may_follow(user: Any, them: User) -> bool:
    if not user.is_authenticated or user.pk == them.pk or not may_be_followed(them):
        return False
    return may("follow_player", standing_of(user)) and not has_block_between(user.pk, [them.pk])
