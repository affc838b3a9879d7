"""Pure functions for round robins, in which all players meet each other once.

The schedule uses the circle method, which yields the Berger tables. Source: FIDE Handbook C.05, annex 1.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence

from duels.tournaments.rules.standings import Game

Pair = tuple[int, int | None]
"""Two players who meet, or a player with a bye."""


def rounds_for(players: int) -> int:
    """Return the number of rounds for this number of players.

    >>> rounds_for(5), rounds_for(6)
    (5, 5)
    """
    return max(players - 1 + players % 2, 0)


def pairs_in(seeds: Sequence[int | None], number: int) -> list[Pair]:
    """Return the pairs of a round. Rounds are numbered from 1. If the number of players is odd, one has a bye.

    A seed of `None` stands for a player who no longer exists, and whose opponents have byes.

    >>> pairs_in([1, 2, 3, 4], 1)
    [(1, 4), (2, 3)]
    """
    circle = [*seeds, *([None] if len(seeds) % 2 else [])]
    fixed, turning = circle[-1], circle[:-1]
    at = (number - 1) * (len(circle) // 2) % len(turning)
    turned = [*turning[at:], *turning[:at]]
    pairs = [(turned[0], fixed)]
    pairs += [(turned[place], turned[-place]) for place in range(1, len(circle) // 2)]
    known = [(one, other) if one is not None else (other, one) for one, other in pairs]
    return [(one, other) for one, other in known if one is not None]


def cancelled(withdrawn: Collection[int], games: Iterable[Game], players: int) -> set[int]:
    """Return the players who withdrew before half of their games were played. Their results do not count."""
    played = Counter(it for game in games if game.is_played for it in (game.first, game.second))
    return {it for it in withdrawn if played[it] * 2 < players - 1}


def counted(games: Iterable[Game], without: Collection[int]) -> list[Game]:
    """Return the games in which none of these players took part."""
    return [it for it in games if it.first not in without and it.second not in without]
