"""Quick duels: who waits is paired with the nearest rating, and the range widens while he waits.

Who waits is heard of every other second: by the hub at which his page has a socket, or, where it has none, by the page.
All who wait are locked in one order while two of them are paired, so that nobody is paired twice, however many ask at
once; users and mages are locked after them, and so one pair in a transaction. Who waits for
long is offered a wizard of the house.
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
from duels.challenges.eligibility import busy_among, check_is_free
from duels.house.duels import start_house_duel
from duels.house.likeness import level_for
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
"""Who has not been heard of for so long waits no more."""
NEAR = 100.0
WIDER = 60.0
"""Points of rating by which two may differ at once, and more for each second that one has waited."""
FORGOTTEN = timedelta(minutes=5)
LONELY = timedelta(seconds=20)
"""Who has waited for so long is offered a wizard of the house."""


def seek(*, mage: Mage, book: str = "", now: datetime | None = None) -> Duel | None:
    """Wait for a duel, or go on waiting; the duel, when there is one. May be asked again. `book`: empty for any.

    Raises `ValidationError` if the mage is no more or its user in a live duel, `Forbidden` if he may not duel at all.
    """
    now = now or timezone.now()
    demand("seek", standing_of(mage.owner))
    if mage.owner.is_bot:
        raise ValidationError(_("Bots wait for nobody: accept a challenge where they may come, or challenge somebody."))
    _come_in(mage, book, now)
    with transaction.atomic():
        waiting = {seeker.mage_id: seeker for seeker in _locked()}
        mine = waiting.get(mage.pk)
        if mine is None:
            return None  # left in this very moment
        if mine.duel is not None:
            return mine.duel
        mine.heard, mine.book = now, book
        mine.save(update_fields=["heard", "book"])
        other = _nearest(mine, waiting.values(), now)
        return _begin(mine, other) if other else None


def keep_seeking(*, user_ids: Collection[int], now: datetime | None = None) -> dict[int, str | None]:
    """Those of these users who wait are still there, and meet whom they can; who waits no more is not in the answer.

    By user: the address of the duel that has been found for him, by whomever; none while there is none.
    """
    now = now or timezone.now()
    while _pair_next(user_ids, now):
        pass
    here = Q(duel=None) | Q(duel__ended=None, heard__gt=now - GONE)
    rows = Seeker.objects.filter(here, mage__owner__in=user_ids, mage__ended=None)
    found = rows.values_list("mage__owner", "duel__slug")
    return {user_id: slug and reverse("duel", args=[slug]) for user_id, slug in found}


def seeking(now: datetime | None = None) -> int:
    """How many wait for a quick duel."""
    return waiting_for_a_duel(now or timezone.now()).count()


def waiting_for_a_duel(now: datetime) -> QuerySet[Seeker]:
    """Who waits for a quick duel and is still there."""
    return Seeker.objects.filter(duel=None, heard__gt=now - GONE).select_related("mage")


def offered_meanwhile(*, user_ids: Collection[int], now: datetime | None = None) -> dict[int, HouseWizard]:
    """The wizards of the house, of strengths like theirs, for those of these users who have waited for long."""
    since = (now or timezone.now()) - LONELY
    lonely = Seeker.objects.filter(duel=None, since__lte=since, mage__owner__in=user_ids, mage__ended=None)
    return {user_id: _alike(user_id, number) for user_id, number in lonely.values_list("mage__owner", "pk")}


@transaction.atomic
def duel_meanwhile(*, user_id: int, wizard: HouseWizard) -> Duel:
    """The duel of who waits with this wizard of the house; or the one that has been found for him at this moment.

    Raises `ValidationError` if he does not wait any more, or is in another live duel.
    """
    mine = next((it for it in _locked() if it.mage.owner_id == user_id and it.mage.ended is None), None)
    if mine is None:
        raise ValidationError(_("You do not wait any more."))
    if mine.duel is not None and mine.duel.ended is None:
        return mine.duel
    hold_users([user_id])
    check_is_free(user_id)
    book = mine.book or USUAL_BOOK
    mine.duel = start_house_duel(mage=mine.mage, wizards=[wizard], book=book, practice=False, **control_of(CONTROL))
    mine.save(update_fields=["duel"])
    _send_into(mine.duel, [user_id])
    return mine.duel


@transaction.atomic
def stop_seeking(*, user_id: int) -> None:
    """The user's mages are not there any more, unless another page of his is heard of."""
    Seeker.objects.filter(mage__owner=user_id, duel=None).update(heard=F("heard") - 2 * GONE)


def is_near(one: float, other: float, waited: timedelta) -> bool:
    """Whether two ratings are near enough for who has waited so long."""
    return abs(one - other) <= NEAR + WIDER * waited.total_seconds()


@transaction.atomic
def _come_in(mage: Mage, book: str, now: datetime) -> None:
    """A row for who waits; one mage of a user, and a new one when the last duel that was found is known."""
    if Mage.objects.filter(pk=mage.pk, ended=None).first() is None:
        raise ValidationError(_("%(mage)s is no more.") % {"mage": mage})
    goes_on = Q(duel=None) | Q(duel__ended=None)
    if Seeker.objects.filter(goes_on, mage=mage, heard__gt=now - GONE).exists():
        return
    check_is_free(mage.owner_id)
    _forget(Q(mage__owner=mage.owner_id) | Q(heard__lt=now - FORGOTTEN))
    fresh = {"book": book, "rating": rating_of(mage), "since": now, "heard": now, "duel": None}
    Seeker.objects.update_or_create(mage=mage, defaults=fresh)
    touch([mage.pk])  # at last: who pairs has locked all who wait before users and mages


def _forget(gone: Q) -> None:
    """Delete these rows, locked in the order in which all who wait are locked."""
    rows = Seeker.objects.select_for_update(of=["self"]).filter(gone).order_by("pk").values_list("pk", flat=True)
    Seeker.objects.filter(pk__in=list(rows)).delete()


def _locked() -> list[Seeker]:
    """All who wait. Their duels are not joined: after waiting for a lock, PostgreSQL would not find the new ones."""
    rows = Seeker.objects.select_for_update(of=["self"]).select_related("mage__owner")
    return list(rows.order_by("pk"))


@transaction.atomic
def _pair_next(user_ids: Collection[int], now: datetime) -> bool:
    """Hear of these users, and pair the first of them for whom there is somebody; whether there was one."""
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
    """Whom he meets; none if nobody fits."""
    fits = [other for other in waiting if _fits(mine, other, now)]
    blocked = blocked_with(mine.mage.owner_id) if fits else ()
    fits = [other for other in fits if other.mage.owner_id not in blocked]
    return min(fits, key=lambda other: (abs(other.rating - mine.rating), other.since), default=None)


def _fits(mine: Seeker, other: Seeker, now: datetime) -> bool:
    """Whether they may duel: two users, both there, of one mind on the book, near enough for who has waited longer."""
    is_there = other.duel_id is None and other.heard >= now - GONE and other.mage.ended is None
    waited = now - min(mine.since, other.since)
    books = {seeker.book for seeker in (mine, other) if seeker.book}
    is_other = other.mage.owner_id != mine.mage.owner_id
    return is_there and is_other and len(books) < 2 and is_near(mine.rating, other.rating, waited)


def _begin(mine: Seeker, other: Seeker) -> Duel | None:
    """Their duel; none if one of them has begun another while he waited: he waits no more."""
    pair = sorted((mine, other), key=lambda seeker: (seeker.since, seeker.pk))
    users = [it.mage.owner_id for it in pair]
    hold_users(users)
    if busy := busy_among(users):
        Seeker.objects.filter(mage__owner__in=busy, duel=None).delete()
        return None
    duel = start_duel(
        seats=[SeatSpec(it.mage.name, it.mage.gender, it.mage) for it in pair],
        book=mine.book or other.book or USUAL_BOOK,
        counts=not any(it.mage.owner.is_guest for it in pair),
        **control_of(CONTROL),
    )
    Seeker.objects.filter(pk__in=[it.pk for it in pair]).update(duel=duel)
    _send_into(duel, users)
    return duel


def _send_into(duel: Duel, users: Sequence[int]) -> None:
    url = reverse("duel", args=[duel.slug])
    after_commit(duel_started.send_robust, None, users=list(users), url=url)


def _alike(user_id: int, number: int) -> HouseWizard:
    """One of the strength most like the user's; by `number`, so that he stays the same while one waits."""
    level = level_for(user_id)
    known = [wizard for wizard in WIZARDS if wizard.level == level]
    return known[number % len(known)]
