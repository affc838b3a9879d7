"""Computer opponents.

They find good orders for a wizard, using only what that wizard knows.
"""

from wavinghands.search import apprentice
from wavinghands.search.advising import Advice, advise
from wavinghands.search.choosing import Choice, answer, choose
from wavinghands.search.levels import LEVELS, SLOW, Level
from wavinghands.search.temperaments import TEMPERAMENTS, Temperament

__all__ = [
    "LEVELS",
    "SLOW",
    "TEMPERAMENTS",
    "Advice",
    "Choice",
    "Level",
    "Temperament",
    "advise",
    "answer",
    "apprentice",
    "choose",
]
