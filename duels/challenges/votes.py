"""How votes on a change are counted: rules without rows."""

from collections.abc import Set


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
