"""Users as the list of all shows them."""

from collections.abc import Iterable
from typing import NamedTuple

from django.urls import reverse

from accounts.models import User
from duels.wording.dates import Day, day_of


class Linked(NamedTuple):
    """A name and the address to which it leads."""

    name: str
    url: str


class UserRow(NamedTuple):
    """A user, with his living mages."""

    name: str
    url: str
    mages: list[Linked]
    since: Day
    active: Day
    is_own: bool


def user_rows(users: Iterable[User], viewer: int | None) -> list[UserRow]:
    """These users, whose living mages were fetched with them, as this viewer sees them."""
    return [
        UserRow(
            name=user.username,
            url=reverse("user", args=[user.username]),
            mages=[Linked(mage.name, reverse("mage", args=[mage.name])) for mage in getattr(user, "living", ())],
            since=day_of(user.date_joined),
            active=day_of(user.active),
            is_own=user.pk == viewer,
        )
        for user in users
    ]
