"""The engine's texts in the active language.

The active language is that of the request or of an e-mail's recipient.
"""

from collections.abc import Mapping, Sequence
from functools import cache

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from wavinghands import engine


def catalogue(language: str | None = None) -> engine.Catalogue:
    """Return the engine's texts in `language`, by default the active language.

    If the engine has no texts in that language, return the English ones.
    """
    return engine.CATALOGUES.get(language or get_language() or "", engine.CATALOGUES["en"])


def books() -> Mapping[str, engine.Book]:
    """Return the spell books with their titles in the active language."""
    return _books(get_language())


@cache
def _books(language: str | None) -> Mapping[str, engine.Book]:
    return engine.books(catalogue(language))


def listed(names: Sequence[str]) -> str:
    """Join names in the active language, as in "Black, Grey and White"."""
    if len(names) < 2:
        return "".join(names)
    return _("%(names)s and %(last)s") % {"names": ", ".join(names[:-1]), "last": names[-1]}
