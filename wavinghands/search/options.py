"""Complete lists of a wizard's legal orders for a round, grouped into classes with the same effect.

`engine.candidates` lists sensible orders only. This module leaves out orders only if the list contains others with the
same effect, or others that are never worse. `docs/puzzles.md`, "Proofs", gives the reasons.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import product
from typing import Final, Literal, NamedTuple, Self

from wavinghands import engine
from wavinghands.search.spells import CURES, HURTS, MIND

Pair = tuple[str, str]
Ready = frozenset[tuple[str, str]]
"""The spells that a hand can still complete, as pairs of the remaining gestures and the spell."""

HANDS: Final[tuple[Literal["left", "right"], ...]] = ("left", "right")
NOBODY: Final = "nobody"
STAB: Final = ">"
PALMS: Final = ("P", "P")
ELEMENTALS: Final = ("fire", "ice")
FATAL: Final = frozenset({"disease", "poison"})
"""Spells that kill after some rounds, but spare a wizard who gives up."""
REMEMBERED: Final = frozenset({"amnesia", "paralysis"})
"""Spells whose effect depends on the last gestures."""
LATER: Final = MIND | {"anti_spell"}
"""Spells that affect a wizard only from the next round on."""


class Way(NamedTuple):
    """A class of pairs of gestures with the same effect.

    The pair with the most idle hands comes first. A way includes the spell that each hand casts, and whether a hand
    stabs.
    """

    pairs: tuple[Pair, ...]
    casts: tuple[tuple[str, str], ...]
    stabs: bool


class Option(NamedTuple):
    """A class of orders with the same effect.

    `variants` contains the orders for each possible answer after the reveal. They use the first pair in `pairs`. All
    pairs have the same effect.
    """

    variants: tuple[engine.Orders, ...]
    pairs: tuple[Pair, ...]

    @classmethod
    def of(cls, orders: engine.Orders) -> Self:
        """Return an option that contains only these orders."""
        return cls((orders,), ((orders.left, orders.right),))

    @property
    def orders(self) -> engine.Orders:
        """Return orders that represent this class of orders."""
        return self.variants[0]


def ready(lexicon: engine.Lexicon, woven: str, rounds: int, spent: frozenset[str] = frozenset()) -> Ready:
    """Return the spells that a hand can complete within `rounds` rounds.

    Hands with equal results are interchangeable.
    """
    return _ready(lexicon, engine.live(lexicon, woven), rounds, spent)


@lru_cache(maxsize=20_000)
def _ready(lexicon: engine.Lexicon, alive: str, rounds: int, spent: frozenset[str]) -> Ready:
    steps = (step for step in lexicon.leads(alive) if step.rest <= rounds and step.spell.slug not in spent)
    return frozenset((step.pattern[-step.rest :], step.spell.slug) for step in steps)


def options(duel: engine.Duel, name: str, left: int, solver: str = "") -> list[Option]:
    """Return the options of this wizard with `left` rounds to go.

    `solver` is the wizard whom this wizard and all others try to stop, or "" if this wizard is the solver. The list is
    empty if the wizard does not act. It is complete unless someone has a second pair of gestures, a banked spell, or
    hands that may make gestures that nobody ordered. With more than two wizards, it is complete for the last round
    only.
    """
    if name not in duel.acting:
        return []
    return list(_Circle(duel, name, left, solver or name).options())


def last_replies(duel: engine.Duel, name: str, solver: str, *, may_heal: bool, spared: str = "") -> list[Option]:
    """Return the options of this wizard against `solver` in the last round, one for each distinct effect.

    If `may_heal` is true, the solver's goal depends on the damage to this wizard and their allies. If `spared`
    names an effect, the goal depends on whether the solver is under it.
    """
    wizards = {wizard.name for wizard in duel.wizards}

    def matters(slug: str, target: str) -> bool:
        if target == NOBODY:
            return slug not in HURTS | CURES | LATER
        if slug in LATER and target in wizards:
            return target == solver and bool(spared)
        return may_heal or slug not in CURES

    found: dict[object, Option] = {}
    for option in options(duel, name, 1, solver):
        orders, pair = option.orders, option.pairs[0]
        casts = [(slug, orders.target.get(hand, "")) for hand, slug in orders.cast.items()]
        stabbed = orders.target.get("right" if pair[1] == STAB else "left") if STAB in pair else None
        done = tuple(sorted(cast for cast in casts if matters(*cast)))
        attack = tuple(sorted(orders.attack.items()))
        variants = option.variants if "summon_elemental" in orders.cast.values() else option.variants[:1]
        key = done, stabbed, pair == PALMS, attack, orders.forfeit
        found.setdefault(key, option._replace(variants=tuple({one.elemental: one for one in variants}.values())))
    return list(found.values())


def ways(duel: engine.Duel, name: str, left: int) -> Sequence[Way]:
    """Return the pairs of gestures that a wizard may make, grouped by their effect within `left` rounds."""
    wizard = duel.wizard(name)
    bound = engine.holds(duel, wizard)[0]
    alive = (engine.live(duel.lexicon, wizard.woven[0]), engine.live(duel.lexicon, wizard.woven[1]))
    open_to = (tuple(bound["left"].gestures), tuple(bound["right"].gestures))
    remembers = left > 1 and any(slug in REMEMBERED for slug in _completable_spells(duel))
    return _ways(duel.lexicon, alive, wizard.spent, open_to, left - 1, remembers)


@lru_cache(maxsize=4096)
def _ways(
    lexicon: engine.Lexicon, alive: Pair, spent: frozenset[str], open_to: tuple[Sequence[str], Sequence[str]],
    rounds: int, remembers: bool,
) -> Sequence[Way]:  # fmt: skip
    classes: dict[object, list[Pair]] = {}
    for pair in product(*open_to):
        woven = engine.woven_on(alive, pair)
        after = tuple(ready(lexicon, hand, rounds, spent) for hand in woven)
        for menu in lexicon.menu(woven, spent) or ({},):
            casts = tuple(sorted((hand, spell.slug) for hand, spell in menu.items()))
            kept = pair if remembers else None
            classes.setdefault((casts, STAB in pair, pair == PALMS, after, kept), []).append(pair)
    return [
        Way(tuple(sorted(pairs, key=lambda pair: -pair.count("-"))), key[0], key[1])  # type: ignore[index]
        for key, pairs in classes.items()
    ]


def _completable_spells(duel: engine.Duel) -> Iterator[str]:
    for wizard in duel.wizards:
        if wizard.name in duel.acting:
            for hand in wizard.woven:
                yield from (slug for _, slug in ready(duel.lexicon, hand, 1, wizard.spent))


class _Circle:
    """An enumeration of a wizard's options in a round.

    It computes the possible targets only once.
    """

    def __init__(self, duel: engine.Duel, name: str, left: int, solver: str) -> None:
        self.duel, self.name, self.left = duel, name, left
        others = [wizard.name for wizard in duel.wizards if wizard.stands and wizard.name != name]
        self.rivals = others if solver == name else [solver]
        self.allies = [other for other in others if other not in self.rivals]
        self.monsters = [monster.name for monster in duel.living]
        self.new = list(_possible_new_monsters(duel))
        completable = set(_completable_spells(duel))
        elemental = any(monster.kind.is_elemental for monster in duel.living)
        self.has_elementals = elemental or any("elemental" in slug for slug in completable)
        self.asks_hand = duel.rules.hand_choice == "at_cast" and "paralysis" in completable
        self.asks_element = "summon_elemental" in completable
        self.may_freeze = "ice_storm" in completable
        self.may_flee = duel.rules.forfeit == "surrenders" and _is_dying(duel.wizard(name))
        self._aims: dict[str, list[str]] = {}

    def options(self) -> Iterator[Option]:
        for way in ways(self.duel, self.name, self.left):
            for target in self._targets(way):
                for attack in self._attacks(way, target):
                    option = Option(tuple(self._variants(way, target, attack)), way.pairs)
                    yield option
                    if self.may_flee:
                        yield option._replace(variants=tuple(replace(one, forfeit=True) for one in option.variants))

    def _targets(self, way: Way) -> Iterator[dict[str, str]]:
        aimed = {hand: self._aims_of(slug) for hand, slug in way.casts}
        if way.stabs:
            aimed["right" if way.pairs[0][1] == STAB else "left"] = self._stabbed()
        hands = [hand for hand, aims in aimed.items() if aims]
        for aims in product(*(aimed[hand] for hand in hands)):
            yield dict(zip(hands, aims, strict=True))

    def _aims_of(self, slug: str) -> list[str]:
        """Return one target for each distinct effect that a spell can have.

        The list is empty for a spell without a target.
        """
        if slug not in self._aims:
            self._aims[slug] = list(self._aimed(slug))
        return self._aims[slug]

    def _aimed(self, slug: str) -> Iterator[str]:
        spell = self.duel.lexicon.spells[slug]
        if spell.usually.value == "none":
            return
        if spell.slug not in HURTS or (spell.slug == "fireball" and self.may_freeze):
            yield self.name
            yield from self.allies
        if spell.slug not in CURES:
            yield from self.rivals
        if self.left > 1 or self.has_elementals or spell.slug not in HURTS | CURES:
            yield from self.monsters
            yield from self.new
        if spell.claims == "fallen":
            yield from self.duel.fallen
        yield NOBODY

    def _stabbed(self) -> list[str]:
        return [*self.rivals, *(self._others() if self.left > 1 else ())]

    def _others(self) -> list[str]:
        """Return the monsters that may be attacked.

        Callers need them only if another round follows. In the last round, attacks on monsters do not matter.
        """
        return [*self.monsters, *self.new]

    def _attacks(self, way: Way, target: Mapping[str, str]) -> Iterator[dict[str, str]]:
        """Yield each choice of victims for the wizard's monsters, including any summoned or charmed in this round."""
        living = self.duel.living
        own = [monster.name for monster in living if monster.owner == self.name and not monster.kind.is_elemental]
        for hand, slug in way.casts:
            spell = self.duel.lexicon.spells[slug]
            if spell.makes and "elemental" not in spell.makes:
                own.append(f"{hand}:{self.name}")
            elif (
                spell.claims
                and target.get(hand, NOBODY) not in (NOBODY, self.name, *self.rivals, *self.allies)
                and target[hand] not in own
            ):
                own.append(target[hand])
        if not own:
            yield {}
            return
        victims = [*self.rivals, *(self._others() if self.left > 1 else ())]
        for chosen in product(*([victim for victim in victims if victim != monster] for monster in own)):
            yield dict(zip(own, chosen, strict=True))

    def _variants(self, way: Way, target: Mapping[str, str], attack: Mapping[str, str]) -> Iterator[engine.Orders]:
        left, right = way.pairs[0]
        orders = engine.Orders(left=left, right=right, cast=dict(way.casts), target=target, attack=attack)
        for element in ELEMENTALS if self.asks_element else ("",):
            for hand in HANDS if self.asks_hand else (None,):
                held = {wizard.name: hand for wizard in self.duel.wizards} if hand else {}
                yield replace(orders, elemental=element, paralyze=held) if hand or element else orders


def _is_dying(wizard: engine.Wizard) -> bool:
    """Return whether a sickness will kill this wizard in this round unless they give up.

    A wizard who gives up can still win with the spells cast in this round.
    """
    due = (there.left for slug, there in wizard.effects.items() if slug in FATAL)
    return any(left is not None and left <= 1 for left in due)


def _possible_new_monsters(duel: engine.Duel) -> Iterable[str]:
    for wizard in duel.wizards:
        for hand, woven in zip(HANDS, wizard.woven, strict=True):
            if wizard.name in duel.acting:
                slugs = (slug for _, slug in ready(duel.lexicon, woven, 1, wizard.spent))
                if any(duel.lexicon.spells[slug].makes for slug in slugs):
                    yield f"{hand}:{wizard.name}"
