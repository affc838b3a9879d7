"""What a wizard may do, as lines to look into: the most promising first, by a glance and by his taste."""

from collections.abc import Mapping
from dataclasses import dataclass

from wavinghands import engine
from wavinghands.search.evaluation import Judge
from wavinghands.search.worth import Glance


@dataclass(slots=True)
class Line:
    """Something that a wizard may do. `glance`: how it looks before it is tried; `taste`: what he likes it for."""

    duel: engine.Duel
    name: str
    glance: float
    taste: float
    chosen: engine.Candidate
    second: engine.Candidate | None
    _orders: engine.Orders | None = None

    @property
    def orders(self) -> engine.Orders:
        """The orders that it takes, made when they are asked for."""
        if self._orders is None:
            self._orders = engine.orders_for(self.duel, self.name, self.chosen, self.second)
        return self._orders


def lines_of(
    duel: engine.Duel,
    name: str,
    judge: Judge,
    likes: Mapping[str, float] | None = None,
    *,
    taste: float = 0.0,
    caution: float = 1.0,
) -> list[Line]:
    """The lines of a wizard, what looks best first.

    `likes`: by how much he thinks more of a spell than others do; `taste`: what that is worth to him; `caution`:
    how much he minds what attacks him.
    """
    glance = Glance(duel, name, judge, likes or {}, caution)
    lines = []
    for candidate in engine.candidates(duel, name):
        second = max(engine.second_candidates(duel, name, candidate), key=glance.of, default=None)
        worth = glance.of(candidate) + (glance.of(second) if second else 0.0)
        liked = taste * _liking(candidate, likes) if likes else 0.0
        lines.append(Line(duel, name, worth, liked, candidate, second))
    lines.sort(key=_by_glance)
    return lines


def _by_glance(line: Line) -> float:
    return -line.glance


def _liking(candidate: engine.Candidate, likes: Mapping[str, float]) -> float:
    """How much more than others he likes what this casts."""
    return sum(likes.get(casting.spell.slug, 1.0) - 1 for casting in candidate.castings)
