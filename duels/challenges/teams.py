"""Who stands on which side: rules without rows."""

from collections import Counter
from collections.abc import Sequence


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
