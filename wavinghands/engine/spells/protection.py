"""The protection spells. Source: Bartle, "Protection spells"; ruling 2 (docs/rulings.md)."""

from wavinghands.engine.beings import Actor, Being, Cast, Creature
from wavinghands.engine.duel import HIT_POINTS
from wavinghands.engine.round import Effect, Round
from wavinghands.engine.spell import Chapter, Role, Spell, Usually
from wavinghands.engine.spells.stopping import MONSTERS

MARKS = frozenset({"anti_spell"})
"""Effects that only mark an event, and cannot be removed."""
NEVER_ENDED = frozenset({"shielded", "countered", "mirrored"})
"""The names of protections in `Being.lingering` that are not enchantments."""


def shield(cast: Cast, round: Round) -> None:
    """Shield the subject in this round."""
    if cast.subject is not None:
        cast.subject.shielded = True
        round.tell("shielded", casting=cast, outcome=True, subject=cast.subject.name, spell=cast.spell.slug)


def counter(cast: Cast, round: Round) -> None:
    """Shield the subject in this round, and make all other spells cast at it fail."""
    if cast.subject is not None:
        cast.subject.countered = True
        round.tell("countering", casting=cast, subject=cast.subject.name)


def mirror(cast: Cast, round: Round) -> None:
    """Reflect spells cast at the subject in this round."""
    if cast.subject is not None:
        cast.subject.mirrored = True
        round.tell("mirroring", casting=cast, subject=cast.subject.name)


def dispel(cast: Cast, round: Round) -> None:
    """End all enchantments, doom all monsters, and shield the subject.

    Another phase makes the other spells of the round fail.
    """
    round.tell("dispelling", caster=cast.caster.name)
    if not round.dispelled:
        round.dispelled = True
        for being in round.present():
            disenchant(being, round, "dispel_magic")
    if cast.subject is not None:
        cast.subject.shielded = True
        round.tell("shielded", about=(cast.subject,), subject=cast.subject.name, spell=cast.spell.slug)


def remove_enchantment(cast: Cast, round: Round) -> None:
    """End all enchantments on the subject.

    A monster is destroyed after it has attacked.
    """
    if cast.subject is None:
        return
    disenchant(cast.subject, round, "remove_enchantment")
    if round.rules.remove_kills_new_monsters:
        for creature in round.creatures:
            if creature.summoned_at is cast.subject and isinstance(cast.subject, Actor):
                creature.doom = creature.doom or "remove_enchantment"


def disenchant(being: Being, round: Round, spell: str) -> None:
    """End all effects on `being`. Source: ruling 4.5 (docs/rulings.md).

    A monster is destroyed at the end of the round.
    """
    ending = [effect for effect in being.effects if effect not in MARKS]
    being.lingering &= NEVER_ENDED
    for effect in ending:
        del being.effects[effect]
        round.tell("ends", about=(being,), subject=being.name, effect=effect, why=spell)
    if isinstance(being, Creature):
        being.doom = being.doom or spell


def cures(points: int, *, disease: bool = False) -> Effect:
    """Return an effect that cures `points` points of damage and, if `disease` is true, Disease."""

    def effect(cast: Cast, round: Round) -> None:
        being = cast.subject
        if being is None:
            return
        being.cured += points
        round.tell("cured", casting=cast, outcome=True, subject=being.name, points=points)
        if disease and (being.has("disease") or being.doom == "disease"):
            being.lose("disease")
            being.begun = {effect: begun for effect, begun in being.begun.items() if effect != "disease"}
            being.doom = "" if being.doom == "disease" else being.doom
            round.tell("ends", about=(being,), subject=being.name, effect="disease", why=cast.spell.slug)

    return effect


def raise_dead(cast: Cast, round: Round) -> None:
    """Cure five points of damage to a living being, or revive a corpse. Source: ruling 4.8 (docs/rulings.md).

    A monster raised by several wizards obeys none of them.
    """
    being = cast.subject
    if being is None:
        return
    if not was_dead(being):
        cures(5)(cast, round)
        return
    if isinstance(being, Creature):
        casters = {other.caster for other in round.casts if other.spell is cast.spell and other.target is being}
        is_shared = len(casters) > 1
        being.owner = being.first_owner = None if is_shared else cast.caster.name
        being.target = None
        being.maker = ("", "") if is_shared else (cast.caster.name, cast.hand)
    being.alive = True
    being.hp = being.kind.points if isinstance(being, Creature) else HIT_POINTS
    being.effects.clear()
    round.tell("raised", about=(being,), subject=being.name, once=True)


def was_dead(being: Being) -> bool:
    """Return whether `being` was a corpse at the start of the round."""
    source = being.source if isinstance(being, Actor | Creature) else None
    return source is not None and not source.alive


SPELLS: tuple[Spell, ...] = (
    Spell(
        slug="dispel_magic",
        name="Dispel Magic",
        chapter=Chapter.PROTECTION,
        usually=Usually.SELF,
        role=Role.DISPEL,
        effect=dispel,
        never_reflected=True,
        never_countered=True,
        protects=True,
        text="Stops every other spell this round, ends all enchantments and destroys all monsters after they "
        "attack. Shields its target.",
        rules="Bartle, Dispel magic; ruling 3.5",
    ),
    Spell(
        slug="counter_spell",
        name="Counter-spell",
        chapter=Chapter.PROTECTION,
        usually=Usually.SELF,
        role=Role.COUNTER,
        effect=counter,
        never_reflected=True,
        never_countered=True,
        protects=True,
        text="Cancels all other spells on its target this round, except Dispel Magic and Finger of Death. Also acts "
        "as a Shield.",
        rules="Bartle, Counter-spell; ruling 3.5",
    ),
    Spell(
        slug="magic_mirror",
        name="Magic Mirror",
        chapter=Chapter.PROTECTION,
        usually=Usually.SELF,
        role=Role.MIRROR,
        effect=mirror,
        never_reflected=True,
        text="Reflects spells cast on its target this round onto their casters.",
        rules="Bartle, Magic mirror; ruling 3.6",
    ),
    Spell(
        slug="raise_dead",
        name="Raise Dead",
        chapter=Chapter.PROTECTION,
        usually=Usually.SELF,
        role=Role.RAISE,
        effect=raise_dead,
        undone_by=("finger_of_death",),
        claims="fallen",
        under={"raise_dead": True},
        text="Brings a dead target back to life, or heals up to five points of damage on a living one.",
        rules="Bartle, Raise dead; ruling 4.8",
    ),
    Spell(
        slug="cure_light_wounds",
        name="Cure Light Wounds",
        chapter=Chapter.PROTECTION,
        usually=Usually.SELF,
        effect=cures(1),
        text="Heals one point of damage.",
        rules="Bartle, Cure light wounds; ruling 3.10",
    ),
    Spell(
        slug="cure_heavy_wounds",
        name="Cure Heavy Wounds",
        chapter=Chapter.PROTECTION,
        usually=Usually.SELF,
        effect=cures(2, disease=True),
        text="Heals two points of damage and cures disease.",
        rules="Bartle, Cure heavy wounds; ruling 3.10",
    ),
    Spell(
        slug="remove_enchantment",
        name="Remove Enchantment",
        chapter=Chapter.PROTECTION,
        usually=Usually.OPPONENT,
        role=Role.DISENCHANT,
        destroys=MONSTERS,
        effect=remove_enchantment,
        text="Ends all enchantments on its target, including those of this round. Destroys a monster after it attacks.",
        rules="Bartle, Remove enchantment; ruling 4.5",
    ),
    Spell(
        slug="shield",
        role=Role.SHIELD,
        name="Shield",
        chapter=Chapter.PROTECTION,
        usually=Usually.SELF,
        effect=shield,
        protects=True,
        text="Stops stabs, missiles and monsters this round.",
        rules="Bartle, Shield; ruling 3.7",
    ),
)
"""The protection spells, in the order in which they take effect.

The first four take effect before the enchantments, the others after them.
"""
