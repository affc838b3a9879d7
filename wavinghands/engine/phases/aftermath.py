"""The end of a round: damage, effects, deaths, surrenders and the result.

Source: rulings 3.10 to 3.12 (docs/rulings.md).
"""

from collections.abc import Iterable
from typing import Any

from wavinghands.engine.beings import Actor, Being, Cast, Creature
from wavinghands.engine.duel import InForce
from wavinghands.engine.round import MARKS, Round
from wavinghands.engine.spells import FORCING, WAITING


def count_damage(round: Round) -> None:
    """Apply all damage and all cures of the round at once. Source: ruling 3.10 (docs/rulings.md)."""
    for being in round.present():
        if being.destroyed or not (being.wounds or being.cured):
            continue
        if round.rules.cure_first:
            being.hp = min(being.max_hp, being.hp + being.cured) - being.hurt
        else:
            being.hp = min(being.max_hp, being.hp - being.hurt + being.cured)


SIGHT = ("blindness", "invisibility")
"""The effects that keep wizards from seeing or from being seen."""


def linger(round: Round) -> None:
    """Record which effects of a normal round stay in force in the extra rounds after it (Time Stop, Haste).

    Source: rulings 5.1, 5.2 (docs/rulings.md).
    """
    touched = [wizard for wizard in round.wizards if wizard.begun or "haste" in wizard.effects]
    if touched and round.kind == "normal":
        for being in round.present():
            being.lingering = frozenset(_marks(round, being))


def _marks(round: Round, being: Being) -> Iterable[str]:
    for flag in MARKS:
        if getattr(being, flag) and (flag != "mirrored" or round.rules.mirror_lasts_into_haste):
            yield flag
    if being.has("protection"):
        yield "protection"
    if isinstance(being, Creature) and being.idle:
        yield being.idle
    for effect in (*SIGHT, *WAITING.values()):
        begun = effect in being.begun and effect not in SIGHT and round.rules.window_includes_casting
        if effect in being.effects or begun:
            yield effect


def count_down(round: Round) -> None:
    """Count down all effects by one round, and add the effects that began in this round.

    Source: ruling 3.12 (docs/rulings.md).
    """
    for being in round.present():
        if being.effects:
            for effect, in_force in list(being.effects.items()):
                if in_force.left is not None and effect not in being.begun and _counts_down(round, being, effect):
                    _pass_round(round, being, effect, in_force, in_force.left - 1)
        if being.begun:
            being.effects |= {effect: begun for effect, begun in being.begun.items() if begun.left != 0}


def _counts_down(round: Round, being: Being, effect: str) -> bool:
    if isinstance(being, Actor) and effect == "haste" and round.rules.haste == "free_round":
        return round.kind == "haste" and being.acts
    if effect == "time_stop":
        return round.kind == "time_stop" and isinstance(being, Actor) and being.acts
    return round.kind == "normal"


def _pass_round(round: Round, being: Being, effect: str, in_force: InForce, left: int) -> None:
    spell = round.lexicon.slugs[effect]
    if left > 0:
        being.effects[effect] = in_force._replace(left=left)
        if spell.kills:
            round.tell("ails", about=(being,), subject=being.name, effect=effect, rounds=left)
        return
    del being.effects[effect]
    if spell.kills:
        being.doom = being.doom or effect
    elif not spell.mind and not spell.quiet:
        round.tell("ends", about=(being,), subject=being.name, effect=effect, why="time")


def loosen(round: Round) -> None:
    """Let a Paralysis that held no hand in this extra round hold either hand in a later round.

    Source: ruling 5.1 (docs/rulings.md).
    """
    if round.kind == "normal" or round.rules.hand_choice != "next_orders":
        return
    for wizard in round.standing():
        for effect in wizard.effects.keys() & FORCING.keys() - wizard.begun.keys():
            in_force = wizard.effects[effect]
            if in_force.left is not None and _is_loose(round, wizard, in_force):
                wizard.effects[effect] = in_force._replace(hand=None)


def _is_loose(round: Round, wizard: Actor, paralysis: InForce) -> bool:
    """Return whether a Paralysis that held no hand in this extra round may later hold either hand.

    This is the case after an extra round from Haste in which the subject acted. If the option `paralysis_same_hand` is
    `caster`, it is also the case if the caster gave no orders.
    """
    if wizard.held:
        return False
    if round.kind == "haste" and wizard.acts:
        return True
    is_idle = paralysis.by is not None and not round.actor(paralysis.by).acts
    return is_idle and round.rules.paralysis_same_hand == "caster"


def bury(round: Round) -> None:
    """Kill all beings that are doomed or have no hit points left. Source: rulings 3.10, 3.11 (docs/rulings.md)."""
    for wizard in round.acting():
        if round.rules.forfeit == "dies" and _gives_up(wizard) and not wizard.shows_palms:
            wizard.doom = "forfeit"
    for being in round.present():
        if being.hp > 0 and not being.doom and not being.destroyed:
            continue
        cause = _cause_of_death(round, being)
        if cause:
            _die(round, being, cause)


def _die(round: Round, being: Being, cause: str) -> None:
    being.alive = False
    being.effects.clear()
    if isinstance(being, Actor):
        round.proclaim("dies", cause=cause, wizard=being.name)
    elif not being.destroyed:  # otherwise an event has been added already
        round.proclaim_of(being, "dies", cause=cause, monster=being.name)


def _cause_of_death(round: Round, being: Being) -> str:
    fatal = round.lexicon.slugs.get(being.doom)
    if isinstance(being, Actor) and fatal is not None and fatal.kills and _gives_up(being):
        return "wounds" if being.hp <= 0 else ""
    return "destroyed" if being.destroyed else being.doom or ("wounds" if being.hp <= 0 else "")


def _gives_up(wizard: Actor) -> bool:
    return wizard.orders is not None and (wizard.shows_palms or wizard.orders.forfeit)


def surrender(round: Round) -> None:
    """Remove the wizards who showed both palms or gave up, and report any others who ran out of time.

    Source: ruling 3.11 (docs/rulings.md).
    """
    for wizard in round.acting():
        if wizard.alive and _gives_up(wizard):
            wizard.surrendered = True
            round.proclaim("surrenders", wizard=wizard.name, how=_how_given_up(wizard))
        elif wizard.alive and _is_late(wizard):
            round.tell_to(None, "late", wizard=wizard.name)


def _how_given_up(wizard: Actor) -> str:
    if _is_absent(wizard):
        return "absence"
    if _is_late(wizard) and not wizard.shows_palms:
        return "timeout"
    return "palms" if wizard.shows_palms else "word"


def _is_late(wizard: Actor) -> bool:
    return wizard.orders is not None and wizard.orders.timed_out


def _is_absent(wizard: Actor) -> bool:
    return wizard.orders is not None and wizard.orders.absent


def adjudicate(round: Round) -> None:
    """Remove the wizards who lose by adjudication. Source: ruling 3.11 (docs/rulings.md).

    They leave the duel alive, whether or not they act in this round.
    """
    round.chance.rolled["adjudged"] = [*round.chance.adjudged]
    for name in round.chance.adjudged:
        wizard = round.actor(name)
        wizard.surrendered = True
        round.proclaim("surrenders", wizard=name, how="absence" if _is_absent(wizard) else "ruling")


def judge(round: Round) -> dict[str, Any] | None:
    """Return the duel's result if this round ended it, or `None`. Source: ruling 3.11 (docs/rulings.md)."""
    left = [wizard for wizard in round.wizards if wizard.alive and not _has_left(wizard)]
    if len({wizard.side for wizard in left}) > 1:
        return None
    winners = [wizard.name for wizard in left or _killers_who_surrendered(round)]
    round.proclaim("victory" if winners else "draw", **_winner_fields(winners))
    return {
        "outcome": "victory" if winners else "draw",
        "winners": winners,
        "surrendered": [wizard.name for wizard in round.wizards if _has_left(wizard)],
        "killed": [wizard.name for wizard in round.wizards if not wizard.alive],
    }


def _has_left(wizard: Actor) -> bool:
    return wizard.surrendered or wizard.source.surrendered


def _winner_fields(winners: list[str]) -> dict[str, Any]:
    if len(winners) > 1:
        return {"wizards": winners}
    return {"wizard": winners[0]} if winners else {}


def _killers_who_surrendered(round: Round) -> list[Actor]:
    """Return the wizards who surrendered in this round but win because all others died.

    They are all on the same side. The option `surrender_and_kill` says whether they must have killed the others.
    """
    killers = [wizard for wizard in round.standing() if wizard.surrendered]
    sides = {wizard.side for wizard in killers}
    others = [wizard for wizard in round.standing() if wizard.side not in sides]
    if len(sides) != 1 or not others or round.rules.surrender_and_kill == "draw":
        return []
    if round.rules.surrender_and_kill == "wins_any" or all(_was_killed_by(killers, other) for other in others):
        return killers
    return []


def _was_killed_by(killers: list[Actor], victim: Actor) -> bool:
    """Return whether the killers' gestures alone would have killed `victim`."""

    def is_by_killers(casts: Iterable[Cast]) -> bool:
        return any(cast.caster in killers and cast.move is not None for cast in casts)

    points = sum(wound.points for wound in victim.wounds if is_by_killers(wound.casts))
    return victim.source.hp <= points or is_by_killers(victim.slayers)


def release_monsters(round: Round) -> None:
    """Set the owner of each monster to `None` if its owner has died or left the duel."""
    for creature in round.creatures:
        master = round.beings.get(creature.owner or "")
        if isinstance(master, Actor) and (not master.alive or _has_left(master)):
            creature.owner = None
