"""Reads of challenges: which stand open, and why one no longer does."""

from datetime import datetime, timedelta

from django.db.models import Prefetch, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy

from duels.models import Challenge, Invitation
from duels.wording.time_controls import DAY

# Who waits for an opponent by the minute is gone after a while; an old offer would only cost him a forfeit.
LIVE_STANDS = timedelta(hours=2)
SLOW_STANDS = timedelta(days=14)
LONGEST_LIST = 200

CLOSED = {
    Challenge.State.OPEN: gettext_lazy("it is too old"),
    Challenge.State.ACCEPTED: gettext_lazy("it has been accepted"),
    Challenge.State.WITHDRAWN: gettext_lazy("%(challenger)s has withdrawn it"),
}


def standing(now: datetime | None = None) -> Q:
    """What is true of the challenges that can still be accepted."""
    now = now or timezone.now()
    live = Q(pace__lt=DAY, posted__gte=now - LIVE_STANDS)
    slow = Q(pace__gte=DAY, posted__gte=now - SLOW_STANDS)
    return Q(state=Challenge.State.OPEN, challenger__ended=None) & (live | slow)


def open_challenges() -> list[Challenge]:
    """The newest challenges that stand, whoever may see them."""
    return list(challenges_standing()[:LONGEST_LIST])


def challenges_standing() -> QuerySet[Challenge]:
    """All challenges that can still be accepted, the newest first."""
    return _challenges().filter(standing()).order_by("-posted", "-pk")


def challenges_listed() -> QuerySet[Challenge]:
    """Those that everybody may know of, open and closed. Source: Firetop Mountain, "Challenges"."""
    return challenges_standing().filter(private=False)


def challenge_of(token: str) -> Challenge | None:
    """The challenge at this address, with its mages and its duel."""
    return _challenges().filter(token=token).first()


def is_standing(challenge: Challenge) -> bool:
    """Whether it can still be accepted."""
    return Challenge.objects.filter(standing(), pk=challenge.pk).exists()


def why_closed(challenge: Challenge) -> str | None:
    """Why it can no longer be accepted, as it is at this moment; none while it can."""
    if is_standing(challenge):
        return None
    challenge.refresh_from_db(fields=["state", "duel"])
    return CLOSED[Challenge.State(challenge.state)] % {"challenger": challenge.challenger}


def _challenges() -> QuerySet[Challenge]:
    invitations = Invitation.objects.select_related("mage__owner").order_by("pk")
    return Challenge.objects.select_related("challenger__owner", "duel").prefetch_related(
        Prefetch("invitations", queryset=invitations)
    )
