"""A user's messages, grouped by correspondent."""

from typing import Any, NamedTuple

from django.db.models import Case, Count, F, Max, Q, QuerySet, When

from accounts.models import Message, User


class Thread(NamedTuple):
    """A user's messages to and from another user.

    `last` is the latest message. `unread` is the number of messages that the user has not read.
    """

    other: User
    last: Message
    unread: int


def threads_of(user: User) -> QuerySet[Message, dict[str, Any]]:
    """Return a user's threads as dictionaries, sorted by their latest messages, newest first.

    The keys are the fields of `Thread`. The values of `other` and `last` are primary keys.
    """
    other = Case(When(sender=user, then=F("recipient")), default=F("sender"))
    mine = Message.objects.filter(Q(sender=user) | Q(recipient=user)).annotate(other=other).values("other")
    unread = Count("pk", filter=Q(recipient=user, read=None))
    return mine.annotate(last=Max("pk"), unread=unread).order_by("-last")


def shown(threads: Any) -> list[Thread]:
    """Convert rows from `threads_of()` to threads, with their users and latest messages."""
    rows = list(threads)
    messages = Message.objects.select_related("sender", "recipient", "mage").in_bulk([row["last"] for row in rows])
    users = User.objects.in_bulk([row["other"] for row in rows])
    return [Thread(users[row["other"]], messages[row["last"]], row["unread"]) for row in rows]


def thread(user: User, other: User) -> QuerySet[Message]:
    """Return all messages between two users, newest first."""
    between = Q(sender=user, recipient=other) | Q(sender=other, recipient=user)
    return Message.objects.filter(between).select_related("mage", "sender").order_by("-pk")
