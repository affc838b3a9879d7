"""Advice for a wizard: safe orders and their purpose.

A computer player that looks one round ahead, with the values of an Adept, would give the same orders, except for orders
that risk death.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import chain, combinations, islice
from typing import Final, NamedTuple

from wavinghands import engine
from wavinghands.engine import Json
from wavinghands.search.dangers import simulate
from wavinghands.search.evaluation import LONG, promise, resources_in, resources_of
from wavinghands.search.levels import LEVELS, Level
from wavinghands.search.lookahead import look_ahead
from wavinghands.search.spells import CAST, SUMMONS
from wavinghands.search.stalemate import repetition
from wavinghands.search.temperaments import TEMPERAMENTS

ADVISER: Final = replace(LEVELS[4], rows=6, columns=4, deepens=0)
"""The level of the adviser: an adept that searches little, because a player is waiting for the advice."""
WEARY: Final = 24
"""The round from which the advice avoids repetition if other orders are just as safe."""
MOST_LINES: Final = 40
"""The maximum number of orders to try in search of some that do not get the wizard killed."""
HANDS: Final = ("left", "right")
DISPEL: Final = "dispel_magic"
"""The spell that stops all others, whoever casts them."""
MIRROR: Final = "magic_mirror"
"""The spell that does not stop spells of its own caster."""

Castings = tuple[engine.Casting, ...]
Ward = tuple[str, str, str]
"""A spell that a wizard could cast: the wizard, the hand ("both" for both hands), and the spell."""


class Plan(NamedTuple):
    """A spell that a hand has begun, and its remaining gestures.

    Lower-case letters are gestures of both hands. `is_new` says whether only the first gesture has been made.
    """

    spell: str
    missing: str
    is_new: bool = False


@dataclass(frozen=True, slots=True)
class Advice:
    """Recommended orders in the record's format, and their effects.

    - `castings`: the spells that the orders cast;
    - `plans`: the spell that each hand works towards;
    - `wards`: spells that the orders stop, if others cast them at this wizard now;
    - `parries`: monsters whose first attack the orders stop, if others summon them now;
    - `risks`: other spells against this wizard that opponents could complete now, and whether other orders stop them;
    - `halts`: the monsters whose attacks the orders make harmless;
    - `foils`: the opponents who could have killed the wizard after the adviser's first choice. Empty if these orders
      are that choice.
    """

    orders: Json
    castings: Castings
    plans: Mapping[str, Plan]
    wards: frozenset[Ward]
    parries: frozenset[Ward]
    risks: Mapping[Ward, bool]
    halts: tuple[str, ...]
    foils: tuple[str, ...]


def advise(duel: engine.Duel, wizard: str) -> Advice:
    """Advise `wizard` on the coming round, using only what they know.

    The same position always gives the same advice.
    """
    believed = engine.belief(duel, wizard)
    replies = list(_replies(believed, wizard))
    lines = _sound(believed, wizard, _best(believed, wizard))
    orders, foils = _safest(believed, wizard, lines, replies)
    castings = castings_of(believed, wizard, orders)
    wards = frozenset(wards_of(believed, wizard, castings, replies))
    parries = frozenset(_parries(believed, wizard, castings, replies))
    return Advice(
        orders.as_json(),
        castings,
        dict(plans_of(believed, wizard, orders)),
        wards,
        parries,
        dict(_risks(believed, wizard, wards | parries, replies)),
        tuple(halts_of(believed, wizard, orders, castings)),
        foils,
    )


def _best(duel: engine.Duel, wizard: str) -> list[engine.Orders]:
    """Return the orders that the adviser considers, likeliest first.

    In a long duel, repetitions come last.
    """
    found = look_ahead(duel, wizard, _adviser(duel), TEMPERAMENTS["even"])
    played = sorted(zip(found.mixture, found.gains, found.lines, strict=True), key=lambda it: (-it[0], -it[1]))
    lines = [line.orders for *_, line in played]
    if duel.number >= WEARY:
        lines.sort(key=lambda orders: _repetition(duel, wizard, orders))
    return lines


def _repetition(duel: engine.Duel, wizard: str, orders: engine.Orders) -> int:
    return repetition(duel.wizard(wizard), (orders.left, orders.right), castings_of(duel, wizard, orders))


def _adviser(duel: engine.Duel) -> Level:
    """Return the level at which the adviser plays.

    In a long duel, this level casts no summoning spells, because two shielded summoners would never finish the duel.
    """
    if duel.number < LONG:
        return ADVISER
    rows = ADVISER.rows if duel.number < WEARY else MOST_LINES
    return replace(ADVISER, knows=frozenset(CAST) - SUMMONS, rows=rows)


# Possible moves -------------------------------------------------------------------------------------------------------


class Reply(NamedTuple):
    """A possible move by another wizard: the wizard's name, the spells that the move casts, and its orders."""

    by: str
    castings: Castings
    orders: Mapping[str, engine.Orders]


def _replies(duel: engine.Duel, wizard: str) -> Iterator[Reply]:
    """Yield an idle move and the opponents' moves that could affect this wizard in the coming round."""
    yield Reply("", (), {})
    side = duel.wizard(wizard).side
    for other in duel.wizards:
        if other.side != side and other.name in duel.acting:
            for castings, stabs, orders in _ways(duel, other.name):
                if stabs == wizard or any(_concerns(casting, wizard) for casting in castings):
                    yield Reply(other.name, castings, {other.name: orders})


def _concerns(casting: engine.Casting, wizard: str) -> bool:
    spell = casting.spell
    return casting.target == wizard or spell.blanket or bool(spell.makes) or spell.slug == DISPEL


def _ways(duel: engine.Duel, name: str) -> Iterator[tuple[Castings, str | None, engine.Orders]]:
    """Yield one of a wizard's moves for each distinct effect.

    Each move is a tuple of its spells, the victim of its stab (or `None`), and its orders.
    """
    seen = set()
    for first in engine.candidates(duel, name):
        for second in engine.second_candidates(duel, name, first) or (None,):
            castings = first.castings + (second.castings if second else ())
            stabs = first.stabs or (second.stabs if second else None)
            brought = frozenset((spell.slug, target) for _, spell, target in castings), stabs
            if brought not in seen:
                seen.add(brought)
                yield castings, stabs, engine.orders_for(duel, name, first, second)


def castings_of(duel: engine.Duel, name: str, orders: engine.Orders) -> Castings:
    """Return the spells that these orders cast, including those of a second pair of gestures."""
    pairs = [orders, orders.second] if orders.second and duel.paired(name) else [orders]
    spells = duel.lexicon.spells
    return tuple(
        engine.Casting(hand, spells[slug], pair.target.get(hand, ""))
        for pair in pairs
        for hand, slug in pair.cast.items()
    )


# Safety ---------------------------------------------------------------------------------------------------------------


def _sound(duel: engine.Duel, wizard: str, lines: Iterable[engine.Orders]) -> Iterator[engine.Orders]:
    """Yield the orders in `lines`, then the wizard's other sensible orders.

    Orders from either group that waste a spell come last.
    """
    vain = []
    for orders in chain(lines, (orders for *_, orders in _ways(duel, wizard))):
        if is_vain(duel, castings_of(duel, wizard, orders)):
            vain.append(orders)
        else:
            yield orders
    yield from vain


def is_vain(duel: engine.Duel, castings: Castings) -> bool:
    """Return whether one of these spells, all cast by the same wizard, makes another useless."""
    return any(vain_in(duel, castings))


def vain_in(duel: engine.Duel, castings: Castings) -> Iterator[tuple[engine.Casting, engine.Casting]]:
    """Yield each wasted spell with the wizard's other spell that stops or duplicates it."""
    for one, other in combinations(castings, 2):
        if _undoes(duel, one, other):
            yield other, one
        elif _undoes(duel, other, one):
            yield one, other
        elif _is_twice(one, other):
            less, more = sorted((one, other), key=lambda casting: CAST.get(casting.spell.slug, 0.0))
            yield less, more


def _undoes(duel: engine.Duel, one: engine.Casting, other: engine.Casting) -> bool:
    """Return whether `one` stops `other` if both are cast by the same wizard."""
    if one.spell.slug == MIRROR or one.spell.slug not in duel.lexicon.stopped_by[other.spell.slug]:
        return False
    return one.spell.slug == DISPEL or other.spell.blanket or one.target == other.target


def _is_twice(one: engine.Casting, other: engine.Casting) -> bool:
    """Return whether one of these spells makes the other one useless.

    This is the case if both protect the same being, or both have the same effect on it.
    """
    if one.target != other.target:
        return False
    is_single = one.spell.role is not None or one.spell.chapter.value == "enchantment"
    return (one.spell.protects and other.spell.protects) or (one.spell is other.spell and is_single)


def _safest(
    duel: engine.Duel, wizard: str, lines: Iterable[engine.Orders], replies: Iterable[Reply]
) -> tuple[engine.Orders, tuple[str, ...]]:
    """Return the safest orders in `lines`, and the opponents with a deadly reply to the first of `lines`.

    The safest orders have the fewest deadly replies. If they are the first of `lines`, return no opponents.
    """
    feared, safer = list(replies), list[tuple[engine.Orders, list[Reply]]]()
    for line in islice(lines, MOST_LINES):
        fewest = len(safer[-1][1]) if safer else len(feared) + 1
        deadly = list(islice(_deadly(duel, wizard, line, feared), fewest))
        if len(deadly) < fewest:
            safer.append((line, deadly))
            feared.sort(key=lambda reply: reply not in deadly)
        if not deadly:
            break
    foils = [reply.by for reply in safer[0][1] if reply.by] if len(safer) > 1 else []
    return safer[-1][0], tuple(dict.fromkeys(foils))


def _deadly(duel: engine.Duel, wizard: str, line: engine.Orders, replies: Iterable[Reply]) -> Iterator[Reply]:
    for reply in replies:
        if not simulate(duel, {**reply.orders, wizard: line}).wizard(wizard).stands:
            yield reply


# Purpose --------------------------------------------------------------------------------------------------------------


def plans_of(
    duel: engine.Duel,
    wizard: str,
    orders: engine.Orders,
    counts: Callable[[int, int], bool] = lambda made, rest: True,
) -> Iterator[tuple[str, Plan]]:
    """Yield each hand that works towards a spell, with the most promising such spell.

    `counts` takes the numbers of gestures made and remaining, and returns whether a spell with these numbers is
    considered.
    """
    useless = resources_of(resources_in(duel), wizard).useless | _adviser(duel).shuns
    for hand, woven in zip(HANDS, _gestures_after(duel, wizard, orders), strict=True):
        begun = [
            step
            for step in duel.lexicon.leads(woven)
            if step.spell.slug not in useless and counts(len(step.pattern) - step.rest, step.rest)
        ]
        if begun:
            step = max(begun, key=lambda step: promise(step.spell.slug, step.rest))
            yield hand, Plan(step.spell.slug, step.pattern[-step.rest :], len(step.pattern) == step.rest + 1)


def _gestures_after(duel: engine.Duel, wizard: str, orders: engine.Orders) -> tuple[str, str]:
    woven = engine.woven_on(duel.wizard(wizard).woven, (orders.left, orders.right))
    if orders.second is None or not duel.paired(wizard):
        return woven
    return engine.woven_on(woven, (orders.second.left, orders.second.right))


def wards_of(duel: engine.Duel, wizard: str, castings: Castings, replies: Iterable[Reply]) -> Iterator[Ward]:
    """Yield the spells in `replies` that would hit this wizard if `castings` did not stop them."""
    for reply in replies:
        for hand, spell, target in reply.castings:
            if (target == wizard or spell.blanket) and stops(duel, wizard, castings, spell.slug, wizard):
                yield reply.by, hand, spell.slug


def _parries(duel: engine.Duel, wizard: str, castings: Castings, replies: Iterable[Reply]) -> Iterator[Ward]:
    for reply in replies:
        for hand, spell, _ in reply.castings:
            is_sent = spell.makes and _sends_monsters_to(duel, reply.by, wizard)
            if is_sent and stops(duel, wizard, castings, "monster", wizard):
                yield reply.by, hand, spell.slug


def _sends_monsters_to(duel: engine.Duel, by: str, wizard: str) -> bool:
    """Return whether a monster that `by` summons in this round would attack `wizard` in the same round."""
    return duel.enemy_of(by) == wizard and duel.kind == "normal"


def _risks(
    duel: engine.Duel, wizard: str, stopped: Collection[Ward], replies: Iterable[Reply]
) -> Iterator[tuple[Ward, bool]]:
    """Yield the spells in `replies` against this wizard that are not `stopped`, and whether other orders stop them."""
    own = [castings for castings, *_ in _ways(duel, wizard)]
    for reply in replies:
        for hand, spell, target in reply.castings:
            is_against = spell.blanket or (target == wizard and spell.usually == "opponent")
            risk = reply.by, hand, spell.slug
            is_sent = spell.makes and _sends_monsters_to(duel, reply.by, wizard)
            if (is_against or is_sent) and risk not in stopped:
                what = "monster" if spell.makes else spell.slug
                yield risk, any(stops(duel, wizard, castings, what, wizard) for castings in own)


def halts_of(duel: engine.Duel, wizard: str, orders: engine.Orders, castings: Castings) -> Iterator[str]:
    """Yield the monsters whose attacks on this wizard would do no damage if the wizard gave these orders."""
    if duel.kind != "normal" or simulate(duel, {wizard: orders}).wizard(wizard).hp < duel.wizard(wizard).hp:
        return
    for monster in simulate(duel, {}).monsters:
        if monster.kind.is_elemental or monster.attacked == wizard:
            kind = monster.kind.slug if monster.kind.is_elemental else "monster"
            if monster.alive and stops(duel, wizard, castings, kind, monster.name):
                yield monster.name


def stops(duel: engine.Duel, wizard: str, castings: Castings, what: str, whose: str) -> bool:
    """Return whether one of `castings` protects this wizard from `what`, which is a spell or an attack.

    `whose` is the name of the attacking monster. For any other attack or spell, it is the wizard's own name. A spell
    with a target protects only if its target is the wizard or `whose`. Dispel Magic always protects.
    """
    against = duel.lexicon.stopped_by[what]
    return any(
        spell.slug in against and (target in (wizard, whose) or spell.blanket or spell.slug == DISPEL)
        for _, spell, target in castings
    )
