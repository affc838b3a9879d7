"""Example orders for players to edit and send.

They are built from the engine's request, which lists a wizard's choices. Optional orders begin with a semicolon, which
turns them into comments.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from duels.wording.languages import catalogue
from wavinghands.engine import Json

HANDS = {"left": "LH", "right": "RH", "both": "BH"}
SECOND = "SECOND "
"""The prefix for orders that concern a hasted wizard's second pair of gestures."""
NOBODY = "nobody"


class Answer(NamedTuple):
    """A possible answer to a question, with the lines to send and a label."""

    lines: tuple[str, ...]
    label: str


def example(slug: str, asked: Json) -> list[str]:
    """Return example orders for the engine's request `asked`, one per line, from GAME to END."""
    lines = _orders(asked) if asked["type"] == "orders" else _answers(asked["questions"])
    return [f"GAME {slug} {asked['wizard']}", f"TURN {asked['round']}", *lines, "END"]


def answers_to(question: Json) -> list[Answer]:
    *before, last = question["field"]
    second = SECOND if before[:1] == ["second"] else ""
    if question["kind"] == "direct":
        hands = catalogue()["hands"]
        return [Answer((f"DIRECT {HANDS[hand]} P {last}",), hands[hand]) for hand in question.get("hands", hands)]
    pairs = zip(question["choices"], question["labels"], strict=True)
    return [Answer(tuple(_lines(question["kind"], before, last, choice, second)), label) for choice, label in pairs]


def usual(question: Json) -> Answer:
    """Return the default answer to a question.

    If the default is a random choice, return the first answer.
    """
    answers, choices = answers_to(question), question["choices"]
    return answers[choices.index(question["default"])] if question["default"] in choices else answers[0]


def named(ref: str | None) -> str:
    """Return the name of a being as it is written in orders.

    `ref` is the engine's name for the being, or `None` for nobody. A monster that is being summoned is named after the
    wizard and hand that summon it, such as `RH:Merlyn`.
    """
    hand, colon, wizard = (ref or NOBODY).partition(":")
    return f"{HANDS[hand]}:{wizard}" if colon else hand


def _orders(asked: Json) -> Iterator[str]:
    yield from _pair(asked["hands"])
    yield from _choices(asked["completes"])
    if asked["second"]:
        yield from _pair(asked["second"]["hands"], SECOND)
    yield f"; TARGET LH {named(asked['stab']['target'])}"
    for monster in (*asked["monsters"], *asked["claims"]):
        goes_on = monster in asked["monsters"] and monster["kind"] != "new" and monster["target"] is not None
        victim = named(asked["stab"]["target"] if monster["target"] is None else monster["target"])
        yield f"{'' if goes_on else '; '}TARGET {named(monster['ref'])} {victim}"
        if "second" in monster:
            yield f"; {SECOND}TARGET {named(monster['ref'])} {victim}"
    for verb, field in {"DELAY LH": "delay", "PERMANENT LH": "permanent", "FIRE": "fire"}.items():
        if asked[field]:
            yield f"; {verb}"
    for question in asked["questions"]:
        yield from (f"; {line}" for line in usual(question).lines)
    yield f"; SAY {_('Well met!')}"


def _pair(hands: Json, second: str = "") -> Iterator[str]:
    for hand in ("left", "right"):
        yield f"{second}{HANDS[hand]} {hands[hand]['default']}"


def _choices(completes: Json) -> Iterator[str]:
    """Yield a CHOOSE order, as a comment, for each gesture that completes several spells."""
    for slot, by_gesture in completes.items():
        for spells in by_gesture.values():
            if len(spells) > 1:
                yield f"; CHOOSE {HANDS[slot]} {spells[0]['name']}"


def _answers(questions: list[Json]) -> Iterator[str]:
    for question in questions:
        yield from usual(question).lines


def _lines(kind: str, before: list[str], last: str, choice: Any, second: str) -> Iterator[str]:
    names = catalogue()["names"]
    match kind:
        case "spells":
            yield from (f"{second}CHOOSE {HANDS[hand]} {names.get(spell, spell)}" for hand, spell in choice.items())
        case "target":
            yield f"{second}TARGET {HANDS[last]} {named(choice)}"
        case "element":
            yield f"ELEMENTAL {choice.upper()}"
        case _ if before == ["paralyze"]:
            yield f"PARALYZE {HANDS[choice]} {last}"
        case _:
            yield f"DIRECT {HANDS[choice['hand']]} - {last}"
