"""What one may do about somebody whose page one reads: write to him, mute, block, report him."""

from typing import Any

from django import template

from accounts.blocks import relation_to
from accounts.models import Mage, User
from accounts.services.messages import has_letter_box

register = template.Library()


@register.inclusion_tag("accounts/_moderation_buttons.html", takes_context=True)
def moderation_buttons(
    context: dict[str, Any], them: User, mage: Mage | None = None, *, writes: bool = True
) -> dict[str, Any]:
    """Buttons about `them`, on the page of `mage` or their own; none for oneself, and for who is not logged in.

    `writes`: with the way to write to them.
    """
    request = context["request"]
    return {
        "request": request,
        "csrf_token": context.get("csrf_token"),
        "is_shown": request.user.is_authenticated and request.user.pk != them.pk,
        "them": them,
        "mage": mage,
        "may_write": writes and has_letter_box(them) and not request.user.is_anonymous and not request.user.is_guest,
        "relation": relation_to(request.user, them.pk),
    }
