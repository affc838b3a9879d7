"""The terms of a duel as forms, addresses and pages have them: its time control, and the rule options."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, reduce
from typing import TYPE_CHECKING, Any, TypedDict

from django.utils.translation import get_language, gettext_lazy, ngettext
from django.utils.translation import gettext as _

from duels.wording.languages import catalogue, listed
from wavinghands import engine

if TYPE_CHECKING:
    from duels.models import Duel, Seat

Json = dict[str, Any]

OPTION = "option_"
"""What the fields of rule options begin with."""
BY_THE_BOOK = gettext_lazy("by the book")
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
        return _("the Mountain’s own clock")
    if pace is None:
        return _("no clock")
    if reserve:
        return _("%(pace)s a round, %(reserve)s in reserve") % {"pace": span(pace), "reserve": span(reserve)}
    return _("%(pace)s a round") % {"pace": span(pace)}


def control_briefly(control: Control) -> str:
    """The same as it fits into a menu on a phone: "2 min a round, 10 min reserve"."""
    pace, reserve = span(control["pace"], BRIEF), control["reserve"]
    if control["mountain"] or not reserve:
        return control_title(**control) if control["mountain"] else _("%(pace)s a round") % {"pace": pace}
    return _("%(pace)s a round, %(reserve)s reserve") % {"pace": pace, "reserve": span(reserve, BRIEF)}


def is_live(pace: int | None, reserve: int = 0, mountain: bool = False) -> bool:
    """Whether the duel is played at one sitting: a round takes less than a day."""
    return pace is not None and pace < DAY and not mountain


def is_slow(pace: int | None) -> bool:
    """Whether a round takes days, so that a vacation stops its clock."""
    return pace is not None and pace >= DAY


Counted = Callable[[int], str]
UNITS: Mapping[int, Counted] = {
    DAY: lambda count: ngettext("%(count)s day", "%(count)s days", count),
    HOUR: lambda count: ngettext("%(count)s hour", "%(count)s hours", count),
    MINUTE: lambda count: ngettext("%(count)s minute", "%(count)s minutes", count),
    1: lambda count: ngettext("%(count)s second", "%(count)s seconds", count),
}
"""The units of time in words, the largest first, by their seconds."""
BRIEF = {**UNITS, MINUTE: lambda count: _("%(count)s min"), 1: lambda count: _("%(count)s s")}


def span(seconds: float, units: Mapping[int, Counted] = UNITS) -> str:
    """Seconds in words, in the largest unit of which they are a whole number: "1 day", "90 seconds"."""
    unit = next((unit for unit in units if seconds >= unit and seconds % unit == 0), 1)
    count = round(seconds / unit)
    return units[unit](count) % {"count": count}


def controls() -> list[tuple[str, str]]:
    """Code and brief title of each time control on offer, the quickest first."""
    return [(code, control_briefly(control)) for code, control in CONTROLS_BY_CODE.items()]


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
    told = [listed(names) for names in sides.values()]
    if len(told) == len(wizards) > MOST_AGAINST:
        return listed(told)
    return reduce(lambda one, other: _("%(one)s against %(other)s") % {"one": one, "other": other}, told)


def versus_of(seats: Iterable["Seat"]) -> str:
    """The same of seats."""
    return versus([{"name": seat.name, "team": seat.team} for seat in seats])


def facts_of(duel: "Duel", wizards: Sequence[Mapping[str, Any]]) -> list[str]:
    """What was agreed on besides the book: "melee of 5 in teams", "1 day a round"."""
    teams = any("team" in wizard for wizard in wizards)
    melee = _("melee of %(count)s in teams") if teams else _("melee of %(count)s")
    goes_on = duel.begun_at and not duel.imported
    return [
        *([melee % {"count": len(wizards)}] if duel.melee else []),
        *([] if duel.pace is None else [control_title(duel.pace, duel.reserve, duel.mountain)]),
        *([_("goes on from round %(round)s of another duel") % {"round": duel.begun_at}] if goes_on else []),
        *([] if duel.counts or duel.practice else [_("friendly: counts for nothing")]),
    ]


def brief(differing: list[str]) -> str:
    """What differs from the book in a line, as far as it fits in one."""
    if len(differing) > MOST_IN_A_LINE:
        return _("%(count)s options not by the book") % {"count": len(differing)}
    return "; ".join(differing)


def _coded(value: Any) -> str:
    return str(value).lower()
