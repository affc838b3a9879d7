"""The enchantments. Source: Bartle, "Enchantments"; rulings 2 and 4 (docs/rulings.md)."""

from typing import Any

from wavinghands.engine.beings import Actor, Cast, Creature
from wavinghands.engine.round import Effect, Round
from wavinghands.engine.rules import Rules
from wavinghands.engine.spell import Chapter, Spell, Usually
from wavinghands.engine.spells.stopping import MONSTERS


def enchants(rounds: int | None) -> Effect:
    """Return an effect that enchants the subject for the next `rounds` rounds.

    If `rounds` is `None`, the effect is permanent.
    """

    def effect(cast: Cast, round: Round) -> None:
        if cast.subject is not None:
            round.begin(cast, cast.subject, rounds)

    return effect


def protection(cast: Cast, round: Round) -> None:
    """Protect the subject in this round and the next few."""
    enchants(round.rules.protection_rounds - 1)(cast, round)


def resists(element: str) -> Effect:
    """Return an effect that protects against one element and destroys its elemental."""

    def effect(cast: Cast, round: Round) -> None:
        being = cast.subject
        if isinstance(being, Creature) and being.kind.element == element:
            round.destroy(being, "destroyed", why=cast.spell.slug)
        elif isinstance(being, Creature) and being.kind.is_elemental:
            round.fail(cast, "no_effect", subject=being.name)
        else:
            enchants(None)(cast, round)

    return effect


def sickens(cast: Cast, round: Round) -> None:
    """Kill the subject a few rounds later. Source: ruling 4.7 (docs/rulings.md).

    A second sickness of the same kind has no effect, so it does not postpone the death.
    """
    being = cast.subject
    if being is None:
        return
    if isinstance(being, Creature) and round.rules.sickness_on_monster == "now":
        being.doom = being.doom or cast.spell.slug
        round.tell("doomed", about=(being,), subject=being.name, spell=cast.spell.slug, once=True)
    elif cast.spell.slug in being.effects:
        round.fail(cast, "no_effect", because=round.held_by(being, cast.spell.slug), subject=being.name)
    else:
        round.begin(cast, being, round.rules.sickness_rounds)


def hides(cast: Cast, round: Round) -> None:
    """Apply Blindness or Invisibility to a wizard for the next three rounds, or destroy a monster."""
    if isinstance(cast.subject, Creature):
        round.destroy(cast.subject, "destroyed", why=cast.spell.slug)
    else:
        enchants(3)(cast, round)


def anti_spell(cast: Cast, round: Round) -> None:
    """Stop the subject's gestures so far from counting towards spells. Source: ruling 4.2 (docs/rulings.md)."""
    if isinstance(cast.subject, Actor):
        cast.subject.barrier = True
        enchants(1)(cast, round)
    else:
        round.no_effect(cast)


def haste(cast: Cast, round: Round) -> None:
    """Grant a wizard three more pairs of gestures, or a monster three more attacks.

    Source: Bartle, "Haste"; ruling 5.1 (docs/rulings.md).
    """
    if cast.subject is None:
        return
    left = 2 if round.kind == "haste" and round.rules.late_haste == "loses_one" else 3
    if isinstance(cast.subject, Creature) and round.rules.haste == "free_round" and round.kind == "normal":
        cast.subject.hasted = True  # already in this round, so that two rounds remain
        left = 2
    round.begin(cast, cast.subject, left)


def time_stop(cast: Cast, round: Round) -> None:
    """Give a wizard a time-stopped extra round, or a monster one more attack.

    Source: Bartle; ruling 5.2 (docs/rulings.md).
    """
    if isinstance(cast.subject, Actor):
        round.begin(cast, cast.subject, 1, tells=False)
        together = [
            other
            for other in round.casts
            if other.spell is cast.spell and not other.void and isinstance(other.subject, Actor)
        ]
        if cast is together[0]:  # only the first one adds an event, for all of them
            round.tell_stopped_time([other.subject for other in together if other.subject])
    elif isinstance(cast.subject, Creature):
        cast.subject.stops_time = True
        round.tell("stops_time", about=(cast.subject,), monster=cast.subject.name, once=True)


def opens_window(cast: Cast, round: Round) -> None:
    """Make Delayed Effect or Permanency wait for a spell during the next three rounds.

    Source: rulings 5.3, 5.4 (docs/rulings.md).
    """
    if not isinstance(cast.subject, Actor):
        round.no_effect(cast)
    elif not cast.is_used:
        round.begin(cast, cast.subject, 3)


def may_last(spell: Spell, rules: Rules) -> bool:
    """Return whether Permanency can extend `spell`. Source: ruling 5.4 (docs/rulings.md)."""
    extensible = spell.extensible
    return bool(getattr(rules, extensible)) if isinstance(extensible, str) else extensible


def _spell(slug: str, name: str, usually: Usually, effect: Effect, text: str, source: str, **facts: Any) -> Spell:
    return Spell(
        slug=slug,
        name=name,
        chapter=Chapter.ENCHANTMENT,
        usually=usually,
        effect=effect,
        text=text,
        rules=source,
        **facts,
    )


SELF, OPPONENT = Usually.SELF, Usually.OPPONENT

SPELLS: tuple[Spell, ...] = (
    _spell(
        "haste",
        "Haste",
        SELF,
        haste,
        "The target makes extra gestures for three rounds.",
        "Bartle, Haste; ruling 5.1",
        extensible=True,
    ),
    _spell(
        "time_stop",
        "Time Stop",
        SELF,
        time_stop,
        "The target gets an extra round alone.",
        "Bartle; ruling 5.2",
        quiet=True,
    ),
    _spell(
        "protection",
        "Protection from Evil",
        SELF,
        protection,
        "Works like a Shield in this round and the next few.",
        "Bartle, Protection from Evil; ruling 3.7",
        protects=True,
        guards=True,
        extensible=True,
    ),
    _spell(
        "resist_heat",
        "Resist Heat",
        SELF,
        resists("fire"),
        "Fireballs, fire storms and fire elementals cannot hurt the target until this spell is removed.",
        "Bartle, Resist Heat; ruling 4.6",
        keeps_off=("fire_elemental",),
        destroys=("fire_elemental",),
        spares=("ice_elemental",),
        guards=True,
    ),
    _spell(
        "resist_cold",
        "Resist Cold",
        SELF,
        resists("ice"),
        "Ice storms and ice elementals cannot hurt the target until this spell is removed.",
        "Bartle, Resist Cold; ruling 4.6",
        keeps_off=("ice_elemental",),
        destroys=("ice_elemental",),
        spares=("fire_elemental",),
        guards=True,
    ),
    _spell(
        "disease",
        "Disease",
        OPPONENT,
        sickens,
        "Kills the target several rounds later, unless removed, dispelled or cured by Cure Heavy Wounds.",
        "Bartle, Disease; ruling 4.7",
        undone_by=("cure_heavy_wounds",),
        kills=True,
    ),
    _spell(
        "poison",
        "Poison",
        OPPONENT,
        sickens,
        "Kills the target several rounds later, unless removed or dispelled.",
        "Bartle, Poison; ruling 4.7",
        kills=True,
    ),
    _spell(
        "anti_spell",
        "Anti-spell",
        OPPONENT,
        anti_spell,
        "Gestures that the target has made up to this round no longer count towards a spell.",
        "Bartle, Anti-spell; ruling 4.2",
        removed_if="remove_stops_anti_spell",
        breaks_off=True,
        quiet=True,
        spares=MONSTERS,
    ),
    _spell(
        "blindness",
        "Blindness",
        OPPONENT,
        hides,
        "For the next three rounds the target sees no gestures. Destroys a monster at once.",
        "Bartle, Blindness; ruling 4.1",
        keeps_off=MONSTERS,
        destroys=MONSTERS,
        extensible=True,
        notes={"": "You are blind: you cannot see other wizards’ gestures."},
    ),
    _spell(
        "invisibility",
        "Invisibility",
        SELF,
        hides,
        "For the next three rounds nobody sees the target. Destroys a monster at once.",
        "Bartle, Invisibility; ruling 4.1",
        keeps_off=MONSTERS,
        destroys=MONSTERS,
        extensible=True,
        notes={"": "You are invisible: nobody sees your gestures."},
    ),
    _spell(
        "permanency",
        "Permanency",
        SELF,
        opens_window,
        "In the next few rounds, the target can make one of their enchantments permanent.",
        "Bartle, Permanency; ruling 5.4",
        extensible="permanent_permanency",
        takes="permanent",
        spares=MONSTERS,
    ),
    _spell(
        "delay_effect",
        "Delayed Effect",
        SELF,
        opens_window,
        "The target can store a spell in the next few rounds and release it later.",
        "Bartle, Delayed Effect; ruling 5.3",
        extensible="permanent_delay",
        takes="delay",
        spares=MONSTERS,
    ),
)
"""The enchantments, in the order in which they take effect."""
