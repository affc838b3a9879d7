"""The languages in which duels are told."""

from collections.abc import Mapping
from typing import Final

from wavinghands.engine.words.english import ENGLISH, Catalogue
from wavinghands.engine.words.german import GERMAN

CATALOGUES: Final[Mapping[str, Catalogue]] = {"en": ENGLISH, "de": GERMAN}
"""By the codes of the languages."""
