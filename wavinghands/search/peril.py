"""Death in the coming round: the wizards in danger, and the candidate moves that kill or prevent a death."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from wavinghands import engine
from wavinghands.search.dangers import NEVER
from wavinghands.search.spells import POINTS

HEALED: Final[Mapping[str, int]] = {"cure_light_wounds": 1, "cure_heavy_wounds": 2}
"""The hit points that each spell restores."""


class Blow(NamedTuple):
    """Damage that a wizard may suffer in the coming round.

    - `points`: the maximum damage, or `NEVER` (more than any hit points) if it kills immediately
    - `stoppers`: the spells that stop it
    - `monster`: the name of the attacking monster, or "" for a spell
    """

    points: int
    stoppers: frozenset[str]
    monster: str = ""


class Peril:
    """The damage that a wizard may suffer in the coming round.

    `deadly` says whether this damage may kill the wizard.
    """

    def __init__(self, duel: engine.Duel, name: str) -> None:
        self._name, self._hit_points = name, duel.wizard(name).hp
        self._sources = [blows for blows in _sources(duel, name) if blows]
        self.deadly = sum(_worst(blows) for blows in self._sources) >= self._hit_points
        self._survived = dict[tuple[engine.Casting, ...], bool]()

    def is_survived(self, candidate: engine.Candidate) -> bool:
        """Return whether the candidate's spells save the wizard, even if all possible damage is done.

        Many candidates cast the same spells, so the results are kept.
        """
        castings = candidate.castings
        if castings not in self._survived:
            self._survived[castings] = self._is_survived(castings)
        return self._survived[castings]

    def _is_survived(self, castings: Iterable[engine.Casting]) -> bool:
        own = {spell.slug for _, spell, target in castings if spell.blanket or target == self._name}
        aimed = {(spell.slug, target) for _, spell, target in castings}
        damage = sum(_worst(blows, own, aimed) for blows in self._sources)
        return damage < self._hit_points + sum(HEALED.get(slug, 0) for slug in own)


def _sources(duel: engine.Duel, name: str) -> Iterator[list[Blow]]:
    """Yield a list of possible blows for each hand and each monster that may harm the wizard."""
    opponents = duel.opponents(name)
    for opponent in opponents:
        for woven in opponent.woven:
            yield list(_spells_in(duel.lexicon, woven, opponent.spent))
    names = {opponent.name for opponent in opponents}
    for monster in duel.living:
        kind = monster.kind
        if monster.owner in names or kind.element:  # elementals obey nobody, and attack everyone
            attack = f"{kind.element}_elemental" if kind.element else "monster"
            yield [Blow(kind.points, duel.lexicon.stopped_by[attack], monster.name)]


def _spells_in(lexicon: engine.Lexicon, woven: str, spent: Collection[str]) -> Iterator[Blow]:
    """Yield the harmful spells that a hand may complete with its next gesture."""
    for slug, rest in engine.under_way(lexicon, engine.live(lexicon, woven)):
        points = NEVER if lexicon.spells[slug].slays else POINTS.get(slug, 0)
        if rest == 1 and points and slug not in spent:
            yield Blow(points, lexicon.stopped_by[slug])


def _worst(blows: Iterable[Blow], own: Collection[str] = (), aimed: Collection[tuple[str, str]] = frozenset()) -> int:
    """Return the damage of the worst blow that no spell in `own` or `aimed` stops.

    `own` contains the spells cast at the victim. `aimed` contains all spells with their targets, because a spell aimed
    at an attacking monster may stop its blow.
    """
    return max(
        (
            points
            for points, stoppers, monster in blows
            if stoppers.isdisjoint(own) and not any((slug, monster) in aimed for slug in stoppers)
        ),
        default=0,
    )


class Prey:
    """A wizard's opponents with their hit points, and the damage that the wizard's existing monsters do."""

    def __init__(self, duel: engine.Duel, name: str, attack: int) -> None:
        self._hit_points = {opponent.name: opponent.hp for opponent in duel.opponents(name)}
        self._attack = attack

    def may_die(self, candidate: engine.Candidate) -> bool:
        """Return whether the candidate's spells may kill an opponent.

        A stab and the wizard's monsters may add to the damage of the spells.
        """
        damage: dict[str, int] = {}
        for _, spell, target in candidate.castings:
            points = 0 if spell.makes else POINTS.get(spell.slug, 0)
            for name in self._hit_points if spell.blanket else (target,):
                damage[name] = damage.get(name, 0) + points
        return any(
            points > 0 and points + self._attack + (name == candidate.stabs) >= self._hit_points.get(name, NEVER)
            for name, points in damage.items()
        )
