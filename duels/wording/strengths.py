"""Names for the levels of computer players."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

    from duels.models import Seat

STRENGTHS: "Final[Mapping[int, StrPromise]]" = {
    1: gettext_lazy("Novice"),
    2: gettext_lazy("Apprentice"),
    3: gettext_lazy("Journeyman"),
    4: gettext_lazy("Adept"),
    5: gettext_lazy("Master"),
}
"""The names of the levels, by their numbers in `wavinghands.search`."""


def of_the_house(level: int) -> str:
    """Return the text that marks a computer player of this level, such as "Computer · Adept"."""
    return _("Computer · %(level)s") % {"level": STRENGTHS[level]}


def house_levels(seats: "Iterable[Seat]") -> dict[str, int]:
    """Return the levels of the computer players in these seats, by name."""
    return {seat.name: seat.level for seat in seats if seat.level is not None}
