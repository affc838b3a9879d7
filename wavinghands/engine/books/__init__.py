"""The spell books, by slug: each a module of this package, which has its book under its own name in capitals."""

from collections.abc import Mapping
from importlib import import_module
from pkgutil import iter_modules
from typing import Final

from wavinghands.engine.books.book import Book, Lexicon, Step, lexicon

_NAMES = [module.name for module in iter_modules(__path__) if module.name != "book"]

BOOKS: Final[Mapping[str, Book]] = {name: getattr(import_module(f"{__name__}.{name}"), name.upper()) for name in _NAMES}
"""In the order of their slugs."""

__all__ = ["BOOKS", "Book", "Lexicon", "Step", "lexicon"]
