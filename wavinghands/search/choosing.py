"""The choice of a computer player's orders, and of its answers to questions after a reveal."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from wavinghands import engine
from wavinghands.engine import Json
from wavinghands.search import apprentice
from wavinghands.search.levels import LEVELS, Level
from wavinghands.search.lines import Line
from wavinghands.search.lookahead import Found, look_ahead
from wavinghands.search.temperaments import TEMPERAMENTS, temperament_of

RARE = 0.02
"""The minimum probability for a line to be played at all."""
DECIDE = ("paralysis", "charm_person")
"""Effects on other wizards for which the caster may have to decide, in the orders, what a hand does."""


@dataclass(frozen=True, slots=True)
class Choice:
    """The orders that a wizard chose, in the record's format.

    They are drawn from `mixture` (orders and probabilities). `value` is the expected value of the duel, from -1 (lost)
    to 1 (won). `lines` are the orders considered, the likeliest first, as objects with `orders`, probability `p` and
    `value`. `replies` are the opponent's likely orders, as objects with `orders` and `p`. `branches` is the number of
    rounds simulated.
    """

    orders: Json
    mixture: tuple[tuple[Json, float], ...]
    value: float
    lines: tuple[Json, ...] = ()
    replies: tuple[Json, ...] = ()
    branches: int = 0


def choose(duel: engine.Duel, wizard: str, level: int, seed: int, *, temperament: str = "") -> Choice:
    """Choose orders for the coming round, using only what `wizard` knows.

    The same seed gives the same choice. `level` is a key of `LEVELS`. `seed` must stay the same for the whole duel.
    `temperament` is a key of `TEMPERAMENTS`; its favourite spells are added to those of the level. An empty
    `temperament` is drawn from the seed and adds no spells. It must be the wizard's turn to give orders.
    """
    taught = _taught(LEVELS[level], temperament)
    found = look_ahead(engine.belief(duel, wizard), wizard, taught, temperament_of(wizard, seed, temperament))
    dice = Random(f"{seed}/{duel.number}/{wizard}")
    decided = _decided(duel, wizard, dice)
    played = sorted(zip(found.lines, found.mixture, found.gains, strict=True), key=lambda it: (-it[1], -it[2]))
    mixture = _mixture([(line, share) for line, share, _ in played], decided)
    (orders,) = dice.choices([orders for orders, _ in mixture], [share for _, share in mixture])
    lines = tuple({"orders": _orders(line, decided), "p": p, "value": gain} for line, p, gain in played)
    replies = tuple({"orders": _orders(line, {}), "p": p} for line, p in zip(found.replies, found.reply, strict=True))
    return Choice(orders, mixture, _value(found), lines, replies, found.branches)


def _taught(level: Level, temperament: str) -> Level:
    """Return the level with the temperament's favourite spells added to the spells it knows.

    A level that knows all spells, or considers only its own plans, is returned unchanged.
    """
    if not (level.knows and level.columns and temperament):
        return level
    return replace(level, knows=level.knows.union(TEMPERAMENTS[temperament].likes))


def _mixture(played: list[tuple[Line, float]], decided: Json) -> tuple[tuple[Json, float], ...]:
    """Return the orders from which the player draws, with their probabilities."""
    kept = [(line, share) for line, share in played if share > RARE]
    whole = sum(share for _, share in kept)
    return tuple((_orders(line, decided), share / whole) for line, share in kept)


def _orders(line: Line, decided: Json) -> Json:
    return line.orders.as_json() | decided


def _value(found: Found) -> float:
    expected = sum(share * gain for share, gain in zip(found.mixture, found.gains, strict=True))
    return max(-1.0, min(1.0, expected))


def _decided(duel: engine.Duel, wizard: str, dice: Random) -> Json:
    """Answer the questions about the hands bound by this wizard's spells."""
    bound = (there for other in duel.wizards for slug, there in other.effects.items() if slug in DECIDE)
    if all(there.by != wizard for there in bound):
        return {}
    return apprentice.answers(engine.request(duel, wizard) or {"questions": []}, dice)


def answer(asked: engine.Asked, wizard: str, level: int, seed: int) -> Json:
    """Answer each question put to `wizard`, in the record's format."""
    request: Mapping[str, Any] = engine.request(asked, wizard) or {"questions": []}
    return apprentice.answers(dict(request), Random(f"{seed}/{asked.duel.number}/{wizard}/answers"))
