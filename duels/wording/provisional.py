"""Provisional ratings, which pages mark with a question mark."""

DEVIATION = 110.0
"""The deviation above which a rating of duels is provisional; it takes about a dozen duels to get below it."""
DEVIATION_MELEE = 400.0


def is_provisional(deviation: float, *, melee: bool) -> bool:
    """Return whether a rating with this deviation is provisional."""
    return deviation > (DEVIATION_MELEE if melee else DEVIATION)
