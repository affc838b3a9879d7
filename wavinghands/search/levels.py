"""Levels of strength.

A level sets which moves a computer player considers, and how deeply.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from wavinghands.search.spells import CAST

TOO_LONG: Final = frozenset({"finger_of_death"})
"""Spells that take so long that no level plans for them. A player that has one ready casts it."""


@dataclass(frozen=True, slots=True)
class Level:
    """A level of a computer player: its number, from 1 to 5, its name, and its settings.

    - `rows`: the number of its own lines (possible moves) to consider;
    - `columns`: the number of replies to consider. A player without columns considers only its own plans;
    - `trust`: from 0 (the opponent might do anything) to 1 (the opponent does the likeliest thing);
    - `expert`: whether to use fitted weights instead of rules of thumb, and to see deaths in the coming round;
    - `deepens`: the number of lines per side to search one round further;
    - `inner`: the number of lines per side in that round, and in those after it, which are searched after the likeliest
      outcome only, and not in melees;
    - `taste`: the weight of the player's temperament, on a scale where a won duel is 1;
    - `bold`, `timid`: the weight given to attacks on the player if its temperament is bold or timid;
    - `knows`: the spells to work towards. If empty, all spells except those in `TOO_LONG`.
    """

    number: int
    name: str
    rows: int = 0
    columns: int = 0
    trust: float = 0.0
    expert: bool = False
    deepens: int = 0
    inner: tuple[int, ...] = ()
    taste: float = 0.0
    bold: float = 1.0
    timid: float = 1.0
    knows: frozenset[str] = frozenset()

    @property
    def shuns(self) -> frozenset[str]:
        """Return the spells that players of this level avoid."""
        return frozenset(CAST) - self.knows if self.knows else TOO_LONG


FIRST: Final = frozenset({"shield", "magic_missile", "summon_goblin"})
"""The spells taught in the lessons."""
SOME: Final = FIRST | {"cause_light_wounds", "cure_light_wounds", "amnesia", "magic_mirror"}
"""The spells that an apprentice works towards."""
MORE: Final = SOME | {"summon_ogre", "cause_heavy_wounds", "cure_heavy_wounds"}
"""The spells that a journeyman works towards."""

LEVELS: Final[Mapping[int, Level]] = {
    level.number: level
    for level in (
        Level(1, "Novice", taste=0.15, bold=0.3, timid=0.4, knows=FIRST),
        Level(2, "Apprentice", rows=8, columns=1, taste=0.08, knows=SOME),
        Level(3, "Journeyman", rows=7, columns=2, trust=0.6, deepens=2, inner=(3,), taste=0.06, knows=MORE),
        Level(4, "Adept", rows=10, columns=6, trust=0.5, expert=True, deepens=2, inner=(3,), taste=0.02),
        Level(5, "Master", rows=12, columns=8, trust=0.6, expert=True, deepens=5, inner=(3, 2, 2), taste=0.01),
    )
}
"""All levels, weakest first."""
SLOW: Final = 3
"""The lowest level whose moves may take more than 10 ms and are therefore computed in another process."""
