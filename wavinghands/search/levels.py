"""How strong an opponent is: what it sees, and how much of it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from wavinghands.search.spells import CAST, SLAYS


@dataclass(frozen=True, slots=True)
class Level:
    """A strength, 1 to 5, and what it is called.

    `rows`, `columns`: of its own lines and of the replies to them, how many it looks into; no columns: it sees its own
    plans alone. `trust`: how far it goes by what another most likely does, 0 to 1, rather than by all that he could.
    `expert`: it judges positions by experience, else by rule of thumb. `deepens`: of each side's lines, so many it
    looks into for a round further; `inner`: how many lines then. `taste`: what its temperament is worth to it, beside a
    won duel. `bold`, `timid`: how much it minds attacks, by its temperament. `knows`: the spells that it works towards;
    none: all but those that end a duel at once.
    """

    number: int
    name: str
    rows: int = 0
    columns: int = 0
    trust: float = 0.0
    expert: bool = False
    deepens: int = 0
    inner: int = 0
    taste: float = 0.0
    bold: float = 1.0
    timid: float = 1.0
    knows: frozenset[str] = frozenset()

    @property
    def shuns(self) -> frozenset[str]:
        """The spells that it does not work towards."""
        return frozenset(CAST) - self.knows if self.knows else SLAYS


FIRST: Final = frozenset({"shield", "magic_missile", "summon_goblin"})
"""What the lessons teach."""
SOME: Final = FIRST | {"cause_light_wounds", "cure_light_wounds", "amnesia", "magic_mirror"}
"""What an apprentice has learned."""
MORE: Final = SOME | {"summon_ogre", "cause_heavy_wounds", "cure_heavy_wounds"}
"""What a journeyman works towards."""

LEVELS: Final[Mapping[int, Level]] = {
    level.number: level
    for level in (
        Level(1, "Novice", taste=0.15, bold=0.3, timid=0.4, knows=FIRST),
        Level(2, "Apprentice", rows=8, columns=1, taste=0.08, knows=SOME),
        Level(3, "Journeyman", rows=7, columns=1, taste=0.06, knows=MORE),
        Level(4, "Adept", rows=10, columns=6, trust=0.5, expert=True, taste=0.02),
        Level(5, "Master", rows=12, columns=8, trust=0.6, expert=True, deepens=4, inner=5, taste=0.01),
    )
}
"""All strengths, the weakest first."""
SLOW: Final = 4
"""From this level on a move may take more than a hundredth of a second, and is thought of elsewhere."""
