"""Quick duels.

Waiting players are paired by rating, within a range that widens while they wait. Each waiting player has a `Seeker`
row. The lobby's WebSocket refreshes it every two seconds, or the page does if there is no WebSocket. Each transaction
pairs two players. It locks all seekers in the order of their keys, then users, then mages, so that concurrent calls
never pair a player twice. Players who have waited for a long time are offered a house wizard (a computer player).
"""

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.blocks import blocked_with
from accounts.models import Mage
from accounts.permissions import demand, standing_of
from accounts.services.mage_lifecycle import hold_users, touch
from duels.challenges.loading import load_busy, load_under_way
from duels.challenges.rules import Refusal, enforce, may_duel_live
from duels.house.duels import start_house_duel
from duels.house.matching import level_for
from duels.house.wizards import WIZARDS, HouseWizard
from duels.ladder.standings import rating_of
from duels.models import Duel, Seeker
from duels.play.transaction import SeatSpec, start_duel
from duels.signals import duel_started
from duels.wording.time_controls import control_of
from wavinghands.db.after_commit import after_commit

CONTROL = "1m"
USUAL_BOOK = "classic"
GONE = timedelta(seconds=7)
"""A seeker that has not been refreshed for this long is considered gone."""
NEAR = 100.0
WIDER = 60.0
"""The maximum difference between two ratings is `NEAR` at first, and grows by `WIDER` per second of waiting."""
FORGOTTEN = timedelta(minutes=5)
LONELY = timedelta(seconds=20)
"""The waiting time after which a player is offered a house wizard (a computer player)."""


def seek(*, mage: Mage, book: str = "", friendly: bool = False, now: datetime | None = None) -> Duel | None:
    """Start or continue waiting for a duel. Return the duel if an opponent has been found, otherwise `None`.

    `book` is the spell book, or an empty string for any book. The duel is casual if one of the players is a guest or
    asks for a `friendly` duel. Players who want rated duels can therefore meet those who want casual ones.

    Raise `ValidationError` if the mage is dead or has quit, or if its user is a bot or in a live duel. Raise
    `Forbidden` if the user lacks permission.
    """
    now = now or timezone.now()
    demand("seek", standing_of(mage.owner))
    if mage.owner.is_bot:
        raise ValidationError(
            _("Bots can’t join the quick duel queue. Accept a challenge that allows bots, or challenge someone.")
        )
    _come_in(mage, book, friendly, now)
    with transaction.atomic():
        waiting = {seeker.mage_id: seeker for seeker in _locked()}
        mine = waiting.get(mage.pk)
        if mine is None:
            return None  # the user has just stopped waiting
        if mine.duel is not None:
            return mine.duel
        mine.heard, mine.book, mine.friendly = now, book, friendly
        mine.save(update_fields=["heard", "book", "friendly"])
        other = _nearest(mine, waiting.values(), now)
        return _begin(mine, other) if other else None


def keep_seeking(*, user_ids: Collection[int], now: datetime | None = None) -> dict[int, str | None]:
    """Keep waiting users in the queue, and pair them with opponents where possible.

    The result maps the id of each waiting user to the URL of their duel, or to `None` if no duel has been found yet.
    """
    now = now or timezone.now()
    while _pair_next(user_ids, now):
        pass
    here = Q(duel=None) | Q(duel__ended=None, heard__gt=now - GONE)
    rows = Seeker.objects.filter(here, mage__owner__in=user_ids, mage__ended=None)
    found = rows.values_list("mage__owner", "duel__slug")
    return {user_id: slug and reverse("duel", args=[slug]) for user_id, slug in found}


def seeking(now: datetime | None = None) -> int:
    """Return the number of players waiting for a quick duel."""
    return waiting_for_a_duel(now or timezone.now()).count()


def waiting_for_a_duel(now: datetime) -> QuerySet[Seeker]:
    """Return the active seekers waiting for a quick duel."""
    return Seeker.objects.filter(duel=None, heard__gt=now - GONE).select_related("mage")


def offered_meanwhile(*, user_ids: Collection[int], now: datetime | None = None) -> dict[int, HouseWizard]:
    """Return a house wizard of similar strength for each user who has been waiting for a long time.

    The keys are user ids.
    """
    since = (now or timezone.now()) - LONELY
    lonely = Seeker.objects.filter(duel=None, since__lte=since, mage__owner__in=user_ids, mage__ended=None)
    return {user_id: _alike(user_id, number) for user_id, number in lonely.values_list("mage__owner", "pk")}


@transaction.atomic
def duel_meanwhile(*, user_id: int, wizard: HouseWizard) -> Duel:
    """Begin a duel between this house wizard (a computer player) and a user who is waiting for an opponent.

    If an opponent has been found in the meantime, return the duel with that opponent. Raise `ValidationError` if the
    user is no longer waiting or is in another live duel.
    """
    mine = next((it for it in _locked() if it.mage.owner_id == user_id and it.mage.ended is None), None)
    if mine is None:
        raise ValidationError(_("You’ve left the queue."))
    if mine.duel is not None and mine.duel.ended is None:
        return mine.duel
    hold_users([user_id])
    enforce(_is_free(user_id))
    book = mine.book or USUAL_BOOK
    mine.duel = start_house_duel(mage=mine.mage, wizards=[wizard], book=book, practice=False, **control_of(CONTROL))
    mine.save(update_fields=["duel"])
    _send_into(mine.duel, [user_id])
    return mine.duel


def stop_seeking(*, user_id: int) -> None:
    """Remove the user from the queue, unless another of the user's pages is still waiting."""
    Seeker.objects.filter(mage__owner=user_id, duel=None).update(heard=F("heard") - 2 * GONE)


def is_near(one: float, other: float, waited: timedelta) -> bool:
    """Return whether two ratings are close enough for a duel after a wait of this length."""
    return abs(one - other) <= NEAR + WIDER * waited.total_seconds()


@transaction.atomic
def _come_in(mage: Mage, book: str, friendly: bool, now: datetime) -> None:
    """Save a seeker for this mage, replacing any other seeker of its user.

    Save nothing if this mage is already waiting or is in a quick duel.
    """
    if Mage.objects.filter(pk=mage.pk, ended=None).first() is None:
        raise ValidationError(_("%(mage)s no longer exists.") % {"mage": mage})
    goes_on = Q(duel=None) | Q(duel__ended=None)
    if Seeker.objects.filter(goes_on, mage=mage, heard__gt=now - GONE).exists():
        return
    enforce(_is_free(mage.owner_id))
    _forget(Q(mage__owner=mage.owner_id) | Q(heard__lt=now - FORGOTTEN))
    fresh = {"book": book, "friendly": friendly, "rating": rating_of(mage), "since": now, "heard": now, "duel": None}
    Seeker.objects.update_or_create(mage=mage, defaults=fresh)
    touch([mage.pk])  # last, because pairing locks all seekers before users and mages


def _forget(gone: Q) -> None:
    """Delete the seekers that match this condition.

    Lock them first, in the same order as pairing does.
    """
    rows = Seeker.objects.select_for_update(of=["self"]).filter(gone).order_by("pk").values_list("pk", flat=True)
    Seeker.objects.filter(pk__in=list(rows)).delete()


def _locked() -> list[Seeker]:
    """Lock all seekers and return them.

    The query does not join the table of duels, because PostgreSQL would miss a duel added while the query waits for a
    lock.
    """
    rows = Seeker.objects.select_for_update(of=["self"]).select_related("mage__owner")
    return list(rows.order_by("pk"))


@transaction.atomic
def _pair_next(user_ids: Collection[int], now: datetime) -> bool:
    """Refresh these users' seekers and pair the first user who has a match.

    Return whether there was a match.
    """
    waiting = _locked()
    mine = [it for it in waiting if it.mage.owner_id in user_ids and it.duel_id is None and it.mage.ended is None]
    Seeker.objects.filter(pk__in=[it.pk for it in mine]).update(heard=now)
    for it in mine:
        it.heard = now
    pairs = ((it, other) for it in mine if (other := _nearest(it, waiting, now)))
    pair = next(pairs, None)
    if pair is not None:
        _begin(*pair)
    return pair is not None


def _nearest(mine: Seeker, waiting: Collection[Seeker], now: datetime) -> Seeker | None:
    """Return the best match for this seeker, or `None` if nobody matches."""
    fits = [other for other in waiting if _fits(mine, other, now)]
    blocked = blocked_with(mine.mage.owner_id) if fits else ()
    fits = [other for other in fits if other.mage.owner_id not in blocked]
    return min(fits, key=lambda other: (abs(other.rating - mine.rating), other.since), default=None)


def _fits(mine: Seeker, other: Seeker, now: datetime) -> bool:
    """Return whether two seekers match.

    They must belong to different users, be present, and have compatible spell books and ratings.
    """
    is_there = other.duel_id is None and other.heard >= now - GONE and other.mage.ended is None
    waited = now - min(mine.since, other.since)
    books = {seeker.book for seeker in (mine, other) if seeker.book}
    is_other = other.mage.owner_id != mine.mage.owner_id
    return is_there and is_other and len(books) < 2 and is_near(mine.rating, other.rating, waited)


def _begin(mine: Seeker, other: Seeker) -> Duel | None:
    """Begin a duel between these two players and return it.

    If one of them has begun another live duel, end that user's search and return `None`.
    """
    pair = sorted((mine, other), key=lambda seeker: (seeker.since, seeker.pk))
    users = [it.mage.owner_id for it in pair]
    hold_users(users)
    if busy := load_busy(users):
        Seeker.objects.filter(mage__owner__in=busy, duel=None).delete()
        return None
    duel = start_duel(
        seats=[SeatSpec(it.mage.name, it.mage.gender, it.mage) for it in pair],
        book=mine.book or other.book or USUAL_BOOK,
        counts=not any(it.friendly or it.mage.owner.is_guest for it in pair),
        **control_of(CONTROL),
    )
    Seeker.objects.filter(pk__in=[it.pk for it in pair]).update(duel=duel)
    _send_into(duel, users)
    return duel


def _is_free(user_id: int) -> Refusal | None:
    return may_duel_live(load_under_way([user_id])[user_id])


def _send_into(duel: Duel, users: Sequence[int]) -> None:
    url = reverse("duel", args=[duel.slug])
    after_commit(duel_started.send_robust, None, users=list(users), url=url)


def _alike(user_id: int, number: int) -> HouseWizard:
    """Return one of the house wizards whose level is closest to the user's strength.

    Calls with the same `number` return the same house wizard.
    """
    level = level_for(user_id)
    known = [wizard for wizard in WIZARDS if wizard.level == level]
    return known[number % len(known)]
