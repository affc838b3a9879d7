"""What the strengths of the house's wizards are called."""

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
"""By the numbers of `wavinghands.search`."""


def of_the_house(level: int) -> str:
    """How a wizard of the house is marked wherever he stands: "House · Adept"."""
    return _("House · %(level)s") % {"level": STRENGTHS[level]}


def house_levels(seats: "Iterable[Seat]") -> dict[str, int]:
    """Those of these wizards whom the house plays, and how strong."""
    return {seat.name: seat.level for seat in seats if seat.level is not None}
