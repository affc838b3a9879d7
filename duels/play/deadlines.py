"""Deadlines of wizards and duels.

Only this module reads the clocks of a duel. Time runs from `Duel.opened`, the moment at which the duel began to wait
for its wizards. First the time per round (`Duel.pace`, in seconds) runs down, then each wizard's reserve. In slow
duels, a wizard's clock pauses while their user is on vacation. While a spell stops time, the reserve is not used,
because a change to it would reveal which wizards acted.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from duels.models import Seat
from duels.play.tables import Span, Table
from duels.wording.time_controls import is_slow

NONE = timedelta(0)


def elapsed(since: datetime, until: datetime, still: Iterable[Span] = ()) -> timedelta:
    """Return the time from `since` to `until`, not counting the spans in `still`.

    The spans must not overlap.
    """
    stood = sum((max(NONE, min(until, end) - max(since, begin)) for begin, end in still), NONE)
    return max(NONE, until - since - stood)


def after(since: datetime, time: timedelta, still: Iterable[Span] = ()) -> datetime:
    """Return the moment that is `time` later than `since`, not counting the spans in `still`.

    The spans must be in chronological order.
    """
    moment = since + time
    for begin, end in still:
        if end > since and begin < moment:
            moment += end - max(begin, since)
    return moment


def still(table: Table, name: str | None) -> Sequence[Span]:
    """Return the spans of time during which a wizard's clock is paused.

    These are the vacations of the wizard's user. Only slow duels outside tournaments have such pauses.
    """
    return table.away.get(name, ()) if name and table.duel.vacations and is_slow(table.duel.pace) else ()


def opened(table: Table) -> datetime:
    """Return the moment at which the duel began to wait for its wizards."""
    return table.duel.opened or table.duel.started


def round_up(table: Table, name: str | None = None) -> datetime | None:
    """Return the time at which a wizard's time per round, without the reserve, is up.

    Without a name, ignore vacations. Return `None` if the duel has no clock or is over.
    """
    pace = table.duel.pace
    if pace is None or table.duel.result is not None:
        return None
    return after(opened(table), timedelta(seconds=pace), still(table, name))


def time_up(table: Table, name: str, pace: int) -> datetime:
    """Return the moment at which the wizard's time, including the reserve, is up.

    `pace` is the duel's time per round. For a wizard who has sealed orders or answers, return the moment at which their
    time would have been up if they had sealed nothing.
    """
    seat = table.by_name[name]
    reserve = 0.0 if table.is_secret else seat.reserve + seat.spent
    return after(opened(table), timedelta(seconds=pace + reserve), still(table, name))


def deadline(table: Table) -> datetime | None:
    """Return the earliest time at which a wizard runs out of time while the duel is waiting for them.

    Return `None` if the duel has no clock, is over, or is not waiting for any wizard.
    """
    pace = table.duel.pace
    if pace is None or table.duel.result is not None:
        return None
    waiting = table.waiting()
    if not (table.duel.reserve or table.away):  # all wizards have the same time
        return opened(table) + timedelta(seconds=pace) if waiting else None
    return min((time_up(table, name, pace) for name in waiting), default=None)


def late(table: Table, now: datetime) -> list[str]:
    """Return the wizards whose time is up although the duel is still waiting for them."""
    pace = table.duel.pace
    return [] if pace is None else [name for name in table.waiting() if time_up(table, name, pace) <= now]


def is_up(table: Table, seat: Seat, now: datetime) -> bool:
    """Return whether a wizard has no time left, even if the duel is not waiting for them."""
    pace = table.duel.pace
    return pace is not None and time_up(table, seat.name, pace) <= now


def reserve_left(table: Table, seat: Seat, now: datetime) -> float:
    """Return the seconds of a wizard's reserve that would be left if their clock stopped at `now`."""
    pace = table.duel.pace
    if pace is None or not seat.reserve or table.is_secret:
        return seat.reserve
    used = elapsed(opened(table), now, still(table, seat.name)) - timedelta(seconds=pace)
    return max(0.0, seat.reserve - max(0.0, used.total_seconds()))
