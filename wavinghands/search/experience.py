"""Duels to fit weights by: of unlike players, with random openings, and now and then a gesture that nobody chose."""

from collections.abc import Sequence
from random import Random
from typing import Final, NamedTuple

from wavinghands import engine
from wavinghands.search.fitting import Example, examples_of
from wavinghands.search.players import PLAYERS

MIXED: Final = ("level-2", "level-3", "level-3", "level-4", "greedy", "cautious", "finger_racer", "hoarder")
"""Who plays, those twice who stand here twice."""
BOOKS: Final = ("classic", "warlocks", "classic", "warlocks", "standard", "spellcast")
"""By which books."""
OPENING: Final = 4
"""Rounds at most that are left to chance."""
SLIPS: Final = 0.08
"""How often a wizard does anything, so that positions come up that nobody would seek."""
MOST_ROUNDS: Final = 60
"""Rounds after which a duel has taught what it can."""


class School(NamedTuple):
    """Whose duels teach, by which books, each as often as it stands here; and the rounds at most left to chance."""

    name: str
    players: tuple[str, ...]
    books: tuple[str, ...]
    opening: int


PLAYING: Final = School("experience", MIXED, BOOKS, OPENING)
"""What the weights are fitted to by which the house plays."""
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
"""What chances are fitted to: as unlike as those who play here."""


def examples(number: int) -> list[Example]:
    """The positions of a duel after its opening, the same for the same number; none if nobody won."""
    course, opening = duel_of(PLAYING, number)
    return examples_of(course[opening:]) if _has_winner(course) else []


def positions(number: int) -> list[Example]:
    """The positions of a duel after each of its rounds but the last; none if nobody won."""
    course, _ = duel_of(ALL, number)
    return examples_of(course[1:]) if _has_winner(course) else []


def duel_of(school: School, number: int) -> tuple[list[engine.Duel], int]:
    """A duel as it stood after each round, its start first, and the rounds of its opening; the same for the number."""
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
