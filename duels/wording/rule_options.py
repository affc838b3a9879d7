"""Rule options of spell books in forms, in query strings and on pages."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from duels.wording.languages import catalogue
from wavinghands import engine
from wavinghands.engine import Json

OPTION = "option_"
"""The prefix for the names of form fields for rule options."""
BY_THE_BOOK = gettext_lazy("default")
MOST_IN_A_LINE = 4


def rule_options(book: str) -> list[Json]:
    """Return the engine's table of a spell book's options in the active language.

    Callers must not change it. Raise `RecordError` if there is no such spell book.
    """
    return _rule_options(book, get_language() or "")


@cache
def _rule_options(book: str, language: str) -> list[Json]:
    return engine.options_table(book, catalogue=catalogue())


def option_choices(row: Json) -> list[tuple[str, str]]:
    """Return the form choices for an option, with "default" first.

    `row` is the option's row from `rule_options()`.
    """
    return [("", BY_THE_BOOK), *((_coded(value["value"]), value["label"]) for value in row["values"])]


def option_values(book: str) -> dict[str, str]:
    """Return the text for the spell book's default value of each option, by the name of the form field."""
    return {OPTION + row["name"]: label_of(row, row["value"]) for row in rule_options(book)}


def label_of(row: Json, value: Any) -> str:
    """Return the text for a value of an option.

    `row` is the option's row from `rule_options()`.
    """
    return next((known["label"] for known in row["values"] if known["value"] == value), str(value))


def options_in(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the rule options in a submitted form or query string, with the engine's values.

    Empty values are left out. Unknown options and values are kept, so that the engine rejects them.
    """
    given = {name.removeprefix(OPTION): data[name] for name in data if name.startswith(OPTION)}
    known = {row["name"]: {_coded(it["value"]): it["value"] for it in row["values"]} for row in rule_options("classic")}
    return {name: known.get(name, {}).get(text, text) for name, text in given.items() if text}


def as_fields(options: Mapping[str, Any]) -> dict[str, str]:
    """Return rule options as form fields.

    This is the reverse of `options_in()`.
    """
    return {OPTION + name: _coded(value) for name, value in options.items()}


def differences(book: str, options: Mapping[str, Any]) -> list[str]:
    """Return the name and value of each of these options as text, such as "Maximum hit points: 16"."""
    return [
        f"{row['title']}: {label_of(row, options[row['name']])}" for row in rule_options(book) if row["name"] in options
    ]


def brief(differing: list[str]) -> str:
    """Return the texts from `differences()` on one line.

    If there are too many, return only the number of options.
    """
    if len(differing) > MOST_IN_A_LINE:
        return _("%(count)s house rules") % {"count": len(differing)}
    return "; ".join(differing)


def _coded(value: Any) -> str:
    return str(value).lower()
