"""Who wants to be told when somebody waits for an opponent: by a push to his browsers, once, within half a day.

While a page that tells it is open, it does so itself by the lobby's socket.
"""

from datetime import datetime, timedelta
from typing import Any

from django.db.models import Exists, OuterRef
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.blocks import blocked_with
from accounts.languages import in_language_of
from accounts.models import PushSubscription, User
from accounts.permissions import demand, standing_of
from accounts.services.web_push import News, push_soon
from duels.challenges.eligibility import busy_among
from duels.challenges.lobby import Offer, may_accept, offer
from duels.challenges.matchmaking import waiting_for_a_duel
from duels.challenges.open_challenges import LISTED, challenges_standing
from duels.models import Challenge, OpponentAlert, Seeker

STANDS = timedelta(hours=12)
KEEPS = 300  # seconds; who waits by the minute is met soon, or has gone
TAG = "waits"
"""The same as that of what an open page tells, so that nobody is told twice."""


def ask_alert(*, user: User, now: datetime | None = None) -> None:
    """Have a user told from now on. Raises `Forbidden` for who is not logged in."""
    demand("settings", standing_of(user))
    OpponentAlert.objects.update_or_create(user=user, defaults={"since": now or timezone.now()})


def end_alert(*, user: User) -> None:
    """Tell him no more."""
    OpponentAlert.objects.filter(user=user).delete()


def is_alert(user: Any, now: datetime | None = None) -> bool:
    """Whether he still waits to be told."""
    oldest = (now or timezone.now()) - STANDS
    return bool(user.is_authenticated) and OpponentAlert.objects.filter(user=user, since__gt=oldest).exists()


def tell_alerts(now: datetime | None = None) -> None:
    """Tell those for whom somebody has come since they asked; who duels by the minute just now is told later.

    Who deletes the row tells, so that nobody is told twice; a process that dies in between tells nobody: it is a hint.
    """
    now = now or timezone.now()
    OpponentAlert.objects.filter(since__lte=now - STANDS).delete()
    browsers = PushSubscription.objects.filter(user=OuterRef("user"))
    alerts = list(OpponentAlert.objects.filter(Exists(browsers), user__is_active=True).select_related("user"))
    if not alerts:
        return
    oldest = min(alert.since for alert in alerts)
    offered = list(challenges_standing().filter(LISTED, posted__gt=oldest))
    seekers = list(waiting_for_a_duel(now).filter(since__gt=oldest))
    if not (offered or seekers):
        return
    busy = busy_among([alert.user_id for alert in alerts])
    for alert in alerts:
        news = None if alert.user_id in busy else _news(alert, offered, seekers)
        if news and OpponentAlert.objects.filter(pk=alert.pk, since=alert.since).delete()[0]:
            push_soon([(alert.user_id, news)])


def _news(alert: OpponentAlert, offered: list[Challenge], seekers: list[Seeker]) -> News | None:
    """Who waits for this user, the newest challenge first; none if nobody does."""
    strangers = {alert.user_id, *blocked_with(alert.user_id)}
    with in_language_of(alert.user):
        for it in offered:
            is_new = it.posted > alert.since and it.challenger.owner_id not in strangers
            if is_new and may_accept(it, alert.user_id):
                return _of_challenge(offer(it, alert.user_id))
        if any(it.since > alert.since and it.mage.owner_id not in strangers for it in seekers):
            title, text = _("Somebody wants a quick duel"), _("One minute a round. Be quick yourself.")
            return News(title, text, reverse("lobby"), TAG, KEEPS)
    return None


def _of_challenge(seen: Offer) -> News:
    title = _("%(challenger)s waits for an opponent") % {"challenger": seen["challenger"]}
    return News(title, f"{seen['book']}, {seen['clock']}", seen["url"], TAG, KEEPS)
