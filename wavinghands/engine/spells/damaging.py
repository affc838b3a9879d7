"""The damaging spells. Source: Bartle, "Damaging Spells"; ruling 2 (docs/rulings.md)."""

from wavinghands.engine.beings import Cast, Creature
from wavinghands.engine.round import Effect, Round
from wavinghands.engine.spell import Chapter, Role, Spell, Usually
from wavinghands.engine.spells.stopping import ELEMENTALS


def hurts(points: int) -> Effect:
    """Return an effect that does `points` points of damage to its subject."""

    def effect(cast: Cast, round: Round) -> None:
        if cast.subject is not None:
            round.hurt(cast.subject, points, cast.spell.slug, by=cast.caster.name, casts=(cast,))

    return effect


def missile(cast: Cast, round: Round) -> None:
    """Do one point of damage, unless the subject is shielded."""
    if cast.subject is not None and cast.subject.protected:
        round.fail(cast, "shielded", because=round.guards_of(cast.subject), subject=cast.subject.name)
    else:
        hurts(1)(cast, round)


def finger(cast: Cast, round: Round) -> None:
    """Kill the subject at the end of the round."""
    if cast.subject is not None:
        cast.subject.doom = cast.spell.slug
        cast.subject.slayers += (cast,)
        round.tell("doomed", about=(cast.subject,), subject=cast.subject.name, spell=cast.spell.slug, once=True)


def fireball(cast: Cast, round: Round) -> None:
    """Destroy an ice elemental, or add the spell to the round's fireballs. Source: ruling 4.6 (docs/rulings.md).

    A later phase resolves these fireballs together with storms. A fire elemental is not affected.
    """
    being = cast.subject
    if isinstance(being, Creature) and being.kind.is_elemental:
        if being.kind.element == "ice":
            round.destroy(being, "destroyed", why=cast.spell.slug)
        else:
            round.fail(cast, "no_effect", subject=being.name)
    elif being is not None:
        round.fireballs.append(cast)


def storm(cast: Cast, round: Round) -> None:
    """Do nothing: another phase resolves all storms and elementals together."""


def _wound(slug: str, name: str, points: int, rules: str, *, once: bool = False) -> Spell:
    return Spell(
        slug=slug,
        name=name,
        chapter=Chapter.DAMAGE,
        usually=Usually.OPPONENT,
        effect=hurts(points),
        once=once,
        text=f"{points} points of damage. A Shield does not stop it." + (" Once per duel." if once else ""),
        rules=rules,
    )


def _storm(slug: str, name: str, role: Role, against: str, undone_by: tuple[str, ...]) -> Spell:
    return Spell(
        slug=slug,
        name=name,
        chapter=Chapter.DAMAGE,
        usually=Usually.NONE,
        role=role,
        effect=storm,
        blanket=True,
        never_reflected=True,
        undone_by=("counter_spell", *undone_by),
        keeps_off=ELEMENTALS,
        text=f"5 points of damage to everyone who does not resist {against}, including the caster.",
        rules=f"Bartle, {name}; ruling 4.6",
    )


SPELLS: tuple[Spell, ...] = (
    Spell(
        slug="magic_missile",
        name="Magic Missile",
        chapter=Chapter.DAMAGE,
        usually=Usually.OPPONENT,
        effect=missile,
        shieldable=True,
        text="1 point of damage. A Shield stops it.",
        rules="Bartle, Missile; ruling 3.7",
    ),
    _wound("cause_light_wounds", "Cause Light Wounds", 2, "Bartle, Cause light wounds"),
    _wound("cause_heavy_wounds", "Cause Heavy Wounds", 3, "Bartle, Cause heavy wounds"),
    _wound("lightning_bolt", "Lightning Bolt", 5, "Bartle, Lightning Bolt"),
    _wound("clap_of_lightning", "Clap of Lightning", 5, "Bartle, Lightning Bolt; ruling 2", once=True),
    Spell(
        slug="fireball",
        name="Fireball",
        chapter=Chapter.DAMAGE,
        usually=Usually.OPPONENT,
        effect=fireball,
        undone_by=("resist_heat", "ice_storm"),
        keeps_off=("ice_elemental",),
        destroys=("ice_elemental",),
        spares=("fire_elemental",),
        text="5 points of damage, unless the target resists heat. Destroys an ice elemental before it attacks.",
        rules="Bartle, Fireball; ruling 4.6",
    ),
    Spell(
        slug="finger_of_death",
        name="Finger of Death",
        chapter=Chapter.DAMAGE,
        usually=Usually.OPPONENT,
        role=Role.SLAY,
        effect=finger,
        never_countered=True,
        undone_by=("raise_dead",),
        text="Kills its target. Only Dispel Magic stops it, and a mirror reflects it.",
        rules="Bartle, Finger of Death; ruling 4.8",
    ),
    _storm(
        "fire_storm",
        "Fire Storm",
        Role.FIRE_STORM,
        "heat",
        ("resist_heat", "ice_storm", "summon_ice_elemental", "summon_elemental"),
    ),
    _storm(
        "ice_storm",
        "Ice Storm",
        Role.ICE_STORM,
        "cold",
        ("resist_cold", "fireball", "fire_storm", "summon_fire_elemental", "summon_elemental"),
    ),
)
"""The damaging spells, in the order in which they take effect."""
