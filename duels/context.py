"""What the frame of every page shows."""

from functools import cache
from typing import Any

from django.http import HttpRequest

from duels.selectors.ladder import seats_waiting_for


def navigation(request: HttpRequest) -> dict[str, Any]:
    """``duels_waiting``: duels that wait for this user; counted only where a template shows it."""

    @cache
    def duels_waiting() -> int:
        user = getattr(request, "user", None)
        return seats_waiting_for(user).count() if user and user.is_authenticated else 0

    return {"duels_waiting": duels_waiting}
