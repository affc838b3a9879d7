"""Storms and elementals, monsters and stabs, and what they do. Source: rulings 3.9, 3.10, 4.6."""

from typing import Any

from wavinghands.engine.orders import NOBODY
from wavinghands.engine.round import Actor, Being, Cast, Creature, Round

STORM_POINTS = 5
FIREBALL_POINTS = 5
ELEMENTS = ("fire", "ice")


def settle_elements(round: Round) -> None:
    """Settle storms, elementals and fireballs with one another, by the table of ruling 4.6."""
    storms = {element: round.live(f"{element}_storm") for element in ELEMENTS}
    there = {element: _merged(round, element) for element in ELEMENTS}
    raging = _raging(round, storms, there)
    for element in ELEMENTS:
        for cast in storms[element]:
            if element != raging:
                round.fail(cast, "cancelled")
    _fall(round, storms, there)
    if raging:
        _rage(round, raging, storms[raging])
    _burn(round, raging == "ice")


def _merged(round: Round, element: str) -> Creature | None:
    """The one elemental of its element: of several the newest, which takes in the others."""
    elementals = [creature for creature in round.creatures if creature.stands and creature.kind.element == element]
    for older in elementals[:-1]:
        older.destroyed = True
        round.tell("merged", about=(older,), monster=older.name, into=elementals[-1].name)
    return elementals[-1] if elementals else None


def _raging(round: Round, storms: dict[str, list[Cast]], there: dict[str, Creature | None]) -> str:
    """The element of the storm that rages; empty if none does."""
    cast = [element for element in ELEMENTS if storms[element]]
    standing = [element for element in ELEMENTS if there[element]]
    if len(cast) != 1 or len(standing) > 1 or (standing and standing != cast):
        return ""
    return cast[0]


def _fall(round: Round, storms: dict[str, list[Cast]], there: dict[str, Creature | None]) -> None:
    """Destroy the elementals that a storm or their opposite meets."""
    cast = [element for element in ELEMENTS if storms[element]]
    standing = [creature for creature in there.values() if creature]
    storms_cancel = len(cast) > 1 and round.rules.storm_clash == "pairwise" and len(standing) == 1
    if len(standing) > 1 or (cast and not storms_cancel):
        for creature in standing:
            round.destroy(creature, "elements" if len(standing) > 1 else f"{cast[0]}_storm")


def _rage(round: Round, element: str, casts: list[Cast]) -> None:
    slug = f"{element}_storm"
    round.tell("rages", spell=slug)
    shielded = {cast.subject for cast in round.fireballs} if element == "ice" else set()
    for being in round.present():
        if isinstance(being, Creature) and being.kind.is_elemental:
            continue
        if being.countered or being.resists(element):
            why = "countered" if being.countered else "resists"
            round.tell("spared", about=(being,), subject=being.name, spell=slug, why=why)
        elif being not in shielded:
            round.hurt(being, STORM_POINTS, slug, by=casts[0].caster.name, casts=casts)


def _burn(round: Round, ice_rages: bool) -> None:
    """Let fireballs burn; within a raging Ice Storm neither of the two does harm."""
    for cast in round.fireballs:
        being = cast.subject
        assert being is not None
        if ice_rages:
            round.fail(cast, "ice", subject=being.name)
        elif being.resists("fire"):
            round.fail(cast, "resists", subject=being.name)
        else:
            round.hurt(being, FIREBALL_POINTS, cast.spell.slug, by=cast.caster.name, casts=(cast,))


def order_monsters(round: Round) -> None:
    """Let each controller point his monsters at their victims. Source: ruling 3.9."""
    for creature in round.creatures:
        if not creature.stands or creature.kind.is_elemental:
            continue
        order = _order(round, creature)
        if order is not None:
            creature.target = order
        elif creature.target is None and (creature.is_new or _is_newly_charmed(round, creature)):
            creature.target = _usual_victim(round, creature)
        elif creature.target is not None and not _is_worth(round, creature.target):
            creature.target = NOBODY if round.rules.idle_without_target else _usual_victim(round, creature)


def _order(round: Round, creature: Creature) -> str | None:
    master = round.beings.get(creature.owner or "")
    if not isinstance(master, Actor) or master.orders is None:
        return None
    attack = master.orders.attack
    ref = attack.get(creature.name) or attack.get(creature.place or creature.name)
    victim = round.being(ref)
    return None if ref is None else NOBODY if victim is None or not victim.stands else victim.name


def _is_newly_charmed(round: Round, creature: Creature) -> bool:
    return creature.owner != creature.first_owner and not round.rules.charmed_monster_keeps_target


def _is_worth(round: Round, name: str) -> bool:
    being = round.beings.get(name)
    return being is not None and being.stands


def _usual_victim(round: Round, creature: Creature) -> str:
    enemies = [wizard.name for wizard in round.opponents(creature.owner)]
    if creature.owner is None or not enemies:
        return NOBODY
    return enemies[0] if len(enemies) == 1 else round.chance.attack(creature.name, enemies)


def attack(round: Round) -> None:
    """Let monsters, elementals and knives strike, all at once. Source: ruling 3.9."""
    if round.kind == "normal":
        for creature in round.creatures:
            if creature.stands and not creature.destroyed:
                _attack_of(round, creature)
    for wizard, hand, ref in round.stabs:
        _stab(round, wizard, hand, _stabbed(round, wizard, ref))


def _attack_of(round: Round, creature: Creature) -> None:
    idle = creature.idle or ("paralysis" if "paralysis" in creature.effects else "")
    if idle:
        creature.attacked = None
        round.tell("idle", about=(creature,), monster=creature.name, why=idle)
    elif creature.kind.is_elemental:
        for being in round.present():
            if being is not creature and not being.destroyed:
                _strike_of_elemental(round, creature, being)
    else:
        victim = round.being(_victim(round, creature))
        creature.attacked = victim.name if victim else None
        if victim is not None and victim.stands and not victim.destroyed:
            _strike(round, creature, victim)


def _victim(round: Round, creature: Creature) -> str | None:
    """Whom a monster goes for: its target, unless its mind is not its own."""
    if "amnesia" in creature.effects:
        return creature.attacked
    if "confusion" in creature.effects:
        return round.chance.attack(creature.name, [being.name for being in round.present() if being is not creature])
    return creature.compelled or creature.target


def _strike_of_elemental(round: Round, creature: Creature, being: Being) -> None:
    facts: dict[str, Any] = {"attacker": creature.name, "victim": being.name}
    if being.protected:
        round.tell("attack", about=(being,), result="deflected", **facts)
    elif being.resists(creature.kind.element):
        round.tell("attack", about=(being,), result="resisted", **facts)
    else:
        round.hurt(being, creature.kind.points, "elemental", by=creature.name)


def _strike(round: Round, creature: Creature, victim: Being) -> None:
    facts: dict[str, Any] = {"attacker": creature.name, "victim": victim.name}
    if victim.unseen:
        round.tell("attack", about=(creature, victim), result="misses", why="invisibility", **facts)
    elif victim.protected:
        round.tell("attack", about=(creature, victim), result="deflected", **facts)
    else:
        round.hurt(victim, creature.kind.points, "monster", by=creature.name)


def _stabbed(round: Round, wizard: Actor, ref: str) -> Being | None:
    if ref == wizard.name and not round.rules.self_stab:
        return None
    being = round.being(ref)
    return being if being is not None and being.stands else None


def _stab(round: Round, wizard: Actor, hand: str, victim: Being | None) -> None:
    facts: dict[str, Any] = {"attacker": wizard.name, "victim": victim.name if victim else None, "hand": hand}
    about = (wizard, victim) if victim else (wizard,)
    if victim is None:
        _tell_stab(round, about, result="nobody", **facts)
    elif victim is not wizard and wizard.blind and round.rules.blind_caster_misses:
        _tell_stab(round, about, result="misses", why="blindness", **facts)
    elif victim is not wizard and victim.unseen and round.rules.invisible_evades_spells:
        _tell_stab(round, about, result="misses", why="invisibility", **facts)
    elif victim.protected:
        _tell_stab(round, about, result="deflected", **facts)
    else:
        round.hurt(victim, 1, "stab", by=wizard.name)


def _tell_stab(round: Round, about: tuple[Being, ...], **facts: Any) -> None:
    """Tell of a stab that did no harm: an unseen knife is noticed by its bearer and its victim alone."""
    if about[0].invisible:
        round.tell_to(round.touching(about), "stab", **facts)
    else:
        round.tell("stab", about=about, **facts)
