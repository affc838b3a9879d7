"""Ratings: Glicko-2 for duels, and openskill's Plackett-Luce model for melees.

The source for Glicko-2 is Mark Glickman, "Example of the Glicko-2 system". The code uses its steps and variable names.
Each duel is a rating period, and so is each week without a duel.
"""

from collections.abc import Callable, Sequence
from itertools import count
from math import exp, log, pi, sqrt
from typing import NamedTuple, Protocol

from openskill.models import PlackettLuce

USUAL = 1500.0
UNKNOWN = 350.0
"""The deviation of a player who has not duelled yet. This is also the maximum."""
TAU = 0.5
"""The system constant τ, which limits how fast the volatility changes."""
SCALE = 173.7178
TOLERANCE = 0.000001
DAYS_OF_A_PERIOD = 7.0

MELEE_UNKNOWN = 500.0
MELEES = PlackettLuce(mu=USUAL, sigma=MELEE_UNKNOWN, beta=250.0, kappa=0.0001, tau=5.0)
"""The Plackett-Luce model for melees.

Its scale is sixty times the library's default, so that ratings look like those in duels.
"""


class Rating(NamedTuple):
    """A rating, its deviation and its volatility.

    Ratings in melees do not use the volatility.
    """

    rating: float = USUAL
    deviation: float = UNKNOWN
    volatility: float = 0.06


class Game(NamedTuple):
    """A game against one opponent.

    `score` is 1 for a win, 0.5 for a draw, and 0 for a loss.
    """

    against: Rating
    score: float


class Rated(Protocol):
    """A database row with the columns of a rating."""

    rating: float
    deviation: float
    volatility: float


def rating_in(row: Rated) -> Rating:
    return Rating(row.rating, row.deviation, row.volatility)


def idle(player: Rating, days: float) -> Rating:
    """Return a duel rating after `days` days without duels.

    The deviation grows with time. Source: Glickman, "Example of the Glicko-2 system", step 6.
    """
    periods = max(days, 0.0) / DAYS_OF_A_PERIOD
    grown = sqrt(player.deviation**2 + periods * (SCALE * player.volatility) ** 2)
    return player._replace(deviation=max(player.deviation, min(UNKNOWN, grown)))


def after(player: Rating, games: Sequence[Game], *, tau: float = TAU) -> Rating:
    """Return a duel rating after a rating period with these games.

    Source: Glickman, "Example of the Glicko-2 system", steps 2 to 8.
    """
    if not games:
        return idle(player, DAYS_OF_A_PERIOD)
    mu, phi = (player.rating - USUAL) / SCALE, player.deviation / SCALE
    precision, surprise = 0.0, 0.0
    for against, score in games:
        g = 1 / sqrt(1 + 3 * (against.deviation / SCALE) ** 2 / pi**2)
        expected = 1 / (1 + exp(-g * (mu - (against.rating - USUAL) / SCALE)))
        precision += g**2 * expected * (1 - expected)
        surprise += g * (score - expected)
    volatility = _volatility(player.volatility, phi, 1 / precision, surprise / precision, tau)
    phi = 1 / sqrt(1 / (phi**2 + volatility**2) + precision)
    return Rating(USUAL + SCALE * (mu + phi**2 * surprise), min(UNKNOWN, SCALE * phi), volatility)


def _volatility(sigma: float, phi: float, v: float, delta: float, tau: float) -> float:
    """Return the new volatility, found with the Illinois algorithm.

    Source: Glickman, "Example of the Glicko-2 system", step 5.
    """
    a = log(sigma**2)

    def f(x: float) -> float:
        e = exp(x)
        return e * (delta**2 - phi**2 - v - e) / (2 * (phi**2 + v + e) ** 2) - (x - a) / tau**2

    low, high = a, _beyond(f, a, delta**2 - phi**2 - v, tau)
    f_low, f_high = f(low), f(high)
    while abs(high - low) > TOLERANCE:
        between = low + (low - high) * f_low / (f_high - f_low)
        f_between = f(between)
        if f_between * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = between, f_between
    return exp(low / 2)


def _beyond(f: Callable[[float], float], a: float, surplus: float, tau: float) -> float:
    """Return the second bound of the interval that the Illinois algorithm starts with.

    The first bound is `a`.
    """
    if surplus > 0:
        return log(surplus)
    return next(x for x in (a - k * tau for k in count(1)) if f(x) >= 0)


def partly(before: Rating, after: Rating, weight: float) -> Rating:
    """Interpolate between two ratings. A `weight` of 0 yields `before`, and a `weight` of 1 yields `after`."""
    if weight == 1:
        return after
    return Rating(*(old + weight * (new - old) for old, new in zip(before, after, strict=True)))


def after_melee(sides: Sequence[Sequence[Rating]], places: Sequence[int]) -> list[list[Rating]]:
    """Return the ratings of the members of each side after a melee.

    `places` holds the place of each side. The lowest number is the best place.
    """
    teams = [[MELEES.rating(mu=one.rating, sigma=one.deviation) for one in side] for side in sides]
    rated = MELEES.rate(teams, ranks=[float(place) for place in places])
    return [
        [before._replace(rating=after.mu, deviation=after.sigma) for before, after in zip(*side, strict=True)]
        for side in zip(sides, rated, strict=True)
    ]
