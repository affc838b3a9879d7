"""Common parts of mind spells. Source: rulings 3.2, 4.3 (docs/rulings.md)."""

from collections.abc import Callable
from typing import Any, Final

from wavinghands.engine.beings import Actor, Cast, Creature
from wavinghands.engine.duel import Repeats
from wavinghands.engine.gestures import Hand
from wavinghands.engine.round import Effect, Round
from wavinghands.engine.spell import Chapter, Spell, Usually, never

Binding = Callable[[Cast, Actor, Round], Hand | None]
"""A function that returns which of a wizard's hands a spell binds, if any."""
OnMonster = Callable[[Cast, Creature, Round], None]
"""A function that applies a spell to a monster."""


def mind(on_monster: OnMonster, *, binds: Binding | None = None) -> Effect:
    """Return an effect that forces a wizard's gestures in the next round, or affects a monster.

    `on_monster` is applied to monsters. `binds` returns the hand that the spell binds. Without it, the spell binds no
    particular hand.
    """

    def effect(cast: Cast, round: Round) -> None:
        if isinstance(cast.subject, Creature):
            on_monster(cast, cast.subject, round)
        elif isinstance(cast.subject, Actor):
            round.begin(cast, cast.subject, 1, hand=binds(cast, cast.subject, round) if binds else None)

    return effect


def stills(cast: Cast, creature: Creature, round: Round) -> None:
    """Keep a monster from attacking, or mislead it, or make the spell fail.

    Which of these happens depends on the rules.
    """
    fact = cast.spell.mind
    assert fact is not None
    when = fact.stills(round.rules)
    if creature.kind.is_elemental and not (fact.binds_elementals and round.rules.mind_binds_elementals):
        round.no_effect(cast)
    elif when == "now" and round.kind == "normal":
        _idle(cast, creature, round)
    elif when or fact.misleads is not never:
        round.begin(cast, creature, 1)  # takes effect in the next normal round, if this is an extra one
    else:
        round.no_effect(cast)


def _idle(cast: Cast, creature: Creature, round: Round) -> None:
    creature.idle = cast.spell.slug
    if cast.is_permanent:
        round.begin(cast, creature, None)
    round.tell("bound", about=(creature,), monster=creature.name, spell=cast.spell.slug, once=True)


def unmoved(cast: Cast, creature: Creature, round: Round) -> None:
    """Make the spell fail, because it has no effect on monsters."""
    round.no_effect(cast)


def repeat(wizard: Actor, effect: str, hand: Hand | None, repeats: Repeats) -> None:
    """Make a permanent mind spell repeat its first outcome forever. Source: ruling 5.4 (docs/rulings.md)."""
    in_force = wizard.effects[effect]
    if in_force.left is None:
        wizard.effects[effect] = in_force._replace(hand=hand, repeats=repeats)


def ask_in_vain(cast: Cast, round: Round) -> None:
    """Ask a blind caster for the hand to bind even if the spell failed. Source: ruling 6 (docs/rulings.md).

    Without the question, the caster would notice the failure.
    """
    knows = not cast.caster.blind or round.rules.blind_caster_misses
    if knows or cast.spell.mind is None or cast.void in KNOWN_TO_THE_BLIND or round.rules.hand_choice == "next_orders":
        return
    subject = cast.aimed_at if cast.aimed_at is not cast.caster else None
    if isinstance(subject, Actor) and subject.stands:
        question = cast.spell.mind.asks(round, cast.caster, subject)
        if question is not None:
            round.ask(question)


KNOWN_TO_THE_BLIND: Final = ("", "mirrors")
"""The values of `Cast.void` for which `ask_in_vain` asks nothing: no failure, or one that a blind caster learns of."""


def mind_spell(
    slug: str,
    name: str,
    effect: Effect,
    text: str,
    source: str,
    *,
    usually: Usually = Usually.OPPONENT,
    extensible: bool | str = True,
    **facts: Any,
) -> Spell:
    """Return a mind spell.

    By default, its target is an opponent, and Permanency can extend it.
    """
    return Spell(
        slug=slug,
        name=name,
        chapter=Chapter.ENCHANTMENT,
        usually=usually,
        effect=effect,
        text=text,
        rules=source,
        extensible=extensible,
        **facts,
    )
