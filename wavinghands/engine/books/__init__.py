"""The spell books, by slug.

Each module of this package except `book` defines one book, in a constant named after the module.
"""

from collections.abc import Mapping
from importlib import import_module
from pkgutil import iter_modules
from typing import Final

from wavinghands.engine.books.book import Book
from wavinghands.engine.errors import RecordError

_NAMES = [module.name for module in iter_modules(__path__) if module.name != "book"]

BOOKS: Final[Mapping[str, Book]] = {name: getattr(import_module(f"{__name__}.{name}"), name.upper()) for name in _NAMES}
"""The spell books by slug, sorted by slug."""


def book_of(slug: object) -> Book:
    """Return the book with this slug, or raise `RecordError` if there is none."""
    if not isinstance(slug, str) or slug not in BOOKS:
        raise RecordError(f"there is no book {slug!r}: it is one of {', '.join(BOOKS)}", field="spellbook")
    return BOOKS[slug]


__all__ = ["BOOKS", "Book", "book_of"]
