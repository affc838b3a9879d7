"""Queries for the counts and notifications that every page shows."""

from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import Count

from accounts.models import EmailNotification, Message
from duels.models import Seat


@dataclass(frozen=True, slots=True)
class Counts:
    """The number of duels that are waiting for a user, and the number of the user's unread messages."""

    waiting: int = 0
    unread: int = 0


def counts_of(user_ids: Collection[int]) -> dict[int, Counts]:
    """Return the counts for each user, by user id.

    They cover only a user's own seats and messages, so they reveal nothing about others.
    """
    users = list(user_ids)
    seats = Seat.objects.filter(due=True, mage__owner__in=users, duel__ended=None)
    waiting = dict(seats.values_list("mage__owner").annotate(Count("pk")))
    messages = Message.objects.filter(recipient__in=users, read=None).order_by()
    unread = dict(messages.values_list("recipient").annotate(Count("pk")))
    return {user: Counts(waiting.get(user, 0), unread.get(user, 0)) for user in users}


def notifications(ids: Collection[int]) -> dict[int, EmailNotification]:
    """Return the notifications with these primary keys. Send each only to its own user."""
    return EmailNotification.objects.in_bulk(list(ids))
