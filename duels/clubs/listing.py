"""Queries for the list of clubs and for a club's page.

Each function runs a fixed number of queries, however many rows it returns.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC

from django.db.models import Case, Count, Max, Q, QuerySet, Value, When
from django.db.models.functions import Lower, TruncDay

from accounts.blocks import blocked_with
from accounts.names import folded
from duels.clubs.membership import IN, memberships
from duels.ladder import standings
from duels.ladder.standings import Ranked
from duels.models import Club, ClubMessage, Membership
from duels.wording.dates import Day, day_of

State, ClubRole = Membership.State, Membership.Role
SORTS: Mapping[str, tuple[str, ...]] = {
    "members": ("-size", "folded", "pk"),
    "active": ("-active", "folded", "pk"),
    "name": ("folded", "pk"),
}
"""The sort orders for clubs, by the name used in query strings."""
MOST_RANKS = 50
"""The number of mages on a club's leaderboard."""
MOST_MESSAGES = 5
MOST_REQUESTS = 100


@dataclass(frozen=True, slots=True)
class ClubRow:
    """A club in a list.

    `active` is the day on which a member last played.
    """

    club: Club
    size: int
    active: Day | None
    is_mine: bool


@dataclass(frozen=True, slots=True)
class MemberRow:
    """A member as a viewer sees them.

    `ways` contains the names of the actions that the viewer, as an officer, may take on the member.
    """

    username: str
    role: str
    is_officer: bool
    is_bot: bool
    is_here: bool
    ways: tuple[str, ...]

    @property
    def title(self) -> str:
        """Return the name of the member's role."""
        return str(ClubRole(self.role).label)


def clubs_with_size() -> QuerySet[Club]:
    """Return all clubs, annotated with their `size` and the day (UTC) on which a member was last `active`."""
    inside = Q(memberships__state=IN)
    active = TruncDay(Max("memberships__user__active", filter=inside), tzinfo=UTC)  # users may hide the time
    return Club.objects.annotate(size=Count("memberships", filter=inside), active=active)


def clubs_found(search: str = "", sort: str = "members") -> QuerySet[Club]:
    """Return the clubs that are not hidden and whose names contain `search`, sorted by one of `SORTS`."""
    found = clubs_with_size().filter(hidden=False).order_by(*SORTS[sort])
    return found.filter(folded__contains=folded(search)) if search else found


def rows(found: Iterable[Club], mine: Collection[int] = ()) -> list[ClubRow]:
    """Return rows for these clubs, which must have been loaded with `clubs_with_size()`.

    `mine` contains the primary keys of the viewer's own clubs.
    """
    return [
        ClubRow(it, size=it.size, active=day_of(it.active) if it.active else None, is_mine=it.pk in mine)  # type: ignore[attr-defined]  # annotated
        for it in found
    ]


def members_here_first(club: Club, here: Collection[int] = ()) -> QuerySet[Membership]:
    """Return the members of a club: the leader, the officers, members who are online, and all others.

    Each of these groups is sorted by name. `here` contains the ids of the users who are online.
    """
    rank = Case(When(role=ClubRole.LEADER, then=Value(0)), When(role=ClubRole.OFFICER, then=Value(1)), default=Value(2))
    is_here = Case(When(user__in=here, then=Value(0)), default=Value(1))
    return memberships(club).select_related("user").order_by(rank, is_here, Lower("user__username"), "pk")


def member_rows(found: Iterable[Membership], here: Collection[int], own: Membership | None) -> list[MemberRow]:
    """Return rows for these members.

    `own` is the viewer's membership, and `here` contains the users whom the viewer sees online.
    """
    return [
        MemberRow(
            username=it.user.username,
            role=it.role,
            is_officer=it.is_officer,
            is_bot=it.user.is_bot,
            is_here=it.user_id in here,
            ways=_ways(it, own),
        )
        for it in found
    ]


def _ways(theirs: Membership, own: Membership | None) -> tuple[str, ...]:
    if own is None or not own.is_officer or theirs.is_leader or theirs.pk == own.pk:
        return ()
    if own.is_leader:
        return ("dismiss" if theirs.is_officer else "appoint", "hand_over", "remove")
    return () if theirs.is_officer else ("remove",)


def requests(club: Club, viewer_id: int) -> QuerySet[Membership]:
    """Return the requests to join a club, oldest first.

    Leave out users with a block between them and the viewer.
    """
    asked = Membership.objects.filter(club=club, state=State.REQUESTED).select_related("user")
    return asked.exclude(user__in=blocked_with(viewer_id)).order_by("since", "pk")[:MOST_REQUESTS]


def leaderboard(club: Club, viewer_id: int | None) -> list[Ranked]:
    """Return the club's living mages with a rating in duels, best first."""
    who = standings.LIVING & standings.RATED & Q(mage__owner__in=memberships(club).values("user"))
    found = standings.ranked(melee=False, who=who, sort="rating")[:MOST_RANKS]
    return standings.lines(found, standings.places(melee=False, who=who, by="rating"), "rating", viewer_id)


def messages(club: Club, viewer_id: int) -> QuerySet[ClubMessage]:
    """Return the latest messages to a club's members.

    Leave out messages whose author has blocked the viewer or is blocked by the viewer.
    """
    found = ClubMessage.objects.filter(club=club, hidden=False).exclude(author__in=blocked_with(viewer_id))
    return found.select_related("author").order_by("-sent", "-pk")[:MOST_MESSAGES]
