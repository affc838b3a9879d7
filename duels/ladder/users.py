"""The rows in the list of users."""

from collections.abc import Iterable
from typing import NamedTuple

from django.urls import reverse

from accounts.models import Mage, User
from duels.wording.dates import Day, day_of


class Linked(NamedTuple):
    """A link to a mage's page.

    `may_challenge` says whether the viewer may challenge the mage.
    """

    name: str
    url: str
    may_challenge: bool


class UserRow(NamedTuple):
    name: str
    url: str
    mages: list[Linked]
    since: Day
    active: Day
    is_own: bool
    is_bot: bool


def user_rows(users: Iterable[User], viewer: int | None) -> list[UserRow]:
    """Return the rows for these users.

    Each user's living mages must have been prefetched into the attribute `living`. `viewer` is the primary key of the
    user who sees the list, or `None`.
    """
    return [
        UserRow(
            name=user.username,
            url=reverse("user", args=[user.username]),
            mages=[_linked(mage, viewer) for mage in getattr(user, "living", ())],
            since=day_of(user.date_joined),
            active=day_of(user.active),
            is_own=user.pk == viewer,
            is_bot=user.is_bot,
        )
        for user in users
    ]


def _linked(mage: Mage, viewer: int | None) -> Linked:
    """Return a link to a mage.

    Retired mages and the viewer's own mages cannot be challenged.
    """
    may_challenge = mage.retired is None and mage.owner_id != viewer
    return Linked(mage.name, reverse("mage", args=[mage.name]), may_challenge)
