"""How strong an opponent is."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Level:
    """A strength, 1 to 5, and what it is called."""

    number: int
    name: str


LEVELS: Final[Mapping[int, Level]] = {
    number: Level(number, name)
    for number, name in enumerate(("Novice", "Apprentice", "Journeyman", "Adept", "Master"), start=1)
}
"""All strengths, the weakest first."""
SLOW: Final = 4
"""From this level on a move may take more than a hundredth of a second, and is thought of elsewhere."""
