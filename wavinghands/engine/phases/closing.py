"""The duel after a round, and the kind and the acting wizards of the next round.

Source: rulings 3.12, 5.1, 5.2 (docs/rulings.md).
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from wavinghands.engine.beings import Actor, Cast, Creature, Move
from wavinghands.engine.duel import UNFORCED, Account, Duel, Gestures, InForce, Monster, Played, Tail, Wizard
from wavinghands.engine.gestures import NOTHING, STAB, Pair
from wavinghands.engine.orders import NOBODY, Orders
from wavinghands.engine.phases import aftermath
from wavinghands.engine.round import Round

NO_CHANCE: Final[Mapping[str, Any]] = MappingProxyType({})
"""The dice of a round in which no die was rolled."""


def close(round: Round) -> Duel:
    """Return the duel after the round."""
    result = aftermath.judge(round)
    _untie(round)
    duel = round.duel
    wizards = tuple([_wizard(wizard, round) for wizard in round.wizards])
    if round.tells:
        _forget(duel.before)
    kind, acting, tail = ("normal", (), None) if result else _next(round, wizards)
    return Duel(
        duel.book,
        duel.rules,
        duel.lexicon,
        duel.seed,
        wizards,
        acting,
        *_monsters(round),
        round.number,
        kind,
        result,
        played(round, round.chance.rolled or NO_CHANCE),
        duel,
        tail,
    )


def _untie(round: Round) -> None:
    """Break the reference cycles through wounds, so that the round is freed without garbage collection."""
    for being in round.beings.values():
        if being.wounds:
            being.wounds = ()
        if being.slayers:
            being.slayers = ()


def _forget(duel: Duel | None) -> None:
    """Drop the cached account of the duel's last round.

    Only the accounts of the last two rounds are kept. Older ones can be recomputed.
    """
    if duel is not None and duel.last is not None:
        duel.last.account = None


def _next(round: Round, wizards: tuple[Wizard, ...]) -> tuple[str, tuple[str, ...], Tail | None]:
    """Return the kind of the next round, its acting wizards, and the state that it inherits.

    After a normal round, a time-stopped round comes first, then the extra rounds from Haste, then the next normal
    round.
    """
    standing = [wizard for wizard in wizards if wizard.alive and not wizard.surrendered]
    enchanted = [wizard for wizard in standing if wizard.effects]
    stopped = tuple([wizard.name for wizard in enchanted if "time_stop" in wizard.effects])
    free = _owed(round, enchanted)
    if not stopped and not free:
        acting = tuple([wizard.name for wizard in standing])
        return "normal", round.duel.acting if acting == round.duel.acting else acting, None
    first = round.tail.first if round.tail else round.number
    marks = {being.name: being.lingering for being in round.present() if being.alive and being.lingering}
    if stopped:
        return "time_stop", stopped, Tail(first, free, marks)
    return "haste", free, Tail(first, (), marks)


def _owed(round: Round, enchanted: list[Wizard]) -> tuple[str, ...]:
    """Return the wizards who will get an extra round from Haste before the next normal round."""
    if round.rules.haste != "free_round":
        return ()
    hasted = (wizard.name for wizard in enchanted if "haste" in wizard.effects)
    return tuple(name for name in hasted if round.tail is None or name in round.tail.free)


def _wizard(wizard: Actor, round: Round) -> Wizard:
    source = wizard.source
    if not source.stands and wizard.alive == source.alive:
        return source
    raised = wizard.alive and not source.alive
    leaves = wizard.surrendered or not wizard.alive
    return Wizard(
        source.name,
        source.gender,
        wizard.hp,
        wizard.alive,
        wizard.surrendered or source.surrendered,
        _same(wizard.effects, source.effects),
        () if raised else _memory(wizard, round),
        ("", "") if wizard.barrier or raised else wizard.woven,
        source.spent | wizard.spent if wizard.spent else source.spent,
        None if leaves else wizard.banked,
        source.team,
    )


def _memory(wizard: Actor, round: Round) -> tuple[Pair, ...]:
    """Return the wizard's latest gestures, which Amnesia and Paralysis build on.

    Source: rulings 3.2, 4.2 (docs/rulings.md).
    """
    if len(wizard.moves) == 1 and not wizard.barrier:
        return (wizard.moves[0].pair,)
    pairs = tuple([move.pair for move in wizard.moves]) if wizard.moves else wizard.source.memory
    if wizard.barrier and round.rules.anti_spell_blanks_memory:
        return tuple(_blanked(pair) for pair in pairs)
    return pairs


def _blanked(pair: Pair) -> Pair:
    left, right = (STAB if made == STAB else NOTHING for made in pair)
    return left, right


def _monsters(round: Round) -> tuple[tuple[Monster, ...], Mapping[str, Monster]]:
    """Return the living monsters, and the dead monsters by name."""
    if not round.creatures:
        return (), round.duel.fallen
    living = tuple([_monster(creature) for creature in round.creatures if creature.alive])
    changed = {creature.name: creature for creature in round.creatures if not creature.alive or _was_raised(creature)}
    if not changed:
        return living, round.duel.fallen
    fallen = {name: monster for name, monster in round.duel.fallen.items() if name not in changed}
    return living, fallen | {name: _monster(creature) for name, creature in changed.items() if not creature.alive}


def _was_raised(creature: Creature) -> bool:
    return creature.source is not None and not creature.source.alive


def _monster(creature: Creature) -> Monster:
    source = creature.source
    if source is not None and not source.alive and not creature.is_new:
        return source
    target = None if creature.target == NOBODY else creature.target
    effects = creature.effects if source is None else _same(creature.effects, source.effects)
    return Monster(
        creature.name, creature.kind, creature.owner, creature.hp, creature.alive, target, effects, creature.attacked
    )


def _same(effects: dict[str, InForce], before: Mapping[str, InForce]) -> Mapping[str, InForce]:
    return before if effects == before else effects


def played(round: Round, chance: Mapping[str, Any]) -> Played:
    """Return the orders, dice, gestures and events of the round so far."""
    return Played(
        round.number,
        round.kind,
        {wizard.name: _answered(round, wizard) for wizard in round.acting()},
        chance,
        {wizard.name: _gestures(wizard) for wizard in round.acting() if wizard.moves},
        _account(round) if round.tells else None,
        *round.obscured(),
    )


def _account(round: Round) -> Account:
    return Account(tuple([_cast(cast) for cast in round.casts]), tuple(round.events), {}, {})


def _gestures(wizard: Actor) -> Gestures:
    second = _made(wizard.moves[1], barrier=False) if len(wizard.moves) > 1 else None
    return _made(wizard.moves[0], barrier=wizard.barrier, second=second)


def _made(move: Move, *, barrier: bool, second: Gestures | None = None) -> Gestures:
    return Gestures(move.pair, tuple(move.cast), move.forced or UNFORCED, barrier, second)


def _answered(round: Round, wizard: Actor) -> Orders:
    """Return a wizard's orders together with their answers, as the record stores them."""
    assert wizard.orders is not None
    given = round.answers.get(wizard.name) if round.answers else None
    return wizard.orders.answered(given) if given else wizard.orders


def _cast(cast: Cast) -> dict[str, Any]:
    being = cast.target or cast.aimed_at
    target = being.name if being is not None else None
    return {"caster": cast.caster.name, "spell": cast.spell.slug, "hand": cast.hand, "target": target, **cast.second}
