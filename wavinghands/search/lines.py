"""The lines (possible moves) of a wizard, ordered by a quick estimate and the wizard's taste."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from wavinghands import engine
from wavinghands.search.evaluation import Evaluator
from wavinghands.search.value import QuickEstimate


@dataclass(slots=True)
class Line:
    """A possible move.

    `estimate` is its value, estimated without simulating the round. `taste` is a bonus for the wizard's preferences.
    """

    duel: engine.Duel
    name: str
    estimate: float
    taste: float
    chosen: engine.Candidate
    second: engine.Candidate | None
    _orders: engine.Orders | None = None

    @property
    def orders(self) -> engine.Orders:
        """Return the orders of this line, which are built on first use."""
        if self._orders is None:
            self._orders = engine.orders_for(self.duel, self.name, self.chosen, self.second)
        return self._orders

    @property
    def castings(self) -> tuple[engine.Casting, ...]:
        """Return the spells that this line completes, those of a second pair included."""
        return self.chosen.castings + (self.second.castings if self.second else ())


def lines_of(
    duel: engine.Duel,
    name: str,
    evaluator: Evaluator,
    likes: Mapping[str, float] | None = None,
    *,
    taste: float = 0.0,
    caution: float = 1.0,
) -> list[Line]:
    """Return a wizard's lines, most promising first.

    `likes` maps spells to factors that express the wizard's preference, and `taste` is the weight of that preference.
    `caution` is the weight given to attacks on the wizard.
    """
    estimate = QuickEstimate(duel, name, evaluator, likes or {}, caution)
    lines, is_hastened = [], duel.paired(name)
    for candidate in engine.candidates(duel, name):
        second = max(engine.second_candidates(duel, name, candidate), key=estimate.of) if is_hastened else None
        value = estimate.of(candidate) + (estimate.of(second) if second else 0.0)
        liked = taste * _liking(candidate, likes) if likes else 0.0
        lines.append(Line(duel, name, value, liked, candidate, second))
    lines.sort(key=_by_estimate)
    return lines


def varied(lines: Iterable[Line], number: int) -> list[Line]:
    """Return the first `number` lines of which at most half, rounded up, cast the same spell.

    Otherwise, all of them might cast the spell that looks best, even if it fails. If there are too few, fill up with
    the lines left out.
    """
    cast, chosen, others = Counter[str](), list[Line](), list[Line]()
    for line in lines:
        spells = {casting.spell.slug for casting in line.castings}
        if all(cast[slug] < (number + 1) // 2 for slug in spells):
            cast.update(spells)
            chosen.append(line)
        else:
            others.append(line)
        if len(chosen) == number:
            break
    return (chosen + others)[:number]


def _by_estimate(line: Line) -> float:
    return -line.estimate


def _liking(candidate: engine.Candidate, likes: Mapping[str, float]) -> float:
    """Return how much the wizard likes this candidate's spells, compared with other spells."""
    return sum(likes.get(casting.spell.slug, 1.0) - 1 for casting in candidate.castings)
