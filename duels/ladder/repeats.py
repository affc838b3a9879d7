"""Repeated wins over the same user, which count less and less, so that nobody climbs by beating a friend.

The first two rated wins over a user within `DAYS` days count in full, the next two count half, the next four a quarter,
and so on. The ratings of both mages change by that share of the usual amount. Scores are whole numbers, so the winner
gets the next point when the shares add up to one. Melees always count in full.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import NamedTuple

from duels.models import Outcome
from duels.wording.results import part_of

DAYS = 30


class Repeat(NamedTuple):
    """A win over a user, and how much it counts.

    `number` is the number of wins over the same user, including this one. `outstanding` is the sum of the shares of
    earlier wins that have not yet earned a point.
    """

    number: int = 1
    outstanding: float = 0.0

    @property
    def weight(self) -> float:
        """Return the share of the win that counts: 1, 1/2, 1/4 and so on."""
        return weight_of(self.number)

    @property
    def part(self) -> str:
        """Return the share as a fraction, such as "1/4", or an empty string if the win counts in full."""
        return part_of(self.weight)

    def points_of(self, points: int) -> int:
        """Return how many of the usual `points` for a win are added to the score."""
        return points if self.weight == 1 else min(points, int(self.outstanding + self.weight))


FIRST = Repeat()
"""A win that counts in full."""


def weight_of(number: int) -> float:
    """Return the weight of the win with this number: 1 for the first two, then 1/2 twice, 1/4 four times, and so on."""
    return 0.5 ** max(0, (number - 1).bit_length() - 1)


def repeat_of(winner: int, loser: int, now: datetime) -> Repeat:
    """Return the `Repeat` for a win of one user over another at the time `now`.

    It depends on the winner's earlier wins over the same user. `winner` and `loser` are primary keys of users. This
    takes one query.
    """
    wins = Outcome.objects.filter(
        mage__owner=winner,
        duel__outcomes__mage__owner=loser,
        result=Outcome.Result.WON,
        melee=False,
        score__isnull=False,
        ended__gt=now - timedelta(days=DAYS),
    )
    return repeat_after(wins.order_by().values_list("fate", "weight", "points"))


def repeat_after(wins: Iterable[tuple[str, float, int]]) -> Repeat:
    """Return the win that follows `wins`.

    Each of `wins` is given as the fate, weight and points of the winner's outcome. If the winner surrendered, the win
    earns no point, and its share is never outstanding.
    """
    rows = list(wins)
    shares = sum(weight - points for fate, weight, points in rows if fate == Outcome.Fate.STOOD)
    return Repeat(len(rows) + 1, max(0.0, shares))
