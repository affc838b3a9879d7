"""How votes on a change are counted, who stands on which side, how many may come: rules without rows."""

from collections import Counter
from collections.abc import Sequence, Set

MOST = 8
"""Wizards in a melee."""
MOST_TEAMS = 4


def verdict(
    voters: Set[int], *, challenger: int, accept: Set[int] = frozenset(), oppose: Set[int] = frozenset()
) -> bool | None:
    """Whether a change is adopted; none while it is not decided. Only votes of `voters` count.

    More than half of them carry it; in a draw, when all have voted, the challenger has a double vote. Source: Firetop
    Mountain, "Changegame".
    """
    ayes, noes = len(voters & accept), len(voters & oppose)
    if 2 * ayes > len(voters):
        return True
    if 2 * noes > len(voters):
        return False
    if ayes + noes < len(voters):
        return None
    return challenger in accept


def sides(chosen: Sequence[int | None], teams: int) -> list[int | None]:
    """The team of each: the one that he chose, or else the smallest; none where there are no teams."""
    if not teams:
        return [None] * len(chosen)
    sizes = Counter(team for team in chosen if team is not None)
    return [_join(sizes, teams) if team is None else team for team in chosen]


def _join(sizes: Counter[int], teams: int) -> int:
    smallest = min(range(1, teams + 1), key=lambda team: (sizes[team], team))
    sizes[smallest] += 1
    return smallest


def has_two_sides(chosen: Sequence[int | None], teams: int) -> bool:
    """Whether there is somebody to fight against."""
    placed = sides(chosen, teams)
    return len(set(placed)) > 1 if teams else len(placed) > 1
