"""Whom users have blocked or muted. Reads only."""

from collections import defaultdict
from collections.abc import Collection
from typing import Any, NamedTuple

from django.db.models import Q, QuerySet

from accounts.models import Block


class Relation(NamedTuple):
    """What one user has done about another."""

    blocks: bool = False
    mutes: bool = False


def has_block_between(user_id: int, other_ids: Collection[int]) -> bool:
    """Whether this user has blocked one of the others, or one of them him; mutes do not count."""
    others = list(other_ids)
    between = Q(user=user_id, blocked__in=others) | Q(user__in=others, blocked=user_id)
    return Block.objects.filter(between, mutes_only=False).exists()


def blocked_with(user_id: int) -> set[int]:
    """The users whom this one has blocked, or who have blocked him."""
    return blocked_among([user_id])[user_id]


def blocked_among(user_ids: Collection[int]) -> defaultdict[int, set[int]]:
    """The same of each of these users; nobody where there are no blocks."""
    rows = Block.objects.filter(Q(user__in=user_ids) | Q(blocked__in=user_ids), mutes_only=False)
    blocked = defaultdict[int, set[int]](set)
    for one, other in rows.values_list("user", "blocked"):
        blocked[one].add(other)
        blocked[other].add(one)
    return blocked


def relation_to(user: Any, other_id: int) -> Relation:
    """What this user has done about that one; an anonymous one has done nothing."""
    if not user.is_authenticated:
        return Relation()
    mutes = Block.objects.filter(user=user, blocked=other_id).values_list("mutes_only", flat=True).first()
    return Relation(blocks=mutes is False, mutes=mutes is True)


def blocks_of(user: Any) -> QuerySet[Block]:
    """Whom this user has blocked or muted, the latest first."""
    return Block.objects.filter(user=user).select_related("blocked").order_by("-pk")
