"""Judgement of past orders by what the wizard knew at the time.

Orders are searched one and two rounds deep.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from statistics import mean
from typing import Final, NamedTuple

from wavinghands import engine
from wavinghands.search.dangers import simulate
from wavinghands.search.forecast import FORECASTER
from wavinghands.search.lines import Line, lines_of
from wavinghands.search.lookahead import mixed, trusting, value_by_game
from wavinghands.search.matrix import against, largest_indices, solve

ROWS: Final = 10
"""The number of the wizard's own lines to consider, in addition to the orders given."""
COLUMNS: Final = 6
"""The number of replies to consider."""
TRUST: Final = 0.6
"""How much to trust that the opponent chooses the likeliest reply. It is the same as for the strongest level."""
DEEPER: Final = 3
"""The number of lines and replies to search one round further."""
INNER: Final = (4,)
"""The number of lines per wizard in each further round of a deeper search."""
AIMED: Final = 0.25
"""How often opponents play the best mixture of replies. Otherwise, they choose by how promising each reply looks."""
FADES: Final = 0.7
"""The factor by which each reply is less likely than the next more promising one."""
SAMPLE: Final = 5
"""The number of moves that represent a blind choice."""
FORESEEN: Final = 0.7
"""How often the opponent plays one of the replies considered, if there are others."""
MISTAKE: Final = 0.2
"""The minimum cost of a mistake, as a share of a won duel."""
ALIKE: Final = 1e-9
"""The difference in gains up to which lines with the same gestures count as equal."""

MIRROR: Final = "magic_mirror"
PARALYSIS: Final = "paralysis"

Reply = Mapping[str, engine.Orders]
"""The opponent's orders by name. It is empty if they do not act."""
Made = tuple[tuple[str, str], tuple[str, str] | None]
"""The pairs of gestures made in a round."""


class Option(NamedTuple):
    """Possible orders, with their chances of winning.

    `chances` are the results of searching one and two rounds deep. `share` is the probability with which to play these
    orders.
    """

    orders: engine.Orders
    chances: tuple[float, float]
    share: float

    @property
    def chance(self) -> float:
        """Return the mean of the chances at both search depths."""
        return mean(self.chances)


class Verdict(NamedTuple):
    """A judgement of orders.

    `done` holds the orders given. `options` holds these and the strongest alternatives, best first. `replies` are the
    opponent's likely orders with their probabilities, likeliest first. The probabilities may add up to less than 1,
    because the opponent may also do something else. `stake` is the amount by which a blind choice would lower the
    chance of winning.
    """

    done: Option
    options: Sequence[Option]
    replies: Sequence[tuple[Reply, float]]
    stake: float

    @property
    def best(self) -> Option:
        return self.options[0]

    @property
    def cost(self) -> float:
        """Return how much lower the chance of winning is with these orders than with the best option."""
        return self.best.chance - self.done.chance

    @property
    def is_mistake(self) -> bool:
        """Return whether the orders cost more than `MISTAKE` at both search depths."""
        return all(best - done > MISTAKE for best, done in zip(self.best.chances, self.done.chances, strict=True))


class Table(NamedTuple):
    """A table of gains, with rows of orders and columns of replies.

    It also contains the gestures of each row.
    """

    gains: list[list[float]]
    made: list[Made]


def judge(duel: engine.Duel, name: str, done: engine.Orders) -> Verdict | None:
    """Judge the orders `done`, which wizard `name` gave in a duel with one opponent.

    `duel` is the duel as that wizard knows it. Return `None` if the wizard had no choice.
    """
    lines = _lines(duel, name, done)
    if len(lines) < 2:
        return None
    blind = [lines[(2 * place + 1) * len(lines) // (2 * SAMPLE)] for place in range(SAMPLE)]
    return _judged(duel, name, [*lines[:ROWS], done], _replies(duel, name), blind)


def hindsight(duel: engine.Duel, name: str, done: engine.Orders, reply: Reply) -> Verdict:
    """Judge the orders `done`, given the orders that the opponent really gave."""
    return _judged(duel, name, [*_lines(duel, name, done)[:ROWS], done], [reply])


def _lines(duel: engine.Duel, name: str, done: engine.Orders) -> list[engine.Orders]:
    """Return the wizard's lines.

    The choices about bound hands and elementals are copied from `done`.
    """
    return [
        replace(line.orders, paralyze=done.paralyze, direct=done.direct, elemental=done.elemental)
        for line in lines_of(duel, name, FORECASTER)
    ]


def _replies(duel: engine.Duel, name: str) -> list[Reply]:
    """Return the opponent's most promising orders.

    They include a Magic Mirror that is ready, because everyone sees it. Orders that choose a hand to paralyse are
    included once for each hand, next to each other.
    """
    foe = duel.enemy_of(name)
    if foe is None or foe not in duel.acting:
        return [{}]
    lines = lines_of(duel, foe, FORECASTER)
    likely = lines[:COLUMNS]
    mirror = next((line for line in lines if _mirrors(line, foe)), None)
    if mirror and mirror not in likely:
        likely[-1:] = [mirror]
    return [{foe: orders} for line in likely for orders in _per_hand(duel, name, line)]


def _per_hand(duel: engine.Duel, name: str, line: Line) -> Iterator[engine.Orders]:
    """Yield the orders of `line`, in two variants if the opponent may choose the hand of wizard `name` to paralyse."""
    there = duel.wizard(name).effects.get(PARALYSIS)
    if there is not None and there.hand is not None:
        is_open = False
    elif duel.rules.hand_choice == "next_orders":
        is_open = there is not None and there.by == line.name
    else:
        is_open = any((spell.slug, target) == (PARALYSIS, name) for _, spell, target in line.chosen.castings)
    if is_open:
        yield replace(line.orders, paralyze={name: "left"})
        yield replace(line.orders, paralyze={name: "right"})
    else:
        yield line.orders


def apart_from_hands(reply: Reply) -> Reply:
    """Return a reply without the hand that the opponent paralyses."""
    return {foe: replace(orders, paralyze={}) for foe, orders in reply.items()}


def grouped(replies: Sequence[tuple[Reply, float]]) -> list[tuple[list[Reply], float]]:
    """Group replies that differ only in the paralysed hand.

    Return pairs of a group and its probability, likeliest first.
    """
    found: dict[str, list[tuple[Reply, float]]] = {}
    for reply, share in replies:
        found.setdefault(str(apart_from_hands(reply)), []).append((reply, share))
    groups = [([reply for reply, _ in alike], sum(share for _, share in alike)) for alike in found.values()]
    return sorted(groups, key=lambda it: -it[1])


def _mirrors(line: Line, name: str) -> bool:
    return any((spell.slug, target) == (MIRROR, name) for _, spell, target in line.chosen.castings)


def _judged(
    duel: engine.Duel,
    name: str,
    rows: Sequence[engine.Orders],
    replies: Sequence[Reply],
    blind: Sequence[engine.Orders] = (),
) -> Verdict:
    """Judge the last row against the other rows.

    All rows are searched one round deep, and the most promising ones two rounds deep. `blind` contains sample moves
    that represent a blind choice.
    """
    gains, made = _played_out(duel, name, rows, replies)
    place = next(at for at, row in enumerate(gains) if made[at] == made[-1] and _is_alike(row, gains[-1]))
    hands = [len([*alike]) for _, alike in groupby(replies, apart_from_hands)]
    reply = forecast(solve(trusting(gains[:-1], TRUST))[1], hands)
    near = against(gains, reply)
    chosen = sorted({place, *largest_indices(near[:-1], DEEPER)})
    far, shares = _deeper(duel, name, [rows[at] for at in chosen], replies, reply)
    options = [
        Option(rows[at], (_chance(near[at]), _chance(deep)), share)
        for at, deep, share in zip(chosen, far, shares, strict=True)
    ]
    done = options[chosen.index(place)]
    options.sort(key=lambda option: (-option.chance, option is not done))
    foreseen = FORESEEN if len(hands) == COLUMNS else 1.0
    likely = [(orders, share * foreseen) for orders, share in zip(replies, reply, strict=True)]
    stake = _stake(duel, name, gains, reply, replies, blind) if blind else 0.0
    return Verdict(done, options, sorted(likely, key=lambda it: -it[1]), stake)


def _stake(
    duel: engine.Duel,
    name: str,
    gains: Sequence[Sequence[float]],
    shares: Sequence[float],
    replies: Sequence[Reply],
    blind: Sequence[engine.Orders],
) -> float:
    """Return how much better the best row is than a blind choice, in chances of winning.

    Only the likeliest replies are considered.
    """
    columns = largest_indices(shares, DEEPER)
    likely = [shares[column] for column in columns]
    blindly, _ = _played_out(duel, name, blind, [replies[column] for column in columns])
    best = max(against([[row[column] for column in columns] for row in gains], likely))
    return max(0.0, best - mean(against(blindly, likely))) / sum(likely) / 2


def forecast(mixture: Sequence[float], hands: Sequence[int]) -> list[float]:
    """Return the probability of each reply.

    `mixture` is the best mixture of replies, most promising reply first. On its own, it would be an overconfident
    forecast, because real opponents play it only occasionally. `hands` contains the number of replies in each group of
    replies that differ only in the paralysed hand.
    """
    promise = [FADES**place / count for place, count in enumerate(hands) for _ in range(count)]
    whole = sum(promise)
    return [(1 - AIMED) * usual / whole + AIMED * best for usual, best in zip(promise, mixture, strict=True)]


def _deeper(
    duel: engine.Duel, name: str, rows: Sequence[engine.Orders], replies: Sequence[Reply], shares: Sequence[float]
) -> tuple[list[float], list[float]]:
    """Return the gains and probabilities of the rows after searching one round further.

    Only the likeliest replies are considered.
    """
    columns = largest_indices(shares, DEEPER)
    whole = sum(shares[column] for column in columns)
    gains = [[_further(duel, name, orders, replies[column]) for column in columns] for orders in rows]
    usual = against(gains, [shares[column] / whole for column in columns])
    return usual, solve(mixed(gains, usual, TRUST))[0]


def _played_out(duel: engine.Duel, name: str, rows: Sequence[engine.Orders], replies: Sequence[Reply]) -> Table:
    gains, made = [], []
    for orders in rows:
        afters = [simulate(duel, {name: orders, **reply}) for reply in replies]
        gains.append([FORECASTER.value(after, name) for after in afters])
        made.append(_made(afters[0], name))
    return Table(gains, made)


def is_given(duel: engine.Duel, name: str, done: engine.Orders, reply: Reply, real: Reply) -> bool:
    """Return whether a reply to `done` is the `real` one.

    This is the case if it has the same gestures and the same result.
    """
    foe = duel.enemy_of(name)
    if foe is None or foe not in reply or foe not in real:
        return False
    one, other = (simulate(duel, {name: done, **orders}) for orders in (reply, real))
    alike = abs(FORECASTER.value(one, name) - FORECASTER.value(other, name)) < ALIKE
    return alike and _made(one, foe) == _made(other, foe)


def _made(after: engine.Duel, name: str) -> Made:
    assert after.last is not None
    gestures = after.last.gestures[name]
    return gestures.pair, gestures.second.pair if gestures.second else None


def _is_alike(one: Sequence[float], other: Sequence[float]) -> bool:
    return all(abs(a - b) < ALIKE for a, b in zip(one, other, strict=True))


def _further(duel: engine.Duel, name: str, orders: engine.Orders, reply: Reply) -> float:
    """Return the value of these orders against a reply, searched one round further."""
    after = simulate(duel, {name: orders, **reply})
    foe = after.enemy_of(name)
    if foe is None:
        return FORECASTER.value(after, name)
    return value_by_game(after, name, foe, FORECASTER, FORECASTER, INNER)[0]


def _chance(value: float) -> float:
    return (1 + value) / 2
