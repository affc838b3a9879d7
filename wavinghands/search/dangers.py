"""Dangers: deadly spells and permanent mind spells, the rounds until each, and the answers that are still in time.

Everything is derived from the definitions of the book's spells, so it works for every book and every option.
"""

from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from wavinghands import engine

NEVER: Final = 99
"""The number of remaining gestures of a spell that is not under way."""
CERTAIN: Final = 4
"""Dice are not expected to break off a deadly spell that needs at most this number of gestures."""
PALM: Final = frozenset({"P"})
"""The gestures of a hand that must show its palm. If the other hand showed its palm too, the wizard would surrender."""


class Held(NamedTuple):
    """A hand that a mind spell limits to certain `gestures` in the next round, with its gestures so far."""

    woven: str
    gestures: tuple[str, ...]


Progress = str | Held
"""The progress of a hand: its gestures so far, or a `Held` hand."""


@lru_cache
def slayers(lexicon: engine.Lexicon) -> frozenset[str]:
    """Return the spells that kill in the round in which they are cast."""
    return frozenset(slug for slug, spell in lexicon.spells.items() if spell.slays)


@lru_cache
def sicknesses(lexicon: engine.Lexicon) -> frozenset[str]:
    """Return the spells that kill their target some rounds after they are cast, unless something cures the target."""
    return frozenset(slug for slug, spell in lexicon.spells.items() if spell.kills)


@lru_cache
def interrupters(lexicon: engine.Lexicon) -> frozenset[str]:
    """Return the spells that can interrupt the unfinished spells of another wizard."""
    return frozenset(slug for slug, spell in lexicon.spells.items() if spell.interrupts)


@lru_cache
def wards(lexicon: engine.Lexicon, slugs: frozenset[str]) -> frozenset[str]:
    """Return the spells that stop every spell in `slugs` when cast in the same round."""
    stoppers = frozenset.intersection(*(lexicon.stopped_by[slug] for slug in slugs)) if slugs else frozenset()
    return frozenset(slug for slug in stoppers if "wizard" not in lexicon.spells[slug].spares)


@lru_cache
def cures(lexicon: engine.Lexicon, slug: str) -> frozenset[str]:
    """Return the spells that cure this sickness once it has begun."""
    undone_by = lexicon.spells[slug].undone_by
    stoppers = lexicon.stopped_by[slug]
    return frozenset(other for other in stoppers if other in undone_by or lexicon.spells[other].ends_effects)


@lru_cache
def _shortest(lexicon: engine.Lexicon, slugs: frozenset[str]) -> int:
    return min((len(pattern) for slug in slugs for pattern in lexicon.patterns[slug]), default=NEVER)


def nearest(lexicon: engine.Lexicon, hands: tuple[Progress, Progress], slugs: frozenset[str]) -> int:
    """Return how many more gestures these hands need for the nearest of these spells.

    Return `NEVER` if none is under way. For a held hand, this includes spells that it begins with its next gesture.
    """
    left, right = hands
    return min(_nearest_of(lexicon, left, slugs), _nearest_of(lexicon, right, slugs))


@lru_cache(maxsize=50_000)
def _nearest_of(lexicon: engine.Lexicon, hand: Progress, slugs: frozenset[str]) -> int:
    if isinstance(hand, Held):
        # A gesture of both hands, in lower case, never counts, because nothing is known of the other hand here.
        rests = (rest for rest in _rests(lexicon, hand.woven, slugs) if rest[0] in hand.gestures)
        return min(map(len, rests), default=NEVER)
    begun = engine.under_way(lexicon, engine.live(lexicon, hand))
    return min((rest for slug, rest in begun if slug in slugs), default=NEVER)


def _rests(lexicon: engine.Lexicon, woven: str, slugs: Collection[str]) -> Iterator[str]:
    """Yield the remaining gestures of each way to cast one of these spells.

    The hand begins the spell, or continues what it has begun of it.
    """
    for slug in slugs:
        yield from lexicon.patterns[slug]
    for step in lexicon.leads(woven):
        if step.spell.slug in slugs:
            yield step.pattern[-step.rest :]


def can_begin(lexicon: engine.Lexicon, slugs: frozenset[str], rounds: int) -> bool:
    """Return whether one of these spells can be begun and completed in this number of rounds."""
    return _shortest(lexicon, slugs) <= rounds


def rounds_to(lexicon: engine.Lexicon, hands: tuple[Progress, Progress], slugs: frozenset[str]) -> int:
    """Return how many rounds these hands need for the quickest of these spells.

    Return `NEVER` if there are no spells.
    """
    return min(nearest(lexicon, hands, slugs), _shortest(lexicon, slugs))


def simulate(duel: engine.Duel, orders: Mapping[str, engine.Orders]) -> engine.Duel:
    """Return the duel after a round with these orders, as players, hints and analyses expect it.

    It is the result of `engine.branch`, but Confusion spares a hand that needs at most `CERTAIN` more gestures to kill,
    because nobody should rely on dice to break this spell off. Of two such hands, it spares the one that needs fewer.
    """
    return engine.branch(duel, orders, _deadly_hands(duel))


def _deadly_hands(duel: engine.Duel) -> dict[str, engine.Hand]:
    """Return the hand of each wizard that Confusion spares in simulated rounds."""
    lexicon, found = duel.lexicon, dict[str, engine.Hand]()
    for wizard in duel.wizards:
        left, right = (_nearest_of(lexicon, woven, slayers(lexicon)) for woven in wizard.woven)
        if min(left, right) <= CERTAIN:
            found[wizard.name] = "left" if left <= right else "right"
    return found


class Sickness(NamedTuple):
    """An active sickness: its spell, and `left`, the number of rounds until death.

    A cure in the last of these rounds still helps.
    """

    slug: str
    left: int


def sicknesses_of(lexicon: engine.Lexicon, wizard: engine.Wizard) -> Iterator[Sickness]:
    """Yield the sicknesses that will kill this wizard unless they are cured."""
    for slug, there in wizard.effects.items():
        if slug in sicknesses(lexicon) and there.left is not None:
            yield Sickness(slug, there.left)


def slack(lexicon: engine.Lexicon, hands: tuple[Progress, Progress], sickness: Sickness) -> int:
    """Return how many rounds a wizard with these gestures can waste and still cure a sickness.

    The result is negative if every cure would come too late.
    """
    return sickness.left - rounds_to(lexicon, hands, cures(lexicon, sickness.slug))


# Mind spells made permanent


@lru_cache
def binders(lexicon: engine.Lexicon) -> frozenset[str]:
    """Return the mind spells that can be made permanent. A permanent one usually decides the duel."""
    return frozenset(slug for slug, spell in lexicon.spells.items() if spell.extensible is True and spell.interrupts)


@lru_cache
def extenders(lexicon: engine.Lexicon) -> frozenset[str]:
    """Return the spells that make another spell permanent."""
    return frozenset(slug for slug, spell in lexicon.spells.items() if spell.takes == "permanent")


def is_bound(lexicon: engine.Lexicon, wizard: engine.Wizard) -> bool:
    """Return whether this wizard is under a permanent mind spell."""
    return bool(_bonds(lexicon, wizard))


def _bonds(lexicon: engine.Lexicon, wizard: engine.Wizard) -> list[str]:
    """Return the permanent mind spells that this wizard is under."""
    return [slug for slug, there in wizard.effects.items() if there.left is None and slug in binders(lexicon)]


def is_decided(duel: engine.Duel) -> bool:
    """Return whether a permanent mind spell binds both hands of a wizard who is still in the duel.

    With a free hand, the wizard could cast a Shield in every round.
    """
    lexicon = duel.lexicon
    return any(wizard.stands and is_bound(lexicon, wizard) and _is_helpless(duel, wizard) for wizard in duel.wizards)


def _is_helpless(duel: engine.Duel, wizard: engine.Wizard) -> bool:
    lasting = {slug for slug, there in wizard.effects.items() if there.left is None}
    return all(hold.effect in lasting for hold in engine.holds(duel, wizard)[0].values())


def rounds_to_bind(
    duel: engine.Duel, wizard: engine.Wizard, hands: tuple[Progress, Progress], *, passed: int = 0
) -> int:
    """Return the number of rounds that a wizard with these gestures needs to cast a permanent mind spell.

    Return `NEVER` unless a spell that makes other spells permanent is under way or active. `passed` is the number of
    rounds since the position in `duel`, in which `hands` may have made further gestures.
    """
    lexicon = duel.lexicon
    rounds = [_rounds_to_bind(lexicon, hands, duel.rules.window_includes_casting)]
    for slug, there in wizard.effects.items():
        if slug in extenders(lexicon):
            rounds.append(bind_within(lexicon, hands, None if there.left is None else there.left - passed))
    return min(rounds)


def bind_within(lexicon: engine.Lexicon, hands: tuple[Progress, Progress], rounds: int | None) -> int:
    """Return the number of rounds that these hands need for a mind spell that can be made permanent.

    Return `NEVER` if they need more than `rounds`, where `None` means no limit.
    """
    needed = rounds_to(lexicon, hands, binders(lexicon))
    return needed if rounds is None or needed <= rounds else NEVER


@lru_cache(maxsize=50_000)
def _rounds_to_bind(lexicon: engine.Lexicon, hands: tuple[Progress, Progress], is_at_once: bool) -> int:
    """Return the number of rounds that these hands need for a permanent mind spell.

    One hand casts the mind spell, and the other hand makes it permanent. `is_at_once` says whether both spells may end
    in the same round.
    """
    left, right = hands
    rounds = [
        max(rest + (not is_at_once), rounds_to(lexicon, ("", other), binders(lexicon)))
        for hand, other in ((left, right), (right, left))
        if (rest := _nearest_of(lexicon, hand, extenders(lexicon))) < NEVER
    ]
    return min(rounds, default=NEVER)


def rounds_to_break_free(duel: engine.Duel, wizard: engine.Wizard, hands: tuple[str, str]) -> int:
    """Return the number of rounds that a wizard with these gestures needs to end their permanent mind spells.

    Return `NEVER` if there are none, or if the wizard cannot make the gestures of a spell that ends them.
    """
    lexicon, bonds = duel.lexicon, _bonds(duel.lexicon, wizard)
    if not bonds:
        return NEVER
    limits = [_limit(hold, bonds) for hold in engine.holds(duel, wizard)[0].values()]
    return max(_rounds_within(lexicon, hands, cures(lexicon, slug), *limits) for slug in bonds)


def _limit(hold: engine.Hold, bonds: Collection[str]) -> frozenset[str] | None:
    """Return the only gestures that a hand can make under these permanent mind spells, or `None` if it is free.

    There are none if the spell may force any gesture. A stricter spell that is not permanent hides them.
    """
    if hold.effect not in bonds:
        return None
    return frozenset(hold.gestures if hold.is_sure else ())


@lru_cache(maxsize=50_000)
def _rounds_within(
    lexicon: engine.Lexicon,
    hands: tuple[str, str],
    slugs: frozenset[str],
    left: frozenset[str] | None,
    right: frozenset[str] | None,
) -> int:
    """Return how many rounds these hands need for the quickest of these spells.

    `left` and `right` are the only gestures that the hand can make, or `None` if it is free.
    """
    return min(
        (
            len(rest)
            for woven, limit, other in ((hands[0], left, right), (hands[1], right, left))
            for rest in _rests(lexicon, woven, slugs)
            if all(_can_make(gesture, limit, other) for gesture in rest)
        ),
        default=NEVER,
    )


def _can_make(gesture: str, limit: frozenset[str] | None, other: frozenset[str] | None) -> bool:
    """Return whether a hand can make a gesture of a pattern, given its own limit and that of the other hand.

    Both hands must make a gesture in lower case.
    """
    needs = (limit, other) if gesture.islower() else (limit,)
    if any(each is not None and gesture.upper() not in each for each in needs):
        return False
    return not (gesture == "P" and other is not None and other <= PALM)  # the other hand shows its palm, or may


# Spells that can do nothing for the rest of the duel


def futile(duel: engine.Duel, name: str) -> frozenset[str]:
    """Return the spells that this wizard's opponents are safe from for the rest of the duel."""
    found = [_futile_against(duel, opponent) for opponent in duel.opponents(name)]
    return frozenset.intersection(*found) if found else frozenset()


def _futile_against(duel: engine.Duel, wizard: engine.Wizard) -> frozenset[str]:
    """Return the spells that bring their casters no closer to a win because of permanent effects on this wizard.

    A permanent shield stops some spells. So does a wizard to whom a permanent mind spell leaves few gestures, one of
    them a Shield. Against a wizard who repeats the same gestures, or a Shield with one hand, only harm helps, so
    defences and cures are included.
    """
    lexicon, lasting = duel.lexicon, [slug for slug, there in wizard.effects.items() if there.left is None]
    if not lasting:
        return frozenset()
    hands = engine.holds(duel, wizard)[0].values()
    left = [frozenset(hold.gestures) for hold in hands if hold.is_sure and hold.effect in lasting]
    repeated = [gestures for gestures in left if len(gestures) == 1]
    shielding = _shielding(lexicon)
    is_shielded = any(gestures & shielding for gestures in left) or not _shields(lexicon).isdisjoint(lasting)
    repeats = any(gestures <= shielding for gestures in repeated) or len(repeated) == len(hands)
    idle = harmless(lexicon) if repeats else frozenset()
    return idle | (shieldable(lexicon) if is_shielded else frozenset())


@lru_cache
def _shields(lexicon: engine.Lexicon) -> frozenset[str]:
    """Return the spells that shield a wizard."""
    return frozenset(slug for slug, spell in lexicon.spells.items() if spell.protects)


@lru_cache
def _shielding(lexicon: engine.Lexicon) -> frozenset[str]:
    """Return the patterns of the spells that shield a wizard. For a Shield, it is one gesture."""
    return frozenset(pattern for slug in _shields(lexicon) for pattern in lexicon.patterns[slug])


@lru_cache
def harmless(lexicon: engine.Lexicon) -> frozenset[str]:
    """Return the spells that neither damage or kill a wizard nor bring monsters."""
    return frozenset(
        slug
        for slug, spell in lexicon.spells.items()
        if not (spell.chapter is engine.Chapter.DAMAGE or spell.kills or spell.makes or spell.claims)
    )


@lru_cache
def shieldable(lexicon: engine.Lexicon) -> frozenset[str]:
    """Return the spells that a shield stops, and those that make monsters, because a shield stops monsters."""
    return frozenset(slug for slug, spell in lexicon.spells.items() if spell.shieldable or spell.makes)
