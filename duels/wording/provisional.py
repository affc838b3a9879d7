"""Rules for uncertain ratings.

A rating that is based on too few duels is not shown. While a rating has a large deviation, it is provisional and is
shown with a question mark. Every list and page follows these rules.
"""

from django.db.models import F, OuterRef, Subquery

from duels.models import Standing

LEAST_DUELS = 3
"""The number of duels after which a mage's rating, statistics and charts are shown."""

DEVIATION = 110.0
"""The deviation above which a duel rating is provisional. It takes about a dozen duels to get below it."""
DEVIATION_MELEE = 400.0

RATED_DUELS = Subquery(
    Standing.objects.filter(mage=OuterRef("mage"), melee=OuterRef("melee")).values_list(
        F("wins") + F("losses") + F("draws")
    )[:1]
)
"""The current number of rated duels or melees of an outcome's mage, for queries for outcomes."""


def is_provisional(deviation: float, *, melee: bool) -> bool:
    """Return whether a rating with this deviation is provisional."""
    return deviation > (DEVIATION_MELEE if melee else DEVIATION)


def rating_text(rating: float | None, deviation: float | None, duels: int | None, *, melee: bool) -> str:
    """Return a rating as the site shows it: "1612", "1612?" while it is provisional, or "" if it is not shown.

    `duels` is the number of rated duels or melees of the mage. A rating with an unknown
    deviation is not provisional.
    """
    if rating is None:
        return ""
    is_uncertain = deviation is not None and is_provisional(deviation, melee=melee)
    return shown_rating(rating, duels, is_uncertain=is_uncertain)


def shown_rating(rating: float, duels: int | None, *, is_uncertain: bool) -> str:
    """Return the same text as `rating_text()`. `is_uncertain` says whether the rating is provisional."""
    if not has_rating(duels):
        return ""
    return f"{rating:.0f}?" if is_uncertain else f"{rating:.0f}"


def has_rating(duels: int | None) -> bool:
    """Return whether the site shows the rating of a mage with this number of rated duels or melees."""
    return (duels or 0) >= LEAST_DUELS
