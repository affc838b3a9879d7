"""A user's most frequent opponents."""

from typing import Any, NamedTuple

from django.db.models import Count, Q
from django.urls import reverse

from duels.models import Outcome


class Rival(NamedTuple):
    """An opponent's mage, and the results of the user's mages against it."""

    name: str
    url: str
    is_bot: bool
    duels: int
    won: int
    lost: int


def rivals_of(user: Any, most: int) -> list[Rival]:
    """Return up to `most` rivals of a user.

    They are the living mages of other users that this user has fought most often in two-wizard duels.
    """
    fought = Outcome.objects.filter(mage__owner=user, melee=False).values("duel")
    mages = Outcome.objects.filter(duel__in=fought, melee=False, mage__isnull=False, mage__ended=None)
    theirs = mages.exclude(mage__owner=user)
    counted = theirs.values_list("mage__name", "mage__owner__is_bot").annotate(
        duels=Count("pk"), won=Count("pk", filter=Q(result="lost")), lost=Count("pk", filter=Q(result="won"))
    )
    found = counted.order_by("-duels", "mage__name")[:most]
    return [Rival(name, reverse("mage", args=[name]), *counts) for name, *counts in found]
