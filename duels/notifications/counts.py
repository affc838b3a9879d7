"""Queries for the counts and notifications that every page shows."""

import re
from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import Count
from django.urls import reverse

from accounts.models import EmailNotification, Message
from duels.models import Challenge, Seat

REMATCH = r"challenge (\d+) rematch"
"""A regular expression for the keys of notifications that offer a rematch."""


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


@dataclass(frozen=True, slots=True)
class Note:
    """A notification as an open page shows it.

    If the notification offers a rematch, `after` is the address of the finished duel's page. That page already shows
    the offer, and so need not show the notification.
    """

    about: str
    subject: str
    path: str
    after: str


def notes(ids: Collection[int]) -> dict[int, Note]:
    """Return the notifications with these primary keys. Callers must send each one only to the user it belongs to."""
    found = EmailNotification.objects.in_bulk(list(ids))
    rematches = {pk: int(match[1]) for pk, it in found.items() if (match := re.fullmatch(REMATCH, it.key))}
    offers = Challenge.objects.filter(pk__in=rematches.values(), after__isnull=False)
    after = {pk: reverse("duel", args=[slug]) for pk, slug in offers.values_list("pk", "after__slug")}
    return {pk: Note(it.about, it.subject, it.path, after.get(rematches.get(pk, 0), "")) for pk, it in found.items()}
