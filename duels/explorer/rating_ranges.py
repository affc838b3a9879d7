"""Rating ranges, by which the counts of openings are grouped."""

from bisect import bisect
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

UNRATED: Final = 0
STEPS: Final = (1400, 1600, 1800)
"""The lower bounds of all ranges but the first. The numbers of the ranges are stored, so never change these bounds."""
RATING_RANGES: "Final[dict[int, StrOrPromise]]" = {
    1: _("below 1400"),
    2: _("1400 to 1599"),
    3: _("1600 to 1799"),
    4: _("1800 or more"),
    UNRATED: _("not rated"),
}


def rating_range_of(rating: float | None) -> int:
    """Return the range that contains `rating`, a wizard's rating before a duel.

    If `rating` is `None`, return `UNRATED`.
    """
    return UNRATED if rating is None else 1 + bisect(STEPS, rating)
