"""Queries for memberships.

Other packages of `duels` use them to decide what members may see and do.
"""

from collections.abc import Collection
from typing import Any

from django.db.models import QuerySet

from duels.models import Club, Membership

IN = Membership.State.MEMBER
OFFICERS = (Membership.Role.LEADER, Membership.Role.OFFICER)


def club_at(slug: str) -> Club | None:
    """Return the club with this slug, or `None` if there is none."""
    return Club.objects.filter(slug=slug).first()


def membership_of(club: Club, user_id: int | None) -> Membership | None:
    """Return the user's `Membership` row for a club, or `None`.

    The row may also stand for a request to join, or for the user's removal from the club.
    """
    return Membership.objects.filter(club=club, user=user_id).first() if user_id else None


def is_member(club_id: int, user_id: int | None) -> bool:
    """Return whether the user is a member of this club."""
    return Membership.objects.filter(club=club_id, user=user_id or 0, state=IN).exists()


def memberships(club: Club) -> QuerySet[Membership]:
    """Return the memberships of a club, without requests to join and removals."""
    return Membership.objects.filter(club=club, state=IN)


def members_of_each(club_ids: Collection[int], user_ids: Collection[int | None]) -> dict[int, set[int]]:
    """Return, for each of these clubs, the users in `user_ids` who are members.

    Clubs without such members are left out.
    """
    found: dict[int, set[int]] = {}
    users = [user for user in user_ids if user]
    if club_ids and users:
        rows = Membership.objects.filter(club__in=club_ids, user__in=users, state=IN)
        for club, user in rows.values_list("club", "user"):
            found.setdefault(club, set()).add(user)
    return found


def clubs_of(user: Any) -> QuerySet[Club]:
    """Return the clubs to which this user belongs, sorted by name. Anonymous users have none."""
    return Club.objects.filter(memberships__user=user.pk or 0, memberships__state=IN).order_by("name", "pk")


def ids_of_clubs(user_id: int | None) -> QuerySet[Any]:
    """Return a subquery for the primary keys of the clubs to which this user belongs. Anonymous users have none."""
    return Membership.objects.filter(user=user_id or 0, state=IN).values("club")


def clubs_run_by(user: Any) -> QuerySet[Club]:
    """Return the clubs of which this user is an officer or the leader, sorted by name. Anonymous users have none."""
    return Club.objects.filter(memberships__user=user.pk or 0, memberships__role__in=OFFICERS).order_by("name", "pk")
