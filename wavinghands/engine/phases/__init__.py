"""The course of a round from orders to result, as a tuple of phases. Source: ruling 3 (docs/rulings.md)."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from wavinghands.engine.beings import Actor, Cast
from wavinghands.engine.chance import Chance
from wavinghands.engine.duel import Account, Duel, Played
from wavinghands.engine.orders import Orders
from wavinghands.engine.phases import aftermath, banking, casting, gesturing, harm
from wavinghands.engine.phases.closing import close, played
from wavinghands.engine.round import Question, Round

Phases = tuple[Callable[[Round], None], ...]
"""Phases, in the order in which they run."""

HANDS: Phases = (gesturing.make_gestures, gesturing.reveal, gesturing.complete)
"""The phases in which hands make gestures and complete spells."""
WAITING: Phases = (banking.extend, banking.bank, banking.release)
"""The phases in which spells are extended, banked and released."""
FLIGHT: Phases = (
    casting.find_targets,
    casting.dispel,
    casting.counter,
    casting.mirror,
    casting.summon,
    casting.find_new_targets,
    casting.guard_new_monsters,
    casting.reach_others,
)
"""The phases in which spells find their subjects."""


def open_windows(round: Round) -> None:
    """Let a Delayed Effect or Permanency apply to other spells cast in the same round.

    This depends on the option `window_includes_casting`. To find the wizards whom the two spells reach, a trial round
    is played in which neither spell applies yet. Source: rulings 1.3, 5.3, 5.4 (docs/rulings.md).
    """
    if not round.rules.window_includes_casting or not any(cast.spell.takes for cast in round.casts):
        return
    trial = round.afresh()
    for phase in (*HANDS, *WAITING, *FLIGHT):
        phase(trial)
    reached = {_place(cast): cast.subject.name for cast in trial.casts if isinstance(cast.subject, Actor)}
    for cast in round.casts:
        if cast.spell.takes and _place(cast) in reached:
            cast.opens = round.actor(reached[_place(cast)])


def _place(cast: Cast) -> tuple[str, str, bool]:
    """Return a spell's caster, its hand, and whether it belongs to the second pair."""
    return cast.caster.name, cast.hand, bool(cast.second)


GESTURES: Phases = (*HANDS, open_windows, *WAITING)
"""The phases from making gestures to releasing banked spells."""
SPELLS: Phases = (*FLIGHT, casting.cancel, casting.clash, casting.remove_enchantments, casting.take_effect)
"""The phases in which spells find their subjects and take effect."""
HARM: Phases = (
    harm.settle_elements,
    harm.order_monsters,
    harm.attack,
    aftermath.count_damage,
    aftermath.linger,
    aftermath.count_down,
    aftermath.loosen,
    aftermath.bury,
    aftermath.surrender,
    aftermath.release_monsters,
    banking.keep,
)
"""The phases in which elements and attacks do damage, and the result of the round is determined."""
PHASES = (GESTURES, SPELLS, HARM)
"""All phases in order."""
ADJUDICATION: Phases = (aftermath.adjudicate, aftermath.release_monsters)
"""The phases of a round in which wizards lose by adjudication and nothing else happens."""


@dataclass(frozen=True, slots=True, eq=False)
class Asked:
    """A round that waits for answers.

    - `duel`: the duel before the round
    - `questions`: the questions to answer
    - `revealed`: the parts of the round that have been revealed
    """

    duel: Duel
    questions: tuple[Question, ...]
    revealed: Played

    @property
    def asks(self) -> tuple[str, ...]:
        """Return the wizards who have questions to answer, in the order of their seats."""
        asked = {question.wizard for question in self.questions}
        return tuple(wizard.name for wizard in self.duel.wizards if wizard.name in asked)


def resolve(
    duel: Duel,
    orders: Mapping[str, Orders],
    answers: Mapping[str, Mapping[str, Any]] | None,
    chance: Mapping[str, Any] | None = None,
) -> Duel | Asked:
    """Return the duel after the round, or an `Asked` with the questions that must be answered first.

    A round is never resumed. Once there are answers, it is played again from the start. The result of a die depends on
    its name and not on earlier rolls, so answers do not change it. If `answers` is `None`, nothing is asked, and all
    questions take their defaults.
    """
    round = Round(duel, orders, answers, Chance(duel.seed, duel.number + 1, chance))
    for phase in upcoming(round):
        before = len(round.events)
        phase(round)
        if round.questions:
            del round.events[before:]  # its result depends on the answers
            return Asked(duel, tuple(round.questions), played(round, {}))
    return close(round)


def upcoming(round: Round) -> Iterator[Callable[[Round], None]]:
    """Yield the phases of a round.

    If no spell has been cast, phases for spells are skipped.
    """
    if round.chance.adjudged:
        yield from ADJUDICATION
        return
    for phases in PHASES:
        if phases is not SPELLS or round.casts:
            yield from phases


def account(duel: Duel) -> Account:
    """Return the `Account` of the last round of `duel`.

    If it is no longer cached, replay the round.
    """
    assert duel.last is not None, "nothing has been played"
    kept = duel.last.account
    return _again(duel) if kept is None else kept  # read once, because another thread may clear it


@lru_cache(maxsize=1024)  # about 10 KB each, with words: all viewers of a duel ask for the same
def _again(duel: Duel) -> Account:
    assert duel.last is not None
    assert duel.before is not None
    again = resolve(duel.before, duel.last.orders, None, duel.last.chance)
    assert isinstance(again, Duel)
    return account(again)


__all__ = ["PHASES", "Asked", "account", "close", "resolve", "upcoming"]
