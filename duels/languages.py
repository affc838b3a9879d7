"""The engine's words in the language that is in force: that of the request, or of who is sent something."""

from django.utils.translation import get_language

from wavinghands import engine


def catalogue() -> engine.Catalogue:
    """What the engine tells duels with; English where it knows no other."""
    return engine.CATALOGUES.get(get_language() or "", engine.CATALOGUES["en"])


def books() -> dict[str, engine.Book]:
    """The books, by the names that they have in this language."""
    return engine.books(catalogue())
