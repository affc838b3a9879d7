"""The codes used in `Duel.ending`, and their texts.

`CANCELLED` has no text, because a cancelled duel changes nobody's results and appears in no statistics.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

CANCELLED: Final = "cancelled"
ENDINGS: "Mapping[str, StrOrPromise]" = {
    "killed": _("Death"),
    "surrender": _("Surrender"),
    "both": _("Death and surrender"),
    "closed": _("Closed for inactivity"),
    "absent": _("No-show"),
    "timeout": _("Out of time"),
    "adjudged": _("Time limit"),
    "all_died": _("All died"),
    "all_gave": _("All surrendered"),
    "draw": _("Draw by death and surrender"),
}
"""The texts for endings by code, in the order in which forms and tables list them.

`both` means that some of the losers of a melee died and the others surrendered. `absent` means that a player did not
show up. `timeout` means that all losers ran out of time. `adjudged` means that the time of a tournament's round was up,
and hit points decided.
"""

DRAWS: "Mapping[str, tuple[StrOrPromise, StrOrPromise]]" = {
    "all_died": (_("both died"), _("all died")),
    "all_gave": (_("both surrendered"), _("all surrendered")),
    "timeout": (_("both ran out of time"), _("all ran out of time")),
    "absent": (_("neither showed up"), _("nobody showed up")),
    "draw": (_("one died, one surrendered"), _("some died, some surrendered")),
    "adjudged": (_("equal hit points"), _("equal hit points")),
    "closed": (_("closed for inactivity"), _("closed for inactivity")),
}
"""The reasons for draws by code: first for two-player duels, then for melees."""


def ending_of(
    result: Mapping[str, Any], *, is_closed: bool = False, last: Mapping[str, Any] = MappingProxyType({})
) -> str:
    """Return the code for the way in which a duel ended.

    `result` is the engine's result. `is_closed` says whether the duel was closed because a wizard had submitted no
    orders for weeks. `last` is the record of the last round.
    """
    if is_closed:
        return "closed"
    if "adjudged" in last.get("chance", {}):
        return "absent" if any(orders.get("absent") for orders in last["orders"].values()) else "adjudged"
    left = set(result["surrendered"]) - set(result["winners"])
    killed, gave_up = bool(result["killed"]), bool(left)
    if gave_up and not killed and all(_is_forfeit(last.get("orders", {}).get(name, {})) for name in left):
        return "timeout"
    if result["outcome"] == "draw":
        return "draw" if killed and gave_up else "all_died" if killed else "all_gave"
    return "both" if killed and gave_up else "killed" if killed else "surrender"


def _is_forfeit(orders: Mapping[str, Any]) -> bool:
    """Return whether a wizard with these orders leaves the duel because the player ran out of time."""
    return bool(orders.get("timed_out") and orders.get("forfeit"))
