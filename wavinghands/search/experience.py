"""Duels to fit weights by: of unlike players, with random openings, and now and then a gesture that nobody chose."""

from collections.abc import Sequence
from random import Random
from typing import Final

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


def examples(number: int) -> list[Example]:
    """The positions of a duel, the same for the same number; none if nobody won."""
    dice = Random(f"experience {number}")
    players = {name: PLAYERS[dice.choice(MIXED)] for name in ("A", "B")}
    duel = engine.start(dice.choice(BOOKS), [{"name": name} for name in players], seed=number)
    opening = dice.randint(1, OPENING)
    course = [duel]
    while duel.result is None and duel.number < MOST_ROUNDS:
        chance = {name: duel.number < opening or dice.random() < SLIPS for name in duel.acting}
        orders = {
            name: _anything(duel, name, dice) if chance[name] else players[name].orders(duel, name, number)
            for name in duel.acting
        }
        duel = engine.settle(duel, orders)
        course.append(duel)
    return examples_of(course[opening:]) if _has_winner(course) else []


def _has_winner(course: Sequence[engine.Duel]) -> bool:
    result = course[-1].result
    return result is not None and len(result["winners"]) == 1


def _anything(duel: engine.Duel, name: str, dice: Random) -> dict[str, object]:
    believed = engine.belief(duel, name)
    chosen = dice.choice(engine.candidates(believed, name))
    return engine.orders_for(believed, name, chosen).as_json()
