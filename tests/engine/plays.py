"""Random duels, and the spells that took effect in them. The players know only the choices they are offered."""

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from tests.engine.players import RandomPlayer
from wavinghands import engine
from wavinghands.engine import Json
from wavinghands.engine.events import Event
from wavinghands.engine.phases import account

NAMES = ("Black", "White", "Grey", "Red", "Ash", "Elm", "Oak", "Yew")
MOST_ROUNDS = 32


def seats(number: int) -> list[Mapping[str, Any]]:
    """Return the wizards for duel `number`: usually two, sometimes three or four, rarely five to eight.

    In some duels the wizards are in teams.
    """
    among = 5 + number // 20 % 4 if number % 20 == 19 else (2, 2, 2, 3, 2, 2, 2, 4)[number % 8]
    teams = 2 + number % 3 if among > 3 and number % 5 == 4 else None
    return [
        {"name": name, "gender": "n", "team": teams and place % teams + 1} for place, name in enumerate(NAMES[:among])
    ]


def play_round(duel: engine.Duel, players: Mapping[str, RandomPlayer]) -> engine.Duel:
    """Play one round, and check all orders and answers as a server would."""
    orders = {name: engine.check_orders(duel, name, players[name].orders(asked(duel, name))) for name in duel.acting}
    answers: dict[str, Json] = {}
    played = engine.play(duel, orders, answers)
    while isinstance(played, engine.Asked):
        for name in played.asks:
            given = engine.check_answers(played, name, players[name].answers(asked(played, name)))
            answers[name] = merged(answers.get(name, {}), given)
        played = engine.play(duel, orders, answers)
    return played


def asked(subject: engine.Duel | engine.Asked, wizard: str) -> Json:
    request = engine.request(subject, wizard)
    assert request is not None, f"{wizard} is asked nothing"
    return request


def merged(old: Any, new: Any) -> Any:
    if not isinstance(old, dict) or not isinstance(new, dict):
        return new
    return {**old, **{key: merged(old.get(key), value) for key, value in new.items()}}


def play_duel(
    book: str, number: int, *, rounds: int = MOST_ROUNDS, options: Json | None = None
) -> Iterator[engine.Duel]:
    """Play a random duel, and yield it after each round.

    The same book, number and options always give the same duel.
    """
    wizards = seats(number)
    duel = engine.start(book, wizards, seed=number, options=options)
    yield from play_on(duel, Random(f"{book} {number}"), rounds)


def play_on(duel: engine.Duel, die: Random, rounds: int) -> Iterator[engine.Duel]:
    """Play up to `rounds` more rounds of `duel`, and yield the duel after each one.

    Each player tries to cast every spell in the book.
    """
    spells = list(duel.lexicon.spells)
    players = {wizard.name: RandomPlayer(die, wishes=die.sample(spells, len(spells))) for wizard in duel.wizards}
    last = duel.number + rounds
    while duel.result is None and duel.number < last:
        duel = play_round(duel, players)
        yield duel


# Effects of spells

AT_ONCE = ("protection", "resist_heat", "resist_cold", "blindness", "invisibility", "anti_spell", "fear")
"""Effects that count as soon as they begin. All others count when they do something."""
CURES = {1: "cure_light_wounds", 2: "cure_heavy_wounds", 5: "raise_dead"}
NAMED_BY = {
    "forced": "effect",
    "bound": "spell",
    "damage": "cause",
    "dies": "cause",
    "destroyed": "why",
    "ends": "why",
    "shielded": "spell",
    "rages": "spell",
    "round_of": "kind",
}
"""The field that names the spell at work, by the type of the event."""
IMPLIED = {
    "countering": "counter_spell",
    "mirroring": "magic_mirror",
    "dispelling": "dispel_magic",
    "raised": "raise_dead",
    "charmed": "charm_monster",
    "confused": "confusion",
    "stops_time": "time_stop",
    "extended": "permanency",
}


def spells_at_work(duel: engine.Duel) -> set[str]:
    """Return the spells that took effect in the last round."""
    return set().union(*map(_at_work, account(duel).events))


def _at_work(event: Event) -> set[str]:
    """Return the spells that took effect according to an event. The set may also contain words that are not spells."""
    kind, data = event.type, event.data
    if kind in IMPLIED:
        return {IMPLIED[kind], kind}
    if kind in NAMED_BY:
        return {data[NAMED_BY[kind]]}
    if kind == "begins":
        return {data["effect"]} if data["effect"] in AT_ONCE else set()
    if kind == "appears":
        return {f"summon_{data['kind']}", *(["summon_elemental"] if data["kind"].endswith("elemental") else [])}
    if kind == "cured":
        return {CURES[data["points"]]}
    if kind == "gestures" and "second" in data:
        return {"haste"}
    return {"delay_effect"} if kind == "cast" and data["hand"] == "released" else set()
