"""Calling a moderator."""

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import Report, User
from accounts.permissions import demand, standing_of

MOST_OPEN_REPORTS = 20
"""Reports of one user that wait for a moderator."""


@transaction.atomic
def report(*, reporter: User, accused: User | None, path: str, why: str, about: str = "", quote: str = "") -> Report:
    """Call a moderator to what somebody has done at `path`. The same report, made again, is the one that waits.

    `accused`: none where nobody has done it, and something there is wrong.

    Raises `ValidationError` with what to do instead, `Forbidden` for who may not.
    """
    demand("report", standing_of(reporter))
    why = why.strip()
    User.objects.select_for_update(no_key=True).get(pk=reporter.pk)  # whatever else he reports waits
    if accused is not None and reporter.pk == accused.pk:
        raise ValidationError(_("You can’t block, mute or report yourself."))
    if not why or len(why) > Report.LONGEST_WHY:
        raise ValidationError(_("Describe the problem in at most %(most)s characters.") % {"most": Report.LONGEST_WHY})
    waiting = Report.objects.filter(reporter=reporter, state=Report.State.OPEN)
    if (same := waiting.filter(accused=accused, path=path, about=about).first()) is not None:
        return same
    if waiting.count() >= MOST_OPEN_REPORTS:
        too_many = _("%(most)s of your reports are still waiting for a moderator. Please wait before you send another.")
        raise ValidationError(too_many % {"most": MOST_OPEN_REPORTS})
    return Report.objects.create(reporter=reporter, accused=accused, path=path, about=about, quote=quote, why=why)
