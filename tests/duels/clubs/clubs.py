"""Clubs for tests."""

from typing import Any

from accounts.models import User
from duels.clubs.running import found_club
from duels.models import Club, Membership
from tests.builders import a_user


def a_club(name: str = "Newts", leader: User | None = None, *others: User, **fields: Any) -> Club:
    """Found a club with these members, led by `leader` or by a new user."""
    club = found_club(founder=leader or a_user(), name=name, **fields)
    members(club, *others)
    return club


def members(club: Club, *users: User, **fields: Any) -> None:
    """Make these users members of the club. `fields` are columns of `Membership`."""
    for user in users:
        Membership.objects.create(club=club, user=user, **fields)


def roles(club: Club) -> dict[str, str]:
    found = club.memberships.filter(state="member").order_by("pk")
    return dict(found.values_list("user__username", "role"))


def states(club: Club) -> dict[str, str]:
    """Return the state of each membership of a club by username, including requests and removals."""
    return dict(club.memberships.order_by("pk").values_list("user__username", "state"))
