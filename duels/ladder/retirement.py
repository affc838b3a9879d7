"""Services that retire mages, end their lives, close accounts, and withdraw mages from challenges.

Users are locked before mages, to prevent deadlocks. Source: the e-mail server Firetop Mountain, "Retire" and "Quit".
"""

from collections.abc import Collection, Sequence
from datetime import datetime

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import ngettext

from accounts.models import Mage, User
from accounts.permissions import Role, demand, standing_of
from accounts.services.accounts import close_account
from accounts.services.mage_lifecycle import end_lives, locked, retire_mage
from duels.ladder.active_seats import running_seats
from duels.models import Challenge, Invitation, Seeker, Standing
from duels.signals import challenge_changed, mages_left
from duels.wording.languages import listed
from wavinghands.db.after_commit import after_commit


@transaction.atomic
def retire(*, mage: Mage, user: User) -> None:
    """Retire a mage, and withdraw it from its challenges.

    It stays retired until it challenges someone or accepts a challenge. Raise `Forbidden` unless `user` owns the mage,
    and `ValidationError` if the mage is dead or has quit.
    """
    retire_mage(mage=mage, user=user)
    after_commit(leave_challenges, [mage.pk])


@transaction.atomic
def quit_mage(*, mage: Mage, user: User) -> None:
    """End the mage's life, and set its scores to zero, as if it had died in a duel.

    Raise `Forbidden` unless `user` owns the mage, and `ValidationError` if the mage's life has already ended or the
    mage is in a duel.
    """
    bury([locked(mage, user, "quit_mage")], timezone.now())


@transaction.atomic
def quit_account(*, user: User) -> None:
    """End the lives of all the user's mages, and close the account.

    This has no effect on a closed account. Raise `ValidationError` if one of the mages is in a duel.
    """
    leaver = User.objects.select_for_update(no_key=True).get(pk=user.pk)
    demand("quit_account", standing_of(user) | {Role.OWNER})
    if leaver.ended is None:
        mages = Mage.objects.select_for_update(no_key=True).filter(owner=leaver, ended=None).order_by("pk")
        bury(list(mages), timezone.now())
        close_account(leaver)


def _in_play(names: Sequence[str]) -> str:
    words = ngettext(
        "%(names)s is still in a duel. Finish or forfeit it first.",
        "%(names)s are still in duels. Finish or forfeit them first.",
        len(names),
    )
    return words % {"names": listed(names)}


def bury(mages: Sequence[Mage], now: datetime) -> None:
    """End the lives of these mages. Callers must have locked their rows.

    Raise `ValidationError` if one of them is in a duel.
    """
    playing = {seat.mage_id for seat in running_seats(mages)}
    if names := [mage.name for mage in mages if mage.pk in playing]:
        raise ValidationError(_in_play(names))
    ids = [mage.pk for mage in mages]
    end_lives(ids, Mage.End.QUIT, now)
    Standing.objects.filter(mage__in=ids).update(score=0)
    after_commit(leave_challenges, ids)


@transaction.atomic
def leave_challenges(mage_ids: Collection[int]) -> None:
    """Withdraw the challenges by these mages, and decline their invitations to other challenges.

    Also end the mages' searches for quick duels.
    """
    offered = Challenge.objects.select_for_update().filter(state=Challenge.State.OPEN, challenger__in=mage_ids)
    withdrawn = [challenge.pk for challenge in offered.order_by("pk")]
    Challenge.objects.filter(pk__in=withdrawn).update(state=Challenge.State.WITHDRAWN)
    asked = Invitation.objects.filter(
        mage__in=mage_ids,
        challenge__state=Challenge.State.OPEN,
        state__in=(Invitation.State.CHALLENGED, Invitation.State.ACCEPTED),
    )
    left = sorted(set(asked.values_list("challenge__token", flat=True)))
    asked.update(state=Invitation.State.DECLINED)
    Seeker.objects.filter(mage__in=mage_ids, duel=None).delete()
    if withdrawn:
        after_commit(challenge_changed.send_robust, None, token="")
    if left:
        after_commit(mages_left.send_robust, None, tokens=left)
