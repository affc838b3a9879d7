"""Queries for open challenges, and the reasons why a challenge is closed."""

from collections.abc import Collection
from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy

from duels.models import Challenge, Invitation
from duels.wording.time_controls import DAY, is_live

# A player who offered a live duel a while ago has probably left and would forfeit it.
LIVE_STANDS = timedelta(hours=2)
SLOW_STANDS = timedelta(days=14)
AWAY = timedelta(minutes=1)
"""A player whose page has sent no heartbeat for this long is away.

This is longer than two heartbeat intervals of the page's WebSocket.
"""
LONGEST_LIST = 200

CLOSED = {
    Challenge.State.OPEN: gettext_lazy("it has expired"),
    Challenge.State.ACCEPTED: gettext_lazy("it has been accepted"),
    Challenge.State.WITHDRAWN: gettext_lazy("%(challenger)s cancelled it"),
}
NOBODY_HERE = gettext_lazy("%(challenger)s is away right now")
COMING = (Invitation.State.CHALLENGED, Invitation.State.ACCEPTED)
"""The invitation states in which a challenge concerns the mage's user."""
LISTED = Q(is_open=True, private=False)
"""The condition for challenges that the lobby lists for everyone, or for the members of their club."""


def standing(now: datetime | None = None) -> Q:
    """Return the condition for challenges that can be accepted.

    An open live challenge can be accepted only while one of its participants is present.
    """
    now = now or timezone.now()
    return unanswered(now) & (Q(pace__gte=DAY) | ~LISTED | Q(heard__gt=now - AWAY))


def unanswered(now: datetime) -> Q:
    """Return the condition for open challenges that have not expired, even if no participant is present."""
    live = Q(pace__lt=DAY, posted__gte=now - LIVE_STANDS)
    slow = Q(pace__gte=DAY, posted__gte=now - SLOW_STANDS)
    return Q(state=Challenge.State.OPEN, challenger__ended=None) & (live | slow)


def open_challenges(user_ids: Collection[int | None] = ()) -> list[Challenge]:
    """Return the newest open challenges, followed by the older ones that these users take part in or are invited to.

    Challenges that are not public are included.
    """
    newest = list(challenges_standing()[:LONGEST_LIST])
    if len(newest) < LONGEST_LIST:
        return newest
    coming = Invitation.objects.filter(challenge=OuterRef("pk"), mage__owner__in=user_ids, state__in=COMING)
    older = challenges_standing().filter(Exists(coming)).exclude(pk__in=[challenge.pk for challenge in newest])
    return newest + list(older[:LONGEST_LIST])


def challenges_standing() -> QuerySet[Challenge]:
    """Return all challenges that can still be accepted, newest first."""
    return _challenges().filter(standing()).order_by("-posted", "-pk")


def challenges_listed() -> QuerySet[Challenge]:
    """Return the challenges that are listed for everyone.

    Challenges by invitation only are included, but challenges for clubs are not. Source: the e-mail server Firetop
    Mountain, "Challenges".
    """
    return challenges_standing().filter(private=False, club=None)


def challenge_of(token: str) -> Challenge | None:
    """Return the challenge with this token, with its mages and duel, or `None`."""
    return _challenges().filter(token=token).first()


def is_standing(challenge: Challenge) -> bool:
    """Return whether the challenge can still be accepted."""
    return Challenge.objects.filter(standing(), pk=challenge.pk).exists()


def leaves_with(challenge: Challenge) -> bool:
    """Return whether the challenge is open only while a user who has accepted it is present."""
    return is_live(challenge.pace) and challenge.is_open and not challenge.private


def why_closed(challenge: Challenge) -> str | None:
    """Return the reason why the challenge can no longer be accepted, or `None` if it can.

    The challenge's state is reloaded from the database.
    """
    if is_standing(challenge):
        return None
    challenge.refresh_from_db(fields=["state", "duel"])
    is_left = Challenge.objects.filter(unanswered(timezone.now()), pk=challenge.pk).exists()
    why = NOBODY_HERE if is_left else CLOSED[Challenge.State(challenge.state)]
    return why % {"challenger": challenge.challenger}


def _challenges() -> QuerySet[Challenge]:
    invitations = Invitation.objects.select_related("mage__owner").order_by("pk")
    return Challenge.objects.select_related("challenger__owner", "duel", "club").prefetch_related(
        "challenger__standings", Prefetch("invitations", queryset=invitations)
    )
