"""The presence of participants, which keeps live challenges open.

A live challenge that anyone may accept is open only while a user who has accepted it is online.
"""

from collections.abc import Collection
from datetime import datetime

from django.db.models import Q
from django.utils import timezone

from duels.challenges.open_challenges import AWAY, LISTED, unanswered
from duels.models import Challenge, Invitation
from duels.signals import challenge_changed
from duels.wording.time_controls import DAY
from wavinghands.db.after_commit import after_commit


def attend(*, user_ids: Collection[int], now: datetime | None = None) -> None:
    """Keep open or reopen the live challenges that these users, who must be present, have accepted."""
    now = now or timezone.now()
    waiting = Challenge.objects.filter(unanswered(now) & LISTED & Q(pace__lt=DAY))
    accepted = Invitation.objects.filter(challenge__in=waiting, state=Invitation.State.ACCEPTED)
    rows = accepted.values_list("mage__owner", "challenge", "challenge__token", "challenge__heard")
    attended = {pk: (token, heard) for owner, pk, token, heard in rows if owner in user_ids}
    if not attended:
        return
    Challenge.objects.filter(pk__in=attended).update(heard=now)
    for token in (token for token, heard in attended.values() if heard <= now - AWAY):
        after_commit(challenge_changed.send_robust, None, token=token)
