"""Following other people's duels.

Users have a list of the duels that they follow, and are notified after each round. A periodic job sends the
notifications, so that players never have to wait for them. Source: the rules of the play-by-mail server Firetop
Mountain, "SUBSCRIBE".
"""

import logging
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import groupby

from django.db import transaction
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import EmailNotification, User
from accounts.permissions import demand
from accounts.services.notifications import notify
from duels.models import Duel, Subscription
from duels.play.loading import state_of
from duels.viewing.duels import roles_at
from duels.wording.headings import versus_of
from duels.wording.languages import catalogue
from wavinghands import engine

logger = logging.getLogger(__name__)

MOST_AT_ONCE = 200
"""The maximum number of duels per run of the job. Other duels are left for the next run."""


@transaction.atomic
def subscribe(*, user: User, duel: Duel) -> Subscription:
    """Subscribe this user to a duel.

    From now on, they are notified of each round. Raise `Forbidden` if they play in the duel.
    """
    demand("subscribe", roles_at(duel, user))
    duel.refresh_from_db()
    fresh = {"seen": duel.round - 1, "open": duel.result is None}
    subscription, _made = Subscription.objects.get_or_create(user=user, duel=duel, defaults=fresh)
    return subscription


@transaction.atomic
def unsubscribe(*, user: User, duel: Duel) -> None:
    Subscription.objects.filter(user=user, duel=duel).delete()


def tell_rounds() -> int:
    """Tell followers about rounds that have become public since their last notification.

    Return the number of duels that had new public rounds or have ended.
    """
    news = Q(seen__lt=F("duel__round") - 1) | Q(duel__ended__isnull=False)
    behind = Subscription.objects.filter(news, open=True).values_list("duel", flat=True)
    duels = list(behind.distinct().order_by("duel")[:MOST_AT_ONCE])
    for duel_id in duels:
        try:
            _notify_followers(duel_id)
        except engine.EngineError:  # one failure must not delay the other duels
            logger.exception("The duel %s cannot be replayed, so its followers are not notified", duel_id)
    return len(duels)


@transaction.atomic
def _notify_followers(duel_id: int) -> None:
    waiting = Subscription.objects.select_for_update().filter(duel=duel_id, open=True)
    subscriptions = sorted(waiting.order_by("pk"), key=lambda subscription: subscription.seen)
    duel = Duel.objects.get(pk=duel_id)
    state, last = state_of(duel, duel.seats.all()), duel.round - 1
    for seen, behind in groupby(subscriptions, key=lambda subscription: subscription.seen):
        if duel.result is not None or any(_public_reports(state, seen)):
            _notify([subscription.user_id for subscription in behind], duel, partial(_public_reports, state, seen))
    waiting.update(seen=last, open=duel.result is None)


def _public_reports(state: engine.Duel, seen: int) -> Iterator[str]:
    """Yield the report on each public round after round `seen`.

    Rounds in stopped time are not public.
    """
    words = catalogue()
    known = engine.view(state, None, since=seen)["rounds"]
    for number in (entry["number"] for entry in known):
        report = engine.report(state, None, number, words)
        yield "\n".join([report["heading"], *(f"  {line['text']}" for line in report["lines"])])


def _notify(users: Iterable[int], duel: Duel, reports: Callable[[], Iterable[str]]) -> None:
    is_over, last = duel.result is not None, duel.round - 1
    notify(
        users,
        about=EmailNotification.About.ROUND,
        subject=lambda: _subject(duel),
        text=lambda: "\n\n".join(reports()),
        path=reverse("duel", args=[duel.slug]),
        key=f"round:{duel.slug}:{last}{':end' if is_over else ''}",
    )


def _subject(duel: Duel) -> str:
    about = {"duel": versus_of(duel.seats.all()), "round": duel.round - 1}
    return (_("%(duel)s: duel over") if duel.result else _("%(duel)s: round %(round)s")) % about
