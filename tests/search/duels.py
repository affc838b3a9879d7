"""Sample duels for tests of the search."""

from random import Random
from typing import Any

from wavinghands import engine
from wavinghands.search import apprentice

TEAMS = [{"name": name, "team": team} for name, team in zip("ABCD", (1, 2, 1, 2), strict=True)]
SCRIPTED = (7, 21, 33)
"""Numbers of duels in classic that contain puzzles. Only scripts play them, so no change to a level changes them."""
SCRIPTED_MELEE = 55
"""The number of such a melee."""


def a_duel(book: str = "classic", wizards: list[Any] | None = None, seed: int = 1) -> engine.Duel:
    named = [{"name": one} if isinstance(one, str) else one for one in wizards or ["A", "B"]]
    return engine.start(book, named, seed=seed)


def played(book: str, *, rounds: int, seed: int, wizards: list[Any] | None = None) -> list[engine.Duel]:
    """Play a duel between two simple computer players, and return the position before each round."""
    dice, duel = Random(seed), a_duel(book, wizards, seed)
    course = []
    while duel.result is None and duel.number < rounds:
        course.append(duel)
        orders = {name: apprentice.orders(engine.request(duel, name) or {}, dice) for name in duel.acting}
        duel = engine.settle(duel, orders)
    return course
