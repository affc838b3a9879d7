"""What every hand may complete in the rounds to come, as far as a viewer can know, and what of his would stop it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, reduce
from itertools import islice
from typing import Any, Final, NamedTuple

from wavinghands.engine.binding import Holds, holds
from wavinghands.engine.duel import Duel, Wizard
from wavinghands.engine.events import Event, Viewer, seen
from wavinghands.engine.gestures import REACH, Hand, Pair, woven_on
from wavinghands.engine.lexicon import Lexicon
from wavinghands.engine.lookahead.completion import live
from wavinghands.engine.phases import account
from wavinghands.engine.shared import SharedList
from wavinghands.engine.spell import Role, Usually
from wavinghands.engine.spells.stopping import ELEMENTALS
from wavinghands.engine.view import EVERYTHING, is_open, last_known, last_known_monsters, saw_nothing, sees_gestures

ROUNDS: Final = 3
"""Rounds that are looked ahead, of those in which a wizard acts."""

KINDS: Final = ("normal", "time_stop", "haste")
"""The kinds of round, in the order in which they follow each other."""
FREE_ROUND: Final = KINDS.index("haste")
"""The place of a free round among the kinds."""

NO_PAIR: Final[Pair] = ("", "")
"""What both hands have woven that have made nothing."""

NO_SPELLS: Final = frozenset[str]()
"""What can be completed where nothing can."""

Json = dict[str, Any]
Turn = tuple[tuple[int, int], int]
"""A round in which a wizard acts: its place in time, and how many pairs of gestures he will have given after it."""
AS_EVER: Final[tuple[Turn, ...]] = tuple(((later, 0), later + 1) for later in range(ROUNDS))
"""When one acts whom nothing hastens."""
Allowed = tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]
"""For each pair of the round to come, the gestures open to a hand, and to the other one."""


class Outlook(NamedTuple):
    """What a hand may complete in each of the next rounds: the spells by the gestures that they still want.

    `slugs`: all of them; `begun`: those that it has begun already.
    """

    rounds: SharedList
    slugs: tuple[frozenset[str], ...]
    begun: tuple[frozenset[str], ...]


def ahead(duel: Duel, viewer: Viewer) -> Json:
    """What each hand of each wizard may complete in the next rounds, and what of the viewer's own spells stops it.

    `wizards`, by name: `left` and `right` are lists of the next three rounds in which he acts, each an object of the
    gestures that the hand still has to make (a small letter: both hands) to the slugs of the spells that they complete;
    `whole`: whether the viewer saw all that the wizard may build on; `stops`: a list of the same rounds, each an object
    of spells that the wizard has begun, or completes with two pairs, to those of the viewer's own that can be completed
    in that very round and stop them. `attacks`: the viewer's own spells against the knives and monsters of the round to
    come.
    """
    if duel.result is not None:
        return {"wizards": {}, "attacks": {}}
    duel = _as_told(duel, viewer)
    sights = {wizard.name: _sight(duel, viewer, wizard) for wizard in duel.wizards if wizard.stands}
    mine = sights[viewer].hands.own if viewer in sights else {}
    return {
        "wizards": {
            name: {
                "whole": sight.is_whole,
                "left": sight.hands.left.rounds,
                "right": sight.hands.right.rounds,
                "stops": [] if name == viewer else _stops(duel.lexicon, sight.hands, mine),
            }
            for name, sight in sights.items()
        },
        "attacks": _attacks(duel, viewer, mine),
    }


def _as_told(duel: Duel, viewer: Viewer) -> Duel:
    """The duel, with a common round to come where time is about to stop for the viewer, who does not know."""
    if duel.kind != "time_stop" or viewer == EVERYTHING or viewer in duel.acting:
        return duel
    standing = tuple(wizard.name for wizard in duel.wizards if wizard.stands)
    return replace(duel, kind="normal", acting=standing, tail=None)


# What is known of the hands


class Known(NamedTuple):
    """What a viewer knows that a wizard has woven and spent; `whole`: whether that is all that he may build on."""

    woven: Pair
    spent: frozenset[str]
    whole: bool


def known(duel: Duel, viewer: Viewer, wizard: Wizard) -> Known:
    """What `viewer` knows of the hands of `wizard`: what they made since they were last out of his sight."""
    if viewer in (wizard.name, EVERYTHING):
        return Known(wizard.woven, wizard.spent, whole=True)
    spent = _spent(duel, viewer, wizard)
    if _has_been_open(duel):
        return Known(wizard.woven, spent, whole=True)
    pairs, whole = _pairs_seen(duel, viewer, wizard)
    return Known(reduce(woven_on, reversed(pairs), NO_PAIR), spent, whole)


@lru_cache(maxsize=64)  # asked of each wizard, for each viewer, one after the other
def _has_been_open(duel: Duel) -> bool:
    """Whether everybody has seen all hands, for as many rounds as a pattern reaches back."""
    return all(then.last is None or is_open(then.last) for then in islice(duel.course(), REACH))


def _pairs_seen(duel: Duel, viewer: Viewer, wizard: Wizard) -> tuple[list[Pair], bool]:
    """The pairs of `wizard` seen without a gap, the latest first, and whether these are all since his barrier."""
    pairs: list[Pair] = []
    for then in duel.course():
        assert then.last is not None
        made = then.last.gestures.get(wizard.name)
        if made is None:
            if _was_cut_off(then, wizard.name) and not saw_nothing(then.last, viewer):
                break
            continue
        if not sees_gestures(then.last, viewer, wizard.name):
            return pairs, False
        if made.barrier:
            break
        pairs += [made.pair] if made.second is None else [made.second.pair, made.pair]
        if len(pairs) >= REACH:
            break
    return pairs, True


def _was_cut_off(duel: Duel, name: str) -> bool:
    """Whether a barrier fell on a wizard in a round in which he did not act."""
    return duel.wizard(name).woven == NO_PAIR and duel.before is not None and duel.before.wizard(name).woven != NO_PAIR


def _spent(duel: Duel, viewer: Viewer, wizard: Wizard) -> frozenset[str]:
    """The spells of once a duel that the viewer knows to be spent."""
    if not wizard.spent:
        return wizard.spent
    known: set[str] = set()
    for then in duel.course():
        before = then.before.wizard(wizard.name).spent if then.before else frozenset()
        if then.wizard(wizard.name).spent != before:
            told = (seen(event, viewer) for event in account(then).events)
            known |= {event.data["spell"] for event in told if event is not None and _is_cast_by(wizard, event)}
        if not before:
            break
    return wizard.spent & known


def _is_cast_by(wizard: Wizard, event: Event) -> bool:
    return event.type == "cast" and event.data["caster"] == wizard.name


# What the hands may complete


ByPlace = Mapping[tuple[int, int], frozenset[str]]
"""Spells by the place in time of the rounds of a wizard."""


class Hands(NamedTuple):
    """What both hands of a wizard may complete in the rounds in which he acts.

    `begun`: by the places in time of these rounds, the spells that he has begun, or completes with two pairs; `own`:
    all those that he can complete.
    """

    left: Outlook
    right: Outlook
    begun: ByPlace
    own: ByPlace


class Sight(NamedTuple):
    """What a viewer sees of one wizard; `is_whole`: whether that is all that he may build on."""

    is_whole: bool
    hands: Hands


def _sight(duel: Duel, viewer: Viewer, wizard: Wizard) -> Sight:
    there = known(duel, viewer, wizard)
    then = last_known(duel, wizard.name, viewer)
    is_bound = bool(wizard.effects) and wizard.name in duel.acting and then is wizard
    bonds = holds(duel, wizard) if is_bound and _saw_last_hands(duel, viewer, wizard.name) else ()
    left, right = (live(duel.lexicon, hand) for hand in there.woven)
    bound = _allowed(bonds, "left", "right"), _allowed(bonds, "right", "left")
    return Sight(there.whole, _hands(duel.lexicon, (left, right), there.spent, turns(duel, then), bound))


@lru_cache(maxsize=4096)  # all who see a wizard alike ask for the same
def _hands(
    lexicon: Lexicon, woven: Pair, spent: frozenset[str], turns: tuple[Turn, ...], bound: tuple[Allowed, Allowed]
) -> Hands:
    reach = tuple([pairs for _, pairs in turns])
    left, right = (_outlook(lexicon, hand, spent, reach, allowed) for hand, allowed in zip(woven, bound, strict=True))
    own, begun, before = {}, {}, 0
    for turn, (place, pairs) in enumerate(turns):
        own[place] = left.slugs[turn] | right.slugs[turn] | (_short(lexicon, before) - spent)
        sudden = _short(lexicon, pairs - before) if pairs - before > 1 else NO_SPELLS
        begun[place] = (left.begun[turn] | right.begun[turn] | sudden) - spent
        before = pairs
    return Hands(left, right, begun, own)


def _saw_last_hands(duel: Duel, viewer: Viewer, name: str) -> bool:
    """Whether the viewer saw what the hands of a wizard did last, which Amnesia and Paralysis go by."""
    acted = (then.last for then in duel.course() if then.last is not None and name in then.last.gestures)
    last = next(acted, None)
    return last is None or sees_gestures(last, viewer, name)


def _allowed(bonds: Sequence[Holds], hand: Hand, other: Hand) -> Allowed:
    if not any(hold.is_sure for pair in bonds for hold in pair.values()):
        return ()
    return tuple((pair[hand].gestures, pair[other].gestures) for pair in bonds)


@lru_cache(maxsize=8192)  # about 3 KB each
def _outlook(lexicon: Lexicon, woven: str, spent: frozenset[str], reach: tuple[int, ...], allowed: Allowed) -> Outlook:
    rounds: list[dict[str, list[str]]] = [{} for _ in reach]
    begun: list[set[str]] = [set() for _ in reach]
    for slug, missing, has_begun in _within(lexicon, woven, reach[-1]):
        if slug in spent or not _is_open(missing, allowed):
            continue
        turn = next(index for index, pairs in enumerate(reach) if len(missing) <= pairs)
        found = rounds[turn].setdefault(missing, [])
        if slug not in found:
            found.append(slug)
        if has_begun:
            begun[turn].add(slug)
    every = tuple(frozenset(slug for slugs in turn.values() for slug in slugs) for turn in rounds)
    return Outlook(SharedList(rounds), every, tuple(map(frozenset, begun)))


def _within(lexicon: Lexicon, woven: str, pairs: int) -> Iterator[tuple[str, str, bool]]:
    """The spells that can be completed with so many pairs, what they want, and whether they are begun."""
    for step in lexicon.leads(woven):
        if step.rest <= pairs:
            yield step.spell.slug, step.pattern[-step.rest :], True
    for slug, patterns in lexicon.patterns.items():
        for pattern in patterns:
            if len(pattern) <= pairs:
                yield slug, pattern, False


def _is_open(missing: str, allowed: Allowed) -> bool:
    """Whether the hands can make what is missing, as far as they are bound."""
    for letter, (mine, other) in zip(missing, allowed, strict=False):
        gesture = letter.upper()
        if gesture not in mine or (letter.islower() and gesture not in other):
            return False
    return True


# When


def turns(duel: Duel, wizard: Wizard) -> tuple[Turn, ...]:
    """The next rounds in which `wizard` acts if nothing changes, free rounds and second pairs of the hasted among them.

    Places in time are the number of normal rounds to come, and the kind of round after each of them.
    """
    hasted = _haste_left(wizard)
    if not hasted and duel.kind == "normal" and wizard.name in duel.acting:
        return AS_EVER
    doubled = hasted if duel.rules.haste == "pair" else 0
    places, pairs = [], 0
    for place in _places(duel, wizard, hasted if duel.rules.haste == "free_round" else 0):
        is_paired = place[1] == 0 and doubled > 0
        pairs += 2 if is_paired else 1
        doubled -= is_paired
        places.append((place, pairs))
        if len(places) == ROUNDS:
            break
    return tuple(places)


def _places(duel: Duel, wizard: Wizard, free: int) -> Iterator[tuple[int, int]]:
    """When he acts: `free`, the free rounds that Haste still gives him."""
    now = KINDS.index(duel.kind)
    if wizard.name in duel.acting:
        yield 0, now
        free -= now == FREE_ROUND
    if now < FREE_ROUND and free > 0 and (duel.tail is None or wizard.name in duel.tail.free):
        yield 0, FREE_ROUND
        free -= 1
    for later in range(1, ROUNDS + 1):
        yield later, 0
        if free > 0:
            yield later, FREE_ROUND
            free -= 1


def _haste_left(wizard: Wizard) -> int:
    haste = wizard.effects.get("haste")
    return 0 if haste is None else ROUNDS if haste.left is None else haste.left


# What would stop it


@lru_cache(maxsize=256)
def _short(lexicon: Lexicon, pairs: int) -> frozenset[str]:
    """The spells that so many pairs complete from nothing."""
    return frozenset(slug for slug, patterns in lexicon.patterns.items() if min(map(len, patterns)) <= pairs)


def _stops(lexicon: Lexicon, hands: Hands, mine: ByPlace) -> list[Mapping[str, list[str]]]:
    """By the rounds of a wizard, what of the spells that he has begun is stopped by `mine` of that very round."""
    return [_stopped(lexicon, threats, mine.get(place, NO_SPELLS)) for place, threats in hands.begun.items()]


@lru_cache(maxsize=8192)
def _stopped(lexicon: Lexicon, threats: frozenset[str], mine: frozenset[str]) -> Mapping[str, list[str]]:
    """Which of `mine` stop each of `threats`, those that nothing stops left out."""
    table = {slug: _against(lexicon, slug, mine) for slug in sorted(threats)}
    return {slug: against for slug, against in table.items() if against}


def _against(lexicon: Lexicon, threat: str, mine: frozenset[str]) -> list[str]:
    stoppers = lexicon.stopped_by[threat]
    spell = lexicon.spells.get(threat)
    if spell is not None and spell.usually is Usually.SELF:  # no mirror turns back what one casts at oneself
        stoppers = frozenset(slug for slug in stoppers if lexicon.slugs[slug].role is not Role.MIRROR)
    return sorted(stoppers & mine)


def _attacks(duel: Duel, viewer: Viewer, mine: ByPlace) -> Json:
    if viewer not in duel.acting:
        return {}
    now = mine[0, KINDS.index(duel.kind)]
    kinds = set[str]()
    if duel.kind == "normal":
        kinds = {monster.kind.slug for monster in last_known_monsters(duel, viewer) if monster.alive}
    return _attacks_stopped(duel.lexicon, frozenset(kinds), now)


@lru_cache(maxsize=4096)
def _attacks_stopped(lexicon: Lexicon, kinds: frozenset[str], mine: frozenset[str]) -> Json:
    """What of `mine` stops a knife, and monsters of these kinds."""
    attacks = {"stab", *(kind if kind in ELEMENTALS else "monster" for kind in kinds)}
    return {attack: _against(lexicon, attack, mine) for attack in sorted(attacks)}
