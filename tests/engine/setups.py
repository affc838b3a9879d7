"""Hypothesis strategies for duels with all kinds of options, and for players that make any legal move."""

import json
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from hypothesis import assume, note, settings
from hypothesis import strategies as st

from tests.engine.players import RandomPlayer
from tests.engine.plays import NAMES, merged
from wavinghands import engine
from wavinghands.engine import Json

# Hypothesis would print all fields of a duel, including its history, and calls this method first.
engine.Duel._repr_pretty_ = lambda duel, printer, cycle: printer.text(repr(duel))

BOOKS = tuple(engine.BOOKS)
GESTURES = "CDFPSW>-"
HANDS = ("left", "right")
VALUES = {
    option["name"]: tuple(value["value"] for value in option["values"]) for option in engine.options_table("classic")
}
FEWER = settings(max_examples=settings().max_examples // 2)
"""Settings with half as many examples as the profile, for tests in which each example plays a whole duel."""
SOON = ("haste", "time_stop", "delay_effect", "permanency", "invisibility", "blindness", "raise_dead", "charm_person")
"""Spells that change the sequence of rounds. Players try them first."""


TEAM = st.sampled_from((1, 2, 3, None))


def options() -> st.SearchStrategy[Json]:
    """Generate a few rule options."""
    some = st.lists(st.sampled_from(sorted(VALUES)), min_size=1, max_size=6, unique=True)
    table = some.flatmap(lambda names: st.fixed_dictionaries({name: st.sampled_from(VALUES[name]) for name in names}))
    return table.map(lambda chosen: {"elemental_target": "optional", **chosen} if "elementals" in chosen else chosen)


@st.composite
def setups(draw: st.DrawFn, *, most: int = 8) -> engine.Duel:
    """Generate a duel before its first round.

    It has any book, a few options, and two or more wizards, with or without teams.
    """
    names = NAMES[: draw(st.integers(2, most))]
    genders = draw(st.lists(st.sampled_from("mfnx"), min_size=len(names), max_size=len(names)))
    teams = draw(st.just([None] * len(names)) | st.lists(TEAM, min_size=len(names), max_size=len(names)))
    wizards: list[Mapping[str, Any]] = [
        {"name": name, "gender": gender, "team": team} for name, gender, team in zip(names, genders, teams, strict=True)
    ]
    book, seed = draw(st.sampled_from(BOOKS)), draw(st.integers(0, 999))
    try:
        return engine.start(book, wizards, seed=seed, options=draw(options()))
    except engine.RecordError:  # one option contradicts another, or all are in one team
        assume(False)
        raise


class Anyone(RandomPlayer):
    """A random player that also gives legal orders that were not requested."""

    def orders(self, request: Json) -> Json:
        orders = super().orders(request)
        for field, odds in ODDS.items():
            if self.die.random() < odds:
                orders[field] = merged(orders.get(field), getattr(self, f"_{field}")(request))
        for part in (orders, orders.get("second", {})):
            if part.get("target", {}).keys() == {"left", "right"}:  # otherwise both hands use the left one's target
                part["target"]["both"] = self.die.choice(self._refs(request))
        return orders

    def _refs(self, request: Json) -> list[str]:
        return [target["ref"] for target in request["targets"]] + request["corpses"]

    def _forfeit(self, request: Json) -> bool:
        return True

    def _fire(self, request: Json) -> bool:
        return True

    def _say(self, request: Json) -> str:
        return self.die.choice(("En garde!", "left", "*", "{wizard}", "<b>"))

    def _elemental(self, request: Json) -> str:
        return self.die.choice(("fire", "ice"))

    def _delay(self, request: Json) -> str:
        return self.die.choice((*HANDS, "both"))

    _permanent = _delay

    def _target(self, request: Json) -> Json:
        return {self.die.choice((*HANDS, "both")): self.die.choice(self._refs(request))}

    def _cast(self, request: Json) -> Json:
        return {self.die.choice((*HANDS, "both")): self.die.choice([spell["slug"] for spell in CLASSIC])}

    def _paralyze(self, request: Json) -> Json:
        return {self._wizard(request): self.die.choice(HANDS)}

    def _direct(self, request: Json) -> Json:
        return {self._wizard(request): {"hand": self.die.choice(HANDS), "gesture": self.die.choice(GESTURES)}}

    def _wizard(self, request: Json) -> str:
        return self.die.choice([target["ref"] for target in request["targets"] if target["kind"] == "wizard"])


CLASSIC = engine.book_table("classic")
ODDS = {
    "say": 0.1,
    "elemental": 0.3,
    "target": 0.2,
    "cast": 0.1,
    "paralyze": 0.3,
    "direct": 0.3,
    "delay": 0.2,
    "permanent": 0.2,
    "fire": 0.2,
    "forfeit": 0.003,
}
"""The probability that orders contain a given field that was not requested."""


def players(draw: st.DrawFn, duel: engine.Duel) -> dict[str, Anyone]:
    """Generate a player for each wizard. The players first try spells that change the sequence of rounds."""
    die = Random(draw(st.integers(0, 2**32)))
    soon = [slug for slug in SOON if slug in duel.lexicon.spells]
    rest = list(duel.lexicon.spells)
    return {
        wizard.name: Anyone(die, [draw(st.sampled_from(soon)), die.choice(soon), *die.sample(rest, len(rest))])
        for wizard in duel.wizards
    }


def orders_of(duel: engine.Duel, playing: Mapping[str, RandomPlayer]) -> dict[str, Json]:
    """Return the orders that these players give to all wizards who act in the next round."""
    return {name: playing[name].orders(engine.request(duel, name)) for name in duel.acting}


@st.composite
def courses(draw: st.DrawFn, *, most: int = 8, rounds: int = 24) -> tuple[engine.Duel, dict[str, Anyone]]:
    """Generate a duel that has lasted some rounds and may have ended, together with its players."""
    duel = draw(setups(most=most))
    playing = players(draw, duel)
    lengths = [12, *range(10, rounds + 1, 2), 8, 4, 2, 1]  # hypothesis draws the first length most often
    for _ in range(draw(st.sampled_from(lengths))):
        if duel.result is None:
            duel = settled(duel, playing)
    note(json.dumps(engine.dump(duel)))
    return duel, playing


def duels(*, most: int = 8, rounds: int = 24) -> st.SearchStrategy[engine.Duel]:
    """Generate a duel that has lasted some rounds and may have ended."""
    return courses(most=most, rounds=rounds).map(lambda course: course[0])


def settled(duel: engine.Duel, playing: Mapping[str, RandomPlayer]) -> engine.Duel:
    """Play one more round, and return the duel after it.

    Only the first wizard who is asked a question answers it. All other questions get the default answer.
    """
    orders = orders_of(duel, playing)
    answers: dict[str, Json] = {}
    played = engine.play(duel, orders, answers)
    if isinstance(played, engine.Duel):
        return played
    for name in played.asks[:1]:
        answers[name] = playing[name].answers(engine.request(played, name))
    return engine.settle(duel, orders, answers)


def everything(duel: engine.Duel) -> Json:
    return engine.view(duel, engine.EVERYTHING)


def viewers(duel: engine.Duel) -> Iterator[str | None]:
    """Yield the viewers of a duel: the name of each wizard, and `None` for spectators."""
    yield from (wizard.name for wizard in duel.wizards)
    yield None
