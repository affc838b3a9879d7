"""The tables of a melee cup and the points for each place at a table, as pure functions."""

from collections.abc import Collection, Mapping, Sequence
from typing import Final, TypeVar

SMALLEST, LARGEST = 3, 4
"""The minimum and maximum number of wizards at a table, including house wizards (computer players)."""
MOST_POINTS: Final = 6.0
"""The points for first place. Last place has none."""
NO_PLAYERS: Final = frozenset[int]()

Who = TypeVar("Who")


def sizes(players: int) -> list[int]:
    """Return the number of players at each table: four or three if possible.

    One or two remaining players share a table with house wizards.

    >>> sizes(8), sizes(9), sizes(5)
    ([4, 4], [3, 3, 3], [3, 2])
    """
    threes = -players % LARGEST
    if threes * SMALLEST > players:  # 1, 2 and 5 players
        return [it for it in (min(players, SMALLEST), players - SMALLEST) if it > 0]
    return [LARGEST] * ((players - threes * SMALLEST) // LARGEST) + [SMALLEST] * threes


def tables(ranked: Sequence[int], barred: Mapping[int, Collection[int]], *, is_first_round: bool) -> list[list[int]]:
    """Return the players of each table. `ranked` contains all players, best first.

    In the first round, the tables are equally strong. In later rounds, players with similar scores meet. Players who
    are `barred` from each other never sit at the same table. A player for whom no seat remains gets an extra table.
    """
    limits = sizes(len(ranked))
    found: list[list[int]] = [[] for _ in limits]
    for player in ranked:
        never = barred.get(player, NO_PLAYERS)
        free = [
            at for at, table in enumerate(found) if len(table) < limits[at] and not any(it in never for it in table)
        ]
        if free:
            found[_by_strength(free, found) if is_first_round else free[0]].append(player)
        else:
            found.append([player])
            limits.append(LARGEST)
    return [table for table in found if table]


def _by_strength(free: Collection[int], found: Sequence[Sequence[int]]) -> int:
    """Return the number of the table in `free` that has the fewest players.

    Ties go alternately to the first and the last table (a snake draft).
    """
    return min(free, key=lambda at: (len(found[at]), at if len(found[at]) % 2 == 0 else -at))


def points(strengths: Mapping[Who, float]) -> dict[Who, float]:
    """Return the points of everyone at a table. In `strengths`, a higher number means a better place.

    First place is worth 6 points and last place none, and the other places are evenly spaced between them. The average
    is 3 at every table, whatever its size. Equal players share the points of their places.

    >>> points({"A": 9, "B": 4, "C": 4, "D": 1})
    {'A': 6.0, 'B': 3.0, 'C': 3.0, 'D': 0.0}
    """
    step = MOST_POINTS / max(len(strengths) - 1, 1)
    values = list(strengths.values())
    return {
        who: step * (sum(it < own for it in values) + (values.count(own) - 1) / 2) for who, own in strengths.items()
    }


def places(strengths: Mapping[Who, float]) -> dict[Who, int]:
    """Return the place of everyone at a table. Equal players share a place.

    >>> places({"A": 9, "B": 4, "C": 4, "D": 1})
    {'A': 1, 'B': 2, 'C': 2, 'D': 4}
    """
    return {who: 1 + sum(it > own for it in strengths.values()) for who, own in strengths.items()}
