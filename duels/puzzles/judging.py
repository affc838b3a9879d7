"""Judgement of moves by proof against every reply; proofs are cached."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256

import msgspec
from django.core.cache import cache
from django.utils.translation import gettext as _

from duels.learn.sandbox import Move
from duels.models import Puzzle
from duels.puzzles.positions import after, enemy_in, position
from duels.wording.refusals import Refused
from wavinghands import engine
from wavinghands.engine import Json
from wavinghands.search.proving import refute

KEPT = 24 * 60 * 60
"""Seconds for which a proof is cached."""


class Verdict(StrEnum):
    """The result of the moves so far."""

    OPEN = "open"
    WRONG = "wrong"
    RIGHT = "right"


@dataclass(frozen=True, slots=True)
class Judged:
    """The duel after the moves, the last one answered or refuted, and the verdict.

    `done`: the number of right rounds; `then`: the orders that continue the followed line, if known; `reply`: the
    enemy's orders that refuted the last move, if any did.
    """

    duel: engine.Duel
    verdict: Verdict
    done: int = 0
    then: Json | None = None
    reply: Json | None = None


def judge(puzzle: Puzzle, moves: Sequence[Move]) -> Judged:
    """Judge these moves from the position. Raises `Refused`."""
    judged = Judged(position(puzzle), Verdict.OPEN)
    for number, move in enumerate(moves):
        if judged.verdict is not Verdict.OPEN:
            raise Refused("over", _("Undo your last try first."))
        if puzzle.kind == Puzzle.Kind.READ:
            judged = _read(puzzle, judged.duel, move)
        else:
            judged = _played(puzzle, judged.duel, number, move)
    return judged


def _read(puzzle: Puzzle, duel: engine.Duel, move: Move) -> Judged:
    """Judge the answer to "Which spell is it?", given as orders with a `spell`."""
    solution = puzzle.data["solutions"][0]
    given = move.orders.get("spell")
    if given not in solution["choices"]:
        raise Refused("illegal", _("Choose one of the spells."))
    return Judged(duel, *((Verdict.RIGHT, 1) if given == solution["spell"] else (Verdict.WRONG, 0)))


def _played(puzzle: Puzzle, duel: engine.Duel, number: int, move: Move) -> Judged:
    wizard = puzzle.data["wizard"]
    try:
        orders = engine.check_orders(duel, wizard, move.orders)
    except engine.EngineError as error:
        raise Refused("illegal", str(error)) from error
    refuted = refutation(puzzle, duel, orders, puzzle.rounds - number)
    if refuted is not None:
        replies = [round["orders"].get(enemy_in(puzzle)) for round in refuted["rounds"][:1]]
        return Judged(_refuted(puzzle, duel, orders, refuted), Verdict.WRONG, number, reply=next(iter(replies), None))
    answered, then = _answered(puzzle, duel, orders, number)
    goes_on = answered.result is None and number + 1 < puzzle.rounds
    return Judged(answered, Verdict.OPEN if goes_on else Verdict.RIGHT, number + 1, then)


def refutation(puzzle: Puzzle, duel: engine.Duel, orders: Json, rounds: int) -> Json | None:
    """Return the refutation of these orders within so many rounds, as rounds of a record; none if they solve the
    puzzle.
    """
    told = msgspec.json.encode([puzzle.slug, engine.dump(duel), orders, rounds])
    key = f"puzzle:{sha256(told).hexdigest()}"
    found: Json | None = cache.get(key)
    if found is None:
        found = {"by": refute(duel, puzzle.data["wizard"], orders, puzzle.kind, rounds)}
        cache.set(key, found, KEPT)
    return found["by"]


def _refuted(puzzle: Puzzle, duel: engine.Duel, orders: Json, refuted: Json) -> engine.Duel:
    """Return the duel after the refuting round; if the orders fail against every reply, after any reply."""
    if not refuted["rounds"]:
        return _answered(puzzle, duel, orders, 0)[0]
    first = refuted["rounds"][0]
    return after(duel, {**first["orders"], puzzle.data["wizard"]: orders}, first.get("chance"))


def _answered(puzzle: Puzzle, duel: engine.Duel, orders: Json, number: int) -> tuple[engine.Duel, Json | None]:
    """Return the duel after these orders and the toughest reply that does not end it, and the orders that continue
    then.
    """
    lines = (puzzle.data["lines"] if number == 0 else []) or [{"reply": {}}]
    wizard, enemy = puzzle.data["wizard"], enemy_in(puzzle)
    ways = [(after(duel, {wizard: orders, enemy: line["reply"]}), line.get("then")) for line in lines]
    return next((way for way in ways if way[0].result is None), ways[0])
