"""Players of many kinds to measure strength with: each knows what its wizard knows, and hangs on its seed alone."""

from collections.abc import Callable, Mapping
from random import Random
from time import process_time
from typing import Any, Final, NamedTuple

from wavinghands import engine
from wavinghands.search import apprentice
from wavinghands.search.advising import advise
from wavinghands.search.choosing import answer, choose
from wavinghands.search.levels import LEVELS
from wavinghands.search.players.beginner import beginner
from wavinghands.search.players.cautious import cautious
from wavinghands.search.players.greedy import greedy
from wavinghands.search.players.single_minded import at_random, finger_racer, hoarder, own_plans

__all__ = ["PLAYERS", "POOL", "Player"]

Json = dict[str, Any]


class Player(NamedTuple):
    """Who gives orders for a round, and answers once it is revealed, both in the form of the record.

    Both take the name of the wizard and a seed, one for a whole duel; `orders` a duel; `answers` a round that waits,
    and the `orders` and `answers` by which it came to that, for who has to play it again.
    `clock`: seconds, by which his moves are timed; of this process alone, unless he thinks elsewhere.
    """

    orders: Callable[[engine.Duel, str, int], Json]
    answers: Callable[[engine.Asked, str, int, Json], Json]
    clock: Callable[[], float] = process_time


def _diced(orders: Callable[[engine.Duel, str, Random], Json]) -> Player:
    """A player of the pool, its dice those of the duel's seed, the round and the wizard."""

    def diced(duel: engine.Duel, wizard: str, seed: int) -> Json:
        return orders(duel, wizard, Random(f"{seed}/{duel.number}/{wizard}"))

    return Player(diced, _any_answers)


def _any_answers(asked: engine.Asked, wizard: str, seed: int, given: Json) -> Json:
    """The answers that all of the pool give: what nobody can know is left to dice."""
    request = engine.request(asked, wizard) or {"questions": []}
    return apprentice.answers(request, Random(f"{seed}/{asked.duel.number}/{wizard}/answers"))


def _apprentice(duel: engine.Duel, wizard: str, rng: Random) -> Json:
    return apprentice.orders(engine.request(duel, wizard) or {}, rng)


def _of_level(level: int) -> Player:
    return Player(
        lambda duel, wizard, seed: choose(duel, wizard, level, seed).orders,
        lambda asked, wizard, seed, given: answer(asked, wizard, level, seed),
    )


def _pupil(duel: engine.Duel, wizard: str, seed: int) -> Json:
    """The orders of one who takes every hint."""
    return advise(duel, wizard).orders


POOL: Final[Mapping[str, Player]] = {
    "random": _diced(at_random),
    "beginner": _diced(beginner),
    "apprentice": _diced(_apprentice),
    "own_plans": _diced(own_plans),
    "finger_racer": _diced(finger_racer),
    "hoarder": _diced(hoarder),
    "cautious": _diced(cautious),
    "greedy": _diced(greedy),
}
"""Players that are unlike each other, by what they go by."""
PLAYERS: Final[Mapping[str, Player]] = {
    **POOL,
    "pupil": Player(_pupil, _any_answers),
    **{f"level-{level}": _of_level(level) for level in LEVELS},
}
"""All players there are, by name."""
