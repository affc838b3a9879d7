"""A finished duel looked at again: the chances round by round, what was best each time, and where it was lost.

Each move is judged by what its wizard knew then; what would have been best in hindsight is told apart.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from math import exp
from pathlib import Path
from statistics import mean
from typing import Any, Final
from zlib import crc32

from wavinghands import engine
from wavinghands.search.causes import causes, leads_of
from wavinghands.search.forecast import FORECASTER
from wavinghands.search.verdict import Verdict, hindsight, judge

EDITION: Final = 2
"""Counts what the tables do not show: to be raised when another code finds something else."""
TABLES: Final = ("forecast.json", "weights.json")
"""What all of it hangs on beside the code."""
VERSION: Final = f"{EDITION}.{crc32(b''.join((Path(__file__).parent / table).read_bytes() for table in TABLES)):08x}"
"""Changes when a duel would be judged otherwise."""
MOST_ROUNDS: Final = 200
"""Rounds of the longest duel that is looked at."""
HARSH: Final = 8.0
"""How harshly accuracy falls with what moves cost."""
TELLING: Final = 0.05
"""What a move must cost for its reasons to be told."""
SLIGHT: Final = 0.03
"""What makes no difference: chances are no surer than that."""
MOST_REPLIES: Final = 3
"""Replies to a move that are told."""
STILL: Final = 0.01
"""By how much chances may move where nothing has turned."""

Json = dict[str, Any]


class Unfit(Exception):
    """This duel cannot be looked at so; says why."""


def analyse(record: Mapping[str, Any], progress: Callable[[int, int], None] = lambda done, of: None) -> Json:
    """All that can be said of the finished duel of two in `record`; the same whenever it is asked.

    Gives `version`; `wizards`, their names; `chances` of the first of them at the start and after each round;
    `accuracy` of each, 0 to 100; `moves`, one for each round and wizard who had a choice; `turning`, the round and the
    wizard of the dearest mistake, or where chances moved most. `docs/search.md` has the fields of a move.
    `progress`: is called after each round, with how many are done, of how many. Raises `Unfit`, and what `load` does.
    """
    course = _course(record)
    names = [wizard.name for wizard in course[0].wizards]
    moves: list[Json] = []
    for number, after in enumerate(course[1:], 1):
        moves += _moves(course[number - 1], after)
        progress(number, len(course) - 1)
    chances = [round(FORECASTER.chance(duel, names[0]), 4) for duel in course]
    return {
        "version": VERSION,
        "wizards": names,
        "chances": chances,
        "accuracy": {name: accuracy(move["cost"] for move in moves if move["wizard"] == name) for name in names},
        "moves": moves,
        "turning": _turning(names, chances, moves),
    }


def try_out(record: Mapping[str, Any], number: int, wizard: str, orders: object) -> Json:
    """What other `orders` of this wizard in round `number` of a duel are worth, and what comes of them.

    The others do what they did, as they could not know. Gives `chance`, `best`, `best_chance`, `cost`, `is_mistake`
    and `why` as in a move of `analyse`; `reply`, the orders of the others, by name; and `record`, the duel to the end
    of that round. Raises `Unfit`; `OrderError` for orders that may not be given; and what `load` raises.
    """
    course = _course(record)
    if not 1 <= number < len(course):
        raise Unfit(f"there is no round {number}")
    before, entry = course[number - 1], record["rounds"][number - 1]
    given = engine.check_orders(before, wizard, orders)
    tried = {**entry["orders"], wizard: given}
    after = engine.advance(before, {**entry, "orders": tried})
    move = _move(before, after, wizard) or {"chance": None, "best": None, "best_chance": None, "cost": 0.0}
    return {
        **{field: move.get(field) for field in ("chance", "best", "best_chance", "cost", "is_mistake", "why")},
        "reply": {name: ordered for name, ordered in entry["orders"].items() if name != wizard},
        "record": engine.dump(after),
    }


def accuracy(costs: Iterable[float]) -> int:
    """How well somebody played whose moves cost so much, from 0 to 100: the less they cost on average the more."""
    return round(100 * exp(-HARSH * mean([*costs] or [0.0])))


def _course(record: Mapping[str, Any]) -> list[engine.Duel]:
    """A duel as it stood before its first round and after each; raises `Unfit` for what cannot be looked at."""
    if len(record.get("wizards", ())) != 2:
        raise Unfit("only duels of two are analysed")
    if len(record.get("rounds", ())) > MOST_ROUNDS:
        raise Unfit(f"it has more than {MOST_ROUNDS} rounds")
    course = [*engine.replay(record, with_start=True)]
    if course[-1].result is None:
        raise Unfit("it has not ended")
    return course


# Moves ----------------------------------------------------------------------------------------------------------------


def _moves(before: engine.Duel, after: engine.Duel) -> list[Json]:
    """The moves of a round; none of one in which somebody gave up, which no search would."""
    assert after.last is not None
    if any(_gives_up(orders) for orders in after.last.orders.values()):
        return []
    moves = (_move(before, after, name) for name in after.last.orders)
    return [move for move in moves if move is not None]


def _gives_up(orders: engine.Orders) -> bool:
    return orders.forfeit or (orders.left, orders.right) == ("P", "P")


def _move(before: engine.Duel, after: engine.Duel, name: str) -> Json | None:
    """What one wizard did in a round, and what of it; none if he had no choice."""
    assert after.last is not None
    done = after.last.orders[name]
    believed = engine.belief(before, name)
    verdict = judge(believed, name, done)
    if verdict is None:
        return None
    best, cost = verdict.best, round(verdict.cost, 4)
    reply = {other: orders for other, orders in after.last.orders.items() if other != name}
    return {
        "round": after.number,
        "wizard": name,
        "orders": done.as_json(),
        "chance": round(verdict.done.chance, 4),
        "best": best.orders.as_json(),
        "best_chance": round(best.chance, 4),
        "cost": cost,
        "is_mistake": verdict.is_mistake,
        "lines": [
            _told(believed, name, option.orders)
            | {"is_done": option is verdict.done, "chance": round(option.chance, 4), "share": round(option.share, 4)}
            for option in verdict.options
        ],
        "replies": [
            _told(believed, other, orders) | {"share": round(share, 4)}
            for answer, share in verdict.replies[:MOST_REPLIES]
            for other, orders in answer.items()
        ],
        "hindsight": _seen(before, name, hindsight(before, name, done, reply)),
        "why": causes(believed, name, best.orders, done, verdict.replies) if cost > TELLING else [],
    }


def _seen(duel: engine.Duel, name: str, verdict: Verdict) -> Json | None:
    """What would have been best in hindsight; none if it was hardly better than what was done."""
    if verdict.cost <= SLIGHT:
        return None
    best = _told(duel, name, verdict.best.orders)
    return best | {"chance": round(verdict.best.chance, 4), "done": round(verdict.done.chance, 4)}


def _told(duel: engine.Duel, name: str, orders: engine.Orders) -> Json:
    """Orders, and the spells that they go on towards."""
    leads = [
        {"hand": hand, "spell": plan.spell, "missing": plan.missing} for hand, plan in leads_of(duel, name, orders)
    ]
    return {"orders": orders.as_json(), "leads": leads}


# Where it turned ------------------------------------------------------------------------------------------------------


def _turning(names: Sequence[str], chances: Sequence[float], moves: Iterable[Json]) -> Json | None:
    """The round and the wizard of the dearest mistake; without one, of the greatest loss; none if nothing moved."""
    mistakes = [move for move in moves if move["is_mistake"]]
    if mistakes:
        dearest = max(mistakes, key=lambda move: move["cost"])
        return {"round": dearest["round"], "wizard": dearest["wizard"]}
    steps = [after - before for before, after in pairwise(chances)]
    number, step = max(enumerate(steps, 1), key=lambda it: abs(it[1]), default=(0, 0.0))
    return {"round": number, "wizard": names[step > 0]} if abs(step) > STILL else None
