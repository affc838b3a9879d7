"""Rules for uncertain ratings.

A rating that is based on too few duels is not shown. While a rating has a large deviation, it is provisional and is
shown with a question mark.
"""

LEAST_DUELS = 3
"""The number of duels after which a mage's rating, statistics and charts are shown."""

DEVIATION = 110.0
"""The deviation above which a duel rating is provisional. It takes about a dozen duels to get below it."""
DEVIATION_MELEE = 400.0


def is_provisional(deviation: float, *, melee: bool) -> bool:
    """Return whether a rating with this deviation is provisional."""
    return deviation > (DEVIATION_MELEE if melee else DEVIATION)
