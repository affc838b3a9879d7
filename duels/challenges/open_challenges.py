"""Reads of challenges: which stand open, and why one no longer does."""

from collections.abc import Collection
from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy

from duels.models import Challenge, Invitation
from duels.wording.time_controls import DAY

# Who waits for an opponent by the minute is gone after a while; an old offer would only cost him a forfeit.
LIVE_STANDS = timedelta(hours=2)
SLOW_STANDS = timedelta(days=14)
AWAY = timedelta(minutes=1)
"""Of whom nothing has been heard for so long, he is not here: longer than two beats of the pages' sockets."""
LONGEST_LIST = 200

CLOSED = {
    Challenge.State.OPEN: gettext_lazy("it is too old"),
    Challenge.State.ACCEPTED: gettext_lazy("it has been accepted"),
    Challenge.State.WITHDRAWN: gettext_lazy("%(challenger)s has withdrawn it"),
}
NOBODY_HERE = gettext_lazy("%(challenger)s is away at the moment")
COMING = (Invitation.State.CHALLENGED, Invitation.State.ACCEPTED)
"""How a challenge concerns those whose mages it names, its challenger among them."""
LISTED = Q(is_open=True, private=False)
"""What the lobby shows to everybody; what is for somebody by name, or by its link, waits for him."""


def standing(now: datetime | None = None) -> Q:
    """What is true of the challenges that can be accepted: of a live one to all, that somebody is here for it."""
    now = now or timezone.now()
    return unanswered(now) & (Q(pace__gte=DAY) | ~LISTED | Q(heard__gt=now - AWAY))


def unanswered(now: datetime) -> Q:
    """What is true of those that are not too old, whether somebody waits at them or not."""
    live = Q(pace__lt=DAY, posted__gte=now - LIVE_STANDS)
    slow = Q(pace__gte=DAY, posted__gte=now - SLOW_STANDS)
    return Q(state=Challenge.State.OPEN, challenger__ended=None) & (live | slow)


def open_challenges(user_ids: Collection[int | None] = ()) -> list[Challenge]:
    """The newest challenges that stand, whoever may see them; then what is older and concerns these users."""
    newest = list(challenges_standing()[:LONGEST_LIST])
    if len(newest) < LONGEST_LIST:
        return newest
    coming = Invitation.objects.filter(challenge=OuterRef("pk"), mage__owner__in=user_ids, state__in=COMING)
    older = challenges_standing().filter(Exists(coming)).exclude(pk__in=[challenge.pk for challenge in newest])
    return newest + list(older[:LONGEST_LIST])


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


def leaves_with(challenge: Challenge) -> bool:
    """Whether it stands no longer than those are here who have accepted it."""
    return challenge.pace < DAY and challenge.is_open and not challenge.private


def why_closed(challenge: Challenge) -> str | None:
    """Why it can no longer be accepted, as it is at this moment; none while it can."""
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
