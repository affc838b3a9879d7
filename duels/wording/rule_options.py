"""The rule options of a book, as forms, addresses and pages have them."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from duels.wording.languages import catalogue
from wavinghands import engine

Json = dict[str, Any]

OPTION = "option_"
"""What the fields of rule options begin with."""
BY_THE_BOOK = gettext_lazy("by the book")
MOST_IN_A_LINE = 4


def rule_options(book: str) -> list[Json]:
    """The engine's table of the options of a book; it never changes. Raises `RecordError` for an unknown book."""
    return _rule_options(book, get_language() or "")


@cache
def _rule_options(book: str, language: str) -> list[Json]:
    return engine.options_table(book, catalogue=catalogue())


def option_choices(row: Json) -> list[tuple[str, str]]:
    """What may be chosen of an option: the book's own value first, whatever the book is."""
    return [("", BY_THE_BOOK), *((_coded(value["value"]), value["label"]) for value in row["values"])]


def option_values(book: str) -> dict[str, str]:
    """What the book has of each option, in words, by the names of their fields."""
    return {OPTION + row["name"]: label_of(row, row["value"]) for row in rule_options(book)}


def label_of(row: Json, value: Any) -> str:
    """What a value of an option is called."""
    return next((known["label"] for known in row["values"] if known["value"] == value), str(value))


def options_in(data: Mapping[str, Any]) -> dict[str, Any]:
    """The options that a form or an address holds, as far as they can be read: the engine judges them."""
    given = {name.removeprefix(OPTION): data[name] for name in data if name.startswith(OPTION)}
    known = {row["name"]: {_coded(it["value"]): it["value"] for it in row["values"]} for row in rule_options("classic")}
    return {name: known.get(name, {}).get(text, text) for name, text in given.items() if text}


def as_fields(options: Mapping[str, Any]) -> dict[str, str]:
    """The other way round: options as the fields of a form."""
    return {OPTION + name: _coded(value) for name, value in options.items()}


def differences(book: str, options: Mapping[str, Any]) -> list[str]:
    """Each option that differs from the book, in words: "Highest hit points: 16"."""
    return [
        f"{row['title']}: {label_of(row, options[row['name']])}" for row in rule_options(book) if row["name"] in options
    ]


def brief(differing: list[str]) -> str:
    """What differs from the book in a line, as far as it fits in one."""
    if len(differing) > MOST_IN_A_LINE:
        return _("%(count)s options not by the book") % {"count": len(differing)}
    return "; ".join(differing)


def _coded(value: Any) -> str:
    return str(value).lower()
