"""Validation of orders and answers, and resolution of rounds.

Missing orders and answers get defaults.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from wavinghands.engine.duel import Duel
from wavinghands.engine.errors import EngineError, OrderError
from wavinghands.engine.events import Viewer
from wavinghands.engine.orders import Circle, Orders, at, read_answers, read_orders
from wavinghands.engine.phases import Asked, resolve
from wavinghands.engine.plain_data import Json
from wavinghands.engine.round import Question
from wavinghands.engine.view import EVERYTHING, eyes_of, last_known_monsters
from wavinghands.engine.words.questions import labels

REST: Mapping[str, str] = {"left": "-", "right": "-"}
"""The orders of a wizard who gives none."""


Given = Mapping[str, Json | Orders]
"""The orders for a round by wizard, each in the format of the record or parsed."""


def check_orders(duel: Duel, wizard: str, orders: object) -> Json:
    """Return `orders` in the record's format.

    Raise `OrderError` if `wizard` may not give them for the next round.
    """
    return understood(duel, wizard, orders).as_json()


def understood(duel: Duel, wizard: str, orders: object) -> Orders:
    """Parse `orders`, or raise `OrderError` if `wizard` may not give them for the next round."""
    if wizard not in duel.acting:
        raise OrderError("is not asked for orders", round=duel.number + 1, wizard=wizard)
    read = read_orders(orders, wizard, _circle_known(duel, wizard))
    for field, is_set in (("absent", read.absent), ("timed_out", read.timed_out)):
        if is_set:
            raise OrderError("only the site sets this", round=duel.number + 1, wizard=wizard, field=field)
    return read


def _circle_known(duel: Duel, wizard: str) -> Circle:
    """Return the names that the orders of `wizard` may contain.

    Unknown monsters are left out, so that error messages do not reveal them.
    """
    return _circle(duel, eyes_of(duel, wizard))


@lru_cache(maxsize=64)  # wizards with the same knowledge give orders one after the other
def _circle(duel: Duel, eyes: Viewer) -> Circle:
    return duel.circle(last_known_monsters(duel, eyes))


def check_answers(asked: Asked, wizard: str, answers: object) -> Json:
    """Return `answers` in the record's format.

    Raise `OrderError` unless they answer each of the wizard's questions with one of its choices, and nothing else.
    """
    number = asked.duel.number + 1
    questions = [question for question in asked.questions if question.wizard == wizard]
    circle = _circle_known(asked.duel, wizard)
    offered = {choice for question in questions for choice in question.choices if isinstance(choice, str)}
    given = read_answers(answers, wizard, replace(circle, monsters={*circle.monsters, *offered}))
    if not questions:
        raise OrderError("has no question to answer", round=number, wizard=wizard)
    checked: Json = {}
    for question in questions:
        value = at(given, question.field)
        if value not in question.choices:
            why = f"answer with one of {', '.join(labels(question))}"
            raise OrderError(why, round=number, wizard=wizard, field=".".join(question.field))
        _put(checked, question.field, question.choices[question.choices.index(value)])  # unlike `value`, not read-only
    for name, value in given.items():
        if checked.get(name) != value:
            raise OrderError("is not asked for now", round=number, wizard=wizard, field=name)
    return checked


def play(duel: Duel, orders: Given, answers: Mapping[str, Json] | None = None) -> Duel | Asked:
    """Return the duel after the round with these orders, or the questions to ask before it can be resolved.

    `orders` are in the format of the record, or were parsed by `understood` for this round. `answers` contains the
    answers so far, by wizard. If it is `None`, ask nothing, and use the defaults for open choices. Raise `OrderError`
    (with round, wizard and field) for illegal orders or answers, and `EngineError` for a duel that has ended.
    """
    read = _read(duel, orders)
    _reject_impossible_answers(duel, answers)
    return resolve(duel, read, answers)


def _reject_impossible_answers(duel: Duel, answers: Mapping[str, Json] | None) -> None:
    if not answers:
        return
    circle = duel.circle()
    for name, given in answers.items():
        if name not in circle.wizards:
            raise OrderError("has no question to answer", round=circle.round, wizard=name)
        read_answers(given, name, circle)


def _read(duel: Duel, orders: Given) -> dict[str, Orders]:
    """Return the parsed orders of all acting wizards.

    Wizards without orders rest both hands.
    """
    if duel.result:
        raise EngineError("the duel has ended")
    for name in orders:
        if name not in duel.acting:
            raise OrderError("is not asked for orders", round=duel.number + 1, wizard=name)
    given = {name: orders.get(name, REST) for name in duel.acting}
    return {
        name: there if isinstance(there, Orders) else read_orders(there, name, _circle(duel, EVERYTHING))
        for name, there in given.items()
    }


def settle(duel: Duel, orders: Given, answers: Mapping[str, Json] | None = None) -> Duel:
    """Return the duel after the round, with defaults for missing orders and answers.

    Wizards without orders rest both hands. Raise `OrderError` for illegal orders or answers, and `EngineError` for a
    duel that has ended.
    """
    return settled(duel, orders, answers)[0]


def settled(duel: Duel, orders: Given, answers: Mapping[str, Json] | None = None) -> tuple[Duel, list[Question]]:
    """Return the duel as `settle` does, and the questions that were not answered."""
    read = _read(duel, orders)
    _reject_impossible_answers(duel, answers)
    given: dict[str, Json] = {name: dict(answer) for name, answer in (answers or {}).items()}
    asked: dict[tuple[str, ...], Question] = {}
    played = resolve(duel, read, given)
    while isinstance(played, Asked):
        asked |= {(question.wizard, *question.field): question for question in played.questions}
        open_ones = [question for question in played.questions if question.default is not None]
        for question in open_ones:
            _put(given.setdefault(question.wizard, {}), question.field, question.default)
        played = resolve(duel, read, given) if open_ones else resolve(duel, _merged(read, given), None)
    return played, list(asked.values())


def adjudicate(duel: Duel, losers: Sequence[str], *, absent: bool = False) -> Duel:
    """Return the duel after a round in which these wizards lose without dying, and nothing else happens.

    `absent` says that they lose because their players are no-shows. Nobody makes a gesture, monsters do not attack, and
    effects do not count down. Raise `EngineError` for a duel that has ended.
    """
    orders: Given = {name: {**REST, "absent": True} for name in losers if absent and name in duel.acting}
    played = resolve(duel, _read(duel, orders), None, {"adjudged": [*losers]})
    assert isinstance(played, Duel)
    return played


def _put(answers: Json, field: tuple[str, ...], value: Any) -> None:
    *path, last = field
    for step in path:
        answers[step] = answers = dict(answers.get(step, {}))
    answers[last] = value


def _merged(orders: Mapping[str, Orders], answers: Mapping[str, Json]) -> dict[str, Orders]:
    return {name: read.answered(answers[name]) if name in answers else read for name, read in orders.items()}
