"""Ratings after too few duels: pages leave them out, or mark provisional ones with a question mark."""

LEAST_DUELS = 3
"""The number of duels after which pages show ratings, rates and charts."""

DEVIATION = 110.0
"""The deviation above which a rating of duels is provisional; it takes about a dozen duels to get below it."""
DEVIATION_MELEE = 400.0


def is_provisional(deviation: float, *, melee: bool) -> bool:
    """Return whether a rating with this deviation is provisional."""
    return deviation > (DEVIATION_MELEE if melee else DEVIATION)
