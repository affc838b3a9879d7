"""When whose time is up: the one place where the clocks of a duel are read.

The time of all who are awaited runs from the moment at which the duel began to wait, `Duel.opened`: first the round's
own seconds, then what each has in reserve. It stands still for a wizard while his user is on vacation, and in a stopped
time there is no reserve: all would see afterwards whose was used.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from duels.models import Seat
from duels.play.tables import Span, Table
from duels.wording.time_controls import is_slow

NONE = timedelta(0)


def passed(since: datetime, until: datetime, still: Iterable[Span] = ()) -> timedelta:
    """The time that passes between two moments; `still`: the spans in which none does, apart from each other."""
    stood = sum((max(NONE, min(until, end) - max(since, begin)) for begin, end in still), NONE)
    return max(NONE, until - since - stood)


def after(since: datetime, time: timedelta, still: Iterable[Span] = ()) -> datetime:
    """The moment at which so much time has passed; `still`: the spans in which none does, in their order."""
    moment = since + time
    for begin, end in still:
        if end > since and begin < moment:
            moment += end - max(begin, since)
    return moment


def still(table: Table, name: str | None) -> Sequence[Span]:
    """The spans in which this wizard's clock stands still: the vacations of his user, where a round takes days."""
    return table.away.get(name, ()) if name and is_slow(table.duel.pace) else ()


def opened(table: Table) -> datetime:
    """Since when the duel waits for what it waits for."""
    return table.duel.opened or table.duel.started


def round_up(table: Table, name: str | None = None) -> datetime | None:
    """When the round's own seconds are up: for this wizard, or for all whose clock has not stood still."""
    pace = table.duel.pace
    if pace is None or table.duel.result is not None:
        return None
    return after(opened(table), timedelta(seconds=pace), still(table, name))


def time_up(table: Table, name: str, pace: int) -> datetime:
    """When this wizard's time is up altogether; of one who has sealed, when it were if he had not."""
    seat = table.by_name[name]
    reserve = 0.0 if table.is_secret else seat.reserve + seat.spent
    return after(opened(table), timedelta(seconds=pace + reserve), still(table, name))


def deadline(table: Table) -> datetime | None:
    """When the first of those awaited runs out of time; none without a clock."""
    pace = table.duel.pace
    if pace is None or table.duel.result is not None:
        return None
    waiting = table.waiting()
    if not (table.duel.reserve or table.away):  # all have the same time
        return opened(table) + timedelta(seconds=pace) if waiting else None
    return min((time_up(table, name, pace) for name in waiting), default=None)


def late(table: Table, now: datetime) -> list[str]:
    """Those awaited whose time is up."""
    pace = table.duel.pace
    return [] if pace is None else [name for name in table.waiting() if time_up(table, name, pace) <= now]


def is_up(table: Table, seat: Seat, now: datetime) -> bool:
    """Whether no time were left to a wizard if he were awaited."""
    pace = table.duel.pace
    return pace is not None and time_up(table, seat.name, pace) <= now


def reserve_left(table: Table, seat: Seat, now: datetime) -> float:
    """Seconds that would be left of a wizard's reserve if he were awaited no longer."""
    pace = table.duel.pace
    if pace is None or not seat.reserve or table.is_secret:
        return seat.reserve
    used = passed(opened(table), now, still(table, seat.name)) - timedelta(seconds=pace)
    return max(0.0, seat.reserve - max(0.0, used.total_seconds()))
