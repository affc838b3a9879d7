"""The data for one round of a replay, for pages that work without JavaScript.

The data come from a `course`: the steps of a whole duel from one viewpoint (`duels.viewing.duels.course()`).
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any

from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from duels.books.reference import rule_rows
from duels.wording.languages import catalogue
from wavinghands.engine import Json

Course = Mapping[str, Any]

DEPARTURES = {
    "absence": _("didn’t show up in time"),
    "timeout": _("ran out of time"),
    "ruling": _("ranked by hit points"),
}
"""The texts for wizards who left the duel without surrendering, by the field `how` of the event."""


def scene(course: Course, number: int) -> Json:
    """Return the duel after round `number`, or after the last visible round before it.

    The result contains the keys of `scene_of()` and the `number` of the round. `back` and `onwards` are the numbers of
    the visible rounds before and after this one, or `None` if there is no such round.
    """
    steps = course["steps"]
    at = max(index for index, step in enumerate(steps) if step["number"] <= number)
    step = steps[at]
    rounds = [seen for past in steps[: at + 1] for seen in past["rounds"]]
    return scene_of(step, rounds) | {
        "number": step["number"],
        "back": steps[at - 1]["number"] if at else None,
        "onwards": steps[at + 1]["number"] if at + 1 < len(steps) else None,
    }


def scene_of(view: Json, rounds: list[Json]) -> Json:
    """Return the engine's `view` of a duel after these rounds, in the format used by pages.

    `wizards` are as in the view, but with the names of their `effects` and with their own `monsters`. `departure` says
    how a wizard left the duel alive. `loose` contains the monsters without an owner, `events` the events in the last
    round, and `rows` the gestures in all rounds.
    """
    return {
        "wizards": [_wizard(wizard, view["monsters"], rounds) for wizard in view["wizards"]],
        "loose": [_monster(monster) for monster in view["monsters"] if monster["alive"] and monster["owner"] is None],
        "events": rounds[-1]["events"] if rounds else [],
        "rows": [_row(seen, view["wizards"]) for seen in rounds],
    }


def departure_of(name: str, rounds: Iterable[Json]) -> str:
    """Return the field `how` of the event in which this wizard left the duel alive, or "" if there is none."""
    gone = (event for seen in rounds for event in seen["events"] if event["type"] == "surrenders")
    return next((str(event["how"]) for event in gone if event["wizard"] == name), "")


def _departure(wizard: Json, rounds: Iterable[Json]) -> str:
    if not wizard["surrendered"]:
        return ""
    return str(DEPARTURES.get(departure_of(wizard["name"], rounds), _("surrendered")))


def _wizard(wizard: Json, monsters: list[Json], rounds: list[Json]) -> Json:
    own = [_monster(monster) for monster in monsters if monster["alive"] and monster["owner"] == wizard["name"]]
    banked = wizard["banked"]
    named = name_of(banked) if isinstance(banked, str) else ""
    return {
        **wizard,
        "departure": _departure(wizard, rounds),
        "effects": list(_effects(wizard["effects"])),
        "monsters": own,
        "banked_spell": named,
    }


def _monster(monster: Json) -> Json:
    return {**monster, "kind": catalogue()["kinds"][monster["kind"]], "effects": list(_effects(monster["effects"]))}


def _effects(effects: Mapping[str, int | str]) -> Iterator[Json]:
    """Yield the `name` of each effect, how many rounds are `left`, and whether it is permanent (`lasts`).

    `left` is 0 if the effect does not last for a fixed number of rounds.
    """
    for slug, left in effects.items():
        yield {"name": name_of(slug), "left": left if isinstance(left, int) else 0, "lasts": left == "permanent"}


def name_of(slug: str) -> str:
    """Return the name, in the active language, of the spell or effect with this slug."""
    return _names(get_language()).get(slug) or slug.replace("_", " ").capitalize()


@cache
def _names(language: str | None) -> Mapping[str, str]:
    return {row["id"]: row["name"] for row in rule_rows()}


def _row(seen: Json, wizards: list[Json]) -> Json:
    """Return each wizard's pairs of gestures in the round `seen`, and the wizard's hit points after it."""
    made = {name: _pairs(hands) for name, hands in seen["gestures"].items()}
    cells = [
        {"pairs": made.get(wizard["name"], []), "hp": seen.get("hp", {}).get(wizard["name"])} for wizard in wizards
    ]
    return {"number": seen["number"], "kind": seen["kind"], "cells": cells}


def _pairs(hands: Json) -> list[Json]:
    return [pair for pair in (hands, hands["second"]) if pair]
