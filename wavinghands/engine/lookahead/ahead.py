"""The spells that hands can complete in the next rounds, and the viewer's spells that counter them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, reduce
from itertools import islice
from typing import Final, NamedTuple

from wavinghands.engine.binding import Holds, holds
from wavinghands.engine.duel import Duel, Wizard
from wavinghands.engine.events import Event, Viewer, seen
from wavinghands.engine.gestures import REACH, Hand, Pair, woven_on
from wavinghands.engine.lexicon import Lexicon
from wavinghands.engine.lookahead.completion import live
from wavinghands.engine.phases import account
from wavinghands.engine.plain_data import Json
from wavinghands.engine.shared import SharedList
from wavinghands.engine.spell import Role, Usually
from wavinghands.engine.spells.stopping import ELEMENTALS
from wavinghands.engine.view import EVERYTHING, is_open, last_known, last_known_monsters, saw_nothing, sees_gestures

ROUNDS: Final = 3
"""The number of rounds to look ahead, counting rounds in which a wizard acts."""

KINDS: Final = ("normal", "time_stop", "haste")
"""The kinds of rounds, in the order in which they follow each other."""
FREE_ROUND: Final = KINDS.index("haste")
"""The index of rounds from Haste in `KINDS`."""

NO_PAIR: Final[Pair] = ("", "")
"""The sequences of hands that have made no gestures."""

NO_SPELLS: Final = frozenset[str]()
"""The empty set of spells, shared by all results."""

Turn = tuple[tuple[int, int], int]
"""An upcoming round in which a wizard acts: its time, and how many pairs of gestures they have made by its end.

The time consists of the number of normal rounds until then, and the index in `KINDS` of the round's own kind.
"""
AS_EVER: Final[tuple[Turn, ...]] = tuple(((later, 0), later + 1) for later in range(ROUNDS))
"""The turns of a wizard who is not hastened."""
Allowed = tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]
"""For each pair of gestures in the next round, the gestures that each hand may make."""


class Outlook(NamedTuple):
    """The spells that one hand can complete in each of a wizard's next rounds.

    - `rounds`: for each round, the slugs of spells by their missing gestures
    - `slugs`: for each round, all of these spells
    - `begun`: for each round, those spells that the hand has already begun
    """

    rounds: SharedList
    slugs: tuple[frozenset[str], ...]
    begun: tuple[frozenset[str], ...]


def ahead(duel: Duel, viewer: Viewer) -> Json:
    """Return the spells that hands can complete in the next rounds, and the viewer's spells that would stop them.

    `wizards` contains an object for each wizard who is still fighting, by name:

    - `left`, `right`: a list of the wizard's next three rounds. Each round maps missing gestures (a lower-case letter
      means both hands) to the slugs of the spells that they complete
    - `whole`: whether the viewer saw all gestures that the wizard's spells can build on
    - `stops`: a list of the same rounds. Each round maps the wizard's spells to those of the viewer's spells that would
      stop them and can be completed in that round. Only spells that the wizard has begun, or can start and complete
      with the two pairs of gestures of one round, are included

    `attacks` contains the viewer's spells that would stop stabs, monsters (including those summoned in the same round)
    and elementals in the next round, by kind of attack.
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
    """Return the duel with a next round for which the viewer can plan.

    A time-stopped round in which the viewer does not act is replaced by a normal round.
    """
    if duel.kind != "time_stop" or viewer == EVERYTHING or viewer in duel.acting:
        return duel
    standing = tuple(wizard.name for wizard in duel.wizards if wizard.stands)
    return replace(duel, kind="normal", acting=standing, tail=None)


# Knowledge of the hands


class Known(NamedTuple):
    """A wizard's gestures and spent once-per-duel spells, as far as a viewer knows them.

    `whole` says whether the viewer knows all of the gestures.
    """

    woven: Pair
    spent: frozenset[str]
    whole: bool


def known(duel: Duel, viewer: Viewer, wizard: Wizard) -> Known:
    """Return the gestures and the spent spells of `wizard`, as far as `viewer` knows them.

    The gestures are those made since the wizard's hands were last hidden from `viewer`.
    """
    if viewer in (wizard.name, EVERYTHING):
        return Known(wizard.woven, wizard.spent, whole=True)
    spent = _spent(duel, viewer, wizard)
    if _has_been_open(duel):
        return Known(wizard.woven, spent, whole=True)
    pairs, whole = _pairs_seen(duel, viewer, wizard)
    return Known(reduce(woven_on, reversed(pairs), NO_PAIR), spent, whole)


@lru_cache(maxsize=64)  # asked for each wizard and each viewer in turn
def _has_been_open(duel: Duel) -> bool:
    """Return whether everyone saw all hands in the last `REACH` rounds."""
    return all(then.last is None or is_open(then.last) for then in islice(duel.course(), REACH))


def _pairs_seen(duel: Duel, viewer: Viewer, wizard: Wizard) -> tuple[list[Pair], bool]:
    """Return the wizard's pairs of gestures since the last pair that the viewer did not see, latest first.

    Also return whether these are all the pairs that still count towards spells.
    """
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
    """Return whether the wizard's gestures stopped counting towards spells in the last round.

    Call this only if the wizard did not act in that round.
    """
    return duel.wizard(name).woven == NO_PAIR and duel.before is not None and duel.before.wizard(name).woven != NO_PAIR


def _spent(duel: Duel, viewer: Viewer, wizard: Wizard) -> frozenset[str]:
    """Return the once-per-duel spells that the wizard has cast, as far as the viewer knows."""
    if not wizard.spent:
        return wizard.spent
    known: set[str] = set()
    for then in duel.course():
        before = then.before.wizard(wizard.name).spent if then.before else frozenset()
        if then.wizard(wizard.name).spent != before:
            visible = (seen(event, viewer) for event in account(then).events)
            known |= {event.data["spell"] for event in visible if event is not None and _is_cast_by(wizard, event)}
        if not before:
            break
    return wizard.spent & known


def _is_cast_by(wizard: Wizard, event: Event) -> bool:
    return event.type == "cast" and event.data["caster"] == wizard.name


# Spells that the hands may complete


ByPlace = Mapping[tuple[int, int], frozenset[str]]
"""Spells by the time of a round, as in `Turn`."""


class Hands(NamedTuple):
    """The spells that both hands of a wizard can complete in the next rounds.

    - `left`, `right`: the outlook of each hand
    - `begun`: for each round, the spells that the wizard has begun, or can start and complete within that round
    - `own`: for each round, all spells that the wizard can complete
    """

    left: Outlook
    right: Outlook
    begun: ByPlace
    own: ByPlace


class Sight(NamedTuple):
    """A viewer's knowledge of one wizard.

    `is_whole` says whether the viewer knows all gestures that count towards spells.
    """

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


@lru_cache(maxsize=4096)  # shared by all viewers with the same knowledge
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
    """Yield the spells that need at most `pairs` more gestures.

    Each comes with its remaining gestures, and a flag that is true if some gestures have been made.
    """
    for step in lexicon.leads(woven):
        if step.rest <= pairs:
            yield step.spell.slug, step.pattern[-step.rest :], True
    for slug, patterns in lexicon.patterns.items():
        for pattern in patterns:
            if len(pattern) <= pairs:
                yield slug, pattern, False


def _is_open(missing: str, allowed: Allowed) -> bool:
    """Return whether the `missing` gestures of a spell are all possible.

    `allowed` contains, for each pair of gestures to come, the gestures that this hand and the other hand may make.
    """
    for letter, (mine, other) in zip(missing, allowed, strict=False):
        gesture = letter.upper()
        if gesture not in mine or (letter.islower() and gesture not in other):
            return False
    return True


# Rounds


def turns(duel: Duel, wizard: Wizard) -> tuple[Turn, ...]:
    """Return the next rounds in which `wizard` acts, assuming that nothing changes.

    The result includes extra rounds and takes second pairs of gestures into account.
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
    """Yield the times of the next rounds in which the wizard acts.

    A time is a pair: the number of normal rounds until then, and the index in `KINDS` of the round's own kind. `free`
    is the number of extra rounds that the wizard's Haste still grants.
    """
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


# Counters


@lru_cache(maxsize=256)
def _short(lexicon: Lexicon, pairs: int) -> frozenset[str]:
    """Return the spells that take at most `pairs` pairs of gestures."""
    return frozenset(slug for slug, patterns in lexicon.patterns.items() if min(map(len, patterns)) <= pairs)


def _stops(lexicon: Lexicon, hands: Hands, mine: ByPlace) -> list[Mapping[str, list[str]]]:
    """Return one map per round, from the spells of `hands` to the spells in `mine` that stop them."""
    return [_stopped(lexicon, threats, mine.get(place, NO_SPELLS)) for place, threats in hands.begun.items()]


@lru_cache(maxsize=8192)
def _stopped(lexicon: Lexicon, threats: frozenset[str], mine: frozenset[str]) -> Mapping[str, list[str]]:
    """Map each threat to the spells in `mine` that stop it.

    Threats that no spell stops are left out.
    """
    table = {slug: _against(lexicon, slug, mine) for slug in sorted(threats)}
    return {slug: against for slug, against in table.items() if against}


def _against(lexicon: Lexicon, threat: str, mine: frozenset[str]) -> list[str]:
    stoppers = lexicon.stopped_by[threat]
    spell = lexicon.spells.get(threat)
    if spell is not None and spell.usually is Usually.SELF:  # mirrors do not reflect spells cast at oneself
        stoppers = frozenset(slug for slug in stoppers if lexicon.slugs[slug].role is not Role.MIRROR)
    return sorted(stoppers & mine)


def _attacks(duel: Duel, viewer: Viewer, mine: ByPlace) -> Json:
    if viewer not in duel.acting:
        return {}
    now = mine[0, KINDS.index(duel.kind)]
    attacks = {"stab"}
    if duel.kind == "normal":
        known = {monster.kind.slug for monster in last_known_monsters(duel, viewer) if monster.alive}
        attacks |= {"monster", *known.intersection(ELEMENTALS)}
    return _attacks_stopped(duel.lexicon, frozenset(attacks), now)


@lru_cache(maxsize=4096)
def _attacks_stopped(lexicon: Lexicon, attacks: frozenset[str], mine: frozenset[str]) -> Json:
    """Map each kind of attack to the spells in `mine` that stop it."""
    return {attack: _against(lexicon, attack, mine) for attack in sorted(attacks)}
