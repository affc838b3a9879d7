"""Reads of challenges: which are open, and why one no longer is."""

from collections.abc import Collection
from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy

from duels.models import Challenge, Invitation
from duels.wording.time_controls import DAY

# Players who offer a live duel are gone after a while; if it began then, they would forfeit it.
LIVE_STANDS = timedelta(hours=2)
SLOW_STANDS = timedelta(days=14)
AWAY = timedelta(minutes=1)
"""A player whose pages have been silent for so long is away: longer than two heartbeats of their sockets."""
LONGEST_LIST = 200

CLOSED = {
    Challenge.State.OPEN: gettext_lazy("it is too old"),
    Challenge.State.ACCEPTED: gettext_lazy("it has been accepted"),
    Challenge.State.WITHDRAWN: gettext_lazy("%(challenger)s has withdrawn it"),
}
NOBODY_HERE = gettext_lazy("%(challenger)s is away at the moment")
COMING = (Invitation.State.CHALLENGED, Invitation.State.ACCEPTED)
"""The states of mages whose users a challenge concerns."""
LISTED = Q(is_open=True, private=False)
"""Challenges that the lobby shows to everybody, neither closed nor by link."""


def standing(now: datetime | None = None) -> Q:
    """Return the condition for challenges that can be accepted: at a live one to all, somebody has to be present."""
    now = now or timezone.now()
    return unanswered(now) & (Q(pace__gte=DAY) | ~LISTED | Q(heard__gt=now - AWAY))


def unanswered(now: datetime) -> Q:
    """Return the condition for challenges that are not too old, whether somebody is present or not."""
    live = Q(pace__lt=DAY, posted__gte=now - LIVE_STANDS)
    slow = Q(pace__gte=DAY, posted__gte=now - SLOW_STANDS)
    return Q(state=Challenge.State.OPEN, challenger__ended=None) & (live | slow)


def open_challenges(user_ids: Collection[int | None] = ()) -> list[Challenge]:
    """Return the newest open challenges, whoever may see them, then older ones that concern these users."""
    newest = list(challenges_standing()[:LONGEST_LIST])
    if len(newest) < LONGEST_LIST:
        return newest
    coming = Invitation.objects.filter(challenge=OuterRef("pk"), mage__owner__in=user_ids, state__in=COMING)
    older = challenges_standing().filter(Exists(coming)).exclude(pk__in=[challenge.pk for challenge in newest])
    return newest + list(older[:LONGEST_LIST])


def challenges_standing() -> QuerySet[Challenge]:
    """Return all challenges that can still be accepted, the newest first."""
    return _challenges().filter(standing()).order_by("-posted", "-pk")


def challenges_listed() -> QuerySet[Challenge]:
    """Return those that everybody may see, open and closed. Source: Firetop Mountain, "Challenges"."""
    return challenges_standing().filter(private=False)


def challenge_of(token: str) -> Challenge | None:
    """Return the challenge with this token, with its mages and its duel, or None."""
    return _challenges().filter(token=token).first()


def is_standing(challenge: Challenge) -> bool:
    """Return whether the challenge can still be accepted."""
    return Challenge.objects.filter(standing(), pk=challenge.pk).exists()


def leaves_with(challenge: Challenge) -> bool:
    """Return whether the challenge is open only while somebody who has accepted it is present."""
    return challenge.pace < DAY and challenge.is_open and not challenge.private


def why_closed(challenge: Challenge) -> str | None:
    """Return why the challenge can no longer be accepted, read anew, or None if it can."""
    if is_standing(challenge):
        return None
    challenge.refresh_from_db(fields=["state", "duel"])
    is_left = Challenge.objects.filter(unanswered(timezone.now()), pk=challenge.pk).exists()
    why = NOBODY_HERE if is_left else CLOSED[Challenge.State(challenge.state)]
    return why % {"challenger": challenge.challenger}


def _challenges() -> QuerySet[Challenge]:
    invitations = Invitation.objects.select_related("mage__owner").order_by("pk")
    return Challenge.objects.select_related("challenger__owner", "duel").prefetch_related(
        Prefetch("invitations", queryset=invitations)
    )
