"""A round, from orders to outcome. The position of a phase is its order."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from wavinghands.engine.chance import Chance
from wavinghands.engine.duel import Duel, Gestures, InForce, Monster, Played, Wizard
from wavinghands.engine.orders import NOBODY, Orders
from wavinghands.engine.phases import aftermath, casting, gesturing, harm
from wavinghands.engine.round import Actor, Cast, Creature, Question, Round

PHASES = (
    gesturing.make_gestures,
    gesturing.reveal,
    gesturing.choose,
    gesturing.aim,
    casting.find_targets,
    casting.dispel,
    casting.counter,
    casting.mirror,
    casting.summon,
    casting.find_new_targets,
    casting.guard_new_monsters,
    casting.reach_others,
    casting.cancel,
    casting.clash,
    casting.remove_enchantments,
    casting.take_effect,
    harm.settle_elements,
    harm.order_monsters,
    harm.attack,
    aftermath.count_damage,
    aftermath.count_down,
    aftermath.bury,
    aftermath.surrender,
    aftermath.release_monsters,
)


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
    for phase in PHASES:
        told = len(round.events)
        phase(round)
        if round.questions:
            del round.events[told:]  # what this phase comes to hangs on the answers
            return Asked(duel, tuple(round.questions), _played(round, {}))
    return _close(round)


def _close(round: Round) -> Duel:
    result = aftermath.judge(round)
    duel = round.duel
    wizards = tuple(_wizard(wizard, round) for wizard in round.wizards)
    return Duel(
        duel.book,
        duel.rules,
        duel.lexicon,
        duel.seed,
        wizards,
        () if result else tuple(wizard.name for wizard in wizards if wizard.stands),
        tuple(_monster(creature) for creature in round.creatures),
        round.number,
        "normal",
        result,
        _played(round, round.chance.rolled),
        duel,
    )


def _wizard(wizard: Actor, round: Round) -> Wizard:
    source = wizard.source
    if not wizard.acts and wizard.alive == source.alive:
        return source
    blanked = wizard.barrier and round.rules.anti_spell_blanks_memory
    left, right = ("-" if blanked and made != ">" else made for made in wizard.pair)
    raised = wizard.alive and not source.alive
    return Wizard(
        source.name,
        source.gender,
        wizard.hp,
        wizard.alive,
        wizard.surrendered or source.surrendered,
        _same(wizard.effects, source.effects),
        None if raised else (left, right) if wizard.acts else source.memory,
        ("", "") if wizard.barrier or raised else wizard.woven,
        source.spent | wizard.spent if wizard.spent else source.spent,
    )


def _monster(creature: Creature) -> Monster:
    source = creature.source
    if source is not None and not source.alive and not creature.alive:
        return source
    target = None if creature.target == NOBODY else creature.target
    effects = creature.effects if source is None else _same(creature.effects, source.effects)
    return Monster(
        creature.name, creature.kind, creature.owner, creature.hp, creature.alive, target, effects, creature.attacked
    )


def _same(effects: dict[str, InForce], before: Mapping[str, InForce]) -> Mapping[str, InForce]:
    return before if effects == before else effects


def _played(round: Round, chance: Mapping[str, Any]) -> Played:
    return Played(
        round.number,
        round.kind,
        {wizard.name: _answered(round, wizard) for wizard in round.wizards if wizard.orders is not None},
        chance,
        {
            wizard.name: Gestures(wizard.pair, tuple(wizard.cast), wizard.forced, wizard.barrier)
            for wizard in round.wizards
            if wizard.acts
        },
        tuple(_cast(cast) for cast in round.casts),
        tuple(round.events),
        frozenset(wizard.name for wizard in round.wizards if wizard.blind),
        frozenset(wizard.name for wizard in round.wizards if wizard.invisible),
    )


def _answered(round: Round, wizard: Actor) -> Orders:
    """The orders of a wizard with what he answered after the reveal, as the record keeps them."""
    assert wizard.orders is not None
    given = (round.answers or {}).get(wizard.name)
    return wizard.orders.answered(given) if given else wizard.orders


def _cast(cast: Cast) -> dict[str, Any]:
    being = cast.target or cast.aimed_at
    return {
        "caster": cast.caster.name,
        "spell": cast.spell.slug,
        "hand": cast.hand,
        "target": being.name if being is not None else None,
    }


__all__ = ["PHASES", "Asked", "resolve"]
