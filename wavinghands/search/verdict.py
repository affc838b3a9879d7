"""What orders were worth, by what their wizard knew: against all that the other might have done, at two depths."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from statistics import mean
from typing import Final, NamedTuple

from wavinghands import engine
from wavinghands.search.forecast import FORECASTER
from wavinghands.search.lines import lines_of
from wavinghands.search.looking import trusting, worth_by_game
from wavinghands.search.matrix import against, solve

ROWS: Final = 10
"""Lines of his own that are looked into, what he did beside."""
COLUMNS: Final = 6
"""Replies to them."""
TRUST: Final = 0.6
"""How far the other is thought to do what looks best for him, rather than anything; as far as the strongest level."""
DEEPER: Final = 3
"""Lines, and replies, that are looked into for a round further."""
INNER: Final = 4
"""Lines of each of the two in that round."""
MISTAKE: Final = 0.2
"""What a mistake costs at least, as a part of a duel."""
ALIKE: Final = 1e-9
"""By how much lines of the same gestures may differ in what they gain that are the same for all that matters."""

Reply = Mapping[str, engine.Orders]
"""What the other does, by his name; nothing where he does not act."""
Made = tuple[tuple[str, str], tuple[str, str] | None]
"""The pairs of gestures that hands made in a round."""


class Option(NamedTuple):
    """Orders looked into. `chances`: of winning, a round deep and two; `share`: how often they are best played."""

    orders: engine.Orders
    chances: tuple[float, float]
    share: float

    @property
    def chance(self) -> float:
        """What both depths come to."""
        return mean(self.chances)


class Verdict(NamedTuple):
    """What orders were worth. `done`: they themselves; `options`: the best, and they among them, the best first.

    `replies`: what the other might do, and how likely, the likeliest first.
    """

    done: Option
    options: Sequence[Option]
    replies: Sequence[tuple[Reply, float]]

    @property
    def best(self) -> Option:
        """What gains most."""
        return self.options[0]

    @property
    def cost(self) -> float:
        """What was lost by not doing what is best."""
        return self.best.chance - self.done.chance

    @property
    def is_mistake(self) -> bool:
        """Whether it cost much, and both depths say so."""
        return all(best - done > MISTAKE for best, done in zip(self.best.chances, self.done.chances, strict=True))


class Table(NamedTuple):
    """What rows of orders gain against columns of replies, and which gestures they come out as."""

    gains: list[list[float]]
    made: list[Made]


def judge(duel: engine.Duel, name: str, done: engine.Orders) -> Verdict | None:
    """What `done` is worth to one of two wizards, in a duel as he knows it; none if he had no choice."""
    rows = _rows(duel, name, done)
    return _judged(duel, name, [*rows, done], _replies(duel, name)) if len(rows) > 1 else None


def hindsight(duel: engine.Duel, name: str, done: engine.Orders, reply: Reply) -> Verdict:
    """What `done` was worth against what the other did."""
    return _judged(duel, name, [*_rows(duel, name, done), done], [reply])


def _rows(duel: engine.Duel, name: str, done: engine.Orders) -> list[engine.Orders]:
    """What he might do, what he decided about others as he did."""
    return [
        replace(line.orders, paralyze=done.paralyze, direct=done.direct, elemental=done.elemental)
        for line in lines_of(duel, name, FORECASTER)[:ROWS]
    ]


def _replies(duel: engine.Duel, name: str) -> list[Reply]:
    foe = duel.enemy_of(name)
    if foe is None or foe not in duel.acting:
        return [{}]
    return [{foe: line.orders} for line in lines_of(duel, foe, FORECASTER)[:COLUMNS]]


def _judged(duel: engine.Duel, name: str, rows: Sequence[engine.Orders], replies: Sequence[Reply]) -> Verdict:
    """What the last of these rows is worth among them: a round deep, and for the most promising two rounds."""
    gains, made = _played_out(duel, name, rows, replies)
    place = next(at for at, row in enumerate(gains) if made[at] == made[-1] and _is_alike(row, gains[-1]))
    reply = solve(trusting(gains[:-1], TRUST))[1]
    near = against(gains, reply)
    chosen = sorted({place, *_most(near[:-1], DEEPER)})
    far, shares = _deeper(duel, name, [rows[at] for at in chosen], replies, reply)
    options = [
        Option(rows[at], (_chance(near[at]), _chance(deep)), share)
        for at, deep, share in zip(chosen, far, shares, strict=True)
    ]
    done = options[chosen.index(place)]
    options.sort(key=lambda option: (-option.chance, option is not done))
    return Verdict(done, options, sorted(zip(replies, reply, strict=True), key=lambda it: -it[1]))


def _deeper(
    duel: engine.Duel, name: str, rows: Sequence[engine.Orders], replies: Sequence[Reply], shares: Sequence[float]
) -> tuple[list[float], list[float]]:
    """What these rows gain by the round after, against the likeliest replies; and how often each is best played."""
    columns = _most(shares, DEEPER)
    whole = sum(shares[column] for column in columns)
    gains = [[_further(duel, name, orders, replies[column]) for column in columns] for orders in rows]
    return against(gains, [shares[column] / whole for column in columns]), solve(gains)[0]


def _played_out(duel: engine.Duel, name: str, rows: Sequence[engine.Orders], replies: Sequence[Reply]) -> Table:
    gains, made = [], []
    for orders in rows:
        afters = [engine.fork(duel, {name: orders, **reply}) for reply in replies]
        gains.append([FORECASTER.value(after, name) for after in afters])
        made.append(_made(afters[0], name))
    return Table(gains, made)


def _made(after: engine.Duel, name: str) -> Made:
    assert after.last is not None
    gestures = after.last.gestures[name]
    return gestures.pair, gestures.second.pair if gestures.second else None


def _is_alike(one: Sequence[float], other: Sequence[float]) -> bool:
    return all(abs(a - b) < ALIKE for a, b in zip(one, other, strict=True))


def _further(duel: engine.Duel, name: str, orders: engine.Orders, reply: Reply) -> float:
    """What these orders come to by the round after."""
    after = engine.fork(duel, {name: orders, **reply})
    foe = after.enemy_of(name)
    if foe is None:
        return FORECASTER.value(after, name)
    return worth_by_game(after, name, foe, FORECASTER, FORECASTER, INNER)[0]


def _most(worths: Sequence[float], number: int) -> list[int]:
    """The places of the largest."""
    return sorted(range(len(worths)), key=lambda place: -worths[place])[:number]


def _chance(value: float) -> float:
    return (1 + value) / 2
