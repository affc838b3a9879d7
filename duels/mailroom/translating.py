"""Translation of a mage's orders between the syntax of e-mails and the format of the duel record."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from copy import deepcopy
from typing import Any, Final

from django.utils.translation import gettext as _

from duels.mailroom import resolution
from duels.mailroom.answers import Mistake
from duels.mailroom.examples import HANDS as WRITTEN
from duels.mailroom.examples import SECOND, named
from duels.mailroom.layout import fitted
from duels.mailroom.orderset import Order
from duels.mailroom.parsing import HANDS
from duels.play.tables import Table, at, drop, put
from wavinghands.engine import Json

Given = Mapping[str, Any]
Path = tuple[str, ...]
Meant = tuple[Path, Any]
"""The path of an order in the duel record, and the order's value."""
BY_HAND: Final = (*HANDS,)
"""The orders that choose the gesture of a hand."""


# From words to the record --------------------------------------------------------------------------------------------


def orders_meant(orders: Iterable[Order], there: Table, request: Json) -> Json:
    """Return these orders in the format of the duel record.

    Raise `Mistake` for unknown names.
    """
    meant: Json = {}
    for order in orders:
        into = meant if order.pair == 1 else meant.setdefault("second", {})
        try:
            path, value = MEANT[order.verb](order.given, there, request)
        except Mistake as mistake:
            raise Mistake(mistake.why, order) from mistake
        put(into, path, value)
    return meant


def answers_meant(orders: Iterable[Order], there: Table, request: Json) -> Json:
    """Return these orders as answers to the questions in `request`.

    Raise `Mistake` for unknown names.
    """
    return fitting(orders_meant(orders, there, request), request)


def fitting(meant: Json, request: Json) -> Json:
    """Replace each answer in `meant`, in place, with the matching choice in its question.

    Return `meant`.
    """
    for question in request["questions"]:
        said = at(meant, question["field"])
        if said is not None:
            put(meant, question["field"], _choice(question, said))
    return meant


def asked_now(meant: Json, request: Json) -> tuple[Json, Json]:
    """Split the answers in `meant` into answers to the questions in `request`, and all other answers."""
    now, later = Json(), deepcopy(meant)
    for question in request["questions"]:
        said = at(meant, question["field"])
        if said is not None:
            put(now, question["field"], said)
            drop(later, question["field"])
    return now, later


def _choice(question: Json, said: Any) -> Any:
    """Return the choice that matches the answer `said`.

    If several choices match, return the default if it is one of them. Otherwise, or if no choice matches, return `said`
    unchanged.
    """
    if said in question["choices"] or not isinstance(said, dict):
        return said
    choices = [choice for choice in question["choices"] if isinstance(choice, dict)]
    fit = [choice for choice in choices if choice.items() <= said.items() or said.items() <= choice.items()]
    return question["default"] if question["default"] in fit else fit[0] if len(fit) == 1 else said


def _gesture_of(hand: str) -> Callable[[Given, Table, Json], Meant]:
    return lambda given, there, request: ((hand,), given["gesture"])


def _target(given: Given, there: Table, request: Json) -> Meant:
    if given["hand"]:
        return ("target", given["hand"]), resolution.being(given["names"], there, request)
    monster, victim = resolution.monster_and_victim(given["names"], there, request)
    return ("attack", monster), victim


def _spell(given: Given, there: Table, request: Json) -> Meant:
    return ("cast", given["hand"]), resolution.spell(given["spell"], there.duel)


def _paralyzed_hand(given: Given, there: Table, request: Json) -> Meant:
    return ("paralyze", resolution.wizard(given["names"], there)), given["hand"]


def _directed_hand(given: Given, there: Table, request: Json) -> Meant:
    """Return the hand and the gesture that an order chooses for a charmed wizard.

    If the hand was already chosen when the spell was cast, leave the hand out, and raise `Mistake` if the order names
    the other hand.
    """
    subject = resolution.wizard(given["names"], there)
    gesture = {"gesture": given["gesture"]} if given["gesture"] else {}
    asked = [question for question in request.get("questions", ()) if question["field"] == ["direct", subject]]
    hands: list[str] = asked[0].get("hands", []) if asked else []
    if len(hands) != 1 or not gesture:
        return ("direct", subject), {"hand": given["hand"], **gesture}
    if given["hand"] != hands[0]:
        text = _("You control this hand of %(name)s: %(hand)s.")
        raise Mistake(text % {"name": subject, "hand": WRITTEN[hands[0]]})
    return ("direct", subject), gesture


def _plain(field: str, part: str) -> Callable[[Given, Table, Json], Meant]:
    return lambda given, there, request: ((field,), given[part])


MEANT: Final[Mapping[str, Callable[[Given, Table, Json], Meant]]] = {
    **{verb: _gesture_of(hand) for verb, hand in HANDS.items()},
    "TARGET": _target,
    "CHOOSE": _spell,
    "PARALYZE": _paralyzed_hand,
    "DIRECT": _directed_hand,
    "DELAY": _plain("delay", "hand"),
    "PERMANENT": _plain("permanent", "hand"),
    "FIRE": lambda given, there, request: (("fire",), True),
    "ELEMENTAL": _plain("elemental", "element"),
    "SAY": _plain("say", "text"),
}


# From the record to words --------------------------------------------------------------------------------------------


def as_written(sealed: Json, before: str = "   ") -> Iterator[str]:
    """Yield the submitted orders or answers in the syntax of e-mails, one per line.

    Each line begins with `before`.
    """
    for field, value in sealed.items():
        if field == "second":
            yield from as_written(value, f"{before}{SECOND}")
        elif field in WORDS:
            yield from (fitted(line, before) for line in WORDS[field](value))


def _of_each(form: str, first: Callable[[Any], str], second: Callable[[Any], str]) -> Callable[[Any], Iterator[str]]:
    return lambda table: (form.format(first(one), second(other)) for one, other in table.items())


def _title(slug: str) -> str:
    return slug.replace("_", " ").title()


def _direction(how: Json) -> str:
    return " ".join(filter(None, (WRITTEN.get(how.get("hand", "")), how.get("gesture"))))


WORDS: Final[Mapping[str, Callable[[Any], Iterable[str]]]] = {
    "left": lambda gesture: [f"LH {gesture}"],
    "right": lambda gesture: [f"RH {gesture}"],
    "target": _of_each("TARGET {} {}", WRITTEN.__getitem__, named),
    "attack": _of_each("TARGET {} {}", named, named),
    "cast": _of_each("CHOOSE {} {}", WRITTEN.__getitem__, _title),
    "paralyze": _of_each("PARALYZE {1} {0}", str, WRITTEN.__getitem__),
    "direct": _of_each("DIRECT {1} {0}", str, _direction),
    "delay": lambda hand: [f"DELAY {WRITTEN[hand]}"],
    "permanent": lambda hand: [f"PERMANENT {WRITTEN[hand]}"],
    "fire": lambda fire: ["FIRE"],
    "elemental": lambda kind: [f"ELEMENTAL {kind.upper()}"],
    "say": lambda words: [f"SAY {words}"],
}
