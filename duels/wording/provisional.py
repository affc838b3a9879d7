"""Whether a rating is told as a guess as yet, with a question mark."""

DEVIATION = 110.0
"""The deviation beyond which a rating of duels says little; about a dozen of them bring it below."""
DEVIATION_MELEE = 400.0


def is_provisional(deviation: float, *, melee: bool) -> bool:
    """Whether a rating of this deviation is a guess as yet."""
    return deviation > (DEVIATION_MELEE if melee else DEVIATION)
