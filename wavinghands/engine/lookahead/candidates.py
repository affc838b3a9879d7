"""Sensible moves for the next round.

A move is a pair of gestures with the spells that it completes and their targets.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import Final, NamedTuple

from wavinghands.engine.binding import UNBOUND, Holds, forcing, holds
from wavinghands.engine.duel import UNKNOWN_SPELL, Duel, Monster, Wizard
from wavinghands.engine.gestures import HANDS, NOTHING, STAB, Hand, Pair, held, is_half_clap, of_hand, woven_on
from wavinghands.engine.lexicon import Lexicon
from wavinghands.engine.lookahead.completion import live, one_short
from wavinghands.engine.orders import NOBODY, Orders
from wavinghands.engine.spell import FREE, Chapter, Hold, Role, Spell, Usually
from wavinghands.engine.spells import FORCING
from wavinghands.engine.spells.enchantment import may_last

PALMS: Final[Pair] = ("P", "P")
"""The pair of gestures that surrenders. Source: ruling 3.11 (docs/rulings.md)."""
GUARDING: Final = (Role.SHIELD, Role.COUNTER)
"""The roles of spells that protect their caster for a round."""
UNSURE: Final = ("paralysis", "charm_person", "confusion", "maladroitness")
"""The effects that may make a hand show a P that the wizard did not intend."""
MOST_TARGETS: Final = 3
"""The number of targets to consider per spell, likeliest first."""


class Casting(NamedTuple):
    """A spell that a pair of gestures completes, with the hand that casts it and its target."""

    hand: str
    spell: Spell
    target: str


class Candidate(NamedTuple):
    """A pair of gestures that a wizard may make, with its consequences.

    - `woven`: the gesture sequences of both hands, including this pair
    - `castings`: the spells that the pair completes, with their targets
    - `stabs`: the victim if a hand stabs, or `None`
    """

    pair: Pair
    woven: Pair
    castings: tuple[Casting, ...]
    stabs: str | None


def candidates(duel: Duel, name: str) -> list[Candidate]:
    """Return this wizard's sensible moves for the first pair of gestures in the next round.

    Moves that would surrender are left out if there are any others. `duel` should be a result of `belief`, which
    contains only what the wizard knows.
    """
    wizard = duel.wizard(name)
    first = holds(duel, wizard)[0]
    return _candidates(duel, wizard, first, wizard.woven)


def may_show_palms(duel: Duel, wizard: Wizard) -> bool:
    """Return whether a wizard can surrender by showing both palms, because no effect binds either hand.

    Call this only if the wizard acts in the next round.
    """
    return all(hold.effect is None for hold in holds(duel, wizard)[0].values())


def palms(duel: Duel, name: str) -> Orders | None:
    """Return the orders for surrendering with two palms, or `None` if the hands are not free.

    Spells that the palms complete, such as Shields, are aimed at the wizard. Call this only if the wizard
    acts in the next round.
    """
    wizard = duel.wizard(name)
    if not may_show_palms(duel, wizard):
        return None
    menu = duel.lexicon.menu(woven_on(wizard.woven, PALMS), wizard.spent)
    way = max(menu, key=_guards, default={})
    return Orders(
        left="P",
        right="P",
        cast={hand: spell.slug for hand, spell in way.items()},
        target=dict.fromkeys(way, name),
    )


def _guards(way: Mapping[str, Spell]) -> tuple[int, int]:
    """Return the numbers of protective spells and of Counter-spells in `way`.

    `way` maps hands to spells.
    """
    roles = [spell.role for spell in way.values()]
    return sum(role in GUARDING for role in roles), roles.count(Role.COUNTER)


def second_candidates(duel: Duel, name: str, first: Candidate) -> list[Candidate]:
    """Return the wizard's sensible second pairs of gestures after `first`.

    There are none without Haste.
    """
    wizard = duel.wizard(name)
    bound = holds(duel, wizard)
    return _candidates(duel, wizard, bound[1], first.woven) if len(bound) > 1 else []


def _candidates(duel: Duel, wizard: Wizard, bound: Holds, woven: Pair) -> list[Candidate]:
    aims = Aims(duel, wizard)
    found = []
    for pair in _pairs(duel, wizard, bound):
        further = woven_on(woven, pair)
        stabs = aims.enemy if STAB in pair else None
        menu = duel.lexicon.menu(further, wizard.spent)
        for way in menu or ({},):
            found += [Candidate(pair, further, castings, stabs) for castings in _aimed(way, aims)]
    return found


def _pairs(duel: Duel, wizard: Wizard, bound: Holds) -> Sequence[Pair]:
    """Return the sensible pairs of gestures.

    Pairs that surrender, clap with one hand, stab twice or rest a hand needlessly are included only if there are no
    others.
    """
    if bound is UNBOUND:
        return FREE_PAIRS
    every = list(product(bound["left"].gestures, bound["right"].gestures))
    sure = [pair for pair in every if not _may_surrender(duel, wizard, bound, pair)] or every
    return _useful(sure, bound) or sure


def _useful(pairs: Iterable[Pair], bound: Holds) -> list[Pair]:
    """Return these pairs without those that clap with one hand or rest a hand needlessly, or stab twice."""
    return [pair for pair in pairs if not _is_lone_clap(pair, bound) and not _is_idle(pair, bound)]


def _is_lone_clap(pair: Pair, bound: Holds) -> bool:
    """Return whether exactly one hand claps, although it could make another gesture."""
    return is_half_clap(pair) and _is_chosen("C", pair, bound)


def _may_surrender(duel: Duel, wizard: Wizard, bound: Holds, pair: Pair) -> bool:
    if pair == PALMS:
        return True
    others = [hand for hand, gesture in zip(HANDS, pair, strict=True) if gesture != "P"]
    return "P" in pair and any(_may_become_palm(duel, wizard, hand, bound[hand]) for hand in others)


def _may_become_palm(duel: Duel, wizard: Wizard, hand: Hand, bound: Hold) -> bool:
    """Return whether a mind spell may make this hand show its palm.

    `bound` is the limit on the hand. If it allows only one gesture, nothing can change that gesture. A Paralysis for
    which no hand has been chosen yet makes a hand show its palm only if the hand's last gesture was P or W.
    """
    if bound.effect not in UNSURE or len(bound.gestures) == 1:
        return False
    if bound.effect != "paralysis":
        return True
    last = of_hand(wizard.remembered(duel.rules)[-1], hand)
    return held(last, claps_stay=duel.rules.para_fc) == "P"


def _is_idle(pair: Pair, bound: Holds) -> bool:
    """Return whether a hand rests needlessly, or both hands stab, which wastes one stab."""
    return pair == (STAB, STAB) or _is_chosen(NOTHING, pair, bound)


def _is_chosen(gesture: str, pair: Pair, bound: Holds) -> bool:
    """Return whether a hand makes this gesture although it could make another."""
    return any(made == gesture and len(bound[hand].gestures) > 1 for hand, made in zip(HANDS, pair, strict=True))


FREE_PAIRS: Final[Sequence[Pair]] = _useful(
    (pair for pair in product(FREE.gestures, FREE.gestures) if pair != PALMS), UNBOUND
)
"""The sensible pairs of a wizard whose hands are both free."""


def _aimed(way: Mapping[str, Spell], aims: "Aims") -> Iterator[tuple[Casting, ...]]:
    each = [[Casting(hand, spell, target) for target in aims.of(spell)] for hand, spell in way.items()]
    yield from product(*each)


class Aims:
    """The sensible targets of a wizard's spells, computed once for all candidates."""

    def __init__(self, duel: Duel, wizard: Wizard) -> None:
        self._wizard = wizard
        others = duel.opponents(wizard.name)
        enemy = duel.enemy_of(wizard.name)
        others.sort(key=lambda other: (other.name != enemy, other.hp))
        self.enemy = enemy or NOBODY
        self._enemies = [other.name for other in others][:MOST_TARGETS] or [NOBODY]
        theirs = [monster for monster in duel.living if monster.owner not in (None, wizard.name)]
        self._monsters = [monster.name for monster in sorted(theirs, key=_strength)][:MOST_TARGETS]
        self._corpses = [monster.name for monster in duel.fallen.values() if not monster.kind.is_elemental]
        self._enchanted = [other.name for other in others if other.effects]
        self._own_mind = [wizard.name] if _is_mind_spell_near(duel.lexicon, others) else []
        self._found: dict[str, list[str]] = {}

    def of(self, spell: Spell) -> list[str]:
        """Return the targets worth trying for this spell, starting with the default target.

        If an opponent may cast a mind spell now, the targets of mind spells include this wizard, because two mind
        spells on the same wizard cancel each other. Source: Bartle, "Enchantments".
        """
        if spell.slug not in self._found:
            cancelling = self._own_mind if spell.mind else []
            self._found[spell.slug] = [*self._targets(spell)[:MOST_TARGETS], *cancelling]
        return self._found[spell.slug]

    def _targets(self, spell: Spell) -> list[str]:
        if spell.claims == "standing":
            return self._monsters or self._enemies[:1]
        if spell.claims == "fallen":
            return [*self._corpses[:1], self._wizard.name]
        if spell.role is Role.DISENCHANT:
            return [self._wizard.name, *self._monsters[:1], *self._enchanted[:1]]
        if spell.usually is Usually.SELF:
            return [self._wizard.name]
        if spell.usually is Usually.OPPONENT:
            return [*self._enemies, *(self._monsters[:1] if spell.chapter is Chapter.DAMAGE else ())]
        return [NOBODY]


def _is_mind_spell_near(lexicon: Lexicon, others: Sequence[Wizard]) -> bool:
    """Return whether one of these wizards can complete a mind spell in the next round."""
    hands = (woven for other in others for woven in other.woven)
    return any(step.spell.mind for woven in hands for step in one_short(lexicon, woven))


def _strength(monster: Monster) -> int:
    return -monster.kind.points


def orders_for(duel: Duel, name: str, chosen: Candidate, second: Candidate | None = None) -> Orders:
    """Return the orders for a candidate.

    Monsters attack the default enemy. If possible, a spell is made permanent, and a banked spell is released. Another
    wizard's banked spell is not released, because it is unknown and could be any spell. If this wizard may choose which
    hand of another wizard to paralyse or charm, the orders choose the hand that has made more progress with a spell. A
    charmed hand is ordered to rest.
    """
    wizard = duel.wizard(name)
    enemy = duel.enemy_of(name) or NOBODY
    attack = {monster.name: enemy for monster in duel.living if monster.owner == name and not monster.kind.is_elemental}
    attack |= {f"{hand}:{name}": enemy for hand, spell, _ in chosen.castings if spell.makes}
    bound = dict(_bound_hands(duel, name))
    return replace(
        _pair(chosen),
        attack=attack,
        paralyze={subject: hand for (field, subject), hand in bound.items() if field == "paralyze"},
        direct={
            subject: {"hand": hand, "gesture": NOTHING} for (field, subject), hand in bound.items() if field == "direct"
        },
        permanent=_lasting(duel, name, chosen),
        fire=wizard.banked is not None and wizard.banked is not UNKNOWN_SPELL,
        second=_pair(second) if second else None,
    )


def _bound_hands(duel: Duel, name: str) -> Iterator[tuple[tuple[str, str], Hand]]:
    """Yield a key and the hand to bind for each mind spell that needs a decision in this wizard's orders.

    The key consists of the field of the orders (`paralyze` or `direct`) and the name of the spell's target.
    """
    for subject in duel.wizards:
        minds = forcing(duel, subject) if subject.name in duel.acting else {}
        for slug, there in minds.items():
            question = FORCING[slug].decides(duel, name, subject.name, there) if there.by == name else None
            if question is not None:
                field, target = question.field
                yield (field, target), there.hand or _further_hand(duel, subject)


def _further_hand(duel: Duel, wizard: Wizard) -> Hand:
    """Return the hand that has made more gestures on which spells can still build."""
    left, right = (len(live(duel.lexicon, woven)) for woven in wizard.woven)
    return "right" if right > left else "left"


def _pair(chosen: Candidate) -> Orders:
    left, right = chosen.pair
    cast = {hand: spell.slug for hand, spell, _ in chosen.castings}
    target = {hand: aim for hand, spell, aim in chosen.castings if spell.usually is not Usually.NONE}
    if chosen.stabs is not None:
        target["right" if right == STAB else "left"] = chosen.stabs
    return Orders(left=left, right=right, cast=cast, target=target)


def _lasting(duel: Duel, name: str, chosen: Candidate) -> str:
    """Return the hand whose spell the wizard makes permanent, or "" if there is none."""
    if not duel.acts_on(name, "permanency"):
        return ""
    for hand, spell, aim in chosen.castings:
        if may_last(spell, duel.rules) and not (spell.mind and aim == name):
            return hand
    return ""
