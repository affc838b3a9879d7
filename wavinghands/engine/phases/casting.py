"""The phases that find the subjects of spells, and apply the effects of spells on other spells.

Source: ruling 3.5 (docs/rulings.md).
"""

from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import Any

from wavinghands.engine.beings import Actor, Being, Cast, Creature, Influence
from wavinghands.engine.duel import KINDS
from wavinghands.engine.round import Round
from wavinghands.engine.spell import Chapter, Mind, Role, Usually
from wavinghands.engine.spells import FORCING, RANK
from wavinghands.engine.spells.minding import ask_in_vain
from wavinghands.engine.spells.protection import was_dead
from wavinghands.engine.spells.stopping import is_removed
from wavinghands.engine.spells.summoning import kind_of, makes_elemental

KIND_ORDER = tuple(KINDS)
"""The kinds of monsters in order of appearance. Source: ruling 3.8 (docs/rulings.md)."""
FIRST = (Role.DISPEL, Role.COUNTER, Role.MIRROR)
"""The roles of spells that act before other spells find their subjects. Source: ruling 3.5 (docs/rulings.md)."""


def find_targets(round: Round) -> None:
    """Find the targets of spells, as far as each caster can see them. Source: ruling 3.4 (docs/rulings.md)."""
    _notice_returns_to_sight(round)
    for cast in round.casts:
        cast.master = cast.caster
        cast.awaits_target = _is_to_appear(cast, round)
        cast.target = None if cast.awaits_target else round.being(cast.ref)
        is_elemental = makes_elemental(cast.spell)
        cast.aimed_at = cast.target
        if is_elemental and not _is_there(cast.target):
            is_needed = cast.spell.usually is Usually.SELF
            cast.target = cast.aimed_at = cast.caster if is_needed else None
        _tell_cast(round, cast)
        if cast.target is not None and not is_elemental:  # elementals need no sight
            _look(round, cast)


def _notice_returns_to_sight(round: Round) -> None:
    """Let spells hit invisible wizards who become visible in this round, if the rules allow it."""
    hidden = [wizard for wizard in round.standing() if wizard.invisible]
    if not hidden or not round.rules.sight_ends_at_once:
        return
    dispelled = any(cast.spell.role is Role.DISPEL for cast in round.casts)
    for wizard in hidden:
        mine = {cast.spell.role for cast in round.casts if cast.caster is wizard and cast.ref == wizard.name}
        is_countered = wizard.countered or Role.COUNTER in mine
        if dispelled or (Role.DISENCHANT in mine and not is_countered):
            wizard.unseen = False


def _is_to_appear(cast: Cast, round: Round) -> bool:
    """Return whether the target of a spell is a monster that appears in this round.

    Source: rulings 3.8, 4.8 (docs/rulings.md).
    """
    if cast.ref is None or ":" in cast.ref:
        return cast.ref is not None
    if cast.spell.role is Role.RAISE or cast.ref not in round.duel.fallen:
        return False
    return any(other.spell.role is Role.RAISE and other.ref == cast.ref for other in round.casts)


def _is_there(being: Being | None) -> bool:
    return being is not None and being.stands


def _tell_cast(round: Round, cast: Cast) -> None:
    facts: dict[str, Any] = {"caster": cast.caster.name, "spell": cast.spell.slug, "hand": cast.hand, **cast.second}
    round.tell("cast", casting=cast, target=cast.target.name if cast.target is not None else cast.ref, **facts)


def _look(round: Round, cast: Cast) -> None:
    target = cast.target
    assert target is not None
    has_left = isinstance(target, Actor) and target.source.surrendered
    if has_left or (not target.stands and cast.spell.role is not Role.RAISE):
        _miss(round, cast, why="absent")
    elif target is not cast.caster and cast.caster.blind and round.rules.blind_caster_misses:
        _miss(round, cast, why="blindness", because=round.held_by(cast.caster, "blindness"))
    elif target is not cast.caster and target.unseen and round.rules.invisible_evades_spells:
        _miss(round, cast, why="invisibility", because=round.held_by(target, "invisibility"))


def _miss(round: Round, cast: Cast, **why: Any) -> None:
    assert cast.target is not None
    facts: dict[str, Any] = {"caster": cast.caster.name, "spell": cast.spell.slug, "target": cast.target.name}
    facts |= {**cast.second, **why}
    round.tell("misses", casting=cast, outcome=True, **facts)
    cast.target = None


def dispel(round: Round) -> None:
    """If a wizard casts Dispel Magic, cancel all other spells of the round."""
    dispels = round.live(Role.DISPEL)
    if not dispels:
        return
    for cast in dispels:
        cast.subject = cast.target
        cast.spell.effect(cast, round)
    for cast in round.casts:
        if cast not in dispels:
            round.fail(cast, "dispelled", because=[_spell_as_reason(dispel) for dispel in dispels])


def _spell_as_reason(cast: Cast) -> dict[str, Any]:
    return {"spell": cast.spell.slug, "by": cast.caster.name}


def counter(round: Round) -> None:
    """Apply Counter-spells to all beings except the monsters that appear in this round."""
    _stand(round, Role.COUNTER, lambda target: not _is_new(target))


def mirror(round: Round) -> None:
    """Apply Magic Mirrors to all beings except the monsters that appear in this round.

    Counter-spells stop mirrors.
    """
    _stand(round, Role.MIRROR, lambda target: not _is_new(target))


def find_new_targets(round: Round) -> None:
    """Find targets among the monsters that have just appeared. Source: ruling 3.4.3 (docs/rulings.md)."""
    for cast in round.casts:
        if cast.void or not cast.awaits_target:
            continue
        cast.target = cast.aimed_at = round.being(cast.ref)
        if not _is_there(cast.target):
            round.fail(cast, "absent", ref=cast.ref)
            continue
        _look(round, cast)
        cast.void = "" if cast.target else "missed"


def guard_new_monsters(round: Round) -> None:
    """Apply Counter-spells and mirrors to monsters that have just appeared. Source: ruling 3.8 (docs/rulings.md)."""
    if round.rules.counter_new_monster:
        _stand(round, Role.COUNTER, _is_new)
    _stand(round, Role.MIRROR, _is_new)


def _is_new(being: Being) -> bool:
    return isinstance(being, Creature) and being.is_new


def _stand(round: Round, role: Role, fits: Callable[[Being], bool]) -> None:
    for cast in round.live(role):
        if cast.target is None or cast.subject is not None or not fits(cast.target):
            continue
        if role is Role.MIRROR and cast.target.countered:
            round.fail(cast, "countered", because=round.counters_of(cast.target), subject=cast.target.name)
        else:
            cast.subject = cast.target
            cast.spell.effect(cast, round)


def summon(round: Round) -> None:
    """Summon monsters, ordered by kind, wizard and hand, and raise dead monsters.

    Source: ruling 3.8 (docs/rulings.md).
    """
    summonses = [cast for cast in round.casts if not cast.void and cast.spell.chapter is Chapter.SUMMONS]
    if summonses:
        late = [cast for cast in summonses if cast.awaits_target and makes_elemental(cast.spell)]
        _appear(round, [cast for cast in summonses if cast not in late])
        for cast in late:
            _find_new_subject(round, cast)
        _appear(round, [cast for cast in late if not cast.void])
    for cast in round.live(Role.RAISE):
        if isinstance(cast.target, Creature) and was_dead(cast.target) and not cast.void:
            _raise_monster(round, cast, cast.target)


def _appear(round: Round, summonses: list[Cast]) -> None:
    for cast in summonses:
        reach(round, cast)
    arriving = [cast for cast in summonses if not cast.void]
    for cast in arriving:
        cast.kind = kind_of(cast, round)
    order = {wizard.name: place for place, wizard in enumerate(round.wizards)}
    for cast in sorted(arriving, key=lambda cast: (KIND_ORDER.index(cast.kind), order[cast.caster.name])):
        cast.spell.effect(cast, round)


def _find_new_subject(round: Round, cast: Cast) -> None:
    """Decide the fate of a Summon Elemental that was aimed at a new monster.

    This matters only if an elemental needs a target (option `elemental_target`). If the new monster has appeared, the
    spell fails. Otherwise, the spell is aimed at its own caster.
    """
    cast.awaits_target = False
    if cast.spell.usually is Usually.SELF:
        monster = round.being(cast.ref)
        if monster is not None:
            round.fail(cast, "no_effect", subject=monster.name)
        else:
            cast.target = cast.aimed_at = cast.caster


def _raise_monster(round: Round, cast: Cast, corpse: Creature) -> None:
    fingers = [other for other in round.live(Role.SLAY) if other.awaits_target and other.ref == corpse.name]
    if fingers:
        _undo_each_other(round, corpse, fingers + [other for other in round.live(Role.RAISE) if other.target is corpse])
    elif corpse.kind.is_elemental:
        round.fail(cast, "no_effect", subject=corpse.name)
    else:
        cast.subject = corpse
        cast.spell.effect(cast, round)
        cast.void = "done"


def reach_others(round: Round) -> None:
    """Determine the subjects of the remaining spells.

    Counter-spells may stop these spells, and mirrors may reflect them. Earlier phases have handled Dispel Magic,
    Counter-spells, mirrors, summons and spells that affect all beings.
    """
    for cast in round.casts:
        if cast.void or cast.spell.chapter is Chapter.SUMMONS or cast.spell.role in FIRST or cast.spell.blanket:
            continue
        reach(round, cast)


def reach(round: Round, cast: Cast) -> None:
    """Determine the subject of one spell. Source: ruling 3.5.4 (docs/rulings.md).

    A Counter-spell may stop the spell, and a mirror may reflect it.
    """
    target = cast.target
    if target is None:
        if cast.awaits_target:  # a summons aimed at a monster that is itself being summoned
            round.fail(cast, "absent", ref=cast.ref)
        elif not makes_elemental(cast.spell):
            cast.void = "nobody"
    elif not target.stands and cast.spell.role is Role.RAISE:
        cast.subject = target
    elif target.countered and not cast.spell.never_countered:
        round.fail(cast, "countered", because=round.counters_of(target), subject=target.name)
    elif target.mirrored and not _is_spared(round, cast):
        _turn_back(round, cast, target)
    else:
        cast.subject = target


def _is_spared(round: Round, cast: Cast) -> bool:
    beneficial = cast.spell.chapter in (Chapter.PROTECTION, Chapter.SUMMONS)
    spared = round.rules.mirror_spares == "own_and_beneficial" and beneficial
    return cast.caster is cast.target or cast.spell.never_reflected or spared


def _turn_back(round: Round, cast: Cast, bearer: Being) -> None:
    """Reflect a spell at its caster, and make the mirror's bearer the spell's master.

    Source: ruling 3.6 (docs/rulings.md).
    """
    caster = cast.caster
    mirrors = round.mirrors_of(bearer)
    if round.rules.mirror_needs_sight and (bearer.blind or caster.invisible):
        why = round.held_by(bearer, "blindness") if bearer.blind else round.held_by(caster, "invisibility")
        round.fail(cast, "mirror_blind", about=(bearer,), because=[*mirrors, why], mirror=bearer.name)
        return
    facts: dict[str, Any] = {"caster": caster.name, "spell": cast.spell.slug, "mirror": bearer.name, **cast.second}
    round.tell("reflected", casting=cast, about=(bearer, caster), because=mirrors, **facts)
    if caster.countered and not cast.spell.never_countered:
        round.fail(cast, "countered", because=round.counters_of(caster), subject=caster.name)
    elif caster.mirrored:
        mirrors += round.mirrors_of(caster)
        round.fail(cast, "mirrors", about=(bearer, caster), because=mirrors)
    else:
        cast.subject = caster
        name = bearer.owner if isinstance(bearer, Creature) else bearer.name
        cast.master = round.actor(name) if name else None


def cancel(round: Round) -> None:
    """Cancel Finger of Death and Raise Dead if both reach the same being. Source: ruling 4.8 (docs/rulings.md)."""
    for being, casts in _by_subject(round.live(Role.SLAY, Role.RAISE)):
        if {cast.spell.role for cast in casts} == {Role.SLAY, Role.RAISE}:
            _undo_each_other(round, being, casts)


def _undo_each_other(round: Round, being: Being, casts: list[Cast]) -> None:
    for cast in casts:
        others = [_spell_as_reason(other) for other in casts if other.spell is not cast.spell]
        round.fail(cast, "cancelled", because=others, subject=being.name)


def clash(round: Round) -> None:
    """Cancel incompatible mind spells on the same being. Source: ruling 4.4 (docs/rulings.md)."""
    minds = [cast for cast in round.casts if cast.spell.mind and not cast.void and cast.subject is not None]
    if not minds:
        return
    new = [cast for cast in minds if not _is_bound(round, cast)]
    if len(new) < 2 and round.tail is None:
        return
    for being in dict.fromkeys(cast.subject for cast in new):
        assert being is not None
        influences = [
            *_waiting(round, being),
            *(Influence(cast.spell, cast.master, cast=cast) for cast in new if cast.subject is being),
        ]
        if len(influences) > 1:
            _undo(round, being, influences, CLASHES[round.rules.mind_clash](being, influences, round))


def _undo(round: Round, being: Being, influences: list[Influence], undone: list[Influence]) -> None:
    """Make the new spells in `undone` fail, and end the older ones."""
    reasons = {
        influence: _spell_as_reason(influence.cast) if influence.cast else round.held_by(being, influence.spell.slug)
        for influence in influences
    }
    for influence in undone:
        others = [reason for other, reason in reasons.items() if other is not influence]
        if influence.cast is not None:
            round.fail(influence.cast, "clash", because=others, subject=being.name)
        else:
            del being.effects[influence.spell.slug]
            effect = influence.spell.slug
            round.tell("ends", about=(being,), subject=being.name, effect=effect, why="clash", because=others)


def _is_bound(round: Round, cast: Cast) -> bool:
    """Return whether a permanent mind spell blocks the mind spell `cast`. If so, make `cast` fail.

    Source: ruling 4.4 (docs/rulings.md).
    """
    being = cast.subject
    assert being is not None
    first = round.tail.first if round.tail else round.number
    held = (slug for slug in FORCING if slug in being.effects and being.effects[slug].left is None)
    lasting = next((slug for slug in held if being.effects[slug].since < first), None)
    if lasting is not None:
        round.fail(cast, "bound", because=round.held_by(being, lasting), subject=being.name)
    return lasting is not None


def _waiting(round: Round, being: Being) -> list[Influence]:
    """Return the earlier mind spells on `being` that wait for the next normal round.

    New mind spells may clash with them.
    """
    found = ((slug, being.effects.get(slug)) for slug in (FORCING if round.tail else ()))
    return [
        Influence(round.lexicon.slugs[slug], round.actor(there.by) if there.by else None, there.hand)
        for slug, there in found
        if there is not None and round.is_waiting(there)
    ]


def _by_subject(casts: Iterable[Cast]) -> list[tuple[Being, list[Cast]]]:
    subjects: dict[Being, list[Cast]] = defaultdict(list)
    for cast in casts:
        if cast.subject is not None:
            subjects[cast.subject].append(cast)
    return [(being, casts) for being, casts in subjects.items() if len(casts) > 1]


def _kinds(being: Being, influences: list[Influence], round: Round) -> list[Influence]:
    """Return the spells that fail if the option `mind_clash` is `kinds`: all of them if they clash, otherwise none.

    Spells clash if they differ in kind or contradict each other.
    """
    are_alike = len({influence.spell.slug for influence in influences}) == 1
    return [] if are_alike and not _mind(influences[0]).contradicts(influences, being, round) else influences


def _mind(influence: Influence) -> Mind:
    assert influence.spell.mind is not None
    return influence.spell.mind


def _paralysis_yields(being: Being, influences: list[Influence], round: Round) -> list[Influence]:
    others = [influence for influence in influences if not _mind(influence).yields]
    yielding = [influence for influence in influences if _mind(influence).yields]
    return yielding + (others if len(others) > 1 else [])


def _any(being: Being, influences: list[Influence], round: Round) -> list[Influence]:
    return influences


CLASHES = {"kinds": _kinds, "paralysis_yields": _paralysis_yields, "any": _any}
"""For each value of the option `mind_clash`, a function that returns the mind spells that fail.

Source: ruling 4.4 (docs/rulings.md).
"""


def remove_enchantments(round: Round) -> None:
    """End the effects on the subjects of Remove Enchantment.

    Enchantments cast at these subjects in the same round are cancelled too. Source: ruling 4.5 (docs/rulings.md).
    """
    for removal in round.live(Role.DISENCHANT):
        for cast in round.casts:
            if cast.void or cast.subject is not removal.subject:
                continue
            if is_removed(cast.spell, round.rules):
                name = removal.subject.name if removal.subject else None
                round.fail(cast, "removed", because=[_spell_as_reason(removal)], subject=name)
        removal.spell.effect(removal, round)
        removal.void = "done"


def take_effect(round: Round) -> None:
    """Apply all spells that have neither failed nor been applied by an earlier phase."""
    spells = [
        cast
        for cast in round.casts
        if not cast.void and cast.spell.role not in FIRST and cast.spell.chapter is not Chapter.SUMMONS
    ]
    if len(spells) > 1:
        spells.sort(key=lambda cast: 2 * RANK[cast.spell.slug] - cast.is_permanent)
    for cast in spells:
        if cast.subject is not None or cast.spell.blanket:
            cast.spell.effect(cast, round)
    if round.answers is not None:
        for cast in round.casts:
            ask_in_vain(cast, round)
