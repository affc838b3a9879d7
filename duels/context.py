"""The template context that every page gets."""

from functools import cache
from typing import TYPE_CHECKING, Any

from duels.notifications.counts import Counts, counts_of

if TYPE_CHECKING:
    from django.http import HttpRequest


def navigation(request: "HttpRequest") -> dict[str, Any]:
    """Return the current user's counts `duels_waiting` and `messages_unread`.

    The counts are functions, so that they are computed only if a template uses them.
    """

    @cache
    def counts() -> Counts:
        user = getattr(request, "user", None)
        return counts_of([user.pk])[user.pk] if user and user.is_authenticated else Counts()

    return {"duels_waiting": lambda: counts().waiting, "messages_unread": lambda: counts().unread}
