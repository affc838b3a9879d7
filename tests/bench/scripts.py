"""Duels that are played in advance, so that the client only has to send their frames while it measures."""

import json
from dataclasses import dataclass
from itertools import count
from random import Random
from typing import Any

from wavinghands import engine
from wavinghands.search import apprentice

WIZARDS = ("Black", "White")


@dataclass(frozen=True, slots=True)
class Script:
    """The frames of a duel that the site starts from `book` and `seed`.

    `rounds` contains the frames of each round, one for each wizard.
    """

    book: str
    seed: int
    rounds: list[dict[str, str]]


def write_scripts(number: int, length: int) -> list[Script]:
    """Return `number` scripts of `length` rounds each, alternating between the spell books Classic and Standard."""
    seeds, found = count(), list[Script]()
    while len(found) < number:
        script = _play(("classic", "standard")[len(found) % 2], next(seeds), length)
        if len(script.rounds) == length:
            found.append(script)
    return found


def _play(book: str, seed: int, length: int) -> Script:
    """Return a script of up to `length` random rounds, none of which ends the duel or asks a question."""
    duel = engine.start(book, [{"name": name, "gender": "x"} for name in WIZARDS], seed=seed)
    script, dice = Script(book, seed, []), Random(seed)
    while len(script.rounds) < length:
        orders = {name: _orders(duel, name, dice) for name in duel.acting}
        outcome = engine.play(duel, orders, {})
        if isinstance(outcome, engine.Asked) or outcome.result is not None:
            break
        duel, number = outcome, len(script.rounds) + 1
        script.rounds.append({name: _frame(number, given) for name, given in orders.items()})
    return script


def _orders(duel: engine.Duel, name: str, dice: Random) -> dict[str, Any]:
    return engine.check_orders(duel, name, apprentice.orders(engine.request(duel, name) or {}, dice))


def _frame(number: int, orders: dict[str, Any]) -> str:
    return json.dumps({"type": "orders", "id": f"{number}", "round": number, "orders": orders})
