"""Blocking, muting and reporting. Each is one transaction and raises `ValidationError` with what to do instead."""

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import Block, Report, User
from accounts.permissions import demand, standing_of

MOST_BLOCKS = 500
MOST_OPEN_REPORTS = 20
"""Reports of one user that wait for a moderator."""
LONGEST_WHY = 1000


@transaction.atomic
def block(*, user: User, other: User, mutes_only: bool = False) -> Block:
    """Have nothing to do with another any more, or only mute what he says; one replaces the other."""
    demand("block", standing_of(user))
    _lock(user)
    if user.pk == other.pk:
        raise ValidationError(_("That is you."))
    if Block.objects.filter(user=user).exclude(blocked=other).count() >= MOST_BLOCKS:
        too_many = _("You have blocked or muted %(most)s users, and no more are possible.")
        raise ValidationError(too_many % {"most": MOST_BLOCKS})
    return Block.objects.update_or_create(user=user, blocked=other, defaults={"mutes_only": mutes_only})[0]


@transaction.atomic
def unblock(*, user: User, other: User) -> None:
    """Take a block or a mute back."""
    demand("block", standing_of(user))
    Block.objects.filter(user=user, blocked=other).delete()


@transaction.atomic
def report(*, reporter: User, accused: User, path: str, why: str, about: str = "", quote: str = "") -> Report:
    """Call a moderator to what somebody has done at `path`. The same report, made again, is the one that waits."""
    demand("report", standing_of(reporter))
    why = why.strip()
    _lock(reporter)
    if reporter.pk == accused.pk:
        raise ValidationError(_("That is you."))
    if not why or len(why) > LONGEST_WHY:
        raise ValidationError(_("Say what is wrong, in %(most)s characters at most.") % {"most": LONGEST_WHY})
    waiting = Report.objects.filter(reporter=reporter, state=Report.State.OPEN)
    if (same := waiting.filter(accused=accused, path=path, about=about).first()) is not None:
        return same
    if waiting.count() >= MOST_OPEN_REPORTS:
        too_many = _("%(most)s reports of yours wait for a moderator. Please wait too.")
        raise ValidationError(too_many % {"most": MOST_OPEN_REPORTS})
    return Report.objects.create(reporter=reporter, accused=accused, path=path, about=about, quote=quote, why=why)


def _lock(user: User) -> None:
    """Have whatever else this user does of the kind wait for the end of the transaction."""
    User.objects.select_for_update(no_key=True).get(pk=user.pk)
