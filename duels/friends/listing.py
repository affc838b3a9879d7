"""The players whom a user follows, with their presence and current duels."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Case, Prefetch, QuerySet, Value, When
from django.db.models.functions import Lower

from accounts.friends import follows_of
from accounts.models import Follow, Mage, User
from duels.models import Duel
from duels.viewing.now_playing import duels_played_by
from duels.wording.headings import versus_of


@dataclass(frozen=True, slots=True)
class Friend:
    """A player whom the viewer follows.

    - `mages`: the player's living mages, oldest first
    - `is_here`: whether the player is online and the viewer may know this
    - `duel`: the public duel that the player is playing now, if the viewer may watch it
    """

    user: User
    since: datetime
    mages: list[Mage]
    is_here: bool
    duel: Duel | None

    @property
    def opponent(self) -> Mage | None:
        """Return the player's mage that the viewer can challenge, or `None`."""
        return next((mage for mage in self.mages if mage.retired is None), None)

    @property
    def versus(self) -> str:
        """Return the title of the duel, or an empty string if there is no duel."""
        return versus_of(self.duel.seats.all()) if self.duel else ""


def follows_here_first(user: User, here: Collection[int]) -> QuerySet[Follow]:
    """Return the user's `Follow` rows, sorted by username.

    Rows for the players in `here` come first.
    """
    is_here = Case(When(followed__in=here, then=Value(0)), default=Value(1))
    return with_mages(follows_of(user)).order_by(is_here, Lower("followed__username"), "pk")


def with_mages(follows: QuerySet[Follow]) -> QuerySet[Follow]:
    """Prefetch the players in these `Follow` rows and their living mages.

    The rows passed to `friends()` must have been prefetched in this way.
    """
    living = Mage.objects.filter(ended=None).order_by("pk")
    return follows.select_related("followed").prefetch_related(
        Prefetch("followed__mages", living, to_attr="living"),
    )


def friends(follows: Iterable[Follow], here: Collection[int]) -> list[Friend]:
    """Return the followed players in these rows, which must all belong to the same user.

    `here` contains the players who are online and whom the user may see.
    """
    follows = list(follows)
    present = {it.followed_id for it in follows} & set(here)
    duels = duels_played_by(present, follows[0].user_id) if follows else {}
    return [
        Friend(
            user=it.followed,
            since=it.since,
            mages=getattr(it.followed, "living", []),
            is_here=it.followed_id in present,
            duel=duels.get(it.followed_id),
        )
        for it in follows
    ]
