"""The spell books, by slug."""

from collections.abc import Mapping
from typing import Final

from wavinghands.engine.books.book import Book, Lexicon, Step, lexicon
from wavinghands.engine.books.classic import CLASSIC
from wavinghands.engine.books.nomonsters import NOMONSTERS
from wavinghands.engine.books.spellcast import SPELLCAST
from wavinghands.engine.books.standard import STANDARD
from wavinghands.engine.books.warlocks import WARLOCKS

BOOKS: Final[Mapping[str, Book]] = {book.slug: book for book in (CLASSIC, STANDARD, NOMONSTERS, SPELLCAST, WARLOCKS)}

__all__ = ["BOOKS", "Book", "Lexicon", "Step", "lexicon"]
