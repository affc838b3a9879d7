"""Signs that two users are not playing fairly against each other, as pure functions of their rated duels.

Suspicion is not proof: a weak player may surrender early, and a family may share a computer. Moderators decide.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from datetime import datetime
from enum import StrEnum
from typing import NamedTuple

Pair = frozenset[int]
"""The primary keys of two users."""

OFTEN = 5
"""The minimum number of duels for a pair's results to count as one-sided."""
ONE_SIDED = 0.8
"""The results are one-sided if at least this share of the duels was given away to the same user."""
SOON = 5
"""A duel that ends within this many rounds counts as given away."""
HEALTHY = 10
"""A duel in which a wizard surrenders with at least this many hit points counts as given away."""
SURRENDERS = 3
"""This many surrenders to the same user within `SOON` rounds are suspicious, however often the two have met."""
SHARED = 2
"""This many duels are suspicious if both users have used the same browser at the same IP address."""


class Sign(StrEnum):
    """A reason for a suspicion."""

    ONE_SIDED = "one-sided"
    EARLY_SURRENDERS = "early surrenders"
    SAME_BROWSER = "same browser"


class Meeting(NamedTuple):
    """A rated duel between two users.

    `winner` is `None` for a draw. `surrendered` says whether the loser surrendered. `hit_points` is the number of hit
    points that the loser had left, or `None` if it is unknown. `is_adjudged` says whether the duel was stopped and
    decided by hit points, because the time limit of a tournament round had passed.
    """

    slug: str
    ended: datetime
    users: Pair
    winner: int | None
    rounds: int
    surrendered: bool = False
    hit_points: int | None = None
    is_adjudged: bool = False

    @property
    def is_early_surrender(self) -> bool:
        """Return whether the loser surrendered within `SOON` rounds."""
        return self.winner is not None and self.surrendered and self.rounds <= SOON

    @property
    def was_given_away(self) -> bool:
        """Return whether the loser may have lost on purpose: the duel was short, or they surrendered in good health."""
        if self.winner is None or self.is_adjudged:
            return False
        return self.rounds <= SOON or (self.surrendered and (self.hit_points or 0) >= HEALTHY)


class Suspicion(NamedTuple):
    """A suspicious pair of users.

    `winner` is the user who has won more of their duels. `signs` are the reasons for the suspicion. `meetings` contains
    all of their duels, latest first.
    """

    winner: int
    loser: int
    signs: tuple[Sign, ...]
    meetings: tuple[Meeting, ...]


def suspicions(meetings: Iterable[Meeting], sharing: Collection[Pair] = ()) -> list[Suspicion]:
    """Return the pairs of users whose rated duels look suspicious.

    `sharing` contains the pairs of users who have used the same browser at the same IP address.
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
