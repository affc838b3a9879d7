"""Moderators' measures, such as warnings and bans.

Each measure is recorded permanently. `Measure.Kind` lists the kinds.
"""

from datetime import timedelta

from django.contrib.auth.signals import user_logged_out
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import EmailNotification, Measure, Report, User
from accounts.permissions import demand, standing_of
from accounts.sanctions import is_banned, silence_text, silenced_until
from accounts.services.notifications import notify
from accounts.signals import measure_taken
from wavinghands.db.after_commit import after_commit

Kind = Measure.Kind
HIDEABLE = ("line:", "puzzle:", "club:", "club_message:")
"""The prefixes of `Report.about` for things that can be hidden."""
TWICE = timedelta(minutes=1)
"""The period within which repeating a measure without a report counts as a mistake."""


@transaction.atomic
def take_measure(
    *,
    moderator: User,
    kind: str,
    why: str,
    user: User | None = None,
    report: Report | None = None,
    days: int | None = None,
) -> Measure:
    """Take action against a user or on a report.

    A measure on a report closes the report. `days` is the length of a silence, or `None` if it is permanent. If the
    same measure was already taken on the report, return the existing one. Without a report, return the existing measure
    if it was taken for the same reason within the last minute (`TWICE`). If the report accuses nobody, record the
    measure under the moderator's own name and notify nobody.

    Raise `Forbidden` if the user is not a moderator, and `ValidationError` if `check()` raises it or if neither a
    user nor a report is given.
    """
    demand("moderate", standing_of(moderator))
    accused = report.accused_id if report else user.pk if user else None
    about = _locked(accused or (moderator.pk if report else None))
    check(kind, why, about if accused else None, report)
    measure = Measure(user=about, moderator=moderator, report=report, kind=kind, why=why.strip())
    if days and kind == Kind.SILENCED:
        measure.until = measure.taken + timedelta(days=days)
    return _twin(measure) or _taken(measure)


def _twin(measure: Measure) -> Measure | None:
    same = Measure.objects.filter(user=measure.user, report=measure.report, kind=measure.kind, lifted=None)
    if measure.report is not None:
        return same.first()
    lately = same.filter(why=measure.why, taken__gt=measure.taken - TWICE)
    return next((twin for twin in lately if twin.lasts == measure.lasts), None)


def _taken(measure: Measure) -> Measure:
    measure.save(force_insert=True)
    if measure.report is not None:
        _close(measure.report, Report.State.DISMISSED if measure.kind == Kind.NOTHING else Report.State.UPHELD)
    _put_in_force(measure)
    return measure


def _locked(user_id: int | None) -> User:
    if user_id is None:
        raise ValidationError("Say about whom.")
    return User.objects.select_for_update(no_key=True).get(pk=user_id)


def check(kind: str, why: str, accused: User | None, report: Report | None) -> None:
    """Raise `ValidationError` if this measure cannot be taken.

    A measure is against the `accused` user, on the `report`, or both.
    """
    if kind not in Kind.values:
        raise ValidationError("There is no such measure.")
    if not why.strip():
        raise ValidationError("Say why: it is kept in the record.")
    if kind in (Kind.NOTHING, Kind.HIDDEN) and report is None:
        raise ValidationError("That is done about a report.")
    if kind == Kind.HIDDEN and report is not None and not report.about.startswith(HIDEABLE):
        raise ValidationError("This report is not about a line of talk, a puzzle or a club: nothing can be hidden.")
    if accused is None and kind not in (Kind.NOTHING, Kind.HIDDEN):
        raise ValidationError("Nobody is accused: dismiss the report, or hide what it is about.")
    if accused is not None and kind in (Kind.SILENCED, Kind.BANNED) and accused.is_staff:
        raise ValidationError("A moderator cannot be silenced or banned: take the role away first.")


def _close(report: Report, state: str) -> None:
    """Set the state of a report, and so remove the report from the queue.

    A report that was upheld once stays upheld.
    """
    open_or_dismissed = Report.objects.filter(pk=report.pk).exclude(state=Report.State.UPHELD)
    open_or_dismissed.update(state=state)


def _put_in_force(measure: Measure) -> None:
    if measure.kind == Kind.BANNED:
        measure.user.is_active = False
        measure.user.save(update_fields=["is_active"])
        # This closes the user's sockets, as logging out does; sessions of inactive users are ignored.
        after_commit(user_logged_out.send_robust, User, request=None, user=measure.user)
    measure_taken.send(Measure, measure=measure)
    if measure.kind in _SUBJECTS and (measure.report is None or measure.report.accused_id):
        _tell(measure)


_SUBJECTS = {
    Kind.WARNED: _("You’ve received a warning from a moderator."),
    Kind.SILENCED: _("A moderator has muted you."),
    Kind.HIDDEN: _("A moderator has hidden something you wrote."),
}


def _tell(measure: Measure) -> None:
    until = silenced_until(measure.user_id) if measure.kind == Kind.SILENCED else None
    subject = _SUBJECTS[Kind(measure.kind)]
    notify(
        [measure.user_id],
        about=EmailNotification.About.MESSAGE,
        subject=lambda: str(subject),
        text=lambda: f"{silence_text(until) if until else subject}\n\n{measure.why}",
        key=f"measure:{measure.pk}",
    )


@transaction.atomic
def lift(*, moderator: User, measure: Measure) -> None:
    """End an active measure, but keep its record.

    Raise `Forbidden` if the user is not a moderator.
    """
    demand("moderate", standing_of(moderator))
    user = _locked(measure.user_id)
    if not Measure.objects.filter(pk=measure.pk, lifted=None).update(lifted=timezone.now()):
        return
    measure.refresh_from_db()
    if measure.kind == Kind.BANNED and user.ended is None and not is_banned(user.pk):
        User.objects.filter(pk=user.pk).update(is_active=True)
    measure_taken.send(Measure, measure=measure)
