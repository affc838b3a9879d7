"""A round, from orders to outcome. The position of a phase is its order. Source: ruling 3."""

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
"""Phases in their order."""

HANDS: Phases = (gesturing.make_gestures, gesturing.reveal, gesturing.choose, gesturing.aim)
"""What hands do, and what they complete."""
WAITING: Phases = (banking.extend, banking.bank, banking.release)
"""What is made to last, banked, and released."""
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
"""Whom spells reach."""


def open_windows(round: Round) -> None:
    """Settle whose windows the spells of this round open at once: of those whom they reach, by all that is cast.

    For that the round is played as far as the spells fly, with the windows alone that were open before; what comes of
    it shows whom they reach, and is thrown away. Source: rulings 1.3 (`window_includes_casting`), 5.3, 5.4.
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
    """Where a spell of the round comes from: its caster, his hand, and whether it is of his second pair."""
    return cast.caster.name, cast.hand, bool(cast.second)


GESTURES: Phases = (*HANDS, open_windows, *WAITING)
"""What hands do, what they complete, and what is banked, released and made to last."""
SPELLS: Phases = (*FLIGHT, casting.cancel, casting.clash, casting.remove_enchantments, casting.take_effect)
"""Which spells take effect, and on whom."""
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
"""Elements, attacks, and what the round comes to."""
PHASES = (GESTURES, SPELLS, HARM)
"""All phases, in their order."""


@dataclass(frozen=True, slots=True, eq=False)
class Asked:
    """A round that waits for answers: the duel before it, what is asked, and what has been revealed so far."""

    duel: Duel
    questions: tuple[Question, ...]
    revealed: Played

    @property
    def asks(self) -> tuple[str, ...]:
        """The wizards who are asked, in the order of the duel."""
        asked = {question.wizard for question in self.questions}
        return tuple(wizard.name for wizard in self.duel.wizards if wizard.name in asked)


def resolve(
    duel: Duel,
    orders: Mapping[str, Orders],
    answers: Mapping[str, Mapping[str, Any]] | None,
    chance: Mapping[str, Any] | None = None,
) -> Duel | Asked:
    """The duel after the round, or what must be asked first.

    Nothing is ever resumed: with the answers the same round is played again from its start. The dice go by name, so
    that an answer shifts none of them. `answers`: none, if nothing is to be asked.
    """
    round = Round(duel, orders, answers, Chance(duel.seed, duel.number + 1, chance))
    for phase in upcoming(round):
        told = len(round.events)
        phase(round)
        if round.questions:
            del round.events[told:]  # what this phase comes to hangs on the answers
            return Asked(duel, tuple(round.questions), played(round, {}))
    return close(round)


def upcoming(round: Round) -> Iterator[Callable[[Round], None]]:
    """The phases of a round, those of spells only if any have been cast by then."""
    for phases in PHASES:
        if phases is not SPELLS or round.casts:
            yield from phases


def account(duel: Duel) -> Account:
    """What happened in the last round of `duel`; what has been forgotten is played again."""
    assert duel.last is not None, "nothing has been played"
    kept = duel.last.account
    return _again(duel) if kept is None else kept  # another thread may be about to forget it


@lru_cache(maxsize=1024)  # about 10 KB each, with its words: the wizards of a duel, and their pages, ask for the same
def _again(duel: Duel) -> Account:
    assert duel.last is not None
    assert duel.before is not None
    again = resolve(duel.before, duel.last.orders, None, duel.last.chance)
    assert isinstance(again, Duel)
    return account(again)


__all__ = ["PHASES", "Asked", "account", "close", "resolve", "upcoming"]
