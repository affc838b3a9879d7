"""Notifications to the players of a duel about its start, their turns and its end.

In correspondence duels, players are notified of their turn a few seconds after it begins, unless they have already
moved. In live duels, they are not notified of turns, because they have the page open.
"""

import logging
import re
from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.dispatch import receiver
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import EmailNotification, Mage
from accounts.selectors import vacations_at
from accounts.services.mail import send_ripe
from accounts.services.notifications import PATIENCE, News, notify, notify_each, on_their_way
from duels.models import Challenge, Duel, Invitation, Seat
from duels.notifications.counts import REMATCH
from duels.play.plans import why_broken
from duels.signals import duel_begun, duel_cancelled, duel_settled, mages_died
from duels.wording.duel_lists import outcome
from duels.wording.headings import versus_of
from duels.wording.time_controls import DAY, control_title, is_live

logger = logging.getLogger(__name__)

GRACE = timedelta(seconds=10)
"""The delay before players are notified of their turn. Players who have the page open usually move sooner."""
MOST_AT_ONCE = 200

SLOW = Q(duel__pace=None) | Q(duel__pace__gte=DAY) | Q(duel__mountain=True)


@receiver(duel_begun)
def tell_begun(duel: Duel, seats: Sequence[Seat], occasion: Callable[[], str] | None = None, **_given: Any) -> None:
    """Notify the players that their duel has started.

    `occasion` returns the title of the event to which the duel belongs. The notifications are saved in the transaction
    that starts the duel.
    """
    if duel.practice:
        return
    notify(
        [seat.mage.owner_id for seat in seats if seat.mage],
        about=EmailNotification.About.DUEL,
        subject=lambda: _begun_subject(seats, occasion() if occasion else ""),
        text=lambda: _begun(duel, seats),
        path=reverse("duel", args=[duel.slug]),
        key=f"begun:{duel.pk}",
    )


def _begun_subject(seats: Sequence[Seat], occasion: str) -> str:
    if occasion:
        return _("%(occasion)s: %(duel)s") % {"occasion": occasion, "duel": versus_of(seats)}
    return _("Your duel has started: %(duel)s") % {"duel": versus_of(seats)}


def _begun(duel: Duel, seats: Sequence[Seat]) -> str:
    clock = control_title(duel.pace, duel.reserve, duel.mountain)
    return _("%(duel)s: %(clock)s. It’s time for your first orders.") % {"duel": versus_of(seats), "clock": clock}


@receiver(duel_settled)
def tell_ended(duel: Duel, seats: Sequence[Seat], **_given: Any) -> None:
    """Notify the players that their duel is over.

    In a live duel, only players who missed rounds are notified, because the others have the page open. The
    notifications are saved in the transaction that ends the duel.
    """
    is_at_one_sitting = is_live(duel.pace, mountain=duel.mountain)
    absent = [seat for seat in seats if seat.missed or seat.closed] if is_at_one_sitting else seats
    if duel.practice or not absent:
        return
    notify(
        _owners(absent),
        about=EmailNotification.About.DUEL,
        subject=lambda: _("Your duel is over: %(outcome)s") % {"outcome": outcome(duel)},
        text=lambda: _ended(duel, seats),
        path=reverse("replay", args=[duel.slug]),
        key=_end_key(duel),
    )


def _end_key(duel: Duel) -> str:
    return f"ended:{duel.pk}"


def _ended(duel: Duel, seats: Sequence[Seat]) -> str:
    about = {"duel": versus_of(seats), "round": duel.round - 1, "outcome": outcome(duel)}
    return _("%(duel)s ended in round %(round)s: %(outcome)s.") % about


@receiver(duel_cancelled)
def tell_cancelled(duel: Duel, seats: Sequence[Seat], **_given: Any) -> None:
    """Notify the players that their duel has been cancelled, in the transaction that cancels it."""
    if duel.practice:
        return
    notify(
        _owners(seats),
        about=EmailNotification.About.DUEL,
        subject=lambda: _("Your duel has been cancelled: %(duel)s") % {"duel": versus_of(seats)},
        text=lambda: _(
            "Because of an error on our side, this duel can’t continue. Scores and ratings don’t change. In a "
            "tournament, it counts as a draw. We’re sorry."
        ),
        path=reverse("lobby"),
        key=_end_key(duel),
    )


@receiver(mages_died)
def tell_died(mages: Iterable[Mage], duel: Duel, **_given: Any) -> None:
    """Notify the owners of mages that died in a duel.

    The notifications are saved in the transaction that marks the mages as dead.
    """
    for mage in mages:
        _tell_died(mage, duel)


def _tell_died(mage: Mage, duel: Duel) -> None:
    text = gettext_lazy(
        "%(mage)s died in round %(round)s of a duel, and its score is gone. You’ll find the mage "
        "in the graveyard with its history. You can register the name again and start from zero."
    )
    notify(
        [mage.owner_id],
        about=EmailNotification.About.MAGE,
        subject=lambda: _("%(mage)s has died") % {"mage": mage},
        text=lambda: text % {"mage": mage, "round": duel.round - 1},
        path=reverse("mage_life", args=[mage.name, mage.life]),
        key=f"died:{mage.pk}",
    )


def write_turns(now: datetime | None = None) -> None:
    """Notify players that it is their turn in a correspondence duel, once per turn."""
    if not (seats := list(_awaited(now or timezone.now()))):
        return
    try:
        _tell_turns(seats)
    except Exception:
        logger.exception("One of %d turns cannot be notified", len(seats))
        for seat in seats:
            with suppress(Exception):  # already logged; one failure must not delay the others
                _tell_turns([seat])


@transaction.atomic
def _tell_turns(seats: Sequence[Seat]) -> None:
    unchanged = _unchanged(seats)
    Seat.objects.filter(pk__in=[seat.pk for seat in unchanged]).update(told=F("due_since"))
    notify_each(map(_turn, unchanged))


def note_seen(seat: Seat) -> None:
    """Record that the player has just seen the duel in an e-mail reply, and so needs no notification."""
    Seat.objects.filter(pk=seat.pk, due=True).update(told=F("due_since"))
    on_their_way().filter(user__in=_owners([seat]), key=_end_key(seat.duel)).update(dropped=timezone.now())


def send_notifications() -> None:
    """Drop outdated notifications, and send those that are due."""
    drop_overtaken()
    send_ripe()


def drop_overtaken(now: datetime | None = None) -> None:
    """Drop outdated notifications.

    They are outdated if the user has moved, seen the duel or answered the challenge.
    """
    notifications = on_their_way().filter(asked=None)
    waiting = list(notifications.filter(about__in=MAY_BE_OVERTAKEN).values_list("pk", "user", "key"))
    for pattern, still_true in OVERTAKEN.items():
        found = [(pk, user, key, match) for pk, user, key in waiting if (match := re.fullmatch(pattern, key))]
        true = still_true({int(match[1]) for *_, match in found})
        overtaken = [pk for pk, user, key, _ in found if (user, key) not in true]
        notifications.filter(pk__in=overtaken).update(dropped=now or timezone.now())


def _awaited(now: datetime) -> QuerySet[Seat]:
    """Return the seats whose players are to be notified of their turn.

    The first round is left out, because players have been notified that the duel has started. Users on vacation are
    notified only after their return, except about their duels in tournaments.
    """
    untold = Q(told=None) | ~Q(told=F("due_since"))
    seats = Seat.objects.filter(untold, SLOW, due=True, due_since__lte=now - GRACE, duel__ended=None)
    seats = seats.exclude(duel__practice=True).exclude(duel__round=1, duel__asking=False).exclude(mage=None)
    seats = seats.exclude(Exists(vacations_at(now).filter(user=OuterRef("mage__owner"))), duel__vacations=True)
    return (
        seats.select_related("duel", "mage").prefetch_related("duel__seats").order_by("due_since", "pk")[:MOST_AT_ONCE]
    )


def _unchanged(seats: Sequence[Seat]) -> list[Seat]:
    """Lock these seats, and return those whose turn has not changed since the seats were read.

    Seats locked by another transaction are left out and checked again by the next run.
    """
    held = Seat.objects.select_for_update(no_key=True, skip_locked=True).filter(pk__in=[seat.pk for seat in seats])
    there = set(held.filter(due=True).values_list("pk", "due_since", "told"))
    return [seat for seat in seats if (seat.pk, seat.due_since, seat.told) in there]


def _turn(seat: Seat) -> News:
    duel, seats = seat.duel, seat.duel.seats.all()
    return News(
        [seat.mage.owner_id] if seat.mage else [],
        about=EmailNotification.About.TURN,
        subject=lambda: _("Your turn: %(duel)s, round %(round)s") % {"duel": versus_of(seats), "round": duel.round},
        text=lambda: " ".join(filter(None, (_sealed_by_time(seat), why_broken(seat.plan), _awaiting(seat)))),
        path=reverse("duel", args=[duel.slug]),
        key=_turn_key(seat.pk, seat.due_since),
        ripe=seat.due_since and seat.due_since + PATIENCE,
    )


def _sealed_by_time(seat: Seat) -> str:
    """Return a sentence saying that the picked orders were sealed when time ran out.

    Return an empty string if they were not.
    """
    if not seat.sealed_by_time or seat.sealed_by_time < seat.duel.round - 1:
        return ""
    return _("Time ran out in round %(round)s, so the orders you had picked were sealed for you.") % {
        "round": seat.sealed_by_time
    }


def _awaiting(seat: Seat) -> str:
    """Return a sentence about the action that the wizard must take, including the deadline."""
    deadline, asking = seat.duel.deadline, seat.duel.asking
    if deadline is None:
        text = _("%(name)s has a question to answer.") if asking else _("It’s your turn with %(name)s.")
        return text % {"name": seat.name}
    until = date_format(deadline, _("j F, H:i"))
    answer = _("%(name)s has a question to answer by %(time)s UTC.")
    orders = _("It’s your turn with %(name)s. Submit your orders by %(time)s UTC.")
    return (answer if asking else orders) % {"name": seat.name, "time": until}


def _turn_key(seat: int, since: datetime | None) -> str:
    return f"turn:{seat}:{since and since.timestamp()}"


def _turns_to_take(seats: Collection[int]) -> set[tuple[int, str]]:
    due = Seat.objects.filter(pk__in=list(seats), due=True, duel__ended=None)
    return {(user, _turn_key(seat, since)) for user, seat, since in due.values_list("mage__owner", "pk", "due_since")}


def _beginnings_not_seen(duels: Collection[int]) -> set[tuple[int, str]]:
    first = Seat.objects.filter(duel__in=list(duels), due=True, duel__ended=None, duel__round=1)
    return {(user, f"begun:{duel}") for user, duel in first.values_list("mage__owner", "duel")}


def _challenges_not_answered(challenges: Collection[int]) -> set[tuple[int, str]]:
    asked = Invitation.objects.filter(challenge__in=list(challenges), state=Invitation.State.CHALLENGED)
    rows = asked.filter(challenge__state=Challenge.State.OPEN).values_list("mage__owner", "challenge", "mage")
    return {(user, f"challenge {challenge} to {mage}") for user, challenge, mage in rows}


def _rematches_not_answered(challenges: Collection[int]) -> set[tuple[int, str]]:
    asked = Challenge.objects.filter(pk__in=list(challenges), state=Challenge.State.OPEN)
    come = Invitation.objects.filter(challenge__in=list(challenges), state=Invitation.State.ACCEPTED)
    rows = set(asked.values_list("after__seats__mage__owner", "pk")) - set(come.values_list("mage__owner", "challenge"))
    return {(user, f"challenge {challenge} rematch") for user, challenge in rows}


MAY_BE_OVERTAKEN = (EmailNotification.About.TURN, EmailNotification.About.DUEL, EmailNotification.About.CHALLENGE)
OVERTAKEN: dict[str, Callable[[Collection[int]], set[tuple[int, str]]]] = {
    r"turn:(\d+):.*": _turns_to_take,
    r"begun:(\d+)": _beginnings_not_seen,
    r"challenge (\d+) to \d+": _challenges_not_answered,
    REMATCH: _rematches_not_answered,
}
"""Regular expressions for the keys of notifications that may become outdated.

Each is mapped to a function that takes the numbers found in these keys, which identify seats, duels or challenges. The
function returns the pairs of a user and a key that are still valid.
"""


def _owners(seats: Iterable[Seat]) -> list[int]:
    mages = [seat.mage_id for seat in seats if seat.mage_id is not None]
    return list(Mage.objects.filter(pk__in=mages).values_list("owner", flat=True))
