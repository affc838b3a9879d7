"""The duels that a user follows."""

from typing import Any

from duels.models import Duel, Subscription
from duels.wording.duel_lists import DuelRow, rows

MOST_SHOWN = 100


def is_followed(duel: Duel, user: Any) -> bool:
    return user.is_authenticated and Subscription.objects.filter(user=user, duel=duel).exists()


def duels_followed(user: Any) -> list[DuelRow]:
    """Return the duels that this user follows.

    Running duels come first, then the latest finished ones.
    """
    if not user.is_authenticated:
        return []
    followed = Duel.objects.prefetch_related("seats").filter(subscriptions__user=user)
    return rows(followed.order_by("-subscriptions__open", "-subscriptions__pk")[:MOST_SHOWN])
