"""Collections of puzzles: how similar two puzzles are, and how to choose a varied collection."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from wavinghands.engine import Json
from wavinghands.search.themes import is_clash

SHARE: Final = 0.08
"""The maximum share of a collection that may have the same answer."""
SPELL_SHARE: Final = 0.16
"""The maximum share of a collection whose answers may contain the same spell."""
ALIKE: Final = 10
"""The maximum number of puzzles with the same pattern."""
BAND: Final = 200
"""The width of a band of ratings. All bands should be about equally frequent."""
CLASH: Final = "clash"
KNOWN: Final = 0.3
"""The bonus for a puzzle that is already known, as a share of its rarity."""


def answer_of(puzzle: Json) -> tuple[str, ...]:
    """Return the answer to a puzzle: its spells, a stab or a surrender, or else its gestures.

    The answer is always the same if the solver casts a mind spell on themselves to cancel another one.
    """
    if puzzle["kind"] == "read":
        return (puzzle["solutions"][0]["spell"],)
    if is_clash(puzzle):
        return (CLASH,)
    done = [action[1] if action[0] == "cast" else action[0] for action in puzzle["core"]]
    deeds = sorted(deed for deed in done if deed not in ("hand", "attack", "elemental"))
    return tuple(deeds or sorted(action[2] for action in puzzle["core"] if action[0] == "hand"))


def pattern_of(puzzle: Json) -> object:
    """Return a key that is the same for similar puzzles.

    It contains their kind, their number of rounds, their answer, the spell to stop (or `None`), and whether they are
    melees.
    """
    is_melee = "melee" in puzzle["themes"]
    return puzzle["kind"], puzzle["rounds"], answer_of(puzzle), puzzle["guards"].get("stops"), is_melee


class Collection:
    """A growing collection with a planned `size`.

    It keeps count of answers, themes and other properties, but does not store the puzzles.
    """

    def __init__(self, size: int, puzzles: Iterable[Json] = ()) -> None:
        self.size = size
        self.ids: set[str] = set()
        self.patterns: Counter[object] = Counter()
        self.answers: Counter[tuple[str, ...]] = Counter()
        self.spells: Counter[str] = Counter()
        self.themes: Counter[str] = Counter()
        self.bands: Counter[int] = Counter()
        for puzzle in puzzles:
            self.add(puzzle)

    def add(self, puzzle: Json) -> None:
        self.ids.add(puzzle["id"])
        self.patterns[pattern_of(puzzle)] += 1
        self.answers[answer_of(puzzle)] += 1
        self.spells.update(set(answer_of(puzzle)))
        self.themes.update(puzzle["themes"])
        self.bands[_band(puzzle)] += 1

    def admits(self, puzzle: Json) -> bool:
        """Return whether a puzzle is new, and neither its answer nor its pattern is too common."""
        answer = answer_of(puzzle)
        return (
            puzzle["id"] not in self.ids
            and self.patterns[pattern_of(puzzle)] < ALIKE
            and self.answers[answer] < SHARE * self.size
            and all(self.spells[spell] < SPELL_SHARE * self.size for spell in answer)
        )

    def rarity(self, puzzle: Json) -> float:
        """Return how rare the themes, the answer and the difficulty of a puzzle are in the collection."""
        themes = sum(1 / (1 + self.themes[theme]) for theme in puzzle["themes"])
        return themes + 1 / (1 + self.answers[answer_of(puzzle)]) + 2 / (1 + self.bands[_band(puzzle)])


def _band(puzzle: Json) -> int:
    return int(puzzle["rating"] // BAND)


def varied(pool: Sequence[Json], size: int, known: Iterable[str] = ()) -> Iterator[Json]:
    """Yield up to `size` puzzles from the pool, starting with those that add the most variety.

    Puzzles whose ids are `known` have a slight advantage.
    """
    chosen, rest, ids = Collection(size), [*pool], {*known}
    for _ in range(size):
        rest = [puzzle for puzzle in rest if chosen.admits(puzzle)]
        if not rest:
            return
        best = max(rest, key=lambda puzzle: chosen.rarity(puzzle) * (1 + KNOWN * (puzzle["id"] in ids)))
        chosen.add(best)
        yield best
