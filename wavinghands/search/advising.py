"""Advice for a wizard: what an adept would do, unless it may be his death, and what it is good for."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import chain, combinations, islice
from typing import Any, Final, NamedTuple

from wavinghands import engine
from wavinghands.search.evaluation import LONG, means_in, means_of, promise
from wavinghands.search.levels import LEVELS, SLOW, Level
from wavinghands.search.looking import look
from wavinghands.search.spells import CAST, SUMMONS
from wavinghands.search.tedium import stays
from wavinghands.search.temperaments import TEMPERAMENTS

ADVISER: Final = replace(LEVELS[SLOW], rows=6, columns=4)
"""Who advises: an adept in a hurry, as the answer is waited for."""
WEARY: Final = 24
"""Rounds after which one who is advised shall go round in no circle, if anything else is as safe."""
MOST_LINES: Final = 40
"""How many orders are looked into to find what does not kill."""
HANDS: Final = ("left", "right")
DISPEL: Final = "dispel_magic"
"""The spell that stops all others, whoever casts them."""
MIRROR: Final = "magic_mirror"
"""The spell that stops none of those which its caster casts at himself."""

Json = dict[str, Any]
Castings = tuple[engine.Casting, ...]
Ward = tuple[str, str, str]
"""Something that a wizard may cast: who, with which hand, "both" for both, and what."""


class Plan(NamedTuple):
    """A spell that a hand is about, and the gestures that it wants for it: small letters for both hands."""

    spell: str
    missing: str


@dataclass(frozen=True, slots=True)
class Advice:
    """What a wizard should do: `orders` in the form of the record, and what they are good for.

    `castings`: what they cast; `plans`: what each hand is about beside. `wards`: what others may cast at him in this
    very round, and is stopped; `parries`: what they may summon, the first blow of which is; `halts`: the monsters that
    attack him, and do him no harm. `foils`: who could kill him if he did what otherwise looks best.
    """

    orders: Json
    castings: Castings
    plans: Mapping[str, Plan]
    wards: frozenset[Ward]
    parries: frozenset[Ward]
    halts: tuple[str, ...]
    foils: tuple[str, ...]


def advise(duel: engine.Duel, wizard: str) -> Advice:
    """What to do in the round to come, by what `wizard` knows; the same whenever it is asked."""
    believed = engine.belief(duel, wizard)
    replies = list(_replies(believed, wizard))
    lines = _sound(believed, wizard, _best(believed, wizard))
    orders, foils = _safest(believed, wizard, lines, replies)
    castings = castings_of(believed, wizard, orders)
    return Advice(
        orders.as_json(),
        castings,
        dict(plans_of(believed, wizard, orders)),
        frozenset(wards_of(believed, wizard, castings, replies)),
        frozenset(_parries(believed, wizard, castings, replies)),
        tuple(halts_of(believed, wizard, orders, castings)),
        foils,
    )


def _best(duel: engine.Duel, wizard: str) -> list[engine.Orders]:
    """The lines of the adviser, the likeliest first; in a very long duel what leads round in a circle comes last."""
    found = look(duel, wizard, _adviser(duel), TEMPERAMENTS["even"])
    played = sorted(zip(found.mixture, found.gains, found.lines, strict=True), key=lambda it: (-it[0], -it[1]))
    lines = [line.orders for *_, line in played]
    if duel.number >= WEARY:
        lines.sort(key=lambda orders: _stays(duel, wizard, orders))
    return lines


def _stays(duel: engine.Duel, wizard: str, orders: engine.Orders) -> int:
    return stays(duel.wizard(wizard), (orders.left, orders.right), castings_of(duel, wizard, orders))


def _adviser(duel: engine.Duel) -> Level:
    """After a long while he summons no more: if both do and shields keep it all off, a duel never ends."""
    if duel.number < LONG:
        return ADVISER
    rows = ADVISER.rows if duel.number < WEARY else MOST_LINES
    return replace(ADVISER, knows=frozenset(CAST) - SUMMONS, rows=rows)


# What wizards may do --------------------------------------------------------------------------------------------------


class Reply(NamedTuple):
    """What somebody else may do: who, the spells that it casts, and all orders for it."""

    by: str
    castings: Castings
    orders: Mapping[str, engine.Orders]


def _replies(duel: engine.Duel, wizard: str) -> Iterator[Reply]:
    """What each of the others may do to this wizard in the round to come, and that they do nothing."""
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
    """What this wizard may bring about in the round to come, each once: what he casts, whom he stabs, his orders."""
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
    """The spells that these orders cast, those of a second pair too."""
    pairs = [orders, orders.second] if orders.second and duel.paired(name) else [orders]
    spells = duel.lexicon.spells
    return tuple(
        engine.Casting(hand, spells[slug], pair.target.get(hand, ""))
        for pair in pairs
        for hand, slug in pair.cast.items()
    )


# What one should not do -----------------------------------------------------------------------------------------------


def _sound(duel: engine.Duel, wizard: str, lines: Iterable[engine.Orders]) -> Iterator[engine.Orders]:
    """These orders, then whatever else he may do; and in the end what casts something in vain."""
    vain = []
    for orders in chain(lines, (orders for *_, orders in _ways(duel, wizard))):
        if is_vain(duel, castings_of(duel, wizard, orders)):
            vain.append(orders)
        else:
            yield orders
    yield from vain


def is_vain(duel: engine.Duel, castings: Castings) -> bool:
    """Whether of what a wizard casts in one round one spell comes to nothing for the sake of another."""
    return any(vain_in(duel, castings))


def vain_in(duel: engine.Duel, castings: Castings) -> Iterator[tuple[engine.Casting, engine.Casting]]:
    """What a wizard casts in vain, each with what he casts besides that stops it, or does the same."""
    for one, other in combinations(castings, 2):
        if _undoes(duel, one, other):
            yield other, one
        elif _undoes(duel, other, one):
            yield one, other
        elif _is_twice(one, other):
            less, more = sorted((one, other), key=lambda casting: CAST.get(casting.spell.slug, 0.0))
            yield less, more


def _undoes(duel: engine.Duel, one: engine.Casting, other: engine.Casting) -> bool:
    """Whether `one` stops `other`, which is cast by the same wizard."""
    if one.spell.slug == MIRROR or one.spell.slug not in duel.lexicon.stopped_by[other.spell.slug]:
        return False
    return one.spell.slug == DISPEL or other.spell.blanket or one.target == other.target


def _is_twice(one: engine.Casting, other: engine.Casting) -> bool:
    """Whether both guard the same being, or are the same spell that does no more if it is cast twice."""
    if one.target != other.target:
        return False
    is_single = one.spell.role is not None or one.spell.chapter.value == "enchantment"
    return (one.spell.protects and other.spell.protects) or (one.spell is other.spell and is_single)


def _safest(
    duel: engine.Duel, wizard: str, lines: Iterable[engine.Orders], replies: Iterable[Reply]
) -> tuple[engine.Orders, tuple[str, ...]]:
    """The first of these orders that the fewest replies make deadly; and who could kill him after the very first."""
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
        if not engine.fork(duel, {**reply.orders, wizard: line}).wizard(wizard).stands:
            yield reply


# What it is good for --------------------------------------------------------------------------------------------------


def plans_of(
    duel: engine.Duel,
    wizard: str,
    orders: engine.Orders,
    counts: Callable[[int, int], bool] = lambda made, rest: True,
) -> Iterator[tuple[str, Plan]]:
    """By hand, the spell that promises most of those which it goes on towards.

    `counts`: which of them do, by how many gestures have been made, and how many are wanted.
    """
    useless = means_of(means_in(duel), wizard).useless | _adviser(duel).shuns
    for hand, woven in zip(HANDS, _woven(duel, wizard, orders), strict=True):
        begun = [
            step
            for step in duel.lexicon.leads(woven)
            if step.spell.slug not in useless and counts(len(step.pattern) - step.rest, step.rest)
        ]
        if begun:
            step = max(begun, key=lambda step: promise(step.spell.slug, step.rest))
            yield hand, Plan(step.spell.slug, step.pattern[-step.rest :])


def _woven(duel: engine.Duel, wizard: str, orders: engine.Orders) -> tuple[str, str]:
    """What both hands have woven after these orders."""
    woven = engine.woven_on(duel.wizard(wizard).woven, (orders.left, orders.right))
    if orders.second is None or not duel.paired(wizard):
        return woven
    return engine.woven_on(woven, (orders.second.left, orders.second.right))


def wards_of(duel: engine.Duel, wizard: str, castings: Castings, replies: Iterable[Reply]) -> Iterator[Ward]:
    """What of these replies would strike this wizard, and is stopped by what he casts."""
    for reply in replies:
        for hand, spell, target in reply.castings:
            if (target == wizard or spell.blanket) and stops(duel, wizard, castings, spell.slug, wizard):
                yield reply.by, hand, spell.slug


def _parries(duel: engine.Duel, wizard: str, castings: Castings, replies: Iterable[Reply]) -> Iterator[Ward]:
    for reply in replies:
        for hand, spell, _ in reply.castings:
            is_sent = spell.makes and duel.enemy_of(reply.by) == wizard and duel.kind == "normal"
            if is_sent and stops(duel, wizard, castings, "monster", wizard):
                yield reply.by, hand, spell.slug


def halts_of(duel: engine.Duel, wizard: str, orders: engine.Orders, castings: Castings) -> Iterator[str]:
    """The monsters that attack him, and do him no harm if he gives these orders."""
    if duel.kind != "normal" or engine.fork(duel, {wizard: orders}).wizard(wizard).hp < duel.wizard(wizard).hp:
        return
    for monster in engine.fork(duel, {}).monsters:
        if monster.kind.is_elemental or monster.attacked == wizard:
            kind = monster.kind.slug if monster.kind.is_elemental else "monster"
            if monster.alive and stops(duel, wizard, castings, kind, monster.name):
                yield monster.name


def stops(duel: engine.Duel, wizard: str, castings: Castings, what: str, whose: str) -> bool:
    """Whether something of `castings`, at this wizard or at `whose` it is, stops a spell or an attack."""
    against = duel.lexicon.stopped_by[what]
    return any(
        spell.slug in against and (target in (wizard, whose) or spell.blanket or spell.slug == DISPEL)
        for _, spell, target in castings
    )
