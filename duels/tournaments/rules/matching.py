"""A pure function that chooses opponents for the free players of an arena."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Free:
    """A player who is free. `last_opponent` is the entry of the opponent whom they have just met, or `None`."""

    entry: int
    user: int
    points: float
    rating: float
    since: datetime
    last_opponent: int | None = None


Pair = tuple[Free, Free]
Blocked = Mapping[int, Collection[int]]
"""The users with whom each user must not be paired, because one has blocked the other."""


def matched(free: Iterable[Free], blocked: Blocked) -> tuple[list[Pair], list[Free]]:
    """Return pairs of players who are close in the standings, and the players for whom there is no opponent.

    Two players are not paired if one has blocked the other, or if they have just met. If the number of players is odd,
    the player who has waited least is left over.
    """
    ranked = sorted(free, key=lambda it: (-it.points, -it.rating, it.entry))
    spare = [max(ranked, key=lambda it: it.since)] if len(ranked) % 2 else []
    pairs, left = _nearest([it for it in ranked if it not in spare], blocked)
    return _with_swaps(pairs, [*left, *spare], blocked)


def _nearest(ranked: Sequence[Free], blocked: Blocked) -> tuple[list[Pair], list[Free]]:
    """Pair each player with the next one in the standings whom they may meet."""
    waiting, pairs, left = list(ranked), list[Pair](), list[Free]()
    while waiting:
        one = waiting.pop(0)
        at = next((at for at, other in enumerate(waiting) if _may_meet(one, other, blocked)), None)
        if at is None:
            left.append(one)
        else:
            pairs.append((one, waiting.pop(at)))
    return pairs, left


def _with_swaps(pairs: list[Pair], left: list[Free], blocked: Blocked) -> tuple[list[Pair], list[Free]]:
    """Pair the players in `left`, who have no opponent. If necessary, split another pair."""
    alone = list[Free]()
    while left:
        one = left.pop(0)
        for other in left:
            if found := _swapped(one, other, pairs, blocked):
                left.remove(other)
                pairs = found
                break
        else:
            alone.append(one)
    return pairs, alone


def _swapped(one: Free, other: Free, pairs: Sequence[Pair], blocked: Blocked) -> list[Pair] | None:
    """Return `pairs`, extended so that these two players have opponents too, or `None` if that is impossible.

    Pair the two with each other if they may meet. Otherwise split one of `pairs`, and match each of its players with
    one of the two.
    """
    if _may_meet(one, other, blocked):
        return [*pairs, (one, other)]
    for at, (first, second) in enumerate(pairs):
        for mine, others in ((first, second), (second, first)):
            if _may_meet(one, mine, blocked) and _may_meet(other, others, blocked):
                return [*pairs[:at], *pairs[at + 1 :], (one, mine), (other, others)]
    return None


def _may_meet(one: Free, other: Free, blocked: Blocked) -> bool:
    have_met = other.entry == one.last_opponent or one.entry == other.last_opponent
    return not have_met and other.user not in blocked.get(one.user, ())
