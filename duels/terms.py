"""The terms of a duel as forms, addresses and pages have them: its time control, and the rule options."""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, TypedDict

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from duels.languages import catalogue
from wavinghands import engine

if TYPE_CHECKING:
    from duels.models import Duel, Seat

Json = dict[str, Any]

OPTION = "option_"
"""What the fields of rule options begin with."""
BY_THE_BOOK = "by the book"
MOST_IN_A_LINE = 4
MOST_AGAINST = 3

MINUTE = 60
HOUR = 60 * MINUTE
DAY = 24 * HOUR
MOUNTAIN_CLOSES = 21 * DAY
"""Without orders for so long, the Mountain closes a duel for a mage. Source: Firetop Mountain, "Slow Games"."""


class Control(TypedDict):
    """A time control. ``pace``: seconds for a round; ``reserve``: seconds that each wizard has beside, once."""

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
    """What a code stands for; raises `KeyError`."""
    return CONTROLS_BY_CODE[code].copy()


def code_of(pace: int | None, reserve: int = 0, mountain: bool = False) -> str | None:
    """The code of this control; none if none has it, as some of older duels."""
    given = {"pace": pace, "reserve": reserve, "mountain": mountain}
    return next((code for code, control in CONTROLS_BY_CODE.items() if control == given), None)


def control_title(pace: int | None, reserve: int = 0, mountain: bool = False) -> str:
    """A time control in words: "2 minutes a round, 10 minutes in reserve"."""
    if mountain:
        return "the Mountain’s own clock"
    if pace is None:
        return "no clock"
    return f"{span(pace)} a round" + (f", {span(reserve)} in reserve" if reserve else "")


def is_live(pace: int | None, reserve: int = 0, mountain: bool = False) -> bool:
    """Whether the duel is played at one sitting: a round takes less than a day."""
    return pace is not None and pace < DAY and not mountain


def is_slow(pace: int | None) -> bool:
    """Whether a round takes days, so that a vacation stops its clock."""
    return pace is not None and pace >= DAY


def span(seconds: float) -> str:
    """Seconds in words, in the largest unit of which they are a whole number: "1 day", "90 seconds"."""
    for unit, name in ((DAY, "day"), (HOUR, "hour"), (MINUTE, "minute"), (1, "second")):
        if seconds >= unit and seconds % unit == 0:
            return f"{seconds // unit:.0f} {name}{'' if seconds == unit else 's'}"
    return f"{seconds:.0f} seconds"


def _brief(title: str) -> str:
    """A title that fits into a menu on a phone."""
    return re.sub(r"minutes?", "min", title).replace("seconds", "s").replace(" in reserve", " reserve")


CONTROLS = [(code, _brief(control_title(**control))) for code, control in CONTROLS_BY_CODE.items()]
"""Code and brief title of each time control on offer, the quickest first."""


def rule_options(book: str) -> list[Json]:
    """The engine's table of the options of a book; it never changes."""
    return _rule_options(book, get_language() or "")


@cache
def _rule_options(book: str, language: str) -> list[Json]:
    return engine.options_table(book, catalogue=catalogue())


def option_choices(row: Json) -> list[tuple[str, str]]:
    """What may be chosen of an option: the book's own value first, whatever the book is."""
    return [("", BY_THE_BOOK), *((_coded(value["value"]), value["label"]) for value in row["values"])]


def in_the_book(row: Json) -> str:
    """How the choice of the book's own value reads where the book is known."""
    return f"{BY_THE_BOOK}: {label_of(row, row['value'])}"


def label_of(row: Json, value: Any) -> str:
    """What a value of an option is called."""
    return next((known["label"] for known in row["values"] if known["value"] == value), str(value))


def options_in(data: Mapping[str, Any]) -> dict[str, Any]:
    """The options that a form or an address holds, as far as they can be read: the engine judges them."""
    given = {name.removeprefix(OPTION): data[name] for name in data if name.startswith(OPTION)}
    known = {row["name"]: {_coded(it["value"]): it["value"] for it in row["values"]} for row in rule_options("classic")}
    return {name: known.get(name, {}).get(text, text) for name, text in given.items() if text}


def as_fields(options: Mapping[str, Any]) -> dict[str, str]:
    """The other way round: options as the fields of a form."""
    return {OPTION + name: _coded(value) for name, value in options.items()}


def differences(book: str, options: Mapping[str, Any]) -> list[str]:
    """Each option that differs from the book, in words: "Highest hit points: 16"."""
    return [
        f"{row['title']}: {label_of(row, options[row['name']])}" for row in rule_options(book) if row["name"] in options
    ]


def versus(wizards: Sequence[Mapping[str, Any]]) -> str:
    """Who fights whom: "Black and Grey against White"; of many who are in no teams a list."""
    sides: dict[Any, list[str]] = {}
    for wizard in wizards:
        sides.setdefault(wizard.get("team") or wizard["name"], []).append(wizard["name"])
    told = [_listed(names) for names in sides.values()]
    return _listed(told) if len(told) == len(wizards) > MOST_AGAINST else " against ".join(told)


def versus_of(seats: Iterable["Seat"]) -> str:
    """The same of seats."""
    return versus([{"name": seat.name, "team": seat.team} for seat in seats])


def _listed(names: Sequence[str]) -> str:
    return f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else names[0]


def facts_of(duel: "Duel", wizards: Sequence[Mapping[str, Any]]) -> list[str]:
    """What was agreed on besides the book: "melee of 5 in teams", "1 day a round"."""
    teams = " in teams" if any("team" in wizard for wizard in wizards) else ""
    return [
        *([f"melee of {len(wizards)}{teams}"] if duel.melee else []),
        *([] if duel.pace is None else [control_title(duel.pace, duel.reserve, duel.mountain)]),
        *([_("goes on from round %(round)s of another duel") % {"round": duel.begun_at}] if duel.begun_at else []),
        *([] if duel.counts or duel.practice else ["friendly: counts for nothing"]),
    ]


def brief(differing: list[str]) -> str:
    """What differs from the book in a line, as far as it fits in one."""
    if len(differing) > MOST_IN_A_LINE:
        return f"{len(differing)} options not by the book"
    return "; ".join(differing)


def _coded(value: Any) -> str:
    return str(value).lower()
