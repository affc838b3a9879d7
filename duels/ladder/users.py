"""The rows in the list of users."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from django.urls import reverse

from accounts.blocks import blocked_with
from accounts.friends import followed_among, may_be_followed
from accounts.models import Mage, User
from accounts.permissions import may, standing_of
from duels.wording.dates import Day, day_of


class Linked(NamedTuple):
    """A link to a mage's page.

    `may_challenge` says whether the viewer may challenge the mage.
    """

    name: str
    url: str
    may_challenge: bool


class UserRow(NamedTuple):
    """A user in the list.

    `may_follow` says whether the viewer may follow the user, and `follows` whether they do.
    """

    name: str
    url: str
    mages: list[Linked]
    since: Day
    active: Day
    is_own: bool
    is_bot: bool
    may_follow: bool
    follows: bool


def user_rows(users: Iterable[User], viewer: Any) -> list[UserRow]:
    """Return the rows for these users.

    Each user's living mages must have been prefetched into the attribute `living`. `viewer` is the user who sees the
    list, who may be anonymous.
    """
    users = list(users)
    may_follow = may("follow_player", standing_of(viewer))
    barred = {viewer.pk, *blocked_with(viewer.pk)} if may_follow else set()
    followed = followed_among(viewer.pk, [it.pk for it in users]) if may_follow else set()
    return [
        UserRow(
            name=user.username,
            url=reverse("user", args=[user.username]),
            mages=[_linked(mage, viewer.pk) for mage in getattr(user, "living", ())],
            since=day_of(user.date_joined),
            active=day_of(user.active),
            is_own=user.pk == viewer.pk,
            is_bot=user.is_bot,
            may_follow=may_follow and user.pk not in barred and may_be_followed(user),
            follows=user.pk in followed,
        )
        for user in users
    ]


def _linked(mage: Mage, viewer: int | None) -> Linked:
    """Return a link to a mage.

    Retired mages and the viewer's own mages cannot be challenged.
    """
    may_challenge = mage.retired is None and mage.owner_id != viewer
    return Linked(mage.name, reverse("mage", args=[mage.name]), may_challenge)
