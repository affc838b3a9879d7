"""Analysis of finished duels: winning chances, best orders, mistakes and the turning point.

Each move is judged by what its wizard knew at the time. The best orders in hindsight are listed separately.
"""

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, Final
from zlib import crc32

from wavinghands import engine
from wavinghands.engine import Json
from wavinghands.search.deaths import deaths
from wavinghands.search.explanations import explanations, leads_of
from wavinghands.search.forecast import FORECASTER
from wavinghands.search.overview import SLIGHT, accuracy, turning_point, verdicts
from wavinghands.search.verdict import Reply, Verdict, grouped, hindsight, is_given, judge

EDITION: Final = 8
"""The version of the analysis code. Increase it when a change to the code, not to the tables, changes results."""
TABLES: Final = ("forecast.json", "weights.json")
"""The data files that the analysis depends on."""
VERSION: Final = f"{EDITION}.{crc32(b''.join((Path(__file__).parent / table).read_bytes() for table in TABLES)):08x}"
"""The version of the results. It changes whenever a duel might be judged differently."""
MOST_ROUNDS: Final = 200
"""The number of rounds in the longest duel that can be analysed."""
TELLING: Final = 0.05
"""The cost above which a move gets an explanation."""
MOST_REPLIES: Final = 3
"""The number of replies to list per move."""


class Unfit(Exception):
    """Raised for a duel that cannot be analysed. The message says why."""


def analyse(record: Mapping[str, Any], progress: Callable[[int, int], None] = lambda done, of: None) -> Json:
    """Analyse the finished two-player duel in `record`.

    The same record always gives the same result, which contains these fields:

    - `version`: the version of the results;
    - `wizards`: the names of the wizards;
    - `chances`: the first wizard's chances of winning at the start and after each round;
    - `accuracy`: each wizard's accuracy, from 0 to 100;
    - `moves`: one move for each round and each wizard who had a choice;
    - `turning`: the round and wizard of the costliest mistake or, without mistakes, of the largest loss. If a deadly
      sickness caused the loss, the round is the last one in which the sickness could be stopped;
    - `deaths`: the cause of each death;
    - `verdicts`: verdicts on wizards who gave away a little winning chance with each of many moves.

    `docs/analysis.md` describes the fields of moves, deaths and verdicts. `progress` is called after each round with
    the number of rounds analysed so far and the total. Raise `Unfit` for an unsuitable duel, and the same errors as
    `engine.load`.
    """
    course = _course(record)
    names = [wizard.name for wizard in course[0].wizards]
    moves: list[Json] = []
    for number, after in enumerate(course[1:], 1):
        moves += _moves(course[number - 1], after)
        progress(number, len(course) - 1)
    chances = [round(FORECASTER.chance(duel, names[0]), 4) for duel in course]
    rounds = engine.view(course[-1], engine.EVERYTHING)["rounds"]
    died = deaths(course, rounds)
    for move in moves:
        move["is_mistake"] |= move["cost"] > TELLING and _gives_up_cure(move, died)
    accuracies = {name: accuracy(move for move in moves if move["wizard"] == name) for name in names}
    return {
        "version": VERSION,
        "wizards": names,
        "chances": chances,
        "accuracy": accuracies,
        "moves": moves,
        "turning": turning_point(names, chances, moves, died),
        "deaths": died,
        "verdicts": verdicts(rounds, accuracies, moves),
    }


def try_out(record: Mapping[str, Any], number: int, wizard: str, orders: object) -> Json:
    """Judge `orders` as if this wizard had given them in round `number`.

    The other wizards' orders stay the same. The result contains `chance`, `best`, `best_chance`, `cost`, `is_mistake`
    and `why`, as in a move of `analyse`; `reply`, the others' orders by name; and `record`, the duel up to the end of
    that round. Raise `OrderError` for illegal orders, and the same errors as `analyse`.
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


def _gives_up_cure(move: Json, died: Iterable[Json]) -> bool:
    """Return whether this move misses the wizard's last chance to cure a deadly sickness."""
    return any(
        (death["wizard"], death["chance"]["round"]) == (move["wizard"], move["round"])
        for death in died
        if death.get("cures") and death["chance"]
    )


def _course(record: Mapping[str, Any]) -> list[engine.Duel]:
    """Return the positions before the first round and after each round.

    Raise `Unfit` if the duel cannot be analysed.
    """
    if len(record.get("wizards", ())) != 2:
        raise Unfit("only two-wizard duels are analysed")
    if len(record.get("rounds", ())) > MOST_ROUNDS:
        raise Unfit(f"it has more than {MOST_ROUNDS} rounds")
    course = [*engine.replay(record, with_start=True)]
    if course[-1].result is None:
        raise Unfit("it has not ended")
    return course


# Moves ----------------------------------------------------------------------------------------------------------------


def _moves(before: engine.Duel, after: engine.Duel) -> list[Json]:
    """Return the moves of a round.

    The list is empty if a wizard gave up, because the search does not consider giving up. It is also empty after an
    adjudication, because nobody makes a gesture in that round.
    """
    assert after.last is not None
    if not after.last.gestures or any(_gives_up(orders) for orders in after.last.orders.values()):
        return []
    moves = (_move(before, after, name) for name in after.last.orders)
    return [move for move in moves if move is not None]


def _gives_up(orders: engine.Orders) -> bool:
    return orders.forfeit or (orders.left, orders.right) == ("P", "P")


def _move(before: engine.Duel, after: engine.Duel, name: str) -> Json | None:
    """Return one wizard's move with a judgement of it, or `None` if the wizard had no choice."""
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
        "stake": round(verdict.stake, 4),
        "is_mistake": verdict.is_mistake,
        "lines": [
            _described(believed, name, option.orders)
            | {"is_done": option is verdict.done, "chance": round(option.chance, 4), "share": round(option.share, 4)}
            for option in verdict.options
        ],
        "replies": _likely(believed, name, verdict, reply),
        "hindsight": _seen(before, name, hindsight(before, name, done, reply)),
        "why": explanations(believed, name, best.orders, done, verdict.replies, after) if cost > TELLING else [],
    }


def _likely(duel: engine.Duel, name: str, verdict: Verdict, real: Reply) -> list[Json]:
    """Return the likeliest replies.

    The field `is_done` is true for the first reply that matches `real`, the reply that was given. Replies that differ
    only in the hand that they paralyse are listed as one.
    """
    groups, done = grouped(verdict.replies)[:MOST_REPLIES], verdict.done.orders
    played = next(
        (alike for alike, _ in groups if any(is_given(duel, name, done, reply, real) for reply in alike)), None
    )
    return [
        _described(duel, other, orders) | {"is_done": alike is played, "share": round(share, 4)}
        for alike, share in groups
        for other, orders in alike[0].items()
    ]


def _seen(duel: engine.Duel, name: str, verdict: Verdict) -> Json | None:
    """Return the best orders in hindsight, or `None` if they were hardly better than the orders given."""
    if verdict.cost <= SLIGHT:
        return None
    best = _described(duel, name, verdict.best.orders)
    return best | {"chance": round(verdict.best.chance, 4), "done": round(verdict.done.chance, 4)}


def _described(duel: engine.Duel, name: str, orders: engine.Orders) -> Json:
    """Return these orders with the spells they work towards."""
    leads = [
        {"hand": hand, "spell": plan.spell, "missing": plan.missing} for hand, plan in leads_of(duel, name, orders)
    ]
    return {"orders": orders.as_json(), "leads": leads}
