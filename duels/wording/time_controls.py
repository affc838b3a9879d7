"""Time controls with their codes and titles, and texts for periods of time."""

from collections.abc import Callable, Mapping
from typing import TypedDict

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

MINUTE = 60
HOUR = 60 * MINUTE
DAY = 24 * HOUR
MOUNTAIN_CLOSES = 21 * DAY
"""The number of seconds without orders after which a mage loses a duel with the clock of Firetop Mountain.

Source: Firetop Mountain, "Slow Games".
"""


class Control(TypedDict):
    """A time control.

    `pace` is the time per round in seconds. `reserve` is the number of additional seconds that each wizard has for the
    whole duel. `mountain` says whether the clock is that of the play-by-mail server Firetop Mountain.
    """

    pace: int
    reserve: int
    mountain: bool


def _control(pace: int, reserve: int) -> Control:
    return {"pace": pace, "reserve": reserve, "mountain": False}


CONTROLS_BY_CODE: dict[str, Control] = {
    "30s": _control(30, 5 * MINUTE),
    "1m": _control(MINUTE, 5 * MINUTE),
    "2m": _control(2 * MINUTE, 10 * MINUTE),
    "5m": _control(5 * MINUTE, 15 * MINUTE),
    "1d": _control(DAY, 0),
    "3d": _control(3 * DAY, 0),
    "7d": _control(7 * DAY, 0),
    "mountain": {"pace": MOUNTAIN_CLOSES, "reserve": 0, "mountain": True},
}
USUAL_CONTROL = "2m"


def control_of(code: str) -> Control:
    """Return the time control with this code, or raise `KeyError`."""
    return CONTROLS_BY_CODE[code].copy()


def code_of(pace: int | None, reserve: int = 0, mountain: bool = False) -> str | None:
    """Return the code of this time control, or `None` if it is not offered."""
    given = {"pace": pace, "reserve": reserve, "mountain": mountain}
    return next((code for code, control in CONTROLS_BY_CODE.items() if control == given), None)


def control_title(pace: int | None, reserve: int = 0, mountain: bool = False) -> str:
    """Return a time control in words, such as "2 minutes per round + 10 minutes reserve"."""
    if mountain:
        return _("classic play-by-mail clock")
    if pace is None:
        return _("no clock")
    if reserve:
        return _("%(pace)s per round + %(reserve)s reserve") % {"pace": span(pace), "reserve": span(reserve)}
    return _("%(pace)s per round") % {"pace": span(pace)}


def control_briefly(control: Control) -> str:
    """Return the time per round, short enough for a button, such as "2 min"."""
    return _("by mail") if control["mountain"] else span(control["pace"], BRIEF)


def control_per_round(control: Control) -> str:
    """Return the time per round, such as "2 min per round"."""
    briefly = control_briefly(control)
    return briefly if control["mountain"] else _("%(pace)s per round") % {"pace": briefly}


def control_explained(control: Control) -> str:
    """Return an explanation of a time control in a sentence or two."""
    if control["mountain"]:
        return _("Classic play-by-mail clock: a reminder after one week, and you lose after three.")
    if not control["reserve"]:
        return _("%(pace)s per round. We’ll notify you when it’s your turn.") % {"pace": span(control["pace"])}
    text = _("%(pace)s per round, plus %(reserve)s in reserve for the whole duel.")
    return text % {"pace": span(control["pace"]), "reserve": span(control["reserve"])}


def is_live(pace: int | None, reserve: int = 0, mountain: bool = False) -> bool:
    """Return whether players have less than a day per round.

    Such a duel is played in one sitting.
    """
    return pace is not None and pace < DAY and not mountain


def clock_kind(*, is_live: bool) -> str:
    """Return the word for a kind of clock: "live" or "correspondence"."""
    return _("live") if is_live else _("correspondence")


def is_slow(pace: int | None) -> bool:
    """Return whether players have at least a day per round.

    In such a duel, vacations stop the clock, except in a tournament (`Duel.vacations`).
    """
    return pace is not None and pace >= DAY


Counted = Callable[[int], str]
UNITS: Mapping[int, Counted] = {
    DAY: lambda count: ngettext("%(count)s day", "%(count)s days", count),
    HOUR: lambda count: ngettext("%(count)s hour", "%(count)s hours", count),
    MINUTE: lambda count: ngettext("%(count)s minute", "%(count)s minutes", count),
    1: lambda count: ngettext("%(count)s second", "%(count)s seconds", count),
}
"""Functions that put a number of units into words, by the length of the unit in seconds, largest first."""
BRIEF = {**UNITS, MINUTE: lambda count: _("%(count)s min"), 1: lambda count: _("%(count)s s")}


def span(seconds: float, units: Mapping[int, Counted] = UNITS) -> str:
    """Return a period of time in words, such as "1 day" or "90 seconds".

    It is expressed in the largest unit that divides it exactly.
    """
    unit = next((unit for unit in units if seconds >= unit and seconds % unit == 0), 1)
    count = round(seconds / unit)
    return units[unit](count) % {"count": count}


def controls() -> list[tuple[str, str]]:
    """Return the code and the short title of each time control, fastest first."""
    return [(code, control_briefly(control)) for code, control in CONTROLS_BY_CODE.items()]


def controls_explained() -> list[str]:
    """Return an explanation of each time control, in the order of `controls()`."""
    return [control_explained(control) for control in CONTROLS_BY_CODE.values()]
