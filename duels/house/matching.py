"""The choice of the computer level that is closest to a user's strength."""

from duels.house.records import house_standing
from duels.house.settlement import RATINGS

OF_STRANGERS = 2
"""The level offered to users who have never played a computer player."""


def level_for(user_id: int) -> int:
    """Return the level whose rating is closest to the user's rating against computer players."""
    standing = house_standing(user_id)
    if standing is None:
        return OF_STRANGERS
    return min(RATINGS, key=lambda level: abs(RATINGS[level].rating - standing.rating))
