"""One-line descriptions of a duel: its wizards and its terms."""

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from duels.wording.languages import listed
from duels.wording.time_controls import control_title

if TYPE_CHECKING:
    from duels.models import Duel, Seat

MOST_AGAINST = 2


def versus(wizards: Sequence[Mapping[str, Any]]) -> str:
    """Return the opponents in words, such as "Black and Grey against White".

    If there are more than two wizards and no teams, return a list of their names.
    """
    sides: dict[Any, list[str]] = {}
    for wizard in wizards:
        sides.setdefault(wizard.get("team") or wizard["name"], []).append(wizard["name"])
    names_of_sides = [listed(names) for names in sides.values()]
    if len(names_of_sides) == len(wizards) > MOST_AGAINST:
        return listed(names_of_sides)
    return reduce(lambda one, other: _("%(one)s against %(other)s") % {"one": one, "other": other}, names_of_sides)


def by_sides(seats: Iterable["Seat"]) -> "list[Seat]":
    """Return the seats in the order in which `versus_of()` names their wizards.

    This order keeps teams together.
    """
    seats = list(seats)
    sides = list(dict.fromkeys(seat.team or seat.name for seat in seats))
    return sorted(seats, key=lambda seat: sides.index(seat.team or seat.name))


def versus_of(seats: Iterable["Seat"]) -> str:
    """Return the opponents in these seats in words, such as "Black against White"."""
    return versus([{"name": seat.name, "team": seat.team} for seat in seats])


def facts_of(duel: "Duel", wizards: Sequence[Mapping[str, Any]], bots: Sequence[str] = ()) -> list[str]:
    """Return texts about a duel's type, clock, origin and bots, such as "1 day per round"."""
    teams = any("team" in wizard for wizard in wizards)
    melee = _("melee in teams, %(count)s players") if teams else _("melee, %(count)s players")
    goes_on = duel.begun_at and not duel.imported
    return [
        *([melee % {"count": len(wizards)}] if duel.melee else []),
        *([] if duel.pace is None else [control_title(duel.pace, duel.reserve, duel.mountain)]),
        *([_("continues another duel after round %(round)s") % {"round": duel.begun_at}] if goes_on else []),
        *([] if duel.counts or duel.practice else [_("casual")]),
        *(_("%(name)s is a bot") % {"name": name} for name in bots),
    ]
