"""Orders for a wizard, as well as his level finds them, and answers to what is asked after a reveal."""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from wavinghands import engine
from wavinghands.search import apprentice

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Choice:
    """What a wizard does: `orders` in the form of the record, drawn from `mixture`, pairs of orders and how likely.

    `value`: what he expects of the duel, from -1, lost, to 1, won.
    """

    orders: Json
    mixture: tuple[tuple[Json, float], ...]
    value: float


def choose(duel: engine.Duel, wizard: str, level: int, seed: int, *, temperament: str = "") -> Choice:
    """Orders for the round to come, by what `wizard` knows. The same seed gives the same orders, whatever else runs.

    `seed`: one for the whole duel; `temperament`: one of `TEMPERAMENTS`; none: drawn from the seed.
    """
    dice = Random(f"{seed}/{duel.number}/{wizard}")
    given = engine.check_orders(duel, wizard, apprentice.orders(engine.request(duel, wizard) or {}, dice))
    return Choice(given, ((given, 1.0),), 0.0)


def answer(asked: engine.Asked, wizard: str, level: int, seed: int) -> Json:
    """An answer to each question that `wizard` is asked, in the form of the record."""
    request: Mapping[str, Any] = engine.request(asked, wizard) or {"questions": []}
    return apprentice.answers(dict(request), Random(f"{seed}/{asked.duel.number}/{wizard}/answers"))
