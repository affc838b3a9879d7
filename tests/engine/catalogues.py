"""A made-up language for testing translations, and all events that the rules can produce."""

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path
from string import Formatter
from typing import Any

from wavinghands import engine
from wavinghands.engine.words.english import ENGLISH, Catalogue
from wavinghands.engine.words.reasons import RULES

ENGINE = Path(engine.__file__).parent
TELLING = {
    "tell": "type",
    "tell_to": "type",
    "tell_secret": "type",
    "Event": "type",
    "proclaim": "type",
    "proclaim_of": "type",
    "destroy": "type",
    "fail": "why",
    "_miss": "why",
}
GREEK = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", "αβψδεφγηιξκλμνοπθρστυωςχυζΑΒΨΔΕΦΓΗΙΞΚΛΜΝΟΠΘΡΣΤΥΩΣΧΥΖ"
)


def fields(template: str) -> set[str]:
    return {field for _, field, _, _ in Formatter().parse(template) if field}


def in_greek_letters() -> Catalogue:
    """Return a catalogue of the English texts in a made-up language.

    Its letters are Greek, and the fields in its texts are in reverse order.
    """
    assert set(ENGLISH["rules"]) == set(ENGLISH["names"]) == set(RULES)
    return {name: {key: _turned(text) for key, text in table.items()} for name, table in ENGLISH.items()}


def _turned(template: str) -> str:
    parts = [(literal.translate(GREEK), field) for literal, field, _, _ in Formatter().parse(template)]
    return "".join(f"{{{field}}}{literal}" if field else literal for literal, field in reversed(parts))


def calls() -> Iterator[tuple[str, dict[str, set[str]]]]:
    """Yield, for each call in the rules that adds an event, the function and its constant arguments.

    The arguments are a dictionary of each parameter's possible values.
    """
    for file in sorted([*ENGINE.glob("phases/*.py"), *ENGINE.glob("spells/*.py"), ENGINE / "round.py"]):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                function = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                if function in TELLING:
                    yield function, _words(node, TELLING[function])


def _words(call: ast.Call, first: str) -> dict[str, set[str]]:
    named: dict[str, set[str]] = {first: set().union(*(_constants(argument) for argument in call.args))}
    for keyword in call.keywords:
        if keyword.arg:
            named.setdefault(keyword.arg, set()).update(_constants(keyword.value))
    return named


def _constants(node: ast.expr) -> set[str]:
    """Return the string constants that an expression can evaluate to. A conditional expression can have several."""
    if isinstance(node, ast.IfExp):
        return _constants(node.body) | _constants(node.orelse)
    return {node.value} if isinstance(node, ast.Constant) and isinstance(node.value, str) else set()


def told_by_the_rules(name: str) -> Mapping[str, set[str]]:
    """Return the constants that the rules pass as the field `name` of events, by event type.

    `name` is, for example, "why" or "result".
    """
    found: dict[str, set[str]] = {}
    for function, named in calls():
        types = {"fails"} if function == "fail" else {"misses"} if function == "_miss" else named["type"]
        for type in types:
            found.setdefault(type, set()).update(named.get(name, ()))
    return found


def events(duel: engine.Duel) -> Iterator[dict[str, Any]]:
    for entry in engine.view(duel, engine.EVERYTHING)["rounds"]:
        yield from entry["events"]
