"""The lines open to a wizard, the most promising first by a quick estimate and by taste."""

from collections.abc import Mapping
from dataclasses import dataclass

from wavinghands import engine
from wavinghands.search.evaluation import Judge
from wavinghands.search.worth import Glance


@dataclass(slots=True)
class Line:
    """One thing that a wizard may do. `glance`: its estimated value; `taste`: a bonus for the wizard's preferences."""

    duel: engine.Duel
    name: str
    glance: float
    taste: float
    chosen: engine.Candidate
    second: engine.Candidate | None
    _orders: engine.Orders | None = None

    @property
    def orders(self) -> engine.Orders:
        """Return the orders of this line, built on first use."""
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
    """Return the lines of a wizard, the most promising first.

    `likes`: factors by which the wizard prefers spells; `taste`: the weight of that preference; `caution`: the weight
    of attacks on the wizard.
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
    """Return how much more than usual the wizard likes the spells of this candidate."""
    return sum(likes.get(casting.spell.slug, 1.0) - 1 for casting in candidate.castings)
