"""Duels played beforehand, so that a client has nothing to think about while the clock runs."""

from dataclasses import dataclass
from random import Random
from typing import Any

from duels.play.transaction import SeatSpec
from wavinghands import engine
from wavinghands.search import apprentice

Json = dict[str, Any]
NAMES = ("Black", "White")


@dataclass(frozen=True, slots=True)
class Script:
    """A duel that lasts some rounds: for each, what each wizard sends, orders first, then answers if he is asked."""

    book: str
    seed: int
    rounds: list[dict[str, list[Json]]]


def scripts(count: int, length: int) -> list[Script]:
    """So many duels of the house against itself, of at least `length` rounds, by the two books in turn."""
    found: list[Script] = []
    seed = 0
    while len(found) < count:
        script = _played(("classic", "standard")[len(found) % 2], seed, length)
        if len(script.rounds) == length:
            found.append(script)
        seed += 1
    return found


def _played(book: str, seed: int, length: int) -> Script:
    duel = engine.start(book, [{"name": name, "gender": "x"} for name in NAMES], seed=seed)
    script, dice = Script(book, seed, []), Random(seed)  # noqa: S311 - a game
    while duel.result is None and len(script.rounds) < length:
        sent: dict[str, list[Json]] = {}
        duel = _round(duel, sent, dice)
        if duel.result is None:
            script.rounds.append(sent)
    return script


def _round(duel: engine.Duel, sent: dict[str, list[Json]], dice: Random) -> engine.Duel:
    orders = {name: _orders(duel, name, dice) for name in duel.acting}
    sent.update({name: [given] for name, given in orders.items()})
    outcome, answers = engine.play(duel, orders, {}), dict[str, Json]()
    while isinstance(outcome, engine.Asked):
        for name in outcome.asks:
            given = apprentice.answers(engine.request(outcome, name) or {}, dice)
            sent[name].append(given)
            answers[name] = {**answers.get(name, {}), **given}
        outcome = engine.play(duel, orders, answers)
    return outcome


def _orders(duel: engine.Duel, name: str, dice: Random) -> Json:
    return engine.check_orders(duel, name, apprentice.orders(engine.request(duel, name) or {}, dice))


def seats(mages: dict[str, Any]) -> list[SeatSpec]:
    """The seats of a scripted duel."""
    return [SeatSpec(name, "x", mages[name]) for name in NAMES]
