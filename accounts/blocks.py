"""Queries for blocks and mutes between users."""

from collections import defaultdict
from collections.abc import Collection
from typing import Any, NamedTuple

from django.db.models import Q, QuerySet

from accounts.models import Block


class Relation(NamedTuple):
    """A user's relation to another user: whether the user blocks or mutes them."""

    blocks: bool = False
    mutes: bool = False


def has_block_between(user_id: int, other_ids: Collection[int]) -> bool:
    """Return whether there is a block between the user and any of the others.

    Mutes do not count.
    """
    others = list(other_ids)
    between = Q(user=user_id, blocked__in=others) | Q(user__in=others, blocked=user_id)
    return Block.objects.filter(between, mutes_only=False).exists()


def blocked_with(user_id: int) -> set[int]:
    """Return the ids of all users who have blocked this user or whom this user has blocked."""
    return blocked_among([user_id])[user_id]


def blocked_among(user_ids: Collection[int]) -> defaultdict[int, set[int]]:
    """Return the result of `blocked_with()` for each of these users, by user id.

    The set of a user without blocks is empty.
    """
    rows = Block.objects.filter(Q(user__in=user_ids) | Q(blocked__in=user_ids), mutes_only=False)
    blocked = defaultdict[int, set[int]](set)
    for one, other in rows.values_list("user", "blocked"):
        blocked[one].add(other)
        blocked[other].add(one)
    return blocked


def blocked_by_each(user_ids: Collection[int]) -> defaultdict[int, set[int]]:
    """Return, for each user in `user_ids`, the other users in `user_ids` whom they block."""
    rows = Block.objects.filter(user__in=user_ids, blocked__in=user_ids, mutes_only=False)
    blocked = defaultdict[int, set[int]](set)
    for one, other in rows.values_list("user", "blocked"):
        blocked[one].add(other)
    return blocked


def relation_to(user: Any, other_id: int) -> Relation:
    """Return whether `user` blocks or mutes the other user.

    Anonymous users do neither.
    """
    if not user.is_authenticated:
        return Relation()
    mutes = Block.objects.filter(user=user, blocked=other_id).values_list("mutes_only", flat=True).first()
    return Relation(blocks=mutes is False, mutes=mutes is True)


def blocks_of(user: Any) -> QuerySet[Block]:
    """Return this user's blocks and mutes of other users, newest first."""
    return Block.objects.filter(user=user).select_related("blocked").order_by("-pk")
