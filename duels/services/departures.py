"""Leaving: what a mage that retires, dies or quits leaves behind, quitting, and the end of an account."""

from collections.abc import Collection

from django.db import transaction

from duels.models import Challenge, Invitation, Seeker
from duels.room import tell_changed


@transaction.atomic
def leave_challenges(mage_ids: Collection[int]) -> None:
    """Withdraw what these mages offer, and decline what they are asked; they wait for no quick duel any more."""
    offered = Challenge.objects.select_for_update().filter(state=Challenge.State.OPEN, challenger__in=mage_ids)
    withdrawn = [challenge.pk for challenge in offered.order_by("pk")]
    Challenge.objects.filter(pk__in=withdrawn).update(state=Challenge.State.WITHDRAWN)
    asked = Invitation.objects.filter(
        mage__in=mage_ids,
        challenge__state=Challenge.State.OPEN,
        state__in=(Invitation.State.CHALLENGED, Invitation.State.ACCEPTED),
    )
    declined = asked.update(state=Invitation.State.DECLINED)
    Seeker.objects.filter(mage__in=mage_ids, duel=None).delete()
    if withdrawn or declined:
        transaction.on_commit(tell_changed)
