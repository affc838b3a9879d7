"""A pure function for Swiss pairings: players with similar scores meet, and nobody meets the same player twice.

Unlike in chess, there are no colours to balance, so a round is a maximum weight matching in a graph. Its edges connect
players who may meet, and connect the bye to each player who may have it. See
docs/decisions/0012-swiss-pairings-by-matching.md.
"""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

BYE: Final = -1
MOST_GAP: Final = 20
"""A number larger than any difference between two players, in half points."""


class Player(NamedTuple):
    """A player to be paired. `barred` contains the players whom they have met or may not meet."""

    entry: int
    points: float
    barred: frozenset[int] = frozenset()
    had_bye: bool = False


class Round(NamedTuple):
    """The pairs of a round, the player with a bye, and the players who get neither an opponent nor a bye."""

    pairs: list[tuple[int, int]]
    bye: int | None
    idle: list[int]


def pairings(players: Sequence[Player]) -> Round:
    """Return the pairs of the next round. `players` are in the order of the standings.

    Nobody meets the same player twice or gets a second bye. As many players as possible are paired. These rules choose
    among the possible pairings, the most important one first:

    - The bye goes to the player with the fewest points.
    - Scores differ as little as possible.
    - Among players with equal scores, the upper half meets the lower half.
    """
    found = _matching(_edges(players))
    partner = {one: other for edge in found for one, other in (edge, edge[::-1])}
    order = range(len(players))
    bye = partner.get(BYE)
    return Round(
        [(players[it].entry, players[partner[it]].entry) for it in order if it < partner.get(it, BYE)],
        None if bye is None else players[bye].entry,
        [players[it].entry for it in order if it not in partner],
    )


class Edge(NamedTuple):
    """Two places in the standings whose players may meet, or `BYE` and a place. A lower `penalty` is better."""

    one: int
    other: int
    penalty: int


def _edges(players: Sequence[Player]) -> list[Edge]:
    """Return all edges with their penalties.

    Between two players, half a point of difference in their scores outweighs any difference in place. For the bye,
    half a point more than the lowest score outweighs the penalties of all other edges.
    """
    step = 8 * max(len(players), 1) ** 2
    places, sizes = _groups(players)
    found = list[Edge]()
    for one, first in enumerate(players):
        for other in range(one + 1, len(players)):
            second = players[other]
            if second.entry in first.barred or first.entry in second.barred:
                continue
            gap = round(2 * abs(first.points - second.points))
            distance = other - one if gap else _distance(places[one], places[other], sizes[one])
            found.append(Edge(one, other, gap * gap * step + distance))
    if len(players) % 2:
        lowest = min(it.points for it in players)
        for at, it in enumerate(players):
            if not it.had_bye:
                gap = round(2 * (it.points - lowest))
                found.append(Edge(BYE, at, gap * MOST_GAP**2 * len(players) * step + len(players) - at))
    return found


def _distance(one: int, other: int, size: int) -> int:
    """Return how far a pair with equal points is from the ideal pairing, in which the upper half meets the lower half.

    `one` and `other` are the places among the players with these points, and `size` is the number of these players.
    """
    half = size // 2
    return 2 * abs(other - one - half) + ((one < half) == (other < half))


def _groups(players: Sequence[Player]) -> tuple[list[int], list[int]]:
    """Return each player's place among the players with the same points, and the number of those players."""
    places, sizes = list[int](), list[int]()
    for it in players:
        same = [other.entry for other in players if other.points == it.points]
        places.append(same.index(it.entry))
        sizes.append(len(same))
    return places, sizes


def _matching(edges: Iterable[Edge]) -> list[tuple[int, int]]:
    """Return as many pairs of places as possible, with the lowest possible total penalty."""
    import networkx  # imported here, because only the worker pairs players, and the library takes 12 MB

    graph = networkx.Graph()
    graph.add_weighted_edges_from((it.one, it.other, -it.penalty) for it in edges)
    return sorted(tuple(sorted(pair)) for pair in networkx.max_weight_matching(graph, maxcardinality=True))
