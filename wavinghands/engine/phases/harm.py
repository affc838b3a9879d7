"""Storms, elementals, monsters, stabs, and their damage. Source: rulings 3.9, 3.10, 4.6 (docs/rulings.md)."""

from typing import Any

from wavinghands.engine.beings import Actor, Being, Cast, Creature, Stab
from wavinghands.engine.duel import InForce
from wavinghands.engine.orders import NOBODY
from wavinghands.engine.round import Round
from wavinghands.engine.spell import Role
from wavinghands.engine.spells import FORCING, MISLEADING
from wavinghands.engine.spells.minds import random_victim

STORM_POINTS = 5
"""The damage of a storm, in points."""
FIREBALL_POINTS = 5
"""The damage of a Fireball, in points."""
ELEMENTS = ("fire", "ice")
"""The two elements, which are opposites."""
STORMS = {"fire": Role.FIRE_STORM, "ice": Role.ICE_STORM}
"""The storm of each element."""


def settle_elements(round: Round) -> None:
    """Resolve storms, elementals and fireballs together. Source: ruling 4.6 (docs/rulings.md)."""
    elementals = [creature for creature in round.creatures if creature.kind.element]
    if not elementals and not round.fireballs and not round.live(*STORMS.values()):
        return
    storms = {element: round.live(STORMS[element]) for element in ELEMENTS}
    there = {element: _merged(round, element) for element in ELEMENTS}
    raging = _raging_element(storms, there)
    for element in ELEMENTS:
        for cast in storms[element]:
            if element != raging:
                round.fail(cast, "cancelled", because=_opposites(storms, there, element))
    _destroy_opposed_elementals(round, storms, there)
    if raging:
        _rage(round, raging, storms[raging])
    _apply_fireballs(round, raging == "ice")


def _opposites(storms: dict[str, list[Cast]], there: dict[str, Creature | None], element: str) -> list[dict[str, Any]]:
    """Return the storms and elementals that cancelled a storm of `element`.

    They have the format of an event's reasons (`because`). `storms` maps each element to its storms, and `there` maps
    each element to its elemental or `None`.
    """
    other = ELEMENTS[1 - ELEMENTS.index(element)]
    met: list[dict[str, Any]] = [{"spell": cast.spell.slug, "by": cast.caster.name} for cast in storms[other]]
    elemental = there[other]
    return [*met, {"monster": elemental.name}] if elemental else met


def _merged(round: Round, element: str) -> Creature | None:
    """Merge all elementals of `element` into the newest one, and return it.

    Return `None` if there are no such elementals.
    """
    elementals = [creature for creature in round.creatures if creature.stands and creature.kind.element == element]
    for older in elementals[:-1]:
        round.destroy(older, "merged", into=elementals[-1].name)
    return elementals[-1] if elementals else None


def _raging_element(storms: dict[str, list[Cast]], there: dict[str, Creature | None]) -> str:
    cast = [element for element in ELEMENTS if storms[element]]
    standing = [element for element in ELEMENTS if there[element]]
    if len(cast) != 1 or len(standing) > 1 or (standing and standing != cast):
        return ""
    return cast[0]


def _destroy_opposed_elementals(round: Round, storms: dict[str, list[Cast]], there: dict[str, Creature | None]) -> None:
    cast = [element for element in ELEMENTS if storms[element]]
    standing = [creature for creature in there.values() if creature]
    storms_cancel = len(cast) > 1 and round.rules.storm_clash == "pairwise" and len(standing) == 1
    if len(standing) > 1 or (cast and not storms_cancel):
        for creature in standing:
            round.destroy(creature, "destroyed", why="elements" if len(standing) > 1 else storms[cast[0]][0].spell.slug)


def _rage(round: Round, element: str, casts: list[Cast]) -> None:
    slug = casts[0].spell.slug
    round.tell("rages", spell=slug)
    shielded = {cast.subject for cast in round.fireballs} if element == "ice" else set()
    casters = {cast.caster.name for cast in casts}
    by = casters.pop() if len(casters) == 1 else None
    for being in round.present():
        if isinstance(being, Creature) and being.kind.is_elemental:
            continue
        if being.countered or being.resists(element):
            _spare(round, being, slug, element)
        elif being not in shielded:
            round.hurt(being, STORM_POINTS, slug, by=by, casts=casts)


def _spare(round: Round, being: Being, storm: str, element: str) -> None:
    because = round.counters_of(being) if being.countered else _resistance(round, being, element)
    why = "countered" if being.countered else "resists"
    round.tell("spared", about=(being,), subject=being.name, spell=storm, why=why, because=because)


def _resistance(round: Round, being: Being, element: str) -> list[dict[str, Any]]:
    return [round.held_by(being, "resist_heat" if element == "fire" else "resist_cold")]


def _apply_fireballs(round: Round, ice_rages: bool) -> None:
    for cast in round.fireballs:
        being = cast.subject
        assert being is not None
        if ice_rages:
            storm = [{"spell": ice.spell.slug, "by": ice.caster.name} for ice in round.live(Role.ICE_STORM)]
            round.fail(cast, "ice", because=storm, subject=being.name)
        elif being.resists("fire"):
            round.fail(cast, "resists", because=_resistance(round, being, "fire"), subject=being.name)
        else:
            round.hurt(being, FIREBALL_POINTS, cast.spell.slug, by=cast.caster.name, casts=(cast,))


def order_monsters(round: Round) -> None:
    """Set the targets of monsters from the orders of their controllers. Source: ruling 3.9 (docs/rulings.md)."""
    for creature in round.creatures:
        if not creature.alive or creature.kind.is_elemental:
            continue
        order = _order(round, creature)
        creature.second_target = _order(round, creature, second=True)
        if order is not None:
            creature.target = order
        elif creature.target is None and (creature.is_new or _is_newly_charmed(round, creature)):
            creature.target = _usual_victim(round, creature)
        elif creature.target is not None and not _is_worth(round, creature.target):
            creature.target = NOBODY if round.rules.idle_without_target else _usual_victim(round, creature)


def _order(round: Round, creature: Creature, *, second: bool = False) -> str | None:
    """Return the victim that a monster's controller orders it to attack, or `None` if there is no order.

    If `second` is true, return the victim of a hastened monster's second attack. Source: rulings 3.9, 5.1
    (docs/rulings.md).
    """
    master = round.beings.get(creature.owner or "")
    orders = master.orders if isinstance(master, Actor) else None
    orders = orders.second if orders is not None and second else orders
    if orders is None or not orders.attack:
        return None
    attack = orders.attack
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
    """Carry out all stabs and all attacks of monsters at the same time.

    Source: ruling 3.9 (docs/rulings.md).
    """
    for creature in round.creatures:
        if creature.alive and not creature.destroyed and (round.kind == "normal" or creature.stops_time):
            _attacks_of(round, creature)
    for stab in round.stabs:
        _stab(round, stab, _stabbed(round, stab))


def _attacks_of(round: Round, creature: Creature) -> None:
    """Make a monster attack once, or twice if it is hastened.

    An idle monster does not attack. Other monsters attack only in normal rounds, except that a Time Stop makes a
    monster attack once more, even in an extra round. Source: rulings 5.1, 5.2 (docs/rulings.md).
    """
    idle = creature.idle or _bound_by(round, creature)
    if idle:
        creature.idle, creature.attacked = idle, None
        facts: dict[str, Any] = {"because": round.held_by(creature, idle)} if creature.has(idle) else {}
        round.tell("idle", about=(creature,), monster=creature.name, why=idle, **facts)
        return
    victim = None if creature.kind.is_elemental else _victim(round, creature)
    creature.attacked = victim
    if round.kind == "normal":
        _attack(round, creature, victim)
        if creature.hasted or "haste" in creature.effects:
            _attack(round, creature, _second_victim(round, creature, victim))
    if creature.stops_time:
        _attack(round, creature, victim, is_sure=True)


def _bound_by(round: Round, creature: Creature) -> str:
    """Return the effect that keeps a monster from attacking, or "". Source: rulings 4.3, 5.2 (docs/rulings.md)."""
    if not creature.effects and not creature.lingering:
        return ""
    stilling = (slug for slug, mind in FORCING.items() if mind.stills(round.rules))
    return next((slug for slug in stilling if slug in creature.lingering or _in_force(round, creature, slug)), "")


def _in_force(round: Round, creature: Creature, effect: str) -> InForce | None:
    """Return `effect` if it acts on a monster's mind in this round, and `None` otherwise."""
    there = creature.effects.get(effect)
    return None if there is None or round.is_waiting(there) else there


def _attack(round: Round, creature: Creature, name: str | None, *, is_sure: bool = False) -> None:
    """Make a monster attack the being called `name`.

    An elemental attacks everyone instead. If `is_sure` is true, nothing can stop the attack.
    """
    if creature.kind.is_elemental:
        for being in round.present():
            if being is not creature and not being.destroyed:
                _strike_of_elemental(round, creature, being, is_sure=is_sure)
        return
    victim = round.being(name)
    if victim is not None and victim.stands and not victim.destroyed:
        _strike(round, creature, victim, is_sure=is_sure)


def _victim(round: Round, creature: Creature, *, is_second: bool = False) -> str | None:
    """Return the being that a monster attacks: its target, unless a mind spell misleads it."""
    for effect, mind in MISLEADING.items():
        in_force = _in_force(round, creature, effect)
        if in_force is not None:
            repeated = in_force.repeats if isinstance(in_force.repeats, str) else None
            victim = repeated or mind.misleads(round, creature, is_second=is_second)
            renews = mind.renews and round.rules.permanent_mind == "renew"
            if in_force.left is None and not renews:
                creature.effects[effect] = in_force._replace(repeats=victim or NOBODY)
            return victim
    name = creature.compelled or creature.target
    return None if name == NOBODY else name


def _second_victim(round: Round, creature: Creature, first: str | None) -> str | None:
    """Return the victim of a hastened monster's second attack. Source: ruling 5.1 (docs/rulings.md).

    A mind spell may determine the victim.
    """
    if round.rules.haste != "pair":
        return first
    if creature.compelled is not None:
        repeats = any(isinstance(begun.repeats, str) for begun in creature.begun.values())
        return first if repeats else random_victim(round, creature, is_second=True)
    if any(_in_force(round, creature, effect) for effect in MISLEADING):
        return _victim(round, creature, is_second=True)
    return first if creature.second_target is None else creature.second_target


def _strike_of_elemental(round: Round, creature: Creature, being: Being, *, is_sure: bool) -> None:
    facts: dict[str, Any] = {"attacker": creature.name, "victim": being.name}
    if being.protected and not is_sure:
        round.tell("attack", about=(being,), result="deflected", because=round.guards_of(being), **facts)
    elif being.resists(creature.kind.element) and not is_sure:
        why = _resistance(round, being, creature.kind.element)
        round.tell("attack", about=(being,), result="resisted", because=why, **facts)
    else:
        round.hurt(being, creature.kind.points, "elemental", by=creature.name)


def _strike(round: Round, creature: Creature, victim: Being, *, is_sure: bool) -> None:
    facts: dict[str, Any] = {"attacker": creature.name, "victim": victim.name}
    if victim.unseen and not is_sure:
        why = round.held_by(victim, "invisibility")
        round.tell("attack", about=(creature, victim), result="misses", why="invisibility", because=why, **facts)
    elif victim.protected and not is_sure:
        round.tell("attack", about=(creature, victim), result="deflected", because=round.guards_of(victim), **facts)
    else:
        round.hurt(victim, creature.kind.points, "monster", by=creature.name)


def _stabbed(round: Round, stab: Stab) -> Being | None:
    if stab.ref == stab.wizard.name and not round.rules.self_stab:
        return None
    being = round.being(stab.ref)
    return being if being is not None and being.stands else None


def _stab(round: Round, stab: Stab, victim: Being | None) -> None:
    wizard = stab.wizard
    facts: dict[str, Any] = {"attacker": wizard.name, "victim": victim.name if victim else None, "hand": stab.hand}
    facts |= {"second": True} if stab.move.is_second else {}
    about = (wizard, victim) if victim else (wizard,)
    if victim is None:
        _tell_stab(round, about, result="nobody", **facts)
    elif victim is not wizard and wizard.blind and round.rules.blind_caster_misses:
        why = round.held_by(wizard, "blindness")
        _tell_stab(round, about, result="misses", why="blindness", because=why, **facts)
    elif victim is not wizard and victim.unseen and round.rules.invisible_evades_spells:
        why = round.held_by(victim, "invisibility")
        _tell_stab(round, about, result="misses", why="invisibility", because=why, **facts)
    elif victim.protected:
        _tell_stab(round, about, result="deflected", because=round.guards_of(victim), **facts)
    else:
        round.hurt(victim, 1, "stab", by=wizard.name)


def _tell_stab(round: Round, about: tuple[Being, ...], **facts: Any) -> None:
    """Add an event for a stab that does no damage.

    If the attacker is invisible, only the attacker and the victim (or the victim's controller) learn of it.
    """
    if about[0].invisible:
        round.tell_to(round.touching(about), "stab", **facts)
    else:
        round.tell("stab", about=about, **facts)
