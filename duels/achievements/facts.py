"""Facts about each wizard in a finished duel, derived by replaying its record.

They can be derived for every spell book.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from wavinghands import engine
from wavinghands.engine import Json

NO_LEVELS: Mapping[str, int] = {}
HANDS = {"left", "right"}
WOUNDS = "wounds"
"""The engine's name for death by damage."""
GAVE_UP = ("palms", "word")
"""The ways to surrender. Wizards can also leave a duel alive because they do not show up or run out of time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """A wizard's part in a finished duel.

    Spells, effects, causes of death and kinds of monsters are slugs.

    - `rated`: whether the duel changed the scores of its mages
    - `levels`: the levels of the computer players among the opponents
    - `wizards`, `rounds`: the number of wizards and of rounds in the duel
    - `hp`, `lost`: the hit points at the end, and all damage suffered, including damage that was healed
    - `gave_up`: whether an opponent surrendered
    - `classes`: the classes of the spells that the wizard cast
    - `two_hands`: whether the hands completed two different spells in the same round
    - `released`, `extended`: whether the wizard released a stored spell, and whether they made an enchantment permanent
    - `on_self`, `on_others`: the effects that the wizard's spells had on the wizard, and on opponents
    - `minds`: the mind spells among `on_others`
    - `paralysed`: the largest number of consecutive rounds in which the wizard paralysed the same opponent
    - `stopped`: pairs of the wizard's spell and the opponent's spell or attack that it stopped. An attack by a monster
      is called "attack", and one with a knife "stab".
    - `raised`: whether the wizard brought a being back to life
    - `monsters`: the kinds of monsters that appeared in the wizard's service
    - `charmed`: whether the wizard took over an opponent's monster
    - `kills`: the causes of opponents' deaths for which the wizard is responsible. For a death by damage, these are
      the causes of the damage by the wizard or their monsters in that round: spells, "monster" or "stab".
    - `led_to_surrender`: whether a hand that the wizard had charmed completed an opponent's surrender
    - `cured_late`: whether the wizard lost a deadly sickness in the last round before it would have killed them
    """

    won: bool
    rated: bool
    levels: frozenset[int]
    wizards: int
    rounds: int
    hp: int
    lost: int
    gave_up: bool
    classes: frozenset[str]
    two_hands: bool
    released: bool
    extended: bool
    on_self: frozenset[str]
    on_others: frozenset[str]
    minds: frozenset[str]
    paralysed: int
    stopped: frozenset[tuple[str, str]]
    raised: bool
    monsters: frozenset[str]
    charmed: bool
    kills: frozenset[str]
    led_to_surrender: bool
    cured_late: bool

    def has_stopped(self, *stoppers: str, what: str | None = None) -> bool:
        """Return whether one of these `stoppers`, the wizard's own spells, stopped an opponent's spell or attack.

        If `what` is given, only this spell or attack is considered.
        """
        return any(stopper in stoppers and what in (None, stopped) for stopper, stopped in self.stopped)


class Round(NamedTuple):
    """A round of a duel: the positions before and after it, and its events."""

    before: engine.Duel
    after: engine.Duel
    events: Sequence[Json]

    def events_of(self, *kinds: str, **facts: Any) -> Iterator[Json]:
        """Yield the events of these kinds whose fields have the values in `facts`."""
        for event in self.events:
            if event["type"] in kinds and all(event.get(name) == fact for name, fact in facts.items()):
                yield event

    def owner(self, monster: str) -> str | None:
        """Return the wizard who controls a monster at the end of this round.

        If the monster or its owner died in the round, return the previous owner.
        """
        for duel in (self.after, self.before):
            for one in duel.monsters:
                if one.name == monster and one.owner is not None:
                    return one.owner
        return next((event["owner"] for event in self.events_of("appears", monster=monster)), None)


class Part(NamedTuple):
    """A wizard, the names of their opponents, and all rounds of the duel."""

    name: str
    opponents: frozenset[str]
    rounds: Sequence[Round]

    def events_of(self, *kinds: str, **facts: Any) -> Iterator[tuple[Round, Json]]:
        """Yield `(round, event)` for each event of these kinds whose fields have the values in `facts`."""
        return ((it, event) for it in self.rounds for event in it.events_of(*kinds, **facts))

    def is_hostile(self, round_: Round, actor: str) -> bool:
        """Return whether `actor` is an opponent or an opponent's monster."""
        return actor in self.opponents or round_.owner(actor) in self.opponents


def facts_of(record: Json, *, rated: bool = False, levels: Mapping[str, int] = NO_LEVELS) -> dict[str, Facts]:
    """Return the facts about each wizard in the finished duel of `record`.

    `levels` contains the levels of the computer players by name. Raise the same errors as `engine.load`.
    """
    rounds = list(_rounds(record))
    if not rounds:
        return {}
    end = rounds[-1].after
    sides = {wizard.name: wizard.side for wizard in end.wizards}
    foes = {name: frozenset(other for other in sides if sides[other] != side) for name, side in sides.items()}
    return {name: _facts(Part(name, foes[name], rounds), end, rated=rated, levels=levels) for name in sides}


def _rounds(record: Json) -> Iterator[Round]:
    before = None
    for after in engine.replay(record, with_start=True):
        if before is not None:
            seen = engine.view(after, engine.EVERYTHING, since=before.number)
            yield Round(before, after, seen["rounds"][-1]["events"])
        before = after


def _facts(part: Part, end: engine.Duel, *, rated: bool, levels: Mapping[str, int]) -> Facts:
    name, result = part.name, end.result or {}
    casts = list(part.events_of("cast", caster=name))
    on_others = frozenset(effect for it in part.rounds for foe in part.opponents for effect in _put_on(it, name, foe))
    return Facts(
        won=name in result.get("winners", ()),
        rated=rated,
        levels=frozenset(levels[foe] for foe in part.opponents if foe in levels),
        wizards=len(end.wizards),
        rounds=end.number,
        hp=end.wizard(name).hp,
        lost=sum(event["points"] for _, event in part.events_of("damage", subject=name)),
        gave_up=any(
            event["wizard"] in part.opponents and event["how"] in GAVE_UP for _, event in part.events_of("surrenders")
        ),
        classes=frozenset(end.lexicon.slugs[event["spell"]].chapter.value for _, event in casts),
        two_hands=any(_has_used_both_hands(it, name) for it in part.rounds),
        released=any(event["hand"] == "released" for _, event in casts),
        extended=any(part.events_of("extended", caster=name)),
        on_self=frozenset(effect for it in part.rounds for effect in _put_on(it, name, name)),
        on_others=on_others,
        minds=frozenset(effect for effect in on_others if end.lexicon.slugs[effect].mind),
        paralysed=max((_longest_paralysis(part, foe) for foe in part.opponents), default=0),
        stopped=frozenset(_stopped(part)),
        raised=any(
            any(it.events_of("cast", caster=name, target=event["subject"], spell="raise_dead"))
            for it, event in part.events_of("raised")
        ),
        monsters=frozenset(event["kind"] for _, event in part.events_of("appears", owner=name)),
        charmed=any(
            monster.name == event["monster"] and monster.owner in part.opponents
            for it, event in part.events_of("charmed", owner=name)
            for monster in it.before.monsters
        ),
        kills=frozenset(cause for it in part.rounds for foe in part.opponents for cause in _kills(part, it, foe)),
        led_to_surrender=any(_has_led_to_surrender(part, it) for it in part.rounds),
        cured_late=any(_is_last_chance(it, name, event) for it, event in part.events_of("ends", subject=name)),
    )


def _put_on(round_: Round, caster: str, subject: str) -> Iterator[str]:
    """Yield the effects on `subject` that began in this round because of a spell cast or reflected by `caster`."""
    for effect, there in round_.after.wizard(subject).effects.items():
        if there.by == caster and there.since == round_.after.number:
            yield effect


def _has_used_both_hands(round_: Round, name: str) -> bool:
    """Return whether this wizard's hands completed two different spells in the round.

    Two palms do not count, because this pair of gestures is a surrender.
    """
    spells = {event["hand"]: event["spell"] for event in round_.events_of("cast", caster=name)}
    return spells.keys() >= HANDS and spells["left"] != spells["right"]


def _longest_paralysis(part: Part, foe: str) -> int:
    longest = run = 0
    for it in part.rounds:
        run = run + 1 if "paralysis" in _put_on(it, part.name, foe) else 0
        longest = max(longest, run)
    return longest


def _stopped(part: Part) -> Iterator[tuple[str, str]]:
    for it, event in part.events_of("fails", "misses", "reflected", "spared", "attack", "stab"):
        actor = event.get("caster") or event.get("attacker")
        if part.is_hostile(it, actor) if actor else event["subject"] == part.name:
            for reason in _reasons(event):
                if reason.get("by") == part.name:
                    yield reason.get("spell") or reason["effect"], event.get("spell") or event["type"]


def _reasons(event: Json) -> Iterable[Json]:
    because = event.get("because", ())
    return [because] if isinstance(because, dict) else because


def _kills(part: Part, round_: Round, foe: str) -> Iterator[str]:
    for event in round_.events_of("dies", wizard=foe):
        cause = event["cause"]
        sickness = round_.before.wizard(foe).effects.get(cause)
        if cause == WOUNDS:
            for blow in round_.events_of("damage", subject=foe):
                if part.name in (blow["by"], round_.owner(blow["by"] or "")):
                    yield blow["cause"]
        elif (
            sickness.by == part.name
            if sickness
            else any(round_.events_of("cast", caster=part.name, spell=cause, target=foe))
        ):
            yield cause


def _has_led_to_surrender(part: Part, round_: Round) -> bool:
    """Return whether the wizard charmed an opponent's hand into the gesture that completed a surrender."""
    return any(
        any(reason.get("by") == part.name for reason in _reasons(forced))
        for event in round_.events_of("surrenders", how="palms")
        for forced in round_.events_of("forced", wizard=event["wizard"], effect="charm_person", gesture="P")
        if event["wizard"] in part.opponents
    )


def _is_last_chance(round_: Round, name: str, event: Json) -> bool:
    """Return whether the event ended an effect that would otherwise have killed this wizard in this round."""
    there = round_.before.wizard(name).effects.get(event["effect"])
    kills = round_.after.lexicon.slugs[event["effect"]].kills
    return kills and event["why"] != "time" and there is not None and there.left == 1
