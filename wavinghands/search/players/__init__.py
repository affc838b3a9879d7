"""Reference players for measuring strength.

Each player knows only what its wizard knows. The same seed always gives the same moves.
"""

from collections.abc import Callable, Mapping
from random import Random
from time import process_time
from typing import Final, NamedTuple

from wavinghands import engine
from wavinghands.engine import Json
from wavinghands.search import apprentice
from wavinghands.search.advising import advise
from wavinghands.search.choosing import answer, choose
from wavinghands.search.levels import LEVELS
from wavinghands.search.players.beginner import beginner
from wavinghands.search.players.binder import binder
from wavinghands.search.players.cautious import cautious, watchman
from wavinghands.search.players.greedy import assassin, greedy
from wavinghands.search.players.single_minded import (
    at_random,
    burner,
    finger_racer,
    hoarder,
    jailer,
    own_plans,
    poisoner,
    sickener,
    wall,
)

__all__ = ["PLAYERS", "POOL", "Player"]


class Player(NamedTuple):
    """A player: functions that give orders for a round, and answers after the reveal.

    Orders and answers are in the record's format. Both functions take the wizard's name and a seed for the whole duel.
    `orders` also takes the duel. `answers` also takes the round that is waiting for answers. For players that have to
    replay this round, it also takes the `orders` and `answers` given in it so far. `clock` returns a time in seconds
    for timing moves. The default clock measures only this process's CPU time.
    """

    orders: Callable[[engine.Duel, str, int], Json]
    answers: Callable[[engine.Asked, str, int, Json], Json]
    clock: Callable[[], float] = process_time


def _diced(orders: Callable[[engine.Duel, str, Random], Json]) -> Player:
    """Return a player that calls the function `orders` with its own random numbers.

    These depend on the seed, the round and the wizard.
    """

    def diced(duel: engine.Duel, wizard: str, seed: int) -> Json:
        return orders(duel, wizard, Random(f"{seed}/{duel.number}/{wizard}"))

    return Player(diced, _any_answers)


def _any_answers(asked: engine.Asked, wizard: str, seed: int, given: Json) -> Json:
    """Answer questions about hands, elements and gestures at random, and other questions with the default."""
    request = engine.request(asked, wizard) or {"questions": []}
    return apprentice.answers(request, Random(f"{seed}/{asked.duel.number}/{wizard}/answers"))


def _apprentice(duel: engine.Duel, wizard: str, rng: Random) -> Json:
    return apprentice.orders(engine.request(duel, wizard) or {}, rng)


def _of_level(level: int) -> Player:
    return Player(
        lambda duel, wizard, seed: choose(duel, wizard, level, seed).orders,
        lambda asked, wizard, seed, given: answer(asked, wizard, level),
    )


def _pupil(duel: engine.Duel, wizard: str, seed: int) -> Json:
    """Return the orders that the site's hints recommend."""
    return advise(duel, wizard).orders


POOL: Final[Mapping[str, Player]] = {
    "random": _diced(at_random),
    "beginner": _diced(beginner),
    "apprentice": _diced(_apprentice),
    "own_plans": _diced(own_plans),
    "finger_racer": _diced(finger_racer),
    "hoarder": _diced(hoarder),
    "cautious": _diced(cautious),
    "watchman": _diced(watchman),
    "greedy": _diced(greedy),
    "assassin": _diced(assassin),
    "sickener": _diced(sickener),
    "poisoner": _diced(poisoner),
    "jailer": _diced(jailer),
    "burner": _diced(burner),
    "binder": _diced(binder),
    "wall": _diced(wall),
}
"""Players with different, fixed strategies."""
PLAYERS: Final[Mapping[str, Player]] = {
    **POOL,
    "pupil": Player(_pupil, _any_answers),
    **{f"level-{level}": _of_level(level) for level in LEVELS},
}
"""All players by name."""
