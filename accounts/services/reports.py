"""Reports to moderators."""

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import Report, User
from accounts.permissions import demand, standing_of

MOST_OPEN_REPORTS = 20
"""The number of open reports that a user may have at a time."""


@transaction.atomic
def report(*, reporter: User, accused: User | None, path: str, why: str, about: str = "", quote: str = "") -> Report:
    """Report a user, or content such as a puzzle, to the moderators.

    `path` is the page concerned, `about` identifies the reported content on it, and `quote` is its text. `accused` is
    `None` if the report is only about content. Repeating an open report returns the existing one. Raise `Forbidden` if
    the reporter may not report, and `ValidationError` for an invalid text, a report about oneself, or more than
    `MOST_OPEN_REPORTS` open reports.
    """
    demand("report", standing_of(reporter))
    why = why.strip()
    User.objects.select_for_update(no_key=True).get(pk=reporter.pk)  # other reports by this user must wait
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


def report_for_site(*, accused: User, path: str, why: str, about: str, quote: str) -> Report:
    """Report a user to the moderators in the name of the site. The report has no reporter."""
    return Report.objects.create(accused=accused, path=path, about=about, quote=quote, why=why)
