"""Pure functions for knockouts: the bracket, and the winners of its matches.

The number of places in a bracket is a power of two. The best seeds get the byes, and meet as late as possible.
"""

from collections.abc import Sequence
from typing import NamedTuple

from duels.ladder.scores import DREW, LOST
from duels.tournaments.rules.round_robin import Pair

MOST_GAMES = 2
"""A drawn duel is replayed once. After that, the better seed advances."""


class Game(NamedTuple):
    """A duel in a match. `result` is the first player's result, or empty if the duel is not over."""

    result: str
    are_both_absent: bool = False


class Match(NamedTuple):
    """The duels between two players, or a bye. `first` is the better seed."""

    first: int
    second: int | None
    games: Sequence[Game]

    @property
    def is_over(self) -> bool:
        """Return whether the match has been decided."""
        return bool(self.games[-1].result) and not self.needs_replay

    @property
    def needs_replay(self) -> bool:
        """Return whether the last duel was drawn and must be replayed."""
        last = self.games[-1]
        return last.result == DREW and not last.are_both_absent and len(self.games) < MOST_GAMES

    @property
    def winner(self) -> int | None:
        """Return the player who advances, or `None` if that is still undecided or neither player showed up."""
        last = self.games[-1]
        if not self.is_over or last.are_both_absent:
            return None
        return self.second if last.result == LOST else self.first


def rounds_for(players: int) -> int:
    """Return the number of rounds for this number of players.

    >>> [rounds_for(count) for count in (2, 3, 8, 9)]
    [1, 2, 3, 4]
    """
    return max(players - 1, 0).bit_length()


def places(rounds: int) -> list[int]:
    """Return the seeds from the top to the bottom of the bracket.

    >>> places(3)
    [1, 8, 4, 5, 2, 7, 3, 6]
    """
    found = [1]
    for number in range(rounds):
        both = 2 ** (number + 1) + 1
        found = [it for seed in found for it in (seed, both - seed)]
    return found


def first_round(seeds: Sequence[int]) -> list[Pair]:
    """Return the pairs of the first round, from the top of the bracket. The best seeds have byes."""
    slots = [seeds[seed - 1] if seed <= len(seeds) else None for seed in places(rounds_for(len(seeds)))]
    return [(one, other) for one, other in zip(slots[::2], slots[1::2], strict=True) if one is not None]


def next_round(boards: int, matches: dict[int, Match], seeds: dict[int, int]) -> dict[int, Pair]:
    """Return the pairs of the next round by board, after a round with this number of boards.

    `matches` contains the matches of that round by board, and `seeds` the seed of each player. If neither player of a
    match advances, the opponent in the next round has a bye. A board without any players is left out.
    """
    found = dict[int, Pair]()
    for board in range(boards // 2):
        through = [matches[it].winner for it in (2 * board, 2 * board + 1) if it in matches]
        known = sorted((it for it in through if it is not None), key=seeds.__getitem__)
        if known:
            found[board] = (known[0], known[1] if len(known) > 1 else None)
    return found


def wins(matches: Sequence[Match]) -> dict[int, int]:
    """Return the number of matches that each player has won, including byes."""
    found = dict[int, int]()
    for match in matches:
        if match.winner is not None:
            found[match.winner] = found.get(match.winner, 0) + 1
    return found
