"""Results of wizards in duels, as words and as single letters.

The codes are those used in `Outcome.result`.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.names import folded

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


@dataclass(frozen=True, slots=True)
class Result:
    """A result in a duel: its code, the word for it, and the letter used in lists."""

    code: str
    word: "StrOrPromise"
    letter: "StrOrPromise"


RESULTS: Final[Mapping[str, Result]] = {
    "won": Result("won", _("won"), pgettext_lazy("mark of a duel that was won", "W")),
    "lost": Result("lost", _("lost"), pgettext_lazy("mark of a duel that was lost", "L")),
    "drew": Result("drew", _("drew"), pgettext_lazy("mark of a duel that was drawn", "D")),
}


def result_for(result: Mapping[str, Any] | None, names: Collection[str]) -> Result | None:
    """Return the result for the wizards with these names, which must be case-folded with `folded()`.

    `result` is the engine's result of the duel. Return `None` if the duel is still running or if there are no names.
    """
    if result is None or not names:
        return None
    if result["outcome"] == "draw":
        return RESULTS["drew"]
    return RESULTS["won" if any(folded(name) in names for name in result["winners"]) else "lost"]


def part_of(weight: float) -> str:
    """Return the weight of a win as a fraction, such as "1/4", or an empty string if it counts in full."""
    return "" if weight == 1 else f"1/{round(1 / weight)}"
