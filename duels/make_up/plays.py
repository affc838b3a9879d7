"""Duels with random orders, under placeholder names.

Each duel depends only on its number.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

from duels.explorer.lines import lines_of
from duels.ladder.scores import Share, Wizard, left_alone, shares, wizards_of
from duels.ladder.settlement import falls, killed_all
from wavinghands import engine
from wavinghands.engine import Json
from wavinghands.search import apprentice

BOOKS = {"classic": 4, "standard": 4, "nomonsters": 1, "spellcast": 2, "warlocks": 4}
"""The relative frequency of each spell book."""
SIZES = {2: 80, 3: 7, 4: 6, 5: 3, 6: 2, 7: 1, 8: 1}
"""The relative frequency of each number of wizards in a duel."""
NAMES = tuple(f"Zzq{letter}" for letter in "abcdefgh")
"""Placeholder names for wizards. They appear nowhere else in records, so they can safely be replaced."""
VARIED = 0.15
"""The share of duels with rule options that differ from the spell book."""
MOST_ROUNDS = 45
"""The round after which all wizards except the first one surrender."""
COURAGE = (0, 0, 4, 5, 6, 7, 8, 9)
"""The numbers of hit points at which wizards may surrender. Each wizard gets one at random. With 0, they never do."""
WHIM = 0.25
"""The probability that a gesture is random. It is doubled in the first three rounds."""
GIVES_UP: Json = {"left": "-", "right": "-", "forfeit": True}


_json = json.dumps


@dataclass(slots=True)
class Place:
    """A wizard's seat in a made-up duel."""

    name: str
    team: int | None = None
    closed: bool = False


@dataclass(frozen=True, slots=True)
class Play:
    """A duel played under placeholder names.

    `rounds` contains the number, kind, orders and dice of each round. The orders and the dice are JSON strings.
    """

    book: str
    options: Json
    seed: int
    wizards: tuple[str, ...]
    rounds: list[tuple[int, str, str, str]]
    result: Json
    ended: Sequence[Wizard]
    hit_points: Mapping[str, int]
    worth: Mapping[str, Share]
    summary: Json
    lines: Mapping[str, str]

    @property
    def dead(self) -> list[str]:
        return [wizard.name for wizard in self.ended if wizard.died]


def play(number: int) -> Play:
    """Play a duel with random orders.

    The result depends only on `number`.
    """
    rng = Random(number)  # noqa: S311 - a game that must be repeatable
    (book,) = rng.choices(list(BOOKS), list(BOOKS.values()))
    (size,) = rng.choices(list(SIZES), list(SIZES.values()))
    options = _options(book, rng) if rng.random() < VARIED else {}
    names = NAMES[:size]
    duel = engine.start(book, [{"name": name, "gender": "x"} for name in names], seed=number, options=options)
    courage = {name: rng.choice(COURAGE) for name in names}
    while duel.result is None:
        duel = engine.play(duel, _orders(duel, courage, rng))  # type: ignore[assignment]  # nothing is asked
    return _ended(engine.dump(duel), falls(duel), {wizard.name: wizard.hp for wizard in duel.wizards})


def _ended(record: Json, fell: Mapping[str, int], hit_points: Mapping[str, int]) -> Play:
    places = [Place(wizard["name"]) for wizard in record["wizards"]]
    wizards = wizards_of(places, record["result"], fell)
    return Play(
        book=record["spellbook"],
        options=record["options"],
        seed=record["seed"],
        wizards=tuple(place.name for place in places),
        rounds=[
            (entry["number"], entry["kind"], _json(entry["orders"]), _json(entry["chance"]))
            for entry in record["rounds"]
        ],
        result=record["result"],
        ended=wizards,
        hit_points=hit_points,
        worth=shares(wizards, killed_all=left_alone(wizards) and killed_all(record)),
        summary=engine.summary(record),
        lines=lines_of(record) if len(places) == 2 else {},
    )


def _options(book: str, rng: Random) -> Json:
    """Return up to three random rule options with values that differ from the defaults of the spell book."""
    rows = rng.sample(engine.options_table(book), rng.randint(1, 3))
    given = {row["name"]: rng.choice([value["value"] for value in row["values"]]) for row in rows}
    try:
        return engine.check_options(book, given)
    except engine.RecordError:  # these options are incompatible
        return {}


def _orders(duel: engine.Duel, courage: Mapping[str, int], rng: Random) -> dict[str, Json]:
    """Return random orders for all acting wizards.

    `courage` contains, by name, the number of hit points at or below which each wizard may surrender.
    """
    orders = {}
    for name in duel.acting:
        coward = duel.number > MOST_ROUNDS and name != duel.acting[0]
        if coward or (duel.wizard(name).hp <= courage[name] and rng.random() < 0.8):
            orders[name] = GIVES_UP
        else:
            orders[name] = engine.check_orders(duel, name, _chosen(duel, name, rng))
    return orders


def _chosen(duel: engine.Duel, name: str, rng: Random) -> Json:
    request = engine.request(duel, name) or {}
    if rng.random() > WHIM * (2 if duel.number < 3 else 1):
        return apprentice.orders(request, rng)
    left, right = (rng.choice(request["hands"][hand]["gestures"]) for hand in ("left", "right"))
    return {"left": left, "right": "-" if [left, right] in request["surrender"] else right}
