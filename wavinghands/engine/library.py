"""The books as reference: their spells as data."""

from typing import Any

from wavinghands.engine.books import BOOKS, lexicon
from wavinghands.engine.spells import Spell


def book_table(slug: str) -> list[dict[str, Any]]:
    """The spells of a book, by name: slug, name, gestures, class, default target and effect in a sentence."""
    book = BOOKS[slug]
    table = lexicon(book, book.rules)
    rows = (_entry(table.spells[slug], patterns) for slug, patterns in table.patterns.items())
    return sorted(rows, key=lambda row: row["name"])


def _entry(spell: Spell, patterns: tuple[str, ...]) -> dict[str, Any]:
    return {
        "slug": spell.slug,
        "name": spell.name,
        "gestures": list(patterns),
        "class": spell.chapter.value,
        "default": spell.usually.value,
        "effect": spell.text,
        "works": not spell.unwritten,
    }
