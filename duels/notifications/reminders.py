"""Reminders to players who have kept a duel waiting for a week or longer.

Source: the rules of the play-by-mail server Firetop Mountain, "Slow Games".
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import EmailNotification
from accounts.selectors import vacations_by_mage
from accounts.services.notifications import notify
from duels.models import Seat
from duels.play.deadlines import after, elapsed
from duels.play.tables import Span
from duels.wording.time_controls import MOUNTAIN_CLOSES

REMINDERS = (timedelta(days=7), timedelta(days=10.5), timedelta(days=14))
"""How long a duel must have been waiting for each reminder to be sent."""


def remind_late(now: datetime | None = None) -> None:
    """Remind players who have kept a duel waiting, once after each of the delays in `REMINDERS`.

    Only duels with the clock of Firetop Mountain have reminders. If several reminders to a player are due, only the
    last one is sent.
    """
    now = now or timezone.now()
    long_ago = now - REMINDERS[0]
    awaited = Seat.objects.filter(due=True, mage__isnull=False, due_since__lte=long_ago)
    seats = awaited.filter(duel__mountain=True, duel__ended=None).select_related("duel", "mage")
    away = vacations_by_mage({seat.mage_id for seat in seats if seat.mage_id}, datetime.min.replace(tzinfo=now.tzinfo))
    for seat in seats:
        _remind(seat, away.get(seat.mage_id or 0, ()), now)


@transaction.atomic
def _remind(seat: Seat, away: Sequence[Span], now: datetime) -> None:
    duel, opened = seat.duel, seat.duel.opened or seat.duel.started
    waited = elapsed(opened, now, away)
    number = sum(term <= waited for term in REMINDERS)
    if seat.mage is None or not number or any(began <= now < until for began, until in away):
        return
    closes = after(opened, timedelta(seconds=MOUNTAIN_CLOSES), away)
    notify(
        [seat.mage.owner_id],
        about=EmailNotification.About.REMINDER,
        subject=lambda: _("Reminder for %(name)s: round %(round)s") % {"name": seat.name, "round": duel.round},
        text=lambda: _warning(seat.name, waited, closes),
        path=reverse("duel", args=[duel.slug]),
        key=f"late:{seat.pk}:{duel.round}:{'answers' if duel.asking else 'orders'}:{number}",
    )


def _warning(name: str, waited: timedelta, closes: datetime) -> str:
    text = ngettext(
        "A duel has been waiting for %(name)s for %(count)s day. Without orders by %(time)s (UTC), "
        "%(name)s loses the duel and dies.",
        "A duel has been waiting for %(name)s for %(count)s days. Without orders by %(time)s (UTC), "
        "%(name)s loses the duel and dies.",
        waited.days,
    )
    return text % {"count": waited.days, "name": name, "time": date_format(closes, _("j F, H:i"))}
