"""What the users of a duel are told of it outside its page: that it begins, that it waits for them, that it is over.

That a slow duel waits is written down some seconds after it has begun to wait; nobody is written to who has played
meanwhile. In a live duel people sit at the page, which tells them itself.
"""

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.urls import reverse
from django.utils import timezone

from accounts.models import Letter, Mage
from accounts.services.letters import PATIENCE, on_their_way, tell
from accounts.services.mail import send_ripe
from duels.models import Duel, Seat
from duels.selectors.ladder import outcome
from duels.terms import DAY, control_title

GRACE = timedelta(seconds=10)
"""How long a duel waits before anything is said about it: who is there plays on at once."""
MOST_AT_ONCE = 200

SLOW = Q(duel__pace=None) | Q(duel__pace__gte=DAY) | Q(duel__mountain=True)


def tell_begun(duel: Duel, seats: Sequence[Seat]) -> None:
    """Tell its users that a duel begins; inside the transaction that begins it."""
    if duel.practice:
        return
    tell(
        _owners(seats),
        about=Letter.About.DUEL,
        subject=f"Your duel begins: {_title(seats)}",
        text=f"{_title(seats)}: {_clock(duel)}. Your first orders are awaited.",
        path=reverse("duel", args=[duel.slug]),
        key=f"begun:{duel.pk}",
    )


def tell_ended(duel: Duel, seats: Sequence[Seat]) -> None:
    """Tell those that it is over who may not have been there; inside the transaction that ends the duel."""
    absent = seats if _is_slow(duel) else [seat for seat in seats if seat.missed or seat.closed]
    if duel.practice or not absent:
        return
    tell(
        _owners(absent),
        about=Letter.About.DUEL,
        subject=f"Your duel is over: {outcome(duel)}",
        text=f"{_title(seats)} ended in round {duel.round - 1}: {outcome(duel)}.",
        path=reverse("replay", args=[duel.slug]),
        key=f"ended:{duel.pk}",
    )


def write_turns(now: datetime | None = None) -> None:
    """Tell the wizards of slow duels that they are awaited, each once for each time that his duel begins to wait."""
    now = now or timezone.now()
    for seat in _awaited(now):
        with transaction.atomic():
            if Seat.objects.filter(_is_unchanged(seat), pk=seat.pk).update(told=F("due_since")):
                _tell_turn(seat)


def send_letters() -> None:
    """Drop the letters that have been overtaken, then send those that are ripe."""
    drop_overtaken()
    send_ripe()


def drop_overtaken(now: datetime | None = None) -> None:
    """Drop letters about turns that have been taken, and beginnings that their users have seen."""
    now = now or timezone.now()
    letters = on_their_way().filter(asked=None)
    turns = dict(letters.filter(about=Letter.About.TURN).values_list("pk", "key"))
    begun = list(letters.filter(key__startswith="begun:").values_list("pk", "user", "key"))
    waiting = _waiting_keys({_number(key) for key in turns.values()})
    due = _users_due({_number(key) for _, _, key in begun})
    overtaken = [pk for pk, key in turns.items() if key not in waiting]
    overtaken += [pk for pk, user, key in begun if (user, _number(key)) not in due]
    letters.filter(pk__in=overtaken).update(dropped=now)


def _awaited(now: datetime) -> QuerySet[Seat]:
    """Seats whose wizards have not been told; that a duel begins tells of its first orders already."""
    untold = Q(told=None) | ~Q(told=F("due_since"))
    seats = Seat.objects.filter(untold, SLOW, due=True, due_since__lte=now - GRACE, duel__ended=None)
    seats = seats.exclude(duel__practice=True).exclude(duel__round=1, duel__asking=False).exclude(mage=None)
    return seats.select_related("duel", "mage").prefetch_related("duel__seats").order_by("due_since")[:MOST_AT_ONCE]


def _is_unchanged(seat: Seat) -> Q:
    return Q(due=True, due_since=seat.due_since, told=seat.told)


def _tell_turn(seat: Seat) -> None:
    duel = seat.duel
    what = "your answer is" if duel.asking else "your orders are"
    until = f" until {duel.deadline:%-d %B, %H:%M} UTC" if duel.deadline else ""
    tell(
        _owners([seat]),
        about=Letter.About.TURN,
        subject=f"Your turn: {_title(duel.seats.all())}, round {duel.round}",
        text=f"{seat.name}, {what} awaited{until}.",
        path=reverse("duel", args=[duel.slug]),
        key=_turn_key(seat),
        ripe=seat.due_since and seat.due_since + PATIENCE,
    )


def _turn_key(seat: Seat) -> str:
    return f"turn:{seat.pk}:{seat.due_since and seat.due_since.timestamp()}"


def _number(key: str) -> int:
    """The duel's or the seat's, whichever the key is of."""
    return int(key.split(":")[1])


def _waiting_keys(seats: Collection[int]) -> set[str]:
    """The keys of the turns that these seats still have to take."""
    return {_turn_key(seat) for seat in Seat.objects.filter(pk__in=list(seats), due=True, duel__ended=None)}


def _users_due(duels: Collection[int]) -> set[tuple[int, int]]:
    """Users and duels that still wait for their first orders."""
    first = Seat.objects.filter(duel__in=list(duels), due=True, duel__ended=None, duel__round=1)
    return set(first.values_list("mage__owner", "duel"))


def _owners(seats: Iterable[Seat]) -> list[int]:
    mages = [seat.mage_id for seat in seats if seat.mage_id is not None]
    return list(Mage.objects.filter(pk__in=mages).values_list("owner", flat=True))


def _title(seats: Iterable[Seat]) -> str:
    return " against ".join(seat.name for seat in seats)


def _clock(duel: Duel) -> str:
    return control_title(duel.pace, duel.reserve, duel.mountain)


def _is_slow(duel: Duel) -> bool:
    return duel.mountain or duel.pace is None or duel.pace >= DAY
