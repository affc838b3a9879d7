"""Which strength of the house is most like a user's own."""

from duels.house.settlement import RATINGS
from duels.house.standings import house_standing

OF_STRANGERS = 2
"""The level for whom the house does not know yet."""


def level_for(user_id: int) -> int:
    """The level nearest to the user's rating against the house."""
    standing = house_standing(user_id)
    if standing is None:
        return OF_STRANGERS
    return min(RATINGS, key=lambda level: abs(RATINGS[level].rating - standing.rating))
