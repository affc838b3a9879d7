"""Duels for engine tests, described by the gestures of each hand."""

from collections.abc import Mapping
from typing import Any

from wavinghands import engine
from wavinghands.engine import Json

REST = {"left": "-", "right": "-"}


def duel_of(
    book: str,
    *,
    more: Mapping[int, Mapping[str, Json]] | None = None,
    options: Json | None = None,
    seed: int = 1,
    **hands: str | tuple[str, str],
) -> engine.Duel:
    """Return the duel in which the named wizards have made these gestures.

    `Black="SD"` means Black's left hand, and `White=("SD", "WP")` means both hands of White. Shorter sequences are
    padded with rests at the start. `more` contains additional orders by round and wizard.
    """
    streams = {name: (made, "") if isinstance(made, str) else made for name, made in hands.items()}
    rounds = max(len(hand) for pair in streams.values() for hand in pair)
    duel = engine.start(book, [{"name": name} for name in streams], seed=seed, options=options)
    for index in range(rounds):
        orders = {
            name: {"left": _at(pair[0], index, rounds), "right": _at(pair[1], index, rounds)}
            for name, pair in streams.items()
            if name in duel.acting
        }
        for name, extra in (more or {}).get(index + 1, {}).items():
            orders[name] |= extra
        duel = engine.settle(duel, orders)
    return duel


def _at(hand: str, index: int, rounds: int) -> str:
    return hand.rjust(rounds, "-")[index]


def next_round(duel: engine.Duel, **orders: Json) -> engine.Duel:
    """Play one more round, and return the duel after it. Wizards without orders rest."""
    return engine.settle(duel, {name: {**REST, **given} for name, given in orders.items()})


def asked(duel: engine.Duel, **orders: Json) -> engine.Asked:
    """Play a round with these orders, assert that it leads to questions, and return the round that asks them."""
    played = engine.play(duel, {name: {**REST, **given} for name, given in orders.items()}, {})
    assert isinstance(played, engine.Asked)
    return played


def request_of(subject: engine.Duel | engine.Asked, wizard: str) -> Json:
    request = engine.request(subject, wizard)
    assert request is not None
    return request


def wizard(duel: engine.Duel, name: str, viewer: str | None = engine.EVERYTHING) -> Json:
    """Return the wizard `name` as seen by `viewer`, who sees everything by default."""
    return next(seen for seen in engine.view(duel, viewer)["wizards"] if seen["name"] == name)


def last_round(duel: engine.Duel, viewer: str | None = engine.EVERYTHING) -> Json:
    """Return the last round as seen by `viewer`, who sees everything by default."""
    seen: Json = engine.view(duel, viewer)["rounds"][-1]
    return seen


def a_record(**changes: Any) -> Json:
    """Return the record of a duel with one round. `changes` replaces some of its fields."""
    orders = {"Black": {"left": "P", "right": "-"}, "White": {"left": "W", "right": "-"}}
    return {
        "format": "wavinghands-duel/1",
        "spellbook": "classic",
        "options": {},
        "seed": 7,
        "wizards": [{"name": "Black", "gender": "m"}, {"name": "White", "gender": "f"}],
        "rounds": [{"number": 1, "kind": "normal", "orders": orders, "chance": {}}],
        "result": None,
        **changes,
    }
