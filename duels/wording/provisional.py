"""Uncertain ratings. They are not shown after too few duels, and marked with a question mark while provisional."""

LEAST_DUELS = 3
"""The number of duels after which ratings, rates and charts are shown."""

DEVIATION = 110.0
"""The deviation above which a rating of duels is provisional; it takes about a dozen duels to get below it."""
DEVIATION_MELEE = 400.0


def is_provisional(deviation: float, *, melee: bool) -> bool:
    """Return whether a rating with this deviation is provisional."""
    return deviation > (DEVIATION_MELEE if melee else DEVIATION)
