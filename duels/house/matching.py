"""The level of the computer players closest to a user's strength."""

from duels.house.records import house_standing
from duels.house.settlement import RATINGS

OF_STRANGERS = 2
"""The level of the computer player for users who have not played against one."""


def level_for(user_id: int) -> int:
    """Return the level whose rating is closest to the user's rating against computer players."""
    standing = house_standing(user_id)
    if standing is None:
        return OF_STRANGERS
    return min(RATINGS, key=lambda level: abs(RATINGS[level].rating - standing.rating))
