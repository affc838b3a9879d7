"""Grading of puzzles: plausible wrong orders, and the difficulty of the solution.

Both are found by letting computer players of different levels search the position.
"""

from collections.abc import Iterator, Sequence
from math import log10
from typing import Final

from wavinghands import engine
from wavinghands.engine import Json
from wavinghands.search.choosing import choose
from wavinghands.search.goals import goal_of
from wavinghands.search.options import Option
from wavinghands.search.proving import Search, orders_of

STRENGTHS: Final = {1: 900, 2: 1200, 3: 1500, 4: 1800, 5: 2100}
"""The rating of each level as a solver of puzzles."""
SEEDS: Final = {1: 2, 2: 2, 3: 2, 4: 1, 5: 1}
"""The number of seeds, and therefore of temperaments, with which each level searches."""
EASIEST: Final = 800
HARDEST: Final = 2400
"""The lowest and highest rating of a puzzle that nobody has tried yet."""
SPREAD: Final = 400
"""The difference in ratings at which the stronger side wins ten times as often as the weaker one."""
CONSIDERED: Final = 0.6
"""The minimum probability of finding a solution that a level ranks first. For others, it is divided by their rank."""
SENSIBLE: Final = (4, 5)
"""The levels whose most promising lines count as plausible attempts."""
FIRST: Final = 10
"""How many of the most promising lines to take from each level in `SENSIBLE`."""


class Judge:
    """A judge that decides whether orders solve a puzzle, and caches its verdicts.

    It raises `TooLong` after simulating more than `most` rounds in total. If `most` is 0, there is no limit.
    """

    def __init__(self, duel: engine.Duel, wizard: str, kind: str, rounds: int, *, most: int = 0) -> None:
        goal = goal_of(duel, wizard, kind)
        assert goal is not None, "there is nothing to guard"
        self.duel, self.wizard, self.rounds = duel, wizard, rounds
        self._goal, self.search = goal, Search(wizard, goal, most)
        self._known: dict[str, bool] = {}

    def solves(self, orders: Json) -> bool:
        """Return whether these orders force the puzzle's goal."""
        key = str(sorted(orders.items()))
        if key not in self._known:
            forces = self.allows(orders) and self.search.holds_against(self.duel, self._option(orders), self.rounds)
            self._known[key] = forces is True
        return self._known[key]

    def allows(self, orders: Json) -> bool:
        """Return whether these orders satisfy the puzzle's conditions.

        In a puzzle of kind `guard`, they must continue the wizard's own spell.
        """
        return self._goal.allows(self._option(orders))

    def _option(self, orders: Json) -> Option:
        return Option.of(orders_of(self.duel, self.wizard, orders))

    def refutation(self, orders: Json) -> Json | None:
        """Return a round in which a reply refutes these orders, or `None` if there is no such reply.

        In a puzzle of kind `guard`, orders without a refutation can still fail by breaking off the wizard's own spell.
        """
        given = orders_of(self.duel, self.wizard, orders)
        after = next(self.search.refutations(self.duel, given, self.rounds), None)
        return None if after is None else engine.round_record(after)


def sensible_tries(judge: Judge) -> Iterator[Json]:
    """Yield wrong orders that strong computer players consider, each with a refutation.

    Each result contains `orders` and the `round` that refutes them. Orders with the same effect as earlier ones are
    left out, as are orders that no reply refutes.
    """
    done: list[object] = []
    for level in SENSIBLE:
        for line in choose(judge.duel, judge.wizard, level, 0).lines[:FIRST]:
            orders = line["orders"]
            deed = deed_of(orders)
            if deed not in done and not judge.solves(orders):
                done.append(deed)
                refuted = judge.refutation(orders)
                if refuted is not None:
                    yield {"orders": orders, "round": refuted}


def deed_of(orders: Json) -> object:
    """Return the spells and stabs in these orders, with their targets.

    If there are neither, return the gestures.
    """
    target = orders.get("target", {})
    deed = sorted((slug, target.get(hand, "")) for hand, slug in orders.get("cast", {}).items())
    if ">" in (orders["left"], orders["right"]):
        deed.append((">", target.get("left" if orders["left"] == ">" else "right", "")))
    return deed or sorted((orders["left"], orders["right"]))


def found_by(judge: Judge) -> dict[int, float]:
    """Return the probability that each level finds a solution.

    If a level considers a solution, its probability has a minimum, even if the level never plays that solution. The
    minimum is larger for a solution that is among the level's likeliest moves.
    """
    return {
        level: round(sum(_surely(judge, level, seed) for seed in range(seeds)) / seeds, 2)
        for level, seeds in SEEDS.items()
    }


def _surely(judge: Judge, level: int, seed: int) -> float:
    lines = _as_asked(judge, choose(judge.duel, judge.wizard, level, seed).lines)
    right = [(place, line["p"]) for place, line in enumerate(lines) if judge.solves(line["orders"])]
    considered = max((CONSIDERED / (1 + place) for place, _ in right), default=0.0)
    surely: float = sum(share for _, share in right)
    return min(1.0, max(considered, surely))


def _as_asked(judge: Judge, lines: Sequence[Json]) -> list[Json]:
    """Return the lines that the puzzle allows, with probabilities scaled to a sum of 1."""
    kept = [line for line in lines if judge.allows(line["orders"])]
    total = sum(line["p"] for line in kept) or 1.0
    return [{**line, "p": line["p"] / total} for line in kept]


def rating_of(found: dict[int, float], options: int) -> int:
    """Return a puzzle's rating, from `EASIEST` to `HARDEST`.

    First, find the rating at which the expected total score of all levels equals the sum of the probabilities in
    `found`. Then raise it if there are many `options`, or lower it if there are few.
    """
    low, high = float(EASIEST - 2 * SPREAD), float(HARDEST + 2 * SPREAD)
    while high - low > 1:
        middle = (low + high) / 2
        expected = sum(1 / (1 + 10 ** ((middle - strength) / SPREAD)) for strength in STRENGTHS.values())
        low, high = (middle, high) if expected > _bounded(sum(found.values())) else (low, middle)
    return max(EASIEST, min(HARDEST, round(low + 100 * log10(max(1, options) / 60))))


def _bounded(score: float) -> float:
    """Limit a total score to a range that excludes 0 and the perfect score."""
    return max(0.25, min(len(STRENGTHS) - 0.35, score))


def rating_of_reading(pattern: str, choices: Sequence[str], wants: int) -> int:
    """Return the rating of a reading puzzle, which asks for the spell that an enemy hand has begun.

    It rises with the similarity of `pattern` to the other choices, and with `wants`, the number of remaining gestures.
    """
    alike = max((longest_run(pattern.upper(), choice.upper()) for choice in choices), default=0)
    return max(EASIEST, min(HARDEST, 800 + 150 * (alike - 1) + 100 * (wants - 1)))


def longest_run(one: str, other: str) -> int:
    """Return the length of the longest run of gestures that two patterns have in common."""
    runs = (one[start:end] for start in range(len(one)) for end in range(start + 1, len(one) + 1))
    return max((len(run) for run in runs if run in other), default=0)
