"""Queries for followed players, and for users whose presence is hidden from a viewer."""

from collections.abc import Collection
from datetime import UTC, datetime

from django.db.models import Case, F, QuerySet, When
from django.db.models.functions import TruncDay

from accounts.blocks import blocked_among
from accounts.models import Follow, User

EVERYBODY, FOLLOWED = User.SeenBy.EVERYBODY, User.SeenBy.FOLLOWED

SHOWN_ACTIVE = Case(When(seen_by=EVERYBODY, then=F("active")), default=TruncDay("active", tzinfo=UTC))
"""A database expression with the result of `shown_activity()` for each user."""


def shown_activity(user: User, moment: datetime) -> datetime:
    """Return the time to show to everyone as a user's or mage's latest activity.

    `moment` is the actual time. If the user hides their presence from some people, the result is rounded down to
    midnight (UTC).
    """
    if user.seen_by == EVERYBODY:
        return moment
    return moment.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)


def follows_of(user: User) -> QuerySet[Follow]:
    """Return the `Follow` rows for the players whom this user follows."""
    return Follow.objects.filter(user=user)


def followed_among(user_id: int | None, user_ids: Collection[int]) -> set[int]:
    """Return the users in `user_ids` whom the user follows."""
    return followed_by_each([user_id] if user_id is not None else [], user_ids).get(user_id, set())


def followed_by_each(followers: Collection[int], user_ids: Collection[int]) -> dict[int | None, set[int]]:
    """Return, for each of the followers, the users in `user_ids` whom they follow.

    Followers who follow none of them are left out.
    """
    found: dict[int | None, set[int]] = {}
    rows = Follow.objects.filter(user__in=followers, followed__in=user_ids).values_list("user", "followed")
    for user, followed in rows if followers and user_ids else ():
        found.setdefault(user, set()).add(followed)
    return found


def count_followers(user_id: int) -> int:
    return Follow.objects.filter(followed=user_id).count()


def may_be_followed(user: User) -> bool:
    """Return whether others may follow this user.

    They cannot follow guests, or users of closed or banned accounts.
    """
    return not user.is_guest and user.ended is None and user.is_active


def hidden_from(viewer_id: int | None, user_ids: Collection[int]) -> set[int]:
    """Return the result of `hidden_from_each()` for one viewer, who may be anonymous."""
    return hidden_from_each([viewer_id], user_ids)[viewer_id]


def hidden_from_each(viewer_ids: Collection[int | None], user_ids: Collection[int]) -> dict[int | None, set[int]]:
    """Return, for each viewer, the users whose presence and duels the viewer may not see.

    These are users with a block between them and the viewer, and users whose setting `seen_by` excludes the viewer.
    Callers must check this before they show a viewer that a user is online or which duel a user is playing. `None`
    stands for anonymous viewers. Nobody is hidden from themselves.
    """
    users, viewers = set(user_ids), {viewer for viewer in viewer_ids if viewer is not None}
    if not users:
        return {viewer: set() for viewer in viewer_ids}
    shy = dict(User.objects.filter(pk__in=users).exclude(seen_by=EVERYBODY).values_list("pk", "seen_by"))
    trusting = [user for user, seen_by in shy.items() if seen_by == FOLLOWED]
    trusted = followed_by_each(trusting, viewers)
    blocked = blocked_among(viewers)

    def hidden(viewer: int | None) -> set[int]:
        distrusting = {user for user in shy if viewer not in trusted.get(user, ())}
        return (distrusting | (blocked.get(viewer or 0, set()) & users)) - {viewer or 0}

    return {viewer: hidden(viewer) for viewer in viewer_ids}
