"""Deadlines of wizards and duels: the one place where the clocks of a duel are read.

Time runs from `Duel.opened`, when the duel began to wait: first the seconds of the round, then each wizard's reserve.
In slow duels it pauses for a wizard while their user is on vacation. In stopped time the reserve is not used, because
the change would reveal which wizards acted.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from duels.models import Seat
from duels.play.tables import Span, Table
from duels.wording.time_controls import is_slow

NONE = timedelta(0)


def passed(since: datetime, until: datetime, still: Iterable[Span] = ()) -> timedelta:
    """Return the time between two moments, without the `still` spans, which must not overlap."""
    stood = sum((max(NONE, min(until, end) - max(since, begin)) for begin, end in still), NONE)
    return max(NONE, until - since - stood)


def after(since: datetime, time: timedelta, still: Iterable[Span] = ()) -> datetime:
    """Return the moment at which so much time has passed, not counting the `still` spans, which are in order."""
    moment = since + time
    for begin, end in still:
        if end > since and begin < moment:
            moment += end - max(begin, since)
    return moment


def still(table: Table, name: str | None) -> Sequence[Span]:
    """Return the spans in which a wizard's clock is paused: their user's vacations, in slow duels only."""
    return table.away.get(name, ()) if name and is_slow(table.duel.pace) else ()


def opened(table: Table) -> datetime:
    """Return the moment at which the duel began its present wait."""
    return table.duel.opened or table.duel.started


def round_up(table: Table, name: str | None = None) -> datetime | None:
    """Return when the seconds of the round are up: for this wizard, or, without a name, for all not on vacation."""
    pace = table.duel.pace
    if pace is None or table.duel.result is not None:
        return None
    return after(opened(table), timedelta(seconds=pace), still(table, name))


def time_up(table: Table, name: str, pace: int) -> datetime:
    """Return when the wizard's time, reserve included, is up, as if they had not sealed anything."""
    seat = table.by_name[name]
    reserve = 0.0 if table.is_secret else seat.reserve + seat.spent
    return after(opened(table), timedelta(seconds=pace + reserve), still(table, name))


def deadline(table: Table) -> datetime | None:
    """Return when the first wizard that the duel waits for runs out of time; None without a clock."""
    pace = table.duel.pace
    if pace is None or table.duel.result is not None:
        return None
    waiting = table.waiting()
    if not (table.duel.reserve or table.away):  # all have the same time
        return opened(table) + timedelta(seconds=pace) if waiting else None
    return min((time_up(table, name, pace) for name in waiting), default=None)


def late(table: Table, now: datetime) -> list[str]:
    """Return the wizards that the duel waits for and whose time is up."""
    pace = table.duel.pace
    return [] if pace is None else [name for name in table.waiting() if time_up(table, name, pace) <= now]


def is_up(table: Table, seat: Seat, now: datetime) -> bool:
    """Return whether a wizard has no time left, whether or not the duel waits for them."""
    pace = table.duel.pace
    return pace is not None and time_up(table, seat.name, pace) <= now


def reserve_left(table: Table, seat: Seat, now: datetime) -> float:
    """Return the seconds left of a wizard's reserve if their clock stops now."""
    pace = table.duel.pace
    if pace is None or not seat.reserve or table.is_secret:
        return seat.reserve
    used = passed(opened(table), now, still(table, seat.name)) - timedelta(seconds=pace)
    return max(0.0, seat.reserve - max(0.0, used.total_seconds()))
