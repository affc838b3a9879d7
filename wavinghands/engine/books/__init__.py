"""The spell books, by slug."""

from collections.abc import Mapping
from typing import Final

from wavinghands.engine.books.book import Book, Lexicon, Step, lexicon
from wavinghands.engine.books.classic import CLASSIC
from wavinghands.engine.books.standard import STANDARD

BOOKS: Final[Mapping[str, Book]] = {book.slug: book for book in (CLASSIC, STANDARD)}

__all__ = ["BOOKS", "Book", "Lexicon", "Step", "lexicon"]
