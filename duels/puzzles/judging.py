"""Judgement of moves.

A move is right if no reply refutes it. The proofs are cached.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from hashlib import sha256

import msgspec
from django.core.cache import cache
from django.utils.translation import gettext as _

from duels.learn.sandbox import Move
from duels.models import Puzzle
from duels.puzzles.positions import after, enemies_in, position
from duels.wording.refusals import Refused
from wavinghands import engine
from wavinghands.engine import Json
from wavinghands.search.analysis import VERSION
from wavinghands.search.proving import MOST_WEIGHED, TooLong, refute
from wavinghands.search.themes import replies_of

MOST_TRIES = 4
"""The maximum number of wrong tries to explain. Each one is played again for each answer."""
KEPT = 24 * 60 * 60
"""The time for which a proof is cached, in seconds."""


class Verdict(StrEnum):
    """The verdict on the moves so far: solved, failed, or still open."""

    OPEN = "open"
    WRONG = "wrong"
    RIGHT = "right"


@dataclass(frozen=True, slots=True)
class Judged:
    """The verdict on the moves, and the duel after them.

    The duel includes the reply to the last move. `done` is the number of rounds with right moves. `then` contains the
    solver's next orders, if they are known, and `lines` the likely replies to them. If the last move is wrong,
    `replies` maps each enemy's name to the orders that refute the move.
    """

    duel: engine.Duel
    verdict: Verdict
    done: int = 0
    then: Json | None = None
    replies: Mapping[str, Json] = field(default_factory=dict)
    lines: Sequence[Json] = ()


@dataclass(frozen=True, slots=True)
class Refuted:
    """Wrong orders, the replies that refute them, and the duel after both.

    `replies` maps each enemy's name to the enemy's orders. It is empty if the wrong orders break off the spell that the
    puzzle asks the user to continue.
    """

    orders: Json
    replies: Mapping[str, Json]
    duel: engine.Duel


def judge(puzzle: Puzzle, moves: Sequence[Move]) -> Judged:
    """Judge these moves, starting from the puzzle's position.

    Raise `Refused` if a move is not possible.
    """
    judged = Judged(position(puzzle), Verdict.OPEN, lines=puzzle.data.get("lines", ()))
    for number, move in enumerate(moves):
        if judged.verdict is not Verdict.OPEN:
            raise Refused("over", _("Undo your last try first."))
        if puzzle.kind == Puzzle.Kind.READ:
            judged = _read(puzzle, judged.duel, move)
        else:
            judged = _played(puzzle, judged, number, move)
    return judged


def _read(puzzle: Puzzle, duel: engine.Duel, move: Move) -> Judged:
    """Judge an answer to a puzzle that asks "Which spell is it?".

    The orders in `move` contain only the chosen `spell`.
    """
    solution = puzzle.data["solutions"][0]
    given = move.orders.get("spell")
    if given not in solution["choices"]:
        raise Refused("illegal", _("Choose one of the spells."))
    return Judged(duel, *((Verdict.RIGHT, 1) if given == solution["spell"] else (Verdict.WRONG, 0)))


def _played(puzzle: Puzzle, before: Judged, number: int, move: Move) -> Judged:
    wizard, duel = puzzle.data["wizard"], before.duel
    try:
        orders = engine.check_orders(duel, wizard, move.orders)
    except engine.EngineError as error:
        raise Refused("illegal", str(error)) from error
    refuted = refutation(puzzle, duel, orders, puzzle.rounds - number)
    if refuted is not None:
        replies = _replies(puzzle, refuted["rounds"][0]) if refuted["rounds"] else {}
        return Judged(_refuted(puzzle, before, orders, refuted), Verdict.WRONG, number, replies=replies)
    answered, line = _answered(puzzle, before, orders)
    goes_on = answered.result is None and number + 1 < puzzle.rounds
    verdict = Verdict.OPEN if goes_on else Verdict.RIGHT
    return Judged(answered, verdict, number + 1, line.get("then"), lines=line.get("lines", ()))


def other_tries(puzzle: Puzzle) -> list[Refuted]:
    """Return plausible but wrong orders for the puzzle's position, and their refutations."""
    duel, found = position(puzzle), []
    for tried in puzzle.data.get("tries", [])[:MOST_TRIES]:
        orders, answer = tried["orders"], tried["round"]
        given = {**answer["orders"], puzzle.data["wizard"]: orders}
        found.append(Refuted(orders, _replies(puzzle, answer), after(duel, given, answer.get("chance"))))
    return found


def _replies(puzzle: Puzzle, played: Json) -> dict[str, Json]:
    """Return each enemy's orders in a recorded round."""
    return {enemy: played["orders"][enemy] for enemy in enemies_in(puzzle) if played["orders"].get(enemy) is not None}


def refutation(puzzle: Puzzle, duel: engine.Duel, orders: Json, rounds: int) -> Json | None:
    """Return a line of play that refutes these orders within the given number of rounds.

    The format is that of `proving.refute`. Return `None` if the orders solve the puzzle, or if the search takes too
    long. A search that takes too long rarely lets wrong orders pass, because most refutations are found quickly and the
    next round is judged too.
    """
    if _is_proved(puzzle, duel, orders, rounds):
        return None
    facts = msgspec.json.encode([VERSION, puzzle.slug, engine.dump(duel), orders, rounds])
    key = f"puzzle:{sha256(facts).hexdigest()}"
    found: Json | None = cache.get(key)
    if found is None:
        try:
            found = {"by": refute(duel, puzzle.data["wizard"], orders, puzzle.kind, rounds)}
        except TooLong:
            found = {"by": None}
        cache.set(key, found, KEPT)
    return found["by"]


def _is_proved(puzzle: Puzzle, duel: engine.Duel, orders: Json, rounds: int) -> bool:
    """Return whether these orders begin the solution that was proved when the puzzle was made.

    Proving three rounds again may take seconds, which is too long for a request.
    """
    if rounds <= MOST_WEIGHED or rounds < puzzle.rounds:
        return False
    return bool(orders == engine.check_orders(duel, puzzle.data["wizard"], puzzle.data["solutions"][0]))


def _refuted(puzzle: Puzzle, before: Judged, orders: Json, refuted: Json) -> engine.Duel:
    """Return the duel after the reply that refutes wrong orders.

    If the orders are wrong only because they break off the spell that the puzzle asks the user to continue, no reply
    refutes them. In that case, return the duel after a likely reply.
    """
    if not refuted["rounds"]:
        return _answered(puzzle, before, orders)[0]
    first = refuted["rounds"][0]
    return after(before.duel, {**first["orders"], puzzle.data["wizard"]: orders}, first.get("chance"))


def _answered(puzzle: Puzzle, before: Judged, orders: Json) -> tuple[engine.Duel, Json]:
    """Return the duel after these orders and a reply, and the entry for this reply in the puzzle's `lines`.

    Prefer a reply after which the solution is known, and otherwise one that does not end the duel. The entry contains
    the orders that continue the solution as `then`, if they are known, and the replies to these orders as `lines`.
    """
    wizard, duel = puzzle.data["wizard"], before.duel
    known: list[tuple[Mapping[str, Json], Json]] = [(replies_of(puzzle.data, line), line) for line in before.lines]
    legal = [(replies, line) for replies, line in known if _is_legal(duel, replies)] or [({}, {})]
    ways = [(after(duel, {wizard: orders, **replies}), line) for replies, line in legal]
    continued = next((way for way in ways if way[1].get("then")), None)
    return continued or next((way for way in ways if way[0].result is None), ways[0])


def _is_legal(duel: engine.Duel, replies: Mapping[str, Json | None]) -> bool:
    """Return whether these replies are legal in this position.

    They may be illegal if they were found for other orders than the user's.
    """
    try:
        for wizard, orders in replies.items():
            if orders is not None and wizard in duel.acting:
                engine.check_orders(duel, wizard, orders)
    except engine.EngineError:
        return False
    return True
