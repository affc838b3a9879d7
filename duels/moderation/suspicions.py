"""Signs that two users do not play fair against each other, as pure functions of their rated duels.

A suspicion is no proof: a weak player may give up early, and a family may share a computer. Moderators decide.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from datetime import datetime
from enum import StrEnum
from typing import NamedTuple

Pair = frozenset[int]
"""The primary keys of two users."""

OFTEN = 5
"""The number of duels from which on a pair's results can be one-sided."""
ONE_SIDED = 0.8
"""The share of the duels that were given away to the same user, from which on they are one-sided."""
SOON = 5
"""A duel that ends in at most this many rounds was given away."""
HEALTHY = 10
"""A wizard who surrenders with at least this many hit points has given the duel away."""
SURRENDERS = 3
"""The number of surrenders within `SOON` rounds to the same user that are suspicious, however often the two met."""
SHARED = 2
"""The number of duels that are suspicious if both users have used the same browser at the same address."""


class Sign(StrEnum):
    """A kind of suspicion."""

    ONE_SIDED = "one-sided"
    EARLY_SURRENDERS = "early surrenders"
    SAME_BROWSER = "same browser"


class Meeting(NamedTuple):
    """A rated duel of two users.

    `winner` is `None` for a draw. `surrendered` says whether the loser surrendered, with `hit_points` left (`None` if
    unknown).
    """

    slug: str
    ended: datetime
    users: Pair
    winner: int | None
    rounds: int
    surrendered: bool = False
    hit_points: int | None = None

    @property
    def is_early_surrender(self) -> bool:
        """Return whether the loser surrendered within the first rounds."""
        return self.winner is not None and self.surrendered and self.rounds <= SOON

    @property
    def was_given_away(self) -> bool:
        """Return whether the duel was short, or the loser surrendered in good health."""
        if self.winner is None:
            return False
        return self.rounds <= SOON or (self.surrendered and (self.hit_points or 0) >= HEALTHY)


class Suspicion(NamedTuple):
    """A pair of users with the signs, and all their duels, latest first. `winner` is the user who won more of them."""

    winner: int
    loser: int
    signs: tuple[Sign, ...]
    meetings: tuple[Meeting, ...]


def suspicions(meetings: Iterable[Meeting], sharing: Collection[Pair] = ()) -> list[Suspicion]:
    """Return the suspicions about rated duels of some days.

    `sharing` holds the pairs of users who have used the same browser at the same address.
    """
    found: dict[Pair, list[Meeting]] = {}
    for meeting in meetings:
        found.setdefault(meeting.users, []).append(meeting)
    return [
        _suspicion(pair, signs, theirs)
        for pair, theirs in found.items()
        if (signs := tuple(_signs(theirs, is_sharing=pair in sharing)))
    ]


def _signs(meetings: Collection[Meeting], *, is_sharing: bool) -> Iterator[Sign]:
    given = Counter(it.winner for it in meetings if it.was_given_away)
    if len(meetings) >= OFTEN and max(given.values(), default=0) >= ONE_SIDED * len(meetings):
        yield Sign.ONE_SIDED
    if max(Counter(it.winner for it in meetings if it.is_early_surrender).values(), default=0) >= SURRENDERS:
        yield Sign.EARLY_SURRENDERS
    if is_sharing and len(meetings) >= SHARED:
        yield Sign.SAME_BROWSER


def _suspicion(pair: Pair, signs: tuple[Sign, ...], meetings: Iterable[Meeting]) -> Suspicion:
    latest = tuple(sorted(meetings, key=lambda it: (it.ended, it.slug), reverse=True))
    wins = Counter(it.winner for it in latest)
    winner, loser = sorted(pair, key=lambda user: (-wins[user], user))
    return Suspicion(winner, loser, signs, latest)
