"""Duel reports that replace pending notifications for users who play by e-mail.

Other modules write these notifications, and delete those that are outdated. Players are notified when a duel begins or
ends and when it is their turn, and they get reminders. Followers are notified of each round. A periodic job turns the
pending notifications into reports, to which users can reply with orders. If this fails, the notification stays
unchanged and is sent when it is due.
"""

import logging
import re
from collections.abc import Iterable, Iterator
from datetime import datetime

from django.utils import timezone

from accounts.languages import in_language_of
from accounts.models import EmailNotification, User
from accounts.services.notifications import on_their_way
from duels.mailroom.addresses import reply_address
from duels.mailroom.reports import status, thread_of
from duels.models import Duel, Seat
from duels.wording.time_controls import is_live

logger = logging.getLogger(__name__)

MOST_AT_ONCE = 100
NO_ROUND = 0
"""The round in reply addresses for followers, who must not learn the number of rounds while time is stopped."""
ABOUT = (
    EmailNotification.About.TURN,
    EmailNotification.About.DUEL,
    EmailNotification.About.REMINDER,
    EmailNotification.About.ROUND,
)
OF_DUELS, OF_SEATS = re.compile(r"(?:begun|ended):(\d+)"), re.compile(r"(?:turn|late):(\d+):.*")
OF_FOLLOWED = re.compile(r"round:([\w-]+):.*")
"""Regular expressions for the keys of the notifications that become reports.

The group in each expression matches the primary key of a duel (`OF_DUELS`) or seat (`OF_SEATS`), or the slug of a duel
(`OF_FOLLOWED`).
"""


def write_reports(now: datetime | None = None) -> int:
    """Write reports on correspondence duels for players and followers who have chosen to play by e-mail.

    Return the number of reports, all of which are scheduled to be sent immediately.
    """
    waiting = on_their_way().filter(asked=None, tries=0, thread="", about__in=ABOUT, user__mail=User.Mail.PLAY)
    notifications = waiting.select_related("user").order_by("pk")[:MOST_AT_ONCE]
    return sum(
        _write(notification, *about, now or timezone.now()) for notification, about in _with_duels(notifications)
    )


def _with_duels(notifications: Iterable[EmailNotification]) -> Iterator[tuple[EmailNotification, tuple[Duel, str]]]:
    """Yield each notification about a correspondence duel, with the duel and the wizard's name.

    Players in live duels need no reports, because they have the page open.
    """
    for notification in notifications:
        duel, name = _about(notification.key)
        if duel is not None and not is_live(duel.pace, mountain=duel.mountain):
            yield notification, (duel, name)


def _about(key: str) -> tuple[Duel | None, str]:
    """Return the duel and the wizard that the notification with this key is about.

    The wizard is "" if the notification is about the whole duel. The duel is `None` if it does not exist.
    """
    if found := OF_DUELS.fullmatch(key):
        return Duel.objects.filter(pk=found[1]).first(), ""
    if found := OF_FOLLOWED.fullmatch(key):
        return Duel.objects.filter(slug=found[1]).first(), ""
    found = OF_SEATS.fullmatch(key)
    seat = Seat.objects.select_related("duel").filter(pk=found[1]).first() if found else None
    return (seat.duel, seat.name) if seat else (None, "")


def _write(notification: EmailNotification, duel: Duel, name: str, now: datetime) -> bool:
    """Turn a notification into a report, and return whether this succeeded."""
    is_followed = notification.about == EmailNotification.About.ROUND
    reply_to = reply_address(notification.user, duel.slug, NO_ROUND if is_followed else duel.round)
    if not reply_to:
        return False
    lead = _earlier(notification.text) if is_followed else notification.text
    try:
        with in_language_of(notification.user):
            text = status(duel, notification.user, lead, name)
    except Exception:  # one report must not stop the others
        logger.exception("No report of duel %s can be made, its notification stays short", duel.slug)
        return False
    unsent = on_their_way().filter(pk=notification.pk, tries=0, thread="")
    return bool(unsent.update(text=text, thread=thread_of(duel), reply_to=reply_to, ripe=now))


def _earlier(news: str) -> str:
    """Return a follower's notification without the text about the last round, which the report describes in full."""
    return "\n\n".join(news.split("\n\n")[:-1])
