"""The books as reference: their spells as data."""

from typing import Any

from wavinghands.engine.books import BOOKS
from wavinghands.engine.spells import SPELLS


def book_table(slug: str) -> list[dict[str, Any]]:
    """The spells of a book, by name: slug, name, gestures, class, default target and effect in a sentence."""
    book = BOOKS[slug]
    from_patterns = book.patterns(book.rules)
    return sorted((_entry(spell, patterns) for spell, patterns in from_patterns.items()), key=lambda row: row["name"])


def _entry(slug: str, patterns: tuple[str, ...]) -> dict[str, Any]:
    spell = SPELLS[slug]
    return {
        "slug": slug,
        "name": spell.name,
        "gestures": list(patterns),
        "class": spell.chapter.value,
        "default": spell.usually.value,
        "effect": spell.text,
        "works": not spell.unwritten,
    }
