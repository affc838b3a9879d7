"""What a wizard likes, for the whole of a duel: the same strength in another manner."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final


@dataclass(frozen=True, slots=True)
class Temperament:
    """By how much a wizard thinks more of a spell, by slug, than others do; 1 for those that are not listed."""

    likes: Mapping[str, float] = field(default_factory=dict)


NAMES: Final = (
    "even",
    "summoner",
    "duellist",
    "healer",
    "mind_bender",
    "pyromancer",
    "poisoner",
    "warder",
    "trickster",
)
"""What they are called."""
TEMPERAMENTS: Final[Mapping[str, Temperament]] = {name: Temperament() for name in NAMES}
"""All temperaments, by name."""
