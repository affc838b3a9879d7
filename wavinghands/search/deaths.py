"""Causes of death in finished duels: when each began, what would have stopped it, and how long that was possible.

Everything is derived from the rounds played and the definitions of the spells, so it works for every book.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import Any, Final, NamedTuple

from wavinghands import engine
from wavinghands.engine import Json
from wavinghands.search.dangers import cures, sicknesses, slayers
from wavinghands.search.order_completion import HANDS

GESTURES: Final = "DFPSW"
WOUNDS: Final = "wounds"
"""The cause of a death by damage, as the engine names it."""


class Story(NamedTuple):
    """A finished duel: its positions and the events of each round.

    The positions are those before the first round and after each round.
    """

    course: Sequence[engine.Duel]
    rounds: Mapping[int, Json]

    @property
    def end(self) -> int:
        """Return the number of the last round."""
        return self.course[-1].number

    def before(self, number: int) -> engine.Duel:
        return self.course[number - 1]

    def events(self, number: int, kind: str, **facts: Any) -> list[Json]:
        """Return the events of a round that are of this kind and have these facts."""
        return [
            event
            for event in self.rounds[number]["events"]
            if event["type"] == kind and all(event.get(name) == fact for name, fact in facts.items())
        ]


def deaths(course: Sequence[engine.Duel], rounds: Iterable[Json]) -> list[Json]:
    """Return the cause of each death in a two-player duel, with the fields that `docs/analysis.md` describes.

    `course` contains the positions before the first round and after each round. `rounds` contains the events of each
    round. The result also includes wizards who surrendered while a sickness was killing them.
    """
    story = Story(course, {entry["number"]: entry for entry in rounds})
    found = (_death(story, wizard.name) for wizard in course[-1].wizards)
    return [death for death in found if death is not None]


def _death(story: Story, name: str) -> Json | None:
    lexicon = story.course[-1].lexicon
    died = story.events(story.end, "dies", wizard=name)
    cause = died[0]["cause"] if died else _sickness_of(story, name) if _left(story, name) else None
    if cause is None:
        return None
    death = {"wizard": name, "round": story.end, "died": bool(died), "cause": cause}
    if cause in sicknesses(lexicon):
        return death | _by_sickness(story, name, cause)
    if cause in slayers(lexicon):
        return death | _by_slayer(story, name, cause)
    return death | _by_wounds(story, name) if cause == WOUNDS else death


def _left(story: Story, name: str) -> bool:
    return bool(story.events(story.end, "surrenders", wizard=name))


def _sickness_of(story: Story, name: str) -> str | None:
    """Return the sickness that would have killed this wizard first, or `None` if there was none."""
    effects = story.before(story.end).wizard(name).effects
    there = [(effects[slug].left or 0, slug) for slug in sicknesses(story.course[-1].lexicon) if slug in effects]
    return min(there)[1] if there else None


# Deadly spells --------------------------------------------------------------------------------------------------------


def _by_sickness(story: Story, name: str, spell: str) -> Json:
    """Return the cause of a wizard's sickness, the cures for it, and the last chance to cure it in time."""
    lexicon = story.course[-1].lexicon
    since = story.before(story.end).wizard(name).effects[spell].since
    ends = cures(lexicon, spell)

    def is_well(duel: engine.Duel) -> bool:
        return duel.wizard(name).stands and spell not in duel.wizard(name).effects

    def is_in_time(number: int, rest: int) -> bool:
        there = story.before(number).wizard(name).effects.get(spell)
        return there is not None and there.left is not None and rest < there.left

    return {
        **_casting(story, name, spell, since),
        "stoppers": _simplest_first(lexicon, lexicon.stopped_by[spell] - ends),
        "reach": _reach(story, name, since, is_well) or [],
        "cures": _simplest_first(lexicon, ends),
        "tried": [*_tried(story, name, ends, range(since + 1, story.end + 1))],
        "chance": _last_chance(story, name, range(story.end, since, -1), ends, is_in_time),
    }


def _by_slayer(story: Story, name: str, spell: str) -> Json:
    """Return how an instantly deadly spell was cast, the spells that stop it, and the last chance to cast one."""
    lexicon, end = story.course[-1].lexicon, story.end
    casting = _casting(story, name, spell, end)
    if casting["by"] in (name, None):
        return {**casting, "stoppers": [], "reach": [], "breakers": [], "chance": None}
    wards = lexicon.stopped_by[spell]

    def is_in_time(number: int, rest: int) -> bool:
        return number + rest == end

    return {
        **casting,
        "stoppers": _simplest_first(lexicon, wards),
        "reach": _reach(story, name, end, lambda duel: duel.wizard(name).stands) or [],
        "breakers": _simplest_first(lexicon, [slug for slug, other in lexicon.spells.items() if other.breaks_off]),
        "chance": _last_chance(story, name, range(end, (casting["begun"] or end) - 1, -1), wards, is_in_time),
    }


def _casting(story: Story, name: str, spell: str, number: int) -> Json:
    """Return the caster and the round of the spell that hit this wizard.

    Also return the round of the spell's first gesture. `mirror` is the wizard whose Magic Mirror reflected the spell at
    its caster, or "".
    """
    reflected = story.events(number, "reflected", caster=name, spell=spell)
    cast = story.events(number, "cast", spell=spell, **({"caster": name} if reflected else {"target": name}))
    by = cast[0]["caster"] if cast else None
    return {
        "by": by,
        "mirror": reflected[0]["mirror"] if reflected else "",
        "cast": number,
        "begun": _begun(story, by, spell, number) if by else None,
    }


def _begun(story: Story, caster: str, spell: str, number: int) -> int | None:
    """Return the round of a spell's first gesture.

    Return `None` if the spell was completed before round `number` and then banked.
    """
    made: list[tuple[int, Json]] = [
        (entry["number"], pair)
        for entry in story.rounds.values()
        if entry["number"] <= number
        for gestures in [entry["gestures"].get(caster)]
        if gestures
        for pair in (gestures, gestures.get("second"))
        if pair
    ]
    for count in range(len(made), 0, -1):
        if made[count - 1][0] != number:
            return None
        for pattern in story.course[-1].lexicon.patterns[spell]:
            last = made[max(0, count - len(pattern)) : count]
            if len(last) == len(pattern) and any(_fits(pattern, [pair for _, pair in last], hand) for hand in HANDS):
                return last[0][0]
    return None


def _fits(pattern: str, pairs: Sequence[Json], hand: str) -> bool:
    return all(
        pair[hand] == letter.upper() and (letter.isupper() or pair["left"] == pair["right"])
        for letter, pair in zip(pattern, pairs, strict=True)
    )


def _tried(story: Story, name: str, ends: Collection[str], numbers: Iterable[int]) -> Iterator[Json]:
    """Yield the cures that failed in these rounds, each with the spell that stopped it, or ""."""
    for number in numbers:
        for cast in story.events(number, "cast", caster=name):
            if cast["spell"] in ends and cast.get("target") in (name, None):
                failed = story.events(number, "fails", caster=name, spell=cast["spell"])
                because = [one for event in failed for one in event.get("because", ())]
                stopper = next((one["spell"] for one in because if "spell" in one), "")
                yield {"spell": cast["spell"], "round": number, "stopper": stopper}


def _last_chance(
    story: Story, name: str, numbers: Iterable[int], answers: Collection[str], is_in_time: Callable[[int, int], bool]
) -> Json | None:
    """Return the last of these rounds in which the wizard could have cast or continued one of `answers` in time.

    The result contains the `round`, the `spell`, its `hand`, and the gestures that were `missing` before the round.
    `answers` are spells. `is_in_time` takes a round and the number of gestures that remain after it. Return `None` if
    haste or stopped time might have given the wizard a later chance.
    """
    for number in numbers:
        before = story.before(number)
        if before.kind != "normal" or name not in before.acting or before.paired(name):
            return None
        found = [
            (len(missing), not missing.isupper(), spell, hand, missing)
            for candidate in engine.candidates(before, name)
            for spell, hand, missing in _answered(before.lexicon, name, candidate, answers)
            if is_in_time(number, len(missing) - 1)
        ]
        if found:
            *_, spell, hand, missing = min(found)
            return {"round": number, "spell": spell, "hand": hand, "missing": missing}
    return None


def _answered(
    lexicon: engine.Lexicon, name: str, candidate: engine.Candidate, answers: Collection[str]
) -> Iterator[tuple[str, str, str]]:
    """Yield the spells in `answers` that a candidate casts or continues.

    Each item is a tuple of the spell, its hand, and its gestures from this round on.
    """
    left, right = candidate.woven
    for hand, spell, target in candidate.castings:
        if spell.slug in answers and (target == name or spell.blanket):
            yield spell.slug, hand, (right if hand == "right" else left)[-1]
    for hand, woven in zip(HANDS, candidate.woven, strict=True):
        for step in lexicon.leads(woven):
            if step.spell.slug in answers:
                yield step.spell.slug, hand, step.pattern[-step.rest - 1 :]


# Damage ---------------------------------------------------------------------------------------------------------------


def _by_wounds(story: Story, name: str) -> Json:
    """Return the sources of damage, largest first, and the last chance to save the wizard."""
    return {"blows": _blows(story, name), **_last_rescue(story, name)}


def _blows(story: Story, name: str) -> list[Json]:
    """Return the damage that the wizard `name` took, with one entry per source.

    A source is an elemental, or one wizard's spell, stabs or monsters.
    """
    lexicon, blows = story.course[-1].lexicon, dict[tuple[str, str], Json]()
    for number in story.rounds:
        for event in story.events(number, "damage", subject=name):
            cause, by = event["cause"], event["by"]
            monster = next((one for one in story.course[number].monsters if one.name == by), None)
            attack = monster.kind.slug if monster and monster.kind.is_elemental else cause
            owner = _owner(story, number, monster, name) or by if monster else by
            stoppers = _simplest_first(lexicon, _guards(lexicon, attack))
            fresh = {
                "cause": cause, "by": owner, "mirror": "", "monsters": [], "points": 0, "rounds": [],
                "stoppers": stoppers,
            }  # fmt: skip
            blow = blows.setdefault((cause, owner), fresh)
            blow["points"] += event["points"]
            for reflected in story.events(number, "reflected", caster=owner, spell=cause) if owner == name else ():
                blow["mirror"] = reflected["mirror"]
            for field, found in (("rounds", number), ("monsters", monster and monster.name)):
                if found and found not in blow[field]:
                    blow[field].append(found)
    return sorted(blows.values(), key=lambda blow: -blow["points"])


def _guards(lexicon: engine.Lexicon, attack: str) -> list[str]:
    """Return the spells that stop `attack`, which is a spell or a kind of attack.

    For a kind of attack, only spells that protect a wizard are included.
    """
    stoppers = lexicon.stopped_by.get(attack, frozenset())
    return [slug for slug in stoppers if attack in lexicon.spells or lexicon.spells[slug].protects]


def _owner(story: Story, number: int, monster: Any, victim: str) -> str | None:
    """Return the owner of a monster that hit `victim`.

    If `victim` owned the monster after the round, or nobody did, return its previous owner.
    """
    earlier = [one.owner for one in story.before(number).monsters if one.name == monster.name]
    appeared = [event["owner"] for event in story.events(number, "appears", monster=monster.name)]
    return next((owner for owner in (monster.owner, *earlier, *appeared) if owner not in (None, victim)), None)


def _last_rescue(story: Story, name: str) -> Json:
    """Return the last round in which a spell could have saved the wizard, and all such spells.

    The list of spells is empty if it would have been enough to do nothing. Later rounds are assumed to do the same
    damage.
    """
    lost = story.course[-1].wizard(name).hp
    for number in range(story.end, 0, -1):
        hp = story.course[number].wizard(name).hp

        def is_enough(duel: engine.Duel, kept: int = hp) -> bool:
            return duel.wizard(name).stands and duel.wizard(name).hp - kept + lost > 0

        reach = _reach(story, name, number, is_enough)
        if reach is not None:
            return {"until": number, "reach": reach}
    return {"until": None, "reach": []}


# Spells within reach --------------------------------------------------------------------------------------------------


def _reach(story: Story, name: str, number: int, is_safe: Callable[[engine.Duel], bool]) -> list[str] | None:
    """Return the spells with which the wizard could have made the position after a round safe.

    The other wizards' orders and the results of the dice stay the same. The list is empty if it would have been enough
    to do nothing, and `None` if no spell would have been enough.
    """
    before = story.before(number)
    entry = engine.round_record(story.course[number])
    if name not in entry["orders"] or before.paired(name):
        return None
    after = story.course[number]
    assert after.last is not None
    done, safe = after.last.orders[name], set[str]()

    def after_round(given: engine.Orders) -> engine.Duel:
        orders = {**entry["orders"], name: given.as_json()}
        return engine.advance(before, {**entry, "orders": orders})

    idle = replace(done, left="-", right="-", cast={}, target={})
    if is_safe(after_round(idle)):
        return []
    for hand, gesture in product(HANDS, GESTURES):  # candidates leave out moves that risk a surrender
        played = after_round(replace(idle, left=gesture) if hand == "left" else replace(idle, right=gesture))
        if is_safe(played):
            safe |= _cast_in_last_round(played, name)
    for candidate in engine.candidates(before, name):
        spells = {casting.spell.slug for casting in candidate.castings}
        if len(candidate.castings) == 1 and not spells <= safe:
            given = engine.orders_for(before, name, candidate)
            given = replace(given, paralyze=done.paralyze, direct=done.direct, elemental=done.elemental)
            if is_safe(after_round(given)):
                safe |= spells
    return _simplest_first(before.lexicon, safe) if safe else None


def _cast_in_last_round(duel: engine.Duel, name: str) -> set[str]:
    (last,) = engine.view(duel, engine.EVERYTHING, since=duel.number - 1)["rounds"]
    return {event["spell"] for event in last["events"] if event["type"] == "cast" and event["caster"] == name}


def _simplest_first(lexicon: engine.Lexicon, spells: Iterable[str]) -> list[str]:
    return sorted(spells, key=lambda slug: (min(map(len, lexicon.patterns[slug])), slug))
