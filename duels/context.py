"""The template context that every page gets."""

from functools import cache
from typing import TYPE_CHECKING, Any

from duels.notifications.counts import Counts, counts_of
from duels.notifications.turns import Turn, turn_of

if TYPE_CHECKING:
    from django.http import HttpRequest


def navigation(request: "HttpRequest") -> dict[str, Any]:
    """Return values for the current user: the counts `duels_waiting` and `messages_unread`, and the turn `live_turn`.

    They are functions, so that they are computed only if a template uses them.
    """

    @cache
    def counts() -> Counts:
        user = getattr(request, "user", None)
        return counts_of([user.pk])[user.pk] if user and user.is_authenticated else Counts()

    def live_turn() -> Turn | None:
        return turn_of(request.user.pk) if counts().waiting and request.user.pk else None

    return {
        "duels_waiting": lambda: counts().waiting,
        "messages_unread": lambda: counts().unread,
        "live_turn": live_turn,
    }
