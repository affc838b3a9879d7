"""Descriptions of the rule options, for pages and challenges."""

from collections.abc import Mapping
from typing import Any

from wavinghands.engine.books import book_of
from wavinghands.engine.plain_data import Json
from wavinghands.engine.rules import choices
from wavinghands.engine.words.english import ENGLISH, Catalogue
from wavinghands.engine.words.english_options import GROUPS


def options_table(book: str, *, catalogue: Catalogue = ENGLISH) -> list[Json]:
    """Return one dict per option of a book.

    Each dict contains the option's name, group, title, meaning, labelled `values`, and `value` in this book. Raise
    `RecordError` for an unknown book.
    """
    rules, words = book_of(book).rules, catalogue["options"]
    return [
        {
            "name": name,
            "group": words[group],
            "title": words[name],
            "meaning": words[f"{name}.meaning"],
            "values": [{"value": value, "label": _label(name, value, words)} for value in choices()[name]],
            "value": getattr(rules, name),
        }
        for group, options in GROUPS.items()
        for name in options
    ]


def check_options(book: str, options: Mapping[str, Any]) -> Json:
    """Return those of the `options` whose values differ from the values in the book.

    Raise `RecordError`, with `options.NAME` as `field`, for an invalid option.
    """
    rules = book_of(book).rules
    return rules.with_options(options).differences(rules)


def _label(name: str, value: Any, words: Mapping[str, str]) -> str:
    if isinstance(value, bool):
        return words["yes" if value else "no"]
    return words.get(f"{name}.{value}", str(value))
