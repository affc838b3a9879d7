"""What a position is worth to a wizard: a linear sum of what each has, what his hands have under way above all."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from math import exp
from pathlib import Path
from typing import Final, NamedTuple

from wavinghands import engine
from wavinghands.search.spells import CAST, SAVES, SLAYS, SUMMONS, UPSETS

Weights = Mapping[str, float]
"""What each feature is worth, in logits of winning."""


def weights_in(file: str) -> Weights:
    """The weights of a file of this package."""
    weights: Weights = json.loads((Path(__file__).parent / file).read_text())["weights"]
    return weights


WEIGHTS: Final = weights_in("weights.json")
"""Weights fitted to how duels ended."""
ROUGH: Final = weights_in("rough.json")
"""Weights by rule of thumb."""
KNEES: Final = (2, 4, 7, 10)
"""Hit points below which a point is worth something else."""
FILLS: Final = (2, 5, 9)
"""Points of damage a round beyond which more monsters bring no more: one shield keeps all of them off."""
ENOUGH: Final = 5
"""Points of damage a round that his monsters do who needs no more of them."""
SOON: Final = 2
"""Rounds left at which an effect is about to end, or to kill."""
COUNTS: Final = (1.0, 0.35, 0.15)
"""How much each of the spells counts that a hand is about, the most promising first: it will complete one of them."""
NEARER: Final = 1.45
"""By how much a spell promises more with each gesture made."""
NEVER: Final = 99
"""Gestures to what is not under way."""
FAR: Final = 6
"""Gestures that a deadly spell wants when one begins to fear it."""
LONG: Final = 20
"""Rounds after which wizards lose their patience, lest two cautious ones never end: they care for their own plans more
than for those of others, and for wounds of others more than for their own."""
SURE: Final = 0.98
"""The most that a duel is worth which has not ended."""

Features = Iterator[tuple[str, float]]
"""What a wizard has, by name, and how much of it."""


class Means(NamedTuple):
    """What a wizard who stands has to win with, worked out once for a position.

    `hands`: what each has made on which a spell can still build; of one that is bound, once it has obeyed. `attack`:
    the points of damage that his monsters do in a round.
    """

    wizard: engine.Wizard
    hands: tuple[str, str]
    attack: int

    @property
    def useless(self) -> frozenset[str]:
        """The spells that bring this wizard nothing more: who has monsters enough is about no more of them."""
        spent = self.wizard.spent
        return spent | SUMMONS if self.attack >= ENOUGH else spent


def means_in(duel: engine.Duel) -> list[Means]:
    """The means of all who stand."""
    attacks = dict.fromkeys((wizard.name for wizard in duel.wizards), 0)
    for monster in duel.living:
        if monster.owner in attacks:
            attacks[monster.owner] += monster.kind.points
    return [Means(wizard, _hands(duel, wizard), attacks[wizard.name]) for wizard in duel.wizards if wizard.stands]


def means_of(means: Sequence[Means], name: str) -> Means:
    """Those of the wizard of this name, who must stand."""
    return next(one for one in means if one.wizard.name == name)


def body(wizard: engine.Wizard) -> Features:
    """His hit points."""
    yield "hp", wizard.hp
    for knee in KNEES:
        if wizard.hp < knee:
            yield f"hp.below.{knee}", wizard.hp - knee


def craft(lexicon: engine.Lexicon, means: Means) -> Features:
    """What his hands are about."""
    for alive in means.hands:
        for share, name in plans(lexicon, alive, means.useless):
            yield name, share


def estate(lexicon: engine.Lexicon, means: Means, everybody: Sequence[Means]) -> Features:
    """What lies on him, what he has banked, what he commands, and what he has to fear."""
    for slug, there in means.wizard.effects.items():
        yield f"effect.{slug}", 1.0
        if there.left is not None and there.left <= SOON:
            yield f"effect.{slug}.soon", 1.0
    if means.wizard.banked is not None:
        yield "banked", 1.0
    if means.attack:
        for most in FILLS:
            yield f"attack.{most}", min(means.attack, most)
    feared = fear(lexicon, means, everybody)
    if feared:
        yield feared, 1.0


# Hands


def _hands(duel: engine.Duel, wizard: engine.Wizard) -> tuple[str, str]:
    left, right = wizard.woven
    if wizard.effects and duel.result is None and engine.forcing(duel, wizard):
        bound = engine.holds(duel, wizard)[0]
        left, right = _obeyed(duel.lexicon, left, bound["left"]), _obeyed(duel.lexicon, right, bound["right"])
    return engine.live(duel.lexicon, left), engine.live(duel.lexicon, right)


def _obeyed(lexicon: engine.Lexicon, woven: str, hold: engine.Hold) -> str:
    """What a hand will have made that must make one of few gestures: the best of them."""
    if not hold.is_sure:
        return woven
    return max((woven + gesture for gesture in hold.gestures), key=lambda made: _promise(lexicon, made))


@lru_cache(maxsize=20_000)
def _promise(lexicon: engine.Lexicon, woven: str) -> float:
    """How much a hand has under way, by what it wants for it."""
    return sum(1 / rest for _, rest in engine.under_way(lexicon, engine.live(lexicon, woven)))


@lru_cache(maxsize=20_000)
def plans(lexicon: engine.Lexicon, alive: str, useless: frozenset[str]) -> tuple[tuple[float, str], ...]:
    """What a hand is most likely about: the features of the spells that promise most, and how much each counts."""
    begun = [(slug, rest) for slug, rest in engine.under_way(lexicon, alive) if slug not in useless]
    begun.sort(key=lambda plan: -promise(*plan))
    return tuple((share, f"hand.{slug}.{rest}") for share, (slug, rest) in zip(COUNTS, begun, strict=False))


def promise(slug: str, rest: int) -> float:
    """What a spell promises that wants so many more gestures."""
    return CAST.get(slug, 0.0) * NEARER**-rest


def fear(lexicon: engine.Lexicon, means: Means, everybody: Sequence[Means]) -> str:
    """The feature of the deadly spell that he has to fear, and whether he has an answer under way; "" for none."""
    far = deadly(lexicon, means, everybody)
    if far > FAR:
        return ""
    return f"fear.{far}.answered" if answers(lexicon, means.hands, far) else f"fear.{far}"


def deadly(lexicon: engine.Lexicon, means: Means, everybody: Sequence[Means]) -> int:
    """How many gestures the nearest deadly spell of another still wants."""
    side = means.wizard.side
    return min(
        (_nearest(lexicon, other.hands, SLAYS) for other in everybody if other.wizard.side != side), default=NEVER
    )


def answers(lexicon: engine.Lexicon, alive: tuple[str, str], far: int) -> bool:
    """Whether hands that have made this can still stop a spell that wants so many gestures."""
    return _nearest(lexicon, alive, UPSETS) < far or _nearest(lexicon, alive, SAVES) == far


def _nearest(lexicon: engine.Lexicon, alive: tuple[str, str], slugs: frozenset[str]) -> int:
    """How many gestures hands want to the nearest of these spells."""
    left, right = alive
    return min(_nearest_of(lexicon, left, slugs), _nearest_of(lexicon, right, slugs))


@lru_cache(maxsize=20_000)
def _nearest_of(lexicon: engine.Lexicon, woven: str, slugs: frozenset[str]) -> int:
    begun = engine.under_way(lexicon, engine.live(lexicon, woven))
    return min((rest for slug, rest in begun if slug in slugs), default=NEVER)


# Values


def hurry_in(duel: engine.Duel) -> float:
    """How impatient wizards are by now: 1 at first, 2 after twice as many rounds as are long, and so on."""
    return 1 + max(0, duel.number - LONG) / LONG


class Judge:
    """Who values positions by a table of weights, and hands without the spells that he shuns."""

    def __init__(self, weights: Weights = WEIGHTS, shuns: frozenset[str] = frozenset()) -> None:
        self._get = weights.get
        self.shuns = shuns
        self.hand = lru_cache(maxsize=50_000)(self._hand)

    def _hand(self, lexicon: engine.Lexicon, woven: str, useless: frozenset[str]) -> float:
        """What a hand is worth that has made this, to one to whom these spells are useless."""
        alive = engine.live(lexicon, woven)
        return sum(share * self._get(name, 0.0) for share, name in plans(lexicon, alive, useless | self.shuns))

    def strength(
        self,
        lexicon: engine.Lexicon,
        means: Means,
        everybody: Sequence[Means],
        *,
        body_counts: float,
        craft_counts: float,
    ) -> float:
        """What this wizard has, in logits: his hit points and what his hands are about count so many times."""
        useless = means.useless
        working = sum([self.hand(lexicon, alive, useless) for alive in means.hands])
        other = self._sum(estate(lexicon, means, everybody))
        return self._sum(body(means.wizard)) * body_counts + working * craft_counts + other

    def _sum(self, features: Features) -> float:
        get = self._get
        return sum([get(name, 0.0) * much for name, much in features])

    def value(self, duel: engine.Duel, name: str) -> float:
        """What the duel is worth to the wizard of this name, from -1, lost, to 1, won."""
        if duel.result is not None:
            winners = duel.result["winners"]
            return 0.0 if not winners else 1.0 if name in winners else -1.0
        me = duel.wizard(name)
        if not me.stands:
            return -1.0
        hurry, everybody = hurry_in(duel), means_in(duel)
        allies = [means for means in everybody if means.wizard.side == me.side]
        others = [means for means in everybody if means.wizard.side != me.side]
        mine = self._odds(duel.lexicon, allies, everybody, body_counts=1 / hurry, craft_counts=hurry)
        theirs = self._odds(duel.lexicon, others, everybody, body_counts=hurry, craft_counts=1 / hurry)
        return (mine - theirs) / (mine + theirs) * SURE

    def _odds(
        self, lexicon: engine.Lexicon, some: Iterable[Means], everybody: Sequence[Means], **counts: float
    ) -> float:
        """How heavy the odds of some wizards are: each one's, added up, so that to hurt any of them counts."""
        return sum([exp(self.strength(lexicon, means, everybody, **counts)) for means in some])
