"""Orders for a wizard, as well as his level finds them, and answers to what is asked after a reveal."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from wavinghands import engine
from wavinghands.search import apprentice
from wavinghands.search.levels import LEVELS, Level
from wavinghands.search.lines import Line
from wavinghands.search.looking import Found, look
from wavinghands.search.temperaments import TEMPERAMENTS, temperament_of

Json = dict[str, Any]
RARE = 0.02
"""How likely a line must be to be played at all."""
DECIDE = ("paralysis", "charm_person")
"""The effects on another, cast by oneself, about which one may have to decide with one's orders."""


@dataclass(frozen=True, slots=True)
class Choice:
    """What a wizard does: `orders` in the form of the record, drawn from `mixture`, pairs of orders and how likely.

    `value`: what he expects of the duel, from -1, lost, to 1, won. `lines`: what he looked into, an object each of
    `orders`, of `p`, how likely he plays it, and of `value`, the likeliest first; `replies`: the same of the one whom
    he reckons with, without values. `forks`: rounds that were played out.
    """

    orders: Json
    mixture: tuple[tuple[Json, float], ...]
    value: float
    lines: tuple[Json, ...] = ()
    replies: tuple[Json, ...] = ()
    forks: int = 0


def choose(duel: engine.Duel, wizard: str, level: int, seed: int, *, temperament: str = "") -> Choice:
    """Orders for the round to come, by what `wizard` knows. The same seed gives the same orders, whatever else runs.

    `level`: one of `LEVELS`; `seed`: one for the whole duel; `temperament`: one of `TEMPERAMENTS`, by which he has
    learned what he likes; none: drawn from the seed, and no more than a taste. The wizard must be asked for orders.
    """
    taught = _taught(LEVELS[level], temperament)
    found = look(engine.belief(duel, wizard), wizard, taught, temperament_of(wizard, seed, temperament))
    dice = Random(f"{seed}/{duel.number}/{wizard}")
    decided = _decided(duel, wizard, dice)
    played = sorted(zip(found.lines, found.mixture, found.gains, strict=True), key=lambda it: (-it[1], -it[2]))
    mixture = _mixture([(line, share) for line, share, _ in played], decided)
    (orders,) = dice.choices([orders for orders, _ in mixture], [share for _, share in mixture])
    lines = tuple({"orders": _orders(line, decided), "p": p, "value": gain} for line, p, gain in played)
    replies = tuple({"orders": _orders(line, {}), "p": p} for line, p in zip(found.replies, found.reply, strict=True))
    return Choice(orders, mixture, _value(found), lines, replies, found.forks)


def _taught(level: Level, temperament: str) -> Level:
    """The level with the spells besides that one of this temperament likes; who sees his own plans alone has not."""
    if not (level.knows and level.columns and temperament):
        return level
    return replace(level, knows=level.knows.union(TEMPERAMENTS[temperament].likes))


def _mixture(played: list[tuple[Line, float]], decided: Json) -> tuple[tuple[Json, float], ...]:
    """The orders that are played, and how likely each is."""
    kept = [(line, share) for line, share in played if share > RARE]
    whole = sum(share for _, share in kept)
    return tuple((_orders(line, decided), share / whole) for line, share in kept)


def _orders(line: Line, decided: Json) -> Json:
    return line.orders.as_json() | decided


def _value(found: Found) -> float:
    expected = sum(share * gain for share, gain in zip(found.mixture, found.gains, strict=True))
    return max(-1.0, min(1.0, expected))


def _decided(duel: engine.Duel, wizard: str, dice: Random) -> Json:
    """What he decides with his orders about hands of others that his spells bind."""
    bound = (there for other in duel.wizards for slug, there in other.effects.items() if slug in DECIDE)
    if all(there.by != wizard for there in bound):
        return {}
    return apprentice.answers(engine.request(duel, wizard) or {"questions": []}, dice)


def answer(asked: engine.Asked, wizard: str, level: int, seed: int) -> Json:
    """An answer to each question that `wizard` is asked, in the form of the record."""
    request: Mapping[str, Any] = engine.request(asked, wizard) or {"questions": []}
    return apprentice.answers(dict(request), Random(f"{seed}/{asked.duel.number}/{wizard}/answers"))
