"""The engine's words in the language that is in force: that of the request, or of who is sent something."""

from collections.abc import Mapping, Sequence
from functools import cache

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from wavinghands import engine


def catalogue(language: str | None = None) -> engine.Catalogue:
    """What the engine tells duels with, in the language in force or in this one; English where it knows no other."""
    return engine.CATALOGUES.get(language or get_language() or "", engine.CATALOGUES["en"])


def books() -> Mapping[str, engine.Book]:
    """The books, by the names that they have in this language."""
    return _books(get_language())


@cache
def _books(language: str | None) -> Mapping[str, engine.Book]:
    return engine.books(catalogue(language))


def listed(names: Sequence[str]) -> str:
    """Several names in one: "Black, Grey and White"."""
    if len(names) < 2:
        return "".join(names)
    return _("%(names)s and %(last)s") % {"names": ", ".join(names[:-1]), "last": names[-1]}
