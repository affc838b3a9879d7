"""Training duels between different players, with random openings and occasional random gestures."""

from collections.abc import Sequence
from random import Random
from typing import Final, NamedTuple

from wavinghands import engine
from wavinghands.search.fitting import Example, examples_of
from wavinghands.search.players import PLAYERS

MIXED: Final = (
    *("level-2", "level-3", "level-3", "level-4", "greedy", "cautious", "finger_racer", "hoarder"),
    *("level-4", "assassin", "watchman", "sickener", "poisoner", "jailer", "burner"),
)
"""The players of the duels. A player listed twice plays twice as often."""
BOOKS: Final = ("classic", "warlocks", "classic", "warlocks", "standard", "spellcast")
"""The spell books of the duels. A book listed twice is used twice as often."""
OPENING: Final = 4
"""The maximum number of random rounds at the start."""
SLIPS: Final = 0.08
"""The probability of a random move, which leads to positions that no player would seek."""
MOST_ROUNDS: Final = 60
"""The number of rounds after which a duel is broken off."""


class School(NamedTuple):
    """Settings for training duels.

    Entries listed twice in `players` or `books` are drawn twice as often. `opening` is the maximum number of random
    opening rounds.
    """

    name: str
    players: tuple[str, ...]
    books: tuple[str, ...]
    opening: int


PLAYING: Final = School("experience", MIXED, BOOKS, OPENING)
"""The duels for fitting the weights that house wizards play by."""
ALL: Final = School(
    "forecast",
    (
        *("level-1", "level-2", "level-3", "level-4") * 5,
        *("level-5", "random", "beginner", "apprentice", "own_plans", "finger_racer"),
        *("hoarder", "cautious", "greedy"),
    ),
    ("classic", "warlocks", "classic", "warlocks", "standard", "spellcast", "nomonsters"),
    2,
)
"""The duels for fitting winning chances. The players are as diverse as those on the site."""


def examples(number: int) -> list[Example]:
    """Return the positions of duel `number` after its opening, or an empty list if nobody won.

    The same number always gives the same duel.
    """
    course, opening = duel_of(PLAYING, number)
    return examples_of(course[opening:]) if _has_winner(course) else []


def positions(number: int) -> list[Example]:
    """Return the positions of duel `number` after each round except the last, or an empty list if nobody won."""
    course, _ = duel_of(ALL, number)
    return examples_of(course[1:]) if _has_winner(course) else []


def duel_of(school: School, number: int) -> tuple[list[engine.Duel], int]:
    """Play duel `number`, and return its positions and the number of random opening rounds.

    The first position is the start of the duel.
    """
    dice = Random(f"{school.name} {number}")
    players = {name: PLAYERS[dice.choice(school.players)] for name in ("A", "B")}
    duel = engine.start(dice.choice(school.books), [{"name": name} for name in players], seed=number)
    opening = dice.randint(1, school.opening)
    course = [duel]
    while duel.result is None and duel.number < MOST_ROUNDS:
        chance = {name: duel.number < opening or dice.random() < SLIPS for name in duel.acting}
        orders = {
            name: _anything(duel, name, dice) if chance[name] else players[name].orders(duel, name, number)
            for name in duel.acting
        }
        duel = engine.settle(duel, orders)
        course.append(duel)
    return course, opening


def _has_winner(course: Sequence[engine.Duel]) -> bool:
    result = course[-1].result
    return result is not None and len(result["winners"]) == 1


def _anything(duel: engine.Duel, name: str, dice: Random) -> dict[str, object]:
    believed = engine.belief(duel, name)
    chosen = dice.choice(engine.candidates(believed, name))
    return engine.orders_for(believed, name, chosen).as_json()
