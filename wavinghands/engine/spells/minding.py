"""What the enchantments of the mind have in common. Source: rulings 3.2, 4.3."""

from collections.abc import Callable
from typing import Any, Final

from wavinghands.engine.beings import Actor, Cast, Creature
from wavinghands.engine.duel import Repeats
from wavinghands.engine.gestures import Hand
from wavinghands.engine.round import Effect, Round
from wavinghands.engine.spell import Chapter, Spell, Usually, never

Binding = Callable[[Cast, Actor, Round], Hand | None]
"""Which hand of a wizard a spell binds."""
OnMonster = Callable[[Cast, Creature, Round], None]
"""What a spell does to a monster."""


def mind(on_monster: OnMonster, *, binds: Binding | None = None) -> Effect:
    """A spell that forces a wizard's gestures in his next round, and does `on_monster` to a monster."""

    def effect(cast: Cast, round: Round) -> None:
        if isinstance(cast.subject, Creature):
            on_monster(cast, cast.subject, round)
        elif isinstance(cast.subject, Actor):
            round.begin(cast, cast.subject, 1, hand=binds(cast, cast.subject, round) if binds else None)

    return effect


def stills(cast: Cast, creature: Creature, round: Round) -> None:
    """Keep a monster from attacking, or have it attack as the spell will, where the rules of the book say so."""
    fact = cast.spell.mind
    assert fact is not None
    when = fact.stills(round.rules)
    if creature.kind.is_elemental and not (fact.binds_elementals and round.rules.mind_binds_elementals):
        round.no_effect(cast)
    elif when == "now" and round.kind == "normal":
        _idle(cast, creature, round)
    elif when or fact.misleads is not never:
        round.begin(cast, creature, 1)  # in the next normal round, if this is the tail of one
    else:
        round.no_effect(cast)


def _idle(cast: Cast, creature: Creature, round: Round) -> None:
    creature.idle = cast.spell.slug
    if cast.is_permanent:
        round.begin(cast, creature, None)
    round.tell("bound", about=(creature,), monster=creature.name, spell=cast.spell.slug, once=True)


def unmoved(cast: Cast, creature: Creature, round: Round) -> None:
    """Do nothing to a monster."""
    round.no_effect(cast)


def repeat(wizard: Actor, effect: str, hand: Hand | None, repeats: Repeats) -> None:
    """Let a permanent mind spell repeat for ever what it did first. Source: ruling 5.4."""
    in_force = wizard.effects[effect]
    if in_force.left is None:
        wizard.effects[effect] = in_force._replace(hand=hand, repeats=repeats)


def ask_in_vain(cast: Cast, round: Round) -> None:
    """Ask a blind caster which hand his spell shall bind though it came to nothing: he is not to know. Source: 6."""
    knows = not cast.caster.blind or round.rules.blind_caster_misses
    if knows or cast.spell.mind is None or cast.void in TOLD_TO_THE_BLIND or round.rules.hand_choice == "next_orders":
        return
    subject = cast.aimed_at if cast.aimed_at is not cast.caster else None
    if isinstance(subject, Actor) and subject.stands:
        question = cast.spell.mind.asks(round, cast.caster, subject)
        if question is not None:
            round.ask(question)


TOLD_TO_THE_BLIND: Final = ("", "mirrors")
"""Ends of a spell that even a blind caster learns of, or that leave nothing to ask."""


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
    """An enchantment of the mind, which is usually cast at an opponent and can be made to last."""
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
