"""A round of a replay as a page shows it that runs no script: made of the course, which has but what these eyes see."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from django.utils.translation import get_language

from duels.books.reference import rule_rows
from duels.wording.languages import catalogue

Json = dict[str, Any]
Course = Mapping[str, Any]


def scene(course: Course, number: int) -> Json:
    """The duel as it stood after round `number`, or the last round before it that these eyes have seen.

    `number`, `wizards` and `monsters` as views have them, but with `effects` in words and each monster at its owner;
    `events`: what happened in the round; `rows`: the gestures so far; `back`, `onwards`: the numbers beside, or none.
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
    """A view as it stands, after these `rounds`: `wizards`, `loose` monsters, the `events` of the last, `rows`."""
    return {
        "wizards": [_wizard(wizard, view["monsters"]) for wizard in view["wizards"]],
        "loose": [_monster(monster) for monster in view["monsters"] if monster["alive"] and monster["owner"] is None],
        "events": rounds[-1]["events"] if rounds else [],
        "rows": [_row(seen, view["wizards"]) for seen in rounds],
    }


def _wizard(wizard: Json, monsters: list[Json]) -> Json:
    own = [_monster(monster) for monster in monsters if monster["alive"] and monster["owner"] == wizard["name"]]
    banked = wizard["banked"]
    named = name_of(banked) if isinstance(banked, str) else ""
    return {**wizard, "effects": list(_effects(wizard["effects"])), "monsters": own, "banked_spell": named}


def _monster(monster: Json) -> Json:
    return {**monster, "kind": catalogue()["kinds"][monster["kind"]], "effects": list(_effects(monster["effects"]))}


def _effects(effects: Mapping[str, int | str]) -> Iterator[Json]:
    """Effects by their names, with the rounds that are left; 0: no more, or not counted."""
    for slug, left in effects.items():
        yield {"name": name_of(slug), "left": left if isinstance(left, int) else 0, "lasts": left == "permanent"}


def name_of(slug: str) -> str:
    """A spell, or the effect of one, in words."""
    return _names(get_language()).get(slug) or slug.replace("_", " ").capitalize()


@cache
def _names(language: str | None) -> Mapping[str, str]:
    return {row["id"]: row["name"] for row in rule_rows()}


def _row(seen: Json, wizards: list[Json]) -> Json:
    """What each wizard's hands made in a round, pair by pair, and his points after it."""
    made = {name: _pairs(hands) for name, hands in seen["gestures"].items()}
    cells = [
        {"pairs": made.get(wizard["name"], []), "hp": seen.get("hp", {}).get(wizard["name"])} for wizard in wizards
    ]
    return {"number": seen["number"], "kind": seen["kind"], "cells": cells}


def _pairs(hands: Json) -> list[Json]:
    return [pair for pair in (hands, hands["second"]) if pair]
