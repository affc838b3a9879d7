"""Evaluation of positions as a weighted sum of features.

The most important features are the spells that hands have begun.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from math import exp
from pathlib import Path
from typing import Final, NamedTuple

from wavinghands import engine
from wavinghands.search.dangers import (
    NEVER,
    Held,
    Progress,
    binders,
    futile,
    interrupters,
    is_bound,
    is_decided,
    nearest,
    rounds_to_bind,
    rounds_to_break_free,
    shieldable,
    sicknesses_of,
    slack,
    slayers,
    wards,
)
from wavinghands.search.spells import CAST, SUMMONS

Weights = Mapping[str, float]
"""The weight of each feature, in logits of winning."""


def weights_in(file: str) -> Weights:
    """Load the weights from a JSON file in this package."""
    weights: Weights = json.loads((Path(__file__).parent / file).read_text())["weights"]
    return weights


WEIGHTS: Final = weights_in("weights.json")
"""Weights fitted to the results of played duels."""
ROUGH: Final = weights_in("rough.json")
"""Weights set by rule of thumb."""
KNEES: Final = (2, 4, 7, 10)
"""The hit points at which the value of one more hit point changes."""
FILLS: Final = (2, 5, 9)
"""Points of damage per round above which more monsters add nothing, because one shield stops all of them."""
ENOUGH: Final = 5
"""Points of damage per round at which a wizard needs no more monsters."""
SOON: Final = 2
"""An effect with at most this many rounds left counts as about to end or, for a sickness, about to kill."""
COUNTS: Final = (1.0, 0.35, 0.15)
"""The weights of the spells under way in one hand, best first. The hand will complete only one of them."""
NEARER: Final = 1.45
"""The factor by which each gesture made raises the promise of a spell."""
FAR: Final = 6
"""A deadly spell is feared only if it needs at most this many more gestures."""
NEAR: Final = 4
"""A permanent mind spell is feared only if it can be cast within this number of rounds."""
EASE: Final = 3
"""The number of spare rounds for a cure above which more make no difference."""
LONG: Final = 20
"""The round from which wizards grow impatient, so that even two cautious ones finish their duel.

From then on, wizards give more weight to their own plans and the others' wounds, and less to the others' plans and
their own wounds.
"""
SURE: Final = 0.98
"""The highest value that a position in an unfinished duel can have."""

Features = Iterator[tuple[str, float]]
"""The features of a wizard, as pairs of name and amount."""


class Resources(NamedTuple):
    """The resources of a wizard who is still in the duel, computed once per position.

    `hands` contains, for each hand, the gestures that a spell can still build on, and the possible next ones if a mind
    spell limits the hand. `attack` is the damage per round by the wizard's monsters. `binds` is the number of rounds
    that the wizard needs for a permanent mind spell, and `frees` the number to end those on themselves. `futile`
    contains the spells that cannot harm or disturb any opponent for the rest of the duel.
    """

    wizard: engine.Wizard
    hands: tuple[Progress, Progress]
    attack: int
    binds: int
    frees: int
    futile: frozenset[str]

    @property
    def useless(self) -> frozenset[str]:
        """Return the spells of no further use to this wizard.

        For example, summonings are useless to a wizard with enough monsters.
        """
        spent = self.wizard.spent | self.futile
        return spent | SUMMONS if self.attack >= ENOUGH else spent


def resources_in(duel: engine.Duel) -> list[Resources]:
    attacks = dict.fromkeys((wizard.name for wizard in duel.wizards), 0)
    for monster in duel.living:
        if monster.owner in attacks:
            attacks[monster.owner] += monster.kind.points
    return [_resources(duel, wizard, attacks[wizard.name]) for wizard in duel.wizards if wizard.stands]


def _resources(duel: engine.Duel, wizard: engine.Wizard, attack: int) -> Resources:
    hands, wasted = _hands(duel, wizard), futile(duel, wizard.name)
    if shieldable(duel.lexicon) <= wasted:
        attack = 0
    binds, frees = rounds_to_bind(duel, wizard, hands), rounds_to_break_free(duel, wizard, wizard.woven)
    return Resources(wizard, hands, attack, binds, frees, wasted)


def resources_of(resources: Sequence[Resources], name: str) -> Resources:
    """Return the resources of the named wizard, who must still be in the duel."""
    return next(one for one in resources if one.wizard.name == name)


def hit_point_features(wizard: engine.Wizard) -> Features:
    yield "hp", wizard.hp
    for knee in KNEES:
        if wizard.hp < knee:
            yield f"hp.below.{knee}", wizard.hp - knee


def hand_features(lexicon: engine.Lexicon, resources: Resources) -> Features:
    """Yield the features that describe the spells under way in the wizard's hands."""
    for hand in resources.hands:
        for share, name in plans(lexicon, _grown(lexicon, hand), resources.useless):
            yield name, share


def other_features(lexicon: engine.Lexicon, resources: Resources, everybody: Sequence[Resources]) -> Features:
    """Yield the features for effects, banked spells, monsters and the nearest deadly spell."""
    yield from _effect_features(lexicon, resources)
    if resources.wizard.banked is not None:
        yield "banked", 1.0
    if resources.attack:
        for most in FILLS:
            yield f"attack.{most}", min(resources.attack, most)
    for feared in (fear(lexicon, resources, everybody), dread(lexicon, resources, everybody)):
        if feared:
            yield feared, 1.0


def _effect_features(lexicon: engine.Lexicon, resources: Resources) -> Features:
    for slug, there in resources.wizard.effects.items():
        yield f"effect.{slug}", 1.0
        if there.left is not None and there.left <= SOON:
            yield f"effect.{slug}.soon", 1.0
        if there.left is None and lexicon.slugs[slug].extensible:
            yield f"effect.{slug}.lasting", 1.0
    for sickness in sicknesses_of(lexicon, resources.wizard):
        spare = slack(lexicon, resources.hands, sickness)
        yield (f"doomed.{sickness.left}" if spare < 0 else f"sick.{min(spare, EASE)}"), 1.0
    if resources.frees < NEVER:
        yield f"frees.{resources.frees}", 1.0


# Hands


def _hands(duel: engine.Duel, wizard: engine.Wizard) -> tuple[Progress, Progress]:
    left, right = (engine.live(duel.lexicon, woven) for woven in wizard.woven)
    if wizard.effects and duel.result is None and engine.forcing(duel, wizard):
        bound = engine.holds(duel, wizard)[0]
        return _obeying(left, bound["left"]), _obeying(right, bound["right"])
    return left, right


def _obeying(woven: str, hold: engine.Hold) -> Progress:
    return Held(woven, hold.gestures) if hold.is_sure else woven


def _grown(lexicon: engine.Lexicon, hand: Progress) -> str:
    """Return the gestures that a spell can still build on.

    If the hand is held, add the best gesture that it can make.
    """
    if not isinstance(hand, Held):
        return hand
    after = (engine.live(lexicon, hand.woven + gesture) for gesture in hand.gestures)
    return max(after, key=lambda alive: _promise(lexicon, alive))


@lru_cache(maxsize=20_000)
def _promise(lexicon: engine.Lexicon, alive: str) -> float:
    """Return how promising a hand is.

    This is the sum of 1 / remaining gestures over the spells that the hand has begun.
    """
    return sum(1 / rest for _, rest in engine.under_way(lexicon, alive))


@lru_cache(maxsize=20_000)
def plans(lexicon: engine.Lexicon, alive: str, useless: frozenset[str]) -> tuple[tuple[float, str], ...]:
    """Return the features that describe the most promising spells that a hand has begun.

    `alive` is a result of `engine.live`. Spells in `useless` are left out. Each feature is a pair of its weight (see
    `COUNTS`) and its name.
    """
    begun = [(slug, rest) for slug, rest in engine.under_way(lexicon, alive) if slug not in useless]
    begun.sort(key=lambda plan: -promise(*plan))
    return tuple((share, f"hand.{slug}.{rest}") for share, (slug, rest) in zip(COUNTS, begun, strict=False))


def promise(slug: str, rest: int) -> float:
    """Return how promising a spell with `rest` remaining gestures is."""
    return CAST.get(slug, 0.0) * NEARER**-rest


def fear(lexicon: engine.Lexicon, resources: Resources, everybody: Sequence[Resources]) -> str:
    """Return the feature that describes the nearest deadly spell, or "" if none is near.

    The feature also says whether an answer to the spell is under way.
    """
    far = deadly(lexicon, resources, everybody)
    if far > FAR:
        return ""
    return f"fear.{far}.answered" if answers(lexicon, resources.hands, far) else f"fear.{far}"


def dread(lexicon: engine.Lexicon, resources: Resources, everybody: Sequence[Resources]) -> str:
    """Return the feature that describes the nearest permanent mind spell, or "" if none is near.

    The feature also says whether an answer to the spell is under way.
    """
    far = binding(lexicon, resources, everybody)
    if far > NEAR:
        return ""
    return f"dread.{far}.answered" if prevents(lexicon, resources.hands, far) else f"dread.{far}"


def deadly(lexicon: engine.Lexicon, resources: Resources, everybody: Sequence[Resources]) -> int:
    """Return how many gestures the opponents' nearest deadly spell still needs.

    Return `NEVER` if there is none.
    """
    side = resources.wizard.side
    slays = slayers(lexicon)
    return min(
        (nearest(lexicon, other.hands, slays) for other in everybody if other.wizard.side != side), default=NEVER
    )


def binding(lexicon: engine.Lexicon, resources: Resources, everybody: Sequence[Resources]) -> int:
    """Return the number of rounds until an opponent can cast a permanent mind spell.

    Return `NEVER` if no opponent is preparing one, or if this wizard is already under one.
    """
    if is_bound(lexicon, resources.wizard):
        return NEVER
    side = resources.wizard.side
    return min((other.binds for other in everybody if other.wizard.side != side), default=NEVER)


def answers(lexicon: engine.Lexicon, hands: tuple[Progress, Progress], far: int) -> bool:
    """Return whether hands with these gestures can still stop a deadly spell that needs `far` more gestures."""
    saves = wards(lexicon, slayers(lexicon))
    return nearest(lexicon, hands, interrupters(lexicon)) < far or nearest(lexicon, hands, saves) == far


def prevents(lexicon: engine.Lexicon, hands: tuple[Progress, Progress], far: int) -> bool:
    """Return whether hands with these gestures can still stop a permanent mind spell that can be cast in `far` rounds.

    The opponent may cast it later. A spell that stops it only in the same round is therefore considered only if `far`
    is at most `SOON`. Mind spells at oneself are never considered, because they harm their caster if the opponent
    waits.
    """
    if nearest(lexicon, hands, interrupters(lexicon)) < far:
        return True
    return far <= SOON and nearest(lexicon, hands, wards(lexicon, binders(lexicon)) - binders(lexicon)) == far


# Values


def hurry_in(duel: engine.Duel) -> float:
    """Return how impatient wizards are in this round.

    The result is 1 up to round `LONG`, 2 at twice that round, and so on.
    """
    return 1 + max(0, duel.number - LONG) / LONG


class Evaluator:
    """An evaluator of positions that uses a table of weights and ignores the spells in `shuns`.

    If `expert` is true, estimates of candidates also consider the deaths that a candidate may cause or prevent in the
    coming round.
    """

    def __init__(self, weights: Weights = WEIGHTS, shuns: frozenset[str] = frozenset(), *, expert: bool = True) -> None:
        self._get = weights.get
        self.shuns = shuns
        self.expert = expert
        self.hand = lru_cache(maxsize=50_000)(self._hand)

    def _hand(self, lexicon: engine.Lexicon, woven: str, useless: frozenset[str]) -> float:
        """Return the value of a hand with these gestures.

        Spells in `useless` do not count.
        """
        alive = engine.live(lexicon, woven)
        return sum(share * self._get(name, 0.0) for share, name in plans(lexicon, alive, useless | self.shuns))

    def strength(
        self,
        lexicon: engine.Lexicon,
        resources: Resources,
        everybody: Sequence[Resources],
        *,
        body_weight: float,
        hands_weight: float,
    ) -> float:
        """Return the strength of this wizard in logits.

        `body_weight` and `hands_weight` scale the contributions of hit points and of spells under way.
        """
        useless = resources.useless
        working = sum([self.hand(lexicon, _grown(lexicon, hand), useless) for hand in resources.hands])
        other = self._sum(other_features(lexicon, resources, everybody))
        return self._sum(hit_point_features(resources.wizard)) * body_weight + working * hands_weight + other

    def _sum(self, features: Features) -> float:
        get = self._get
        return sum([get(name, 0.0) * much for name, much in features])

    def value(self, duel: engine.Duel, name: str) -> float:
        """Return the value of the duel for the named wizard, from -1 (lost) to 1 (won)."""
        if duel.result is not None:
            winners = duel.result["winners"]
            return 0.0 if not winners else 1.0 if name in winners else -1.0
        me = duel.wizard(name)
        if not me.stands:
            return -1.0
        hurry, everybody = hurry_in(duel), resources_in(duel)
        # A wizard who has bound the opponent has to finish the duel, not to prepare for it.
        plans_weight = 1 / hurry if hurry > 1 and is_decided(duel) else hurry
        allies = [resources for resources in everybody if resources.wizard.side == me.side]
        others = [resources for resources in everybody if resources.wizard.side != me.side]
        mine = self._odds(duel.lexicon, allies, everybody, body_weight=1 / hurry, hands_weight=plans_weight)
        theirs = self._odds(duel.lexicon, others, everybody, body_weight=hurry, hands_weight=1 / hurry)
        return (mine - theirs) / (mine + theirs) * SURE

    def _odds(
        self, lexicon: engine.Lexicon, some: Iterable[Resources], everybody: Sequence[Resources], **weights: float
    ) -> float:
        """Return the sum of these wizards' odds.

        Each wizard counts separately, so that hurting any of them matters.
        """
        return sum([exp(self.strength(lexicon, resources, everybody, **weights)) for resources in some])
